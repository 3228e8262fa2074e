import { type IToken, tokenMatcher } from 'chevrotain';
import * as tokens from '../../../grammar/lexer.ts';
import { endOf, lex, startOf } from '../../../grammar/lexer.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/**
 * The ranges of tags in a template, in order. Tags are not secret: they only refer to values. Unclosed tags are left
 * out, and so are texts for missing values, which may be as secret as the value itself.
 */
export function tagsIn(source: string): readonly SourceRange[] {
  if (!source.includes('$')) return [];
  const tags: SourceRange[] = [];
  let open: { start: number; parts: SourceRange[] } | undefined;
  let before: readonly IToken[] = [];
  for (const token of lex(source)) {
    const { PUSH_MODE, POP_MODE } = token.tokenType;
    if (PUSH_MODE === 'tag') open = { start: startOf(token), parts: [] };
    else if (open && isFallback(token, before)) {
      open.parts.push({ start: open.start, end: startOf(token) });
      open.start = endOf(token);
    } else if (open && POP_MODE) {
      if (token.image !== '') {
        for (const part of open.parts) tags.push(part);
        tags.push({ start: open.start, end: endOf(token) });
      }
      open = undefined;
    } else if (!open && isWholeTag(token)) tags.push({ start: startOf(token), end: endOf(token) });
    before = [...before.slice(-1), token];
  }
  return tags;
}

/** A single token that is a whole tag, such as `$else$`. */
function isWholeTag({ image, tokenType }: IToken): boolean {
  return tokens.keywordTokens.includes(tokenType) && /^\$[^$]+\$$/.test(image);
}

/** Whether a token is the text of `default="…"`. */
function isFallback(token: IToken, [name, equals]: readonly IToken[]): boolean {
  const isNamed =
    name !== undefined && tokenMatcher(name, tokens.Name) && /^(?:default|null)$/i.test(name.image);
  return isNamed && equals?.tokenType === tokens.Equals && token.tokenType === tokens.Quoted;
}
