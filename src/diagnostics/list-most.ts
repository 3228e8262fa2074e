import { type Diagnostic, diagnose, hasErrors } from './diagnostic.ts';

export const mostListed = 100;

/**
 * At most so many diagnostics, in order, followed by the number of those left out. Errors take precedence, so that the
 * list contains one if there is any.
 */
export function listMost(
  diagnostics: readonly Diagnostic[],
  most: number = mostListed,
): readonly Diagnostic[] {
  return listMostOf(diagnostics, rest => rest, most);
}

/** Like `listMost` for richer diagnostics: `more` makes the last one, from the first that is left out. */
export function listMostOf<D extends Diagnostic>(
  diagnostics: readonly D[],
  more: (rest: Diagnostic, first: D) => D,
  most: number = mostListed,
): readonly D[] {
  if (diagnostics.length <= most) return diagnostics;
  const isError = (diagnostic: D) => hasErrors([diagnostic]);
  const byWeight = [...diagnostics.filter(isError), ...diagnostics.filter(each => !isError(each))];
  const listed = new Set(byWeight.slice(0, most));
  const rest = diagnostics.filter(each => !listed.has(each));
  const [first] = rest;
  if (!first) return diagnostics;
  const errors = rest.filter(isError).length;
  const facts = { errors, warnings: rest.length - errors };
  const last = more(diagnose('more-mistakes', first.range, facts), first);
  return [...diagnostics.filter(each => listed.has(each)), last];
}
