import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { replaceWith, safe } from '../../src/diagnostics/fixes/fix.ts';
import type { QuoteStyle } from '../match/quoted.ts';
import type { OptionNode, QuotedNode } from '../tree.ts';

const codes = {
  typographic: 'typographic-quotes',
  single: 'single-quotes',
  escaped: 'escaped-quotes',
  unclosed: 'unclosed-quotes',
} as const satisfies Record<Exclude<QuoteStyle, 'straight'>, string>;

/** What to say of the quotes of an option or of a text in a condition, where they are not plain double ones. */
export function explainQuotes({
  quotes,
  value,
  valueRange,
  range,
}: OptionNode | QuotedNode): Diagnostic | undefined {
  if (quotes === 'straight') return undefined;
  const quoted = { start: valueRange.start - (quotes === 'escaped' ? 2 : 1), end: range.end };
  const fix = replaceWith(quoted, `"${value}"`, `Write \`"${excerpt(value)}"\``);
  const fixes = [quotes === 'unclosed' ? fix : safe(fix)];
  return diagnose(codes[quotes], quoted, { value }, { fixes });
}
