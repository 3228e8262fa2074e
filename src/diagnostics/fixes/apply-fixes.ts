import type { Diagnostic, Edit } from '../diagnostic.ts';
import { applyEdits } from './apply-fix.ts';

/**
 * Applies the first fix of each diagnostic, either only `safe` fixes or all of them. A fix that overlaps an earlier one
 * is left out: check the result again, and it is proposed again if it is still needed.
 *
 * @throws {TypeError} for another `kind`, and for diagnostics of several fields of a configuration: pass only those of
 * the field whose text this is.
 */
export function applyFixes(
  source: string,
  diagnostics: readonly (Diagnostic & { readonly field?: string })[],
  { kind }: { readonly kind: 'safe' | 'all' },
): string {
  if (kind !== 'safe' && kind !== 'all') throw new TypeError('options.kind: expected `safe` or `all`');
  if (new Set(diagnostics.map(({ field }) => field)).size > 1)
    throw new TypeError('diagnostics: expected those of one field only');
  let chosen: readonly Edit[] = [];
  for (const { fixes } of diagnostics) {
    const [fix] = fixes;
    if (!fix || (kind === 'safe' && fix.kind !== 'safe')) continue;
    if (!fix.edits.some(edit => chosen.some(other => overlap(edit, other))))
      chosen = chosen.concat(fix.edits);
  }
  return applyEdits(source, chosen);
}

/** Edits that touch count as overlapping, since each was tried without the other. */
export function overlap({ range: a }: Edit, { range: b }: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
