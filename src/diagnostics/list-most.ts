import { type Diagnostic, diagnose, type Severity } from './diagnostic.ts';

export const maxListed = 100;

/**
 * At most so many diagnostics, in order, followed by the number of those left out. Errors take precedence, so that the
 * list contains one if there is any; hints come last, and are not counted.
 */
export function listMost(
  diagnostics: readonly Diagnostic[],
  most: number = maxListed,
): readonly Diagnostic[] {
  return listMostOf(diagnostics, rest => rest, most);
}

/** Like `listMost` for richer diagnostics: `more` makes the last one, from the first that is left out. */
export function listMostOf<D extends Diagnostic>(
  diagnostics: readonly D[],
  more: (rest: Diagnostic, first: D) => D,
  most: number = maxListed,
): readonly D[] {
  if (diagnostics.length <= most) return diagnostics;
  const ofSeverity = (severity: Severity) => diagnostics.filter(each => each.severity === severity);
  const byWeight = [...ofSeverity('error'), ...ofSeverity('warning'), ...ofSeverity('hint')];
  const listed = new Set(byWeight.slice(0, most));
  const rest = diagnostics.filter(each => !listed.has(each) && each.severity !== 'hint');
  const [first] = rest;
  if (!first) return diagnostics.filter(each => listed.has(each));
  const errors = rest.filter(({ severity }) => severity === 'error').length;
  const facts = { errors, warnings: rest.length - errors };
  const last = more(diagnose('more-mistakes', first.range, facts), first);
  return [...diagnostics.filter(each => listed.has(each)), last];
}
