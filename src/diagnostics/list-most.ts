import { type Diagnostic, diagnose, hasErrors } from './diagnostic.ts';

export const mostListed = 100;

/**
 * At most so many diagnostics, in their order, and after them how many more there are. Errors are listed first, so that there
 * is one in the list where there is one at all.
 */
export function listMost(
  diagnostics: readonly Diagnostic[],
  most: number = mostListed,
): readonly Diagnostic[] {
  return listMostOf(diagnostics, rest => rest, most);
}

/** The same of diagnostics that say more: `more` makes one of them of the last, for the first that is not listed. */
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
