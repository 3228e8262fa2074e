import type { TokenType } from 'chevrotain';
import * as tokens from '../../tokens.ts';
import { toOniguruma } from './oniguruma.ts';
import { captures, type Rule } from './rule.ts';
import { endOfUnclosed, mistake, openParen, tag, tagBegin, tagEnd, words } from './tag.ts';

/*
 * Openers over several lines, of which a reader of lines sees one after the other: a rule begins with what ends a line, and a
 * later line says what it was. What has its colour by then keeps it: the dollar before something that is no tag is no mistake.
 */

/** After a rule inside that has read the dollar that closes the tag. */
const closed = '(?<=\\$)';

/** After a word: `(`, and the rest of the tag, or the dollar that closes it; whatever else is there ends the rule. */
function afterWord(token: TokenType): Rule {
  if (token.PUSH_MODE === undefined) return { end: '(\\$)|(?=[^\\s$])', endCaptures: captures(tagEnd) };
  const content = token === tokens.For ? 'list' : 'tag';
  return { end: `${closed}|(?=[^\\s(])`, patterns: [tag('\\(', { 0: { name: openParen } }, content)] };
}

function wordOf({ LABEL, name }: TokenType): string {
  const [word] = /[a-z]+/.exec(LABEL ?? '') ?? [];
  if (word === undefined) throw new Error(`${name} has no word.`);
  return word;
}

/** `$if` and the like, with nothing after it in its line. */
const wordLast: readonly Rule[] = Array.from(words, ([token, scope]) => ({
  name: 'meta.tag.hookplate',
  begin: `(\\$)\\s*(${wordOf(token)})\\s*$`,
  beginCaptures: captures(tagBegin, scope),
  ...afterWord(token),
}));

const wordFirst: readonly Rule[] = Array.from(words, ([token, scope]) => ({
  name: 'meta.tag.hookplate',
  begin: `(${wordOf(token)})(?=\\s*(?:[$(]|$))`,
  beginCaptures: captures(scope),
  ...afterWord(token),
}));

const notOpened = [
  '(?=[^\\sA-Za-z_$])',
  `(?=${toOniguruma(tokens.clearOpener)})`,
  `(?=${tokens.path}(?![A-Za-z0-9_])${endOfUnclosed})`,
];

/** A dollar with nothing after it in its line, and in a later one what it opens, if that is anything. */
const dollarLast: Rule = {
  begin: '(\\$)\\s*$',
  beginCaptures: captures(tagBegin),
  end: [closed, ...notOpened, '(\\$)'].join('|'),
  endCaptures: captures(mistake),
  patterns: [...wordFirst, tag('(?=[A-Za-z_])', {})],
};

export const splitRules: readonly Rule[] = [...wordLast, dollarLast];
