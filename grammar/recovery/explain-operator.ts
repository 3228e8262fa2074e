import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { replaceWith } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, startOf } from '../token-range.ts';

const operators = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['&', '&&'],
  ['|', '||'],
]);

/** Where the grammar refuses a tag. */
export interface Refusal {
  /** The first token that did not fit. */
  readonly unexpected: IToken;
  /** The one before it. */
  readonly previous: IToken;
}

/** The operator of a condition that another language writes where this one met something unexpected. */
export function explainOperator(source: string, { unexpected, previous }: Refusal): Diagnostic | undefined {
  for (const token of [unexpected, previous]) {
    const operator = operators.get(token.image.toLowerCase());
    if (!operator) continue;
    const twice = token.image.length === 1 && source[endOf(token)] === token.image ? 1 : 0;
    const found = { start: startOf(token), end: endOf(token) + twice };
    const gap = operator === '!' && source[found.end] === ' ' ? 1 : 0;
    const range = { start: found.start, end: found.end + gap };
    const fixes = [replaceWith(range, operator)];
    return diagnose('invalid-condition', found, { found: source.slice(found.start, found.end) }, { fixes });
  }
  return undefined;
}
