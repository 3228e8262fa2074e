import type { TokenType } from 'chevrotain';
import * as tokens from '../../tokens.ts';
import { captures, include, type Rule } from './rule.ts';
import { splitRules } from './split-rules.ts';
import {
  conditional,
  endOfUnclosed,
  loop,
  mistake,
  openParen,
  patternOf,
  tag,
  tagBegin,
  tagEnd,
  words,
} from './tag.ts';

const { text: textTokens = [], tag: tagTokens = [] } = tokens.modes.modes;
const name = tokens.nameSyntax;
const variable = 'variable.other.hookplate';
const comparison = 'keyword.operator.comparison.hookplate';
const logical = 'keyword.operator.logical.hookplate';
const closeParen = 'punctuation.section.parens.end.hookplate';
const accessor = 'punctuation.accessor.hookplate';

/** The tokens inside a tag, but for names and quotes. */
const parts = new Map<TokenType, string>([
  [tokens.Dot, accessor],
  [tokens.Slash, accessor],
  [tokens.Semicolon, 'punctuation.separator.options.hookplate'],
  [tokens.Comma, 'punctuation.separator.comma.hookplate'],
  [tokens.Equals, 'keyword.operator.assignment.hookplate'],
  [tokens.EqualTo, comparison],
  [tokens.NotEqualTo, comparison],
  [tokens.AtMost, comparison],
  [tokens.Below, comparison],
  [tokens.AtLeast, comparison],
  [tokens.Above, comparison],
  [tokens.Not, logical],
  [tokens.And, logical],
  [tokens.Or, logical],
  [tokens.LeftParen, openParen],
  [tokens.RightParen, closeParen],
  [tokens.NumberToken, 'constant.numeric.hookplate'],
]);

/** Of the backslashes right before a dollar, each pair is text. */
const evenBackslashes: Rule = { match: '(?:\\\\\\\\)+(?=\\\\?\\$)' };

const comment: Rule = {
  name: 'comment.block.hookplate',
  begin: patternOf(tokens.CommentOpen),
  end: patternOf(tokens.CommentClose),
  captures: { 0: { name: 'punctuation.definition.comment.hookplate' } },
};

/** A tag that is complete but not closed, before a text whose next dollar opens another one, or that has none in its line. */
const unclosed: Rule = {
  match: [`(?=${patternOf(tokens.Open)})(\\$)\\s*(${tokens.path})(?![A-Za-z0-9_])`, endOfUnclosed].join(''),
  captures: captures(`${tagBegin} ${mistake}`, variable),
};

/** What stands between texts, in the order in which the lexer tries it. */
export const templateRules: readonly Rule[] = textTokens.flatMap(token => {
  if (token === tokens.Text) return evenBackslashes;
  if (token === tokens.CommentOpen) return comment;
  if (token === tokens.Dollar) return { name: 'constant.character.escape.hookplate', match: '\\\\\\$' };
  if (token === tokens.Open)
    return [...splitRules, unclosed, tag(patternOf(token), { 0: { name: tagBegin } })];
  if (token === tokens.MistakenDollar) return [];
  const word = words.get(token);
  if (word === undefined)
    return token.PUSH_MODE === 'tag'
      ? tag(patternOf(token), { 0: { name: mistake } })
      : { name: mistake, match: patternOf(token) };
  return wordRule(token, word);
});

/** What stands in a tag, in the order in which the lexer tries it. */
export const tagRules: readonly Rule[] = [
  include('quoted'),
  { match: `([./])\\s*(${name})`, captures: captures(accessor, variable) },
  { match: `(${name})(?=\\s*=(?!=))`, captures: captures('entity.other.attribute-name.hookplate') },
  { name: variable, match: name },
  ...tagTokens.flatMap(token => {
    const scope = parts.get(token);
    return scope === undefined ? [] : { name: scope, match: patternOf(token) };
  }),
  { name: mistake, match: '[^$\\s]' },
];

/** What stands in the tag of a list: `item in items if condition`. */
export const listRules: readonly Rule[] = [
  { match: `\\G\\s*(${name})`, captures: captures('variable.parameter.hookplate') },
  { match: `([./])\\s*(${name})`, captures: captures(accessor, variable) },
  { name: loop, match: patternOf(tokens.In) },
  { name: conditional, match: patternOf(tokens.FilterIf) },
  include('tag'),
];

/** A straight quote runs to the next one; whatever else was meant as one is a mistake. */
export const quotedRules: readonly Rule[] = [
  text('"[^"$]*"'),
  // A dollar inside is one only where the tag goes on after the quote.
  text(`"[^"]*"(?=\\s*(?:\\$|,\\s*(?:${name}\\s*(?:=|$)|$)|\\)|&&|\\|\\||$))`),
  {
    name: 'string.quoted.double.hookplate',
    begin: '"(?=[^"$]*$)',
    end: '"|(?=\\$)',
  },
  { name: 'invalid.illegal.quote.hookplate', match: '\\\\?["“”„″][^"“”„″$]*["“”„″]?|\'[^\'"$]*\'' },
];

function text(match: string): Rule {
  return { name: 'string.quoted.double.hookplate', match };
}

/** A tag of one word, or the opener of one that begins with it: each of its parts is a group. */
function wordRule(token: TokenType, scope: string): Rule {
  const scopes: string[] = [];
  const match = patternOf(token).replace(/\\s\*|\\\$|\\\(|[a-z]+/g, part => {
    if (part === '\\s*') return part;
    const edge = scopes.length === 0 ? tagBegin : tagEnd;
    scopes.push({ '\\$': edge, '\\(': openParen }[part] ?? scope);
    return `(${part})`;
  });
  if (token.PUSH_MODE === undefined)
    return { name: 'meta.tag.hookplate', match, captures: captures(...scopes) };
  return tag(match, captures(...scopes), token === tokens.For ? 'list' : 'tag');
}
