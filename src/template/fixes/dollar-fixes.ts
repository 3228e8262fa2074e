import { reservedNames } from '../../../grammar/recovery/explain-keyword.ts';
import { otherNotations } from '../../../grammar/recovery/other-notations.ts';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { remove, replaceWith } from '../../diagnostics/fixes/fix.ts';
import { leafAt } from './comma-surroundings.ts';
import type { Trial } from './trials.ts';

const dollarCodes: readonly string[] = ['stray-dollar', 'empty-tag', 'unclosed-tag'];

const reserved = new RegExp(String.raw`^\$(?:${[...reservedNames].join('|')})\b`);

/** In characters: no name that a dollar was meant for is longer. */
const nearDollar = 100;

/**
 * What a dollar that opens nothing was meant for, apart from a plain one: half of a tag around a name that is known, as
 * in `profile$`, or one dollar too many next to a tag. Next to a number it is money.
 */
export function dollarFixes(diagnostic: Diagnostic, trial: Trial): readonly Fix[] {
  const { code, range, fixes } = diagnostic;
  if (!dollarCodes.includes(code)) return fixes;
  const values = otherNotations(trial.source, range, nearDollar)
    .filter(({ isKeyword }) => !isKeyword)
    .filter(other => other.range.start <= range.end && other.range.end >= range.start)
    .map(other => replaceWith(other.range, other.meant));
  // Whoever begins a conditional does not mean money.
  const isKeyword = reserved.test(trial.source.slice(range.start, range.end));
  const own = isKeyword ? fixes.filter(({ edits }) => edits.every(({ text }) => text !== '\\$')) : fixes;
  const isDoubled = code === 'stray-dollar' && isBesideTag(range.start, range.end, trial);
  const removal = isDoubled ? [remove(range, 'Remove this dollar sign')] : [];
  return [...values, ...removal, ...own];
}

/** Whether a tag other than that of a number stands right before or after. */
function isBesideTag(start: number, end: number, { source, program }: Trial): boolean {
  if (source[start - 1] !== '$' && source[end] !== '$') return false;
  return [start - 1, end].every(offset => {
    const leaf = source[offset] === '$' ? leafAt(program, offset) : undefined;
    return leaf?.kind !== 'value' || leaf.variable.type !== 'number';
  });
}
