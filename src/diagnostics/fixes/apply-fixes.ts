import type { Diagnostic, Edit } from '../diagnostic.ts';
import { applyEdits } from './apply-fix.ts';

/**
 * The source with the first fix of each diagnostic, those with a `safe` one only or all that have one. A fix that
 * overlaps one before it is left out: check the result again, and it is proposed anew if it is still needed.
 */
export function applyFixes(
  source: string,
  diagnostics: readonly Diagnostic[],
  { kind }: { readonly kind: 'safe' | 'all' },
): string {
  let chosen: readonly Edit[] = [];
  for (const { fixes } of diagnostics) {
    const [fix] = fixes;
    if (!fix || (kind === 'safe' && fix.kind !== 'safe')) continue;
    if (!fix.edits.some(edit => chosen.some(other => overlap(edit, other))))
      chosen = chosen.concat(fix.edits);
  }
  return applyEdits(source, chosen);
}

/** Two edits that touch overlap as well, since each was tried without the other. */
function overlap({ range: a }: Edit, { range: b }: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
