import type { IToken } from 'chevrotain';
import { type Diagnostic, diagnose } from '../../src/diagnostics/diagnostic.ts';
import { editAll, insertAt, remove } from '../../src/diagnostics/fixes/fix.ts';
import { endOf, rangeOf, spanning, startOf } from '../token-range.ts';
import { LeftParen, RightParen } from '../tokens.ts';

/** How many `)` a condition lacks, given all of its tokens after the `(` that opens it. */
export function countMissingParens(inside: readonly IToken[]): number {
  let open = 1;
  for (const { tokenType } of inside) {
    if (tokenType === LeftParen) open++;
    else if (tokenType === RightParen && open > 0) open--;
  }
  return open;
}

/** A condition that ends, with its tag, before all of its parentheses are closed. */
export function explainMissingParens(open: IToken, close: IToken, count: number): Diagnostic {
  const at = startOf(close);
  const fixes = [insertAt(at, ')'.repeat(count))];
  return diagnose('missing-parenthesis', { start: startOf(open), end: at }, { which: ')' }, { fixes });
}

/** A condition, from its first token on, that is not in parentheses. */
export function explainBareCondition(open: IToken, first: IToken, close: IToken): Diagnostic {
  const at = startOf(close);
  const edits = [
    { range: { start: endOf(open), end: startOf(first) }, text: '(' },
    { range: { start: at, end: at }, text: ')' },
  ];
  const fixes = [editAll('Put it in parentheses', edits)];
  return diagnose('missing-parenthesis', spanning(open, close), { which: '( )' }, { fixes });
}

export function explainExtraParen(token: IToken): Diagnostic {
  return diagnose('extra-parenthesis', rangeOf(token), {}, { fixes: [remove(rangeOf(token))] });
}
