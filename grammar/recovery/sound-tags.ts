import type { IToken, TokenType } from 'chevrotain';
import * as t from '../tokens.ts';

/** Tokens that open a condition, how they are written, and the images that are written so. */
export const conditionOpeners = new Map<TokenType, { meant: string; right: RegExp }>([
  [t.If, { meant: '$if(', right: /^\$\s*if\s*\($/ }],
  [t.ElseIf, { meant: '$elseif(', right: /^\$\s*elseif\s*\($/ }],
]);

/** Names that cannot begin a value tag, and what each opens where a condition follows it. */
export const reservedNames = new Map<string, TokenType | undefined>([
  ['if', t.If],
  ['elseif', t.ElseIf],
  ['else', undefined],
  ['endif', undefined],
]);

const mendable = new Set<TokenType>([
  t.MisspeltEndIf,
  t.UnclosedElse,
  t.UnclosedEndIf,
  t.EmptyTag,
  t.LoneDollar,
  t.UnclosedTag,
]);

/** Whether every tag is whole and every keyword well spelt: the usual case, decided without copying anything. */
export function isSound(tokens: readonly IToken[]): boolean {
  let open: TokenType | undefined;
  let parens = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) return false;
    const type = token.tokenType;
    if (type === t.Text || type === t.Name) continue;
    if (type === t.Open) {
      if (reservedNames.has(tokens[index + 1]?.image ?? '')) return false;
      open = type;
    } else if (type === t.Close || type === t.CommentClose) {
      if (parens !== 0 && open !== t.Open) return false;
      open = undefined;
      parens = 0;
    } else if (type === t.LeftParen) parens++;
    else if (type === t.RightParen) parens--;
    else if (conditionOpeners.has(type)) {
      if (isMisspelt(token)) return false;
      open = type;
      parens = 1;
    } else if (type === t.CommentOpen) open = type;
    else if (mendable.has(type)) return false;
  }
  return open === undefined;
}

/** Whether an opener is another spelling of its keyword, such as `$else if(`. */
export function isMisspelt(token: IToken): boolean {
  return conditionOpeners.get(token.tokenType)?.right.test(token.image) === false;
}
