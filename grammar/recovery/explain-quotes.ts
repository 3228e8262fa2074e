import { excerpt } from '../../src/diagnostics/catalogue/excerpt.ts';
import { type Diagnostic, diagnose, type Fix } from '../../src/diagnostics/diagnostic.ts';
import type { QuoteStyle } from '../match-quoted.ts';
import type { OptionNode } from '../tree.ts';

const codes = {
  typographic: 'typographic-quotes',
  single: 'single-quotes',
  escaped: 'escaped-quotes',
  unclosed: 'unclosed-quotes',
} as const satisfies Record<Exclude<QuoteStyle, 'straight'>, string>;

/** An option whose value is not in plain double quotes. */
export type OddlyQuoted = OptionNode & { readonly quotes: keyof typeof codes };

/** What to say of an option's quotes. */
export function explainQuotes(option: OddlyQuoted): Diagnostic {
  const range = { start: option.valueRange.start - quoteLength(option), end: option.range.end };
  const text = `"${option.value}"`;
  const fix: Fix = {
    title: `Write \`"${excerpt(option.value)}"\``,
    kind: option.quotes === 'unclosed' ? 'suggestion' : 'safe',
    edits: [{ range, text }],
  };
  return diagnose(codes[option.quotes], range, { value: option.value }, { fixes: [fix] });
}

function quoteLength(option: OddlyQuoted): number {
  return option.quotes === 'escaped' ? 2 : 1;
}
