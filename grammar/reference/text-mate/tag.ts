import type { TokenType } from 'chevrotain';
import * as tokens from '../../tokens.ts';
import { escapeText, toOniguruma } from './oniguruma.ts';
import { type Captures, include, type Rule } from './rule.ts';

export const tagBegin = 'punctuation.definition.tag.begin.hookplate';
export const tagEnd = 'punctuation.definition.tag.end.hookplate';
export const mistake = 'invalid.illegal.hookplate';
export const conditional = 'keyword.control.conditional.hookplate';
export const loop = 'keyword.control.loop.hookplate';
export const openParen = 'punctuation.section.parens.begin.hookplate';

/** The words of tags that are one token, or begin with one. */
export const words = new Map<TokenType, string>([
  [tokens.If, conditional],
  [tokens.ElseIf, conditional],
  [tokens.Else, conditional],
  [tokens.EndIf, conditional],
  [tokens.For, loop],
  [tokens.Sep, loop],
  [tokens.EndFor, loop],
]);

/** What follows a tag that is complete but not closed: text, and no dollar in its line but one that opens another tag. */
export const endOfUnclosed = `(?=\\s*[^\\s;./$(=][^$]*(?:$|${toOniguruma(tokens.clearOpener)}))`;

/** From its opener to the next dollar that is not in quotes. */
export function tag(begin: string, beginCaptures: Captures, content = 'tag'): Rule {
  return {
    name: 'meta.tag.hookplate',
    begin,
    beginCaptures,
    end: patternOf(tokens.Close),
    endCaptures: { 0: { name: tagEnd } },
    patterns: [include(content)],
  };
}

export function patternOf({ PATTERN, name }: TokenType): string {
  if (PATTERN instanceof RegExp) return toOniguruma(PATTERN);
  if (typeof PATTERN === 'string') return escapeText(PATTERN);
  throw new Error(`${name} is not read by a regular expression.`);
}
