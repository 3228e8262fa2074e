import { type IToken, tokenMatcher } from 'chevrotain';
import { startOf } from '../token-range.ts';
import { Close, EndFor, EndIf, For, If, Name, Open } from '../tokens.ts';

const lookalike = /^(?:end|fi|endif|end_if|endfor|end_for)$/i;

/** Whether these tokens are a tag that looks like `$endif$` or `$endfor$`, such as `$end$`. It may as well name a variable. */
export function looksLikeEnd(
  open: IToken | undefined,
  name: IToken | undefined,
  close: IToken | undefined,
): boolean {
  return (
    open?.tokenType === Open &&
    name?.tokenType === Name &&
    lookalike.test(name.image) &&
    close?.tokenType === Close
  );
}

/** Where every such tag starts → how many conditionals and lists that are open there have their end after it. */
export function endsAfterLookalikes(tokens: readonly IToken[]): Map<number, number> {
  const ends = new Map<number, number>();
  let count = 0;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (!token) continue;
    if (tokenMatcher(token, EndIf) || tokenMatcher(token, EndFor)) count++;
    else if (tokenMatcher(token, If) || tokenMatcher(token, For)) count = Math.max(0, count - 1);
    else if (looksLikeEnd(token, tokens[index + 1], tokens[index + 2])) ends.set(startOf(token), count);
  }
  return ends;
}
