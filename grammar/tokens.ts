import { createToken, type IMultiModeLexerDefinition, Lexer } from 'chevrotain';
import { appliedTemplate, ElseIf, For, If, keywords, nameSyntax, path, sourceOf } from './keyword-tokens.ts';
import { matchQuoted } from './match/quoted.ts';
import { matchText } from './match/text.ts';
import { matchUnclosedTag } from './match/unclosed-tag.ts';

export * from './keyword-tokens.ts';

/*
 * Three modes: `text` between tags, `tag` inside one, `comment` inside one. Every opener is one token, whitespace
 * included, so that one token of look-ahead tells the constructs apart.
 *
 * A mistake is a token of its own, in the category of what was meant: the productions take the one for the other, and
 * their actions report it.
 *
 * Functions and complement sets say what they may start with (`start_chars_hint`), which the lexer cannot find out.
 */

/** One code of each bucket into which the lexer sorts characters: one for each up to 255, then one for every 255. */
const anyCharacter = [
  ...Array.from({ length: 256 }, (_, code) => code),
  ...Array.from({ length: 257 }, (_, bucket) => Math.max(256, (bucket + 1) * 255)),
];
const anyButDollar = anyCharacter.filter(code => code !== 0x24);

// Text mode
export const Text = createToken({
  name: 'Text',
  label: 'text',
  pattern: matchText,
  start_chars_hint: anyButDollar,
});
export const Dollar = createToken({ name: 'Dollar', label: '\\$', pattern: '\\$' });
/** Dollars that mean nothing: a mistake that is in the category of nothing else. */
export const MistakenDollar = createToken({ name: 'MistakenDollar', pattern: Lexer.NA });
export const CommentOpen = createToken({
  name: 'CommentOpen',
  label: '$!',
  pattern: '$!',
  push_mode: 'comment',
});
/** A list as StringTemplate writes it, `$items:{item | …}; separator=", "$` or with the name of a template after the colon. */
export const AppliedTemplate = createToken({
  name: 'AppliedTemplate',
  pattern: appliedTemplate,
  start_chars_hint: ['$'],
  categories: MistakenDollar,
});
/** Comes before comments and keywords, since nearly all names begin like none of them, which is quick to tell. */
export const Open = createToken({
  name: 'Open',
  label: '$',
  pattern: new RegExp(
    String.raw`\$(?=(?![eE][lLnN]|[iI][fF]|[fF][oO][rR]|[sS][eE][pP])[A-Za-z_])|(?!${sourceOf(...keywords)})\$(?=\s*[A-Za-z_])`,
  ),
  push_mode: 'tag',
});
/** What opens a tag and can hardly be anything else, so that a tag before it that is still open was never closed. */
export const clearOpener = new RegExp(String.raw`\$!|${sourceOf(If, ElseIf, For)}|\$${path}\s*[;$]`);
/** Nothing between two dollars, unless the second one opens a tag. */
export const EmptyTag = createToken({
  name: 'EmptyTag',
  pattern: new RegExp(String.raw`\$\s*(?!${clearOpener.source})\$`),
  categories: MistakenDollar,
});
/** A dollar that opens nothing. */
const LoneDollar = createToken({ name: 'LoneDollar', pattern: '$', categories: MistakenDollar });

// Comment mode
export const CommentText = createToken({
  name: 'CommentText',
  label: 'any text',
  pattern: (text, offset) => {
    const end = text.indexOf('!$', offset);
    return end === offset ? null : [text.slice(offset, end < 0 ? text.length : end)];
  },
  start_chars_hint: anyCharacter,
});
export const CommentClose = createToken({
  name: 'CommentClose',
  label: '!$',
  pattern: '!$',
  pop_mode: true,
});

// Tag mode
const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED });
export const Close = createToken({ name: 'Close', label: '$', pattern: '$', pop_mode: true });
export const Name = createToken({ name: 'Name', label: 'name', pattern: new RegExp(nameSyntax) });
/** Two words of a list's tag, which are names everywhere else. */
export const In = createToken({ name: 'In', label: 'in', pattern: /in(?!\w)/, categories: Name });
export const FilterIf = createToken({ name: 'FilterIf', label: 'if', pattern: /if(?!\w)/, categories: Name });
export const Dot = createToken({ name: 'Dot', label: '.', pattern: '.' });
export const Slash = createToken({ name: 'Slash', label: '/', pattern: '/' });
export const Semicolon = createToken({ name: 'Semicolon', label: ';', pattern: ';' });
export const Comma = createToken({ name: 'Comma', label: ',', pattern: ',' });
export const EqualTo = createToken({ name: 'EqualTo', label: '==', pattern: /==(?!=)/ });
export const NotEqualTo = createToken({ name: 'NotEqualTo', label: '!=', pattern: /!=(?!=)/ });
export const AtMost = createToken({ name: 'AtMost', label: '<=', pattern: '<=' });
export const Below = createToken({ name: 'Below', label: '<', pattern: '<' });
export const AtLeast = createToken({ name: 'AtLeast', label: '>=', pattern: '>=' });
export const Above = createToken({ name: 'Above', label: '>', pattern: '>' });
export const NumberToken = createToken({
  name: 'Number',
  label: 'number',
  pattern: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
});
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
});
/** Whatever else is in a tag; the parser refuses it. */
const Junk = createToken({
  name: 'Junk',
  pattern: /[\ud800-\udbff][\udc00-\udfff]|[^$]/,
  start_chars_hint: anyButDollar,
});

/** Empty, where a tag that was never closed is complete. */
const UnclosedTag = createToken({
  name: 'UnclosedTag',
  pattern: matchUnclosedTag(clearOpener, {
    open: Open,
    name: Name,
    separators: [Dot, Slash],
    leftParen: LeftParen,
    rightParen: RightParen,
  }),
  start_chars_hint: anyCharacter,
  categories: Close,
  pop_mode: true,
});

export const modes: IMultiModeLexerDefinition = {
  defaultMode: 'text',
  modes: {
    text: [
      Text,
      Dollar,
      AppliedTemplate,
      Open,
      CommentOpen,
      ...keywords,
      EmptyTag,
      LoneDollar,
      MistakenDollar,
    ],
    comment: [CommentText, CommentClose],
    tag: [
      UnclosedTag,
      Blank,
      Close,
      In,
      FilterIf,
      Name,
      Quoted,
      Dot,
      Slash,
      Semicolon,
      Comma,
      EqualTo,
      Equals,
      NotEqualTo,
      Not,
      AtMost,
      Below,
      AtLeast,
      Above,
      NumberToken,
      And,
      Or,
      LeftParen,
      RightParen,
      Junk,
    ],
  },
};
