import { createToken, type IMultiModeLexerDefinition, Lexer } from 'chevrotain';
import { matchQuoted } from './match-quoted.ts';
import { matchText } from './match-text.ts';
import { matchUnclosedTag } from './match-unclosed-tag.ts';

/*
 * Three modes: `text` between tags, `tag` inside one, `comment` inside one. Every opener is one token, blanks
 * included, so that one token of look-ahead tells the constructs apart.
 *
 * Tokens marked "mended" never reach the parser: mend-tags.ts turns them into what their author meant.
 *
 * Every token says what it may start with, as a string or by `start_chars_hint`: what else would find that out, by
 * parsing the regular expressions, is left out of the package.
 */

/** One code of each bucket into which the lexer sorts characters: one for each up to 255, then one for every 255. */
const anyCharacter = [
  ...Array.from({ length: 256 }, (_, code) => code),
  ...Array.from({ length: 257 }, (_, bucket) => Math.max(256, (bucket + 1) * 255)),
];
const anyButDollar = anyCharacter.filter(code => code !== 0x24);
const dollar = ['$'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** What `\\s` matches; the lexer has one bucket for all from U+2000. */
const blanks = [...' \t\n\v\f\r\u00a0\u1680\u2000\u3000\ufeff'];

// Text mode
export const Text = createToken({
  name: 'Text',
  label: 'text',
  pattern: matchText,
  start_chars_hint: anyButDollar,
  line_breaks: true,
});
export const Dollar = createToken({ name: 'Dollar', label: '\\$', pattern: '\\$' });
export const CommentOpen = createToken({
  name: 'CommentOpen',
  label: '$!',
  pattern: '$!',
  push_mode: 'comment',
});
export const If = createToken({
  name: 'If',
  label: '$if(',
  pattern: /\$\s*[iI][fF]\s*\(/,
  start_chars_hint: dollar,
  push_mode: 'tag',
});
export const ElseIf = createToken({
  name: 'ElseIf',
  label: '$elseif(',
  pattern: /\$\s*(?:[eE][lL][sS][eE]\s*[iI]|[eE][lL][sS]?[iI])[fF]\s*\(/,
  start_chars_hint: dollar,
  push_mode: 'tag',
});
export const Else = createToken({
  name: 'Else',
  label: '$else$',
  pattern: /\$\s*else\s*\$/,
  start_chars_hint: dollar,
});
export const EndIf = createToken({
  name: 'EndIf',
  label: '$endif$',
  pattern: /\$\s*endif\s*\$/,
  start_chars_hint: dollar,
});
/** Mended: `$end if$` and the like, which nothing else can mean. */
export const MisspeltEndIf = createToken({
  name: 'MisspeltEndIf',
  pattern: /\$\s*(?:[eE][nN][dD](?:\s+|-)[iI][fF]|\/\s*[iI][fF])\s*\$/,
  start_chars_hint: dollar,
});
/** Mended: an `$else` or `$endif` whose closing dollar is missing; these names are reserved. */
export const UnclosedElse = createToken({
  name: 'UnclosedElse',
  pattern: /\$else\b(?!\s*[$;(./=])/,
  start_chars_hint: dollar,
});
export const UnclosedEndIf = createToken({
  name: 'UnclosedEndIf',
  pattern: /\$endif\b(?!\s*[$;(./=])/,
  start_chars_hint: dollar,
});

const keywords = [If, ElseIf, Else, EndIf, MisspeltEndIf, UnclosedElse, UnclosedEndIf];
const anyKeyword = keywords.map(({ PATTERN }) => (PATTERN as RegExp).source).join('|');
/** Comes before the keywords, since nearly all names begin like none of them, which is quick to tell. */
export const Open = createToken({
  name: 'Open',
  label: '$',
  pattern: new RegExp(`\\$(?=(?![eE][lLnN]|[iI][fF])[A-Za-z_])|(?!${anyKeyword})\\$(?=\\s*[A-Za-z_])`),
  start_chars_hint: dollar,
  push_mode: 'tag',
});
/** Mended: nothing between two dollars, unless the second one opens a tag. */
export const EmptyTag = createToken({
  name: 'EmptyTag',
  pattern: /\$\s*\$(?!!|\s*(?:else)?if\s*\(|[A-Za-z_][A-Za-z0-9_./]*\s*[;$])/,
  start_chars_hint: dollar,
});
/** Mended: a dollar that opens nothing. */
export const LoneDollar = createToken({ name: 'LoneDollar', pattern: '$' });

// Comment mode
export const CommentText = createToken({
  name: 'CommentText',
  label: 'any text',
  pattern: (text, offset) => {
    const end = text.indexOf('!$', offset);
    return end === offset ? null : [text.slice(offset, end < 0 ? text.length : end)];
  },
  start_chars_hint: anyCharacter,
  line_breaks: true,
});
export const CommentClose = createToken({
  name: 'CommentClose',
  label: '!$',
  pattern: '!$',
  pop_mode: true,
});

// Tag mode
/** Mended: text that shows that the tag before it was never closed. */
export const UnclosedTag = createToken({
  name: 'UnclosedTag',
  pattern: matchUnclosedTag,
  start_chars_hint: anyCharacter,
  line_breaks: true,
  pop_mode: true,
});
const Blank = createToken({
  name: 'Blank',
  pattern: /\s+/,
  start_chars_hint: blanks,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const Close = createToken({ name: 'Close', label: '$', pattern: '$', pop_mode: true });
export const Name = createToken({
  name: 'Name',
  label: 'name',
  pattern: /[A-Za-z_][A-Za-z0-9_]*/,
  start_chars_hint: [...letters, '_'],
});
export const Dot = createToken({ name: 'Dot', label: '.', pattern: '.' });
export const Slash = createToken({ name: 'Slash', label: '/', pattern: '/' });
export const Semicolon = createToken({ name: 'Semicolon', label: ';', pattern: ';' });
export const Comma = createToken({ name: 'Comma', label: ',', pattern: ',' });
export const Equals = createToken({ name: 'Equals', label: '=', pattern: '=' });
export const Not = createToken({ name: 'Not', label: '!', pattern: '!' });
export const And = createToken({ name: 'And', label: '&&', pattern: '&&' });
export const Or = createToken({ name: 'Or', label: '||', pattern: '||' });
export const LeftParen = createToken({ name: 'LeftParen', label: '(', pattern: '(' });
export const RightParen = createToken({ name: 'RightParen', label: ')', pattern: ')' });
export const Quoted = createToken({
  name: 'Quoted',
  label: '"text"',
  pattern: matchQuoted,
  start_chars_hint: ['"', "'", '\\', '“', '”', '„', '″'],
  line_breaks: true,
});
/** Whatever else stands in a tag; the parser refuses it. */
const Junk = createToken({
  name: 'Junk',
  pattern: /[\ud800-\udbff][\udc00-\udfff]|[^$]/,
  start_chars_hint: anyButDollar,
  line_breaks: true,
});

/** A tag that was taken out because it stands where it cannot. */
export const Misplaced = createToken({ name: 'Misplaced', pattern: /(?!)/, start_chars_hint: [] });

export const modes: IMultiModeLexerDefinition = {
  defaultMode: 'text',
  modes: {
    text: [Text, Dollar, CommentOpen, Open, ...keywords, EmptyTag, LoneDollar],
    comment: [CommentText, CommentClose],
    tag: [
      UnclosedTag,
      Blank,
      Close,
      Name,
      Quoted,
      Dot,
      Slash,
      Semicolon,
      Comma,
      Equals,
      Not,
      And,
      Or,
      LeftParen,
      RightParen,
      Junk,
    ],
  },
};
