import {
  type CustomPatternMatcherReturn,
  createToken,
  type IMultiModeLexerDefinition,
  type IToken,
  Lexer,
  type TokenType,
} from 'chevrotain';
import type { SourceRange } from '../src/diagnostics/diagnostic.ts';
import { nameSyntax, reservedNames } from './names.ts';

/*
 * Three modes: `text` between tags, `tag` inside one, `comment` inside one. Every opener is one token, including
 * whitespace, so that one token of look-ahead distinguishes the constructs.
 *
 * A mistake is a token of its own, in the category of the token that was meant: the productions accept one for the
 * other, and their actions report it.
 *
 * Functions and complement sets declare their possible first characters (`start_chars_hint`), which the lexer cannot
 * find out.
 */

/** Created for the first source, so that an import costs little. */
let lexer: Lexer | undefined;

type IsName = (name: string) => boolean;

/** The names of variables, as the reader of a template knows them. */
export interface VariableNames {
  readonly isVariable: IsName;
  /** Whether a name is that of a variable but for a slip. */
  readonly isMisspelt: IsName;
}

/** The names that can begin a tag of one source. */
export interface TagNames {
  /** Whether it is a keyword, or the name of a variable or of an item. */
  readonly isKnown: IsName;
  readonly isMisspelt: IsName;
}

/** Of the source that is being read: custom patterns are given nothing but the source and its tokens. */
let tagNames: TagNames | undefined;

/** The tag that is being read, with the first dollar ahead once it has been looked for. */
let tag: { readonly opener: IToken; dollar?: number } | undefined;

/** Stands for a dollar that is to be read as text. */
export const maskedDollar = '#';

/**
 * The tokens of a source. Every character belongs to a token or is whitespace inside a tag, so this cannot fail. By the
 * names that are known, `$profile $date` is two tags that lack their ends.
 */
export function lex(source: string, names?: TagNames): IToken[] {
  lexer ??= new Lexer(modes, {
    positionTracking: 'onlyOffset',
    ensureOptimizations: true,
    skipValidations: true,
  });
  tagNames = names;
  try {
    return lexer.tokenize(source).tokens;
  } finally {
    tagNames = undefined;
    tag = undefined;
  }
}

/** The names that can begin a tag of a source with these variables. */
export function tagNamesIn(source: string, { isVariable, isMisspelt }: VariableNames): TagNames {
  let items: ReadonlySet<string> | undefined;
  const isKnown = (name: string) => {
    if (reservedNames.has(name) || isVariable(name)) return true;
    items ??= new Set(Array.from(source.matchAll(itemNamed), ([, item = '']) => item));
    return items.has(name);
  };
  return { isKnown, isMisspelt };
}

/*
 * Chevrotain's end offsets are inclusive, and those of tokens at the end of input are NaN; ranges here are half-open.
 */

export function startOf(token: IToken): number {
  return token.startOffset;
}

export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

export function rangeOf(token: IToken): SourceRange {
  return { start: startOf(token), end: endOf(token) };
}

export function spanning(first: IToken, last: IToken): SourceRange {
  return { start: startOf(first), end: endOf(last) };
}

export const path = `${nameSyntax}(?:[./](?:${nameSyntax}|\\d+))*`;

// Conditionals
export const If = createToken({ name: 'If', label: '$if(', pattern: /\$\s*if\s*\(/, push_mode: 'tag' });
export const MisspeltIf = createToken({
  name: 'MisspeltIf',
  pattern: /\$\s*[iI][fF]\s*\(/,
  categories: If,
  push_mode: 'tag',
});
export const ElseIf = createToken({
  name: 'ElseIf',
  label: '$elseif(',
  pattern: /\$\s*elseif\s*\(/,
  push_mode: 'tag',
});
export const MisspeltElseIf = createToken({
  name: 'MisspeltElseIf',
  pattern: /\$\s*(?:[eE][lL][sS][eE]\s*[iI]|[eE][lL][sS]?[iI])[fF]\s*\(/,
  categories: ElseIf,
  push_mode: 'tag',
});
/** Matches after `if` without parentheses: the characters of a condition, up to the end of the tag. */
const comparison = String.raw`[=!<>]=?\s*(?:"[^"$]*"|-?\d[\d.]*)`;
const bareCondition = String.raw`\b(?=(?:[\s./!()]|&&|\|\||${comparison}|\b(?!\d)\w+\b)*\$)`;
export const BareIf = createToken({
  name: 'BareIf',
  pattern: new RegExp(String.raw`\$\s*if${bareCondition}`),
  categories: If,
  push_mode: 'tag',
});
export const BareElseIf = createToken({
  name: 'BareElseIf',
  pattern: new RegExp(String.raw`\$\s*else(?:if${bareCondition}|\s+if\b(?=\s*(?:${path}\s*)?\$))`),
  categories: ElseIf,
  push_mode: 'tag',
});
export const Else = createToken({ name: 'Else', label: '$else$', pattern: /\$\s*else\s*\$/ });
export const EndIf = createToken({ name: 'EndIf', label: '$endif$', pattern: /\$\s*endif\s*\$/ });
/** Variants such as `$end if$`, which can mean nothing else. */
export const MisspeltEndIf = createToken({
  name: 'MisspeltEndIf',
  pattern: /\$\s*(?:[eE][nN][dD](?:\s+|-)[iI][fF]|\/\s*[iI][fF])\s*\$/,
  categories: EndIf,
});
// Lists
export const For = createToken({ name: 'For', label: '$for(', pattern: /\$\s*for\s*\(/, push_mode: 'tag' });
export const MisspeltFor = createToken({
  name: 'MisspeltFor',
  pattern: /\$\s*[fF][oO][rR](?:\s*[eE][aA][cC][hH])?\s*\(/,
  categories: For,
  push_mode: 'tag',
});
export const BareFor = createToken({
  name: 'BareFor',
  pattern: new RegExp(String.raw`\$\s*for\b(?=\s+${nameSyntax}\s+in\s[^$]*\$)`),
  categories: For,
  push_mode: 'tag',
});
export const Sep = createToken({ name: 'Sep', label: '$sep$', pattern: /\$\s*sep\s*\$/ });
export const EndFor = createToken({ name: 'EndFor', label: '$endfor$', pattern: /\$\s*endfor\s*\$/ });
export const MisspeltEndFor = createToken({
  name: 'MisspeltEndFor',
  pattern:
    /\$\s*(?:[eE][nN][dD](?:\s+|-)[fF][oO][rR]|[eE][nN][dD][fF][oO][rR][eE][aA][cC][hH]|\/\s*[fF][oO][rR])\s*\$/,
  categories: EndFor,
});

export const keywordTokens: readonly TokenType[] = [
  If,
  ElseIf,
  Else,
  EndIf,
  For,
  Sep,
  EndFor,
  MisspeltIf,
  MisspeltElseIf,
  MisspeltEndIf,
  MisspeltFor,
  MisspeltEndFor,
  BareIf,
  BareElseIf,
  BareFor,
];

/** A regular expression that matches any of these tokens. */
function sourceOf(...types: readonly TokenType[]): string {
  return types
    .map(({ name, PATTERN }) => {
      if (PATTERN instanceof RegExp) return PATTERN.source;
      throw new Error(`${name} is not read by a regular expression.`);
    })
    .join('|');
}

/** One character code from each bucket of the lexer: a bucket for each code up to 255, then one for every 255 codes. */
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
/** Dollars without a meaning: a mistake in the category of no other token. */
export const MistakenDollar = createToken({ name: 'MistakenDollar', pattern: Lexer.NA });
export const CommentOpen = createToken({
  name: 'CommentOpen',
  label: '$!',
  pattern: '$!',
  push_mode: 'comment',
});
/**
 * Tried before comments and keywords in `modes`: most tags are values, and one look at the first letter rules the
 * keywords out.
 */
export const Open = createToken({
  name: 'Open',
  label: '$',
  pattern: new RegExp(
    String.raw`\$(?=(?![eE][lLnN]|[iI][fF]|[fF][oO][rR]|[sS][eE][pP])[A-Za-z_])|(?!${sourceOf(...keywordTokens)})\$(?=\s*[A-Za-z_])`,
  ),
  push_mode: 'tag',
});
/** A keyword that the opener of another tag follows in place of its closing dollar: `$else $profile`. */
export const UnclosedKeyword = createToken({
  name: 'UnclosedKeyword',
  pattern: matchUnclosedKeyword,
  start_chars_hint: ['$'],
  categories: Open,
  push_mode: 'tag',
});
/** Matches an opener that can hardly be anything else, so that a tag still open before it was never closed. */
export const clearOpener = new RegExp(String.raw`\$!|${sourceOf(If, ElseIf, For)}|\$${path}\s*[;$]`);
/** Two dollars with nothing between them, unless the second one opens a tag. */
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
export const Name = createToken({
  name: 'Name',
  label: 'name',
  pattern: matchName,
  start_chars_hint: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'],
});
/** Two words in the tag of a list, which are names everywhere else. */
export const In = createToken({ name: 'In', label: 'in', pattern: /in(?!\w)/, categories: Name });
export const FilterIf = createToken({ name: 'FilterIf', label: 'if', pattern: /if(?!\w)/, categories: Name });
export const Dot = createToken({ name: 'Dot', label: '.', pattern: '.' });
export const Slash = createToken({ name: 'Slash', label: '/', pattern: '/' });
/** The index of an item in JSON, which would otherwise be read as a number, together with one after it. */
export const Index = createToken({
  name: 'Index',
  label: 'index',
  pattern: matchIndex,
  start_chars_hint: [...'0123456789'],
});
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
/** Anything else in a tag; the parser refuses it. */
const Junk = createToken({
  name: 'Junk',
  pattern: /[\ud800-\udbff][\udc00-\udfff]|[^$]/,
  start_chars_hint: anyButDollar,
});

/** An empty token after a complete tag that was never closed. */
const UnclosedTag = createToken({
  name: 'UnclosedTag',
  pattern: matchUnclosedTag,
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
      UnclosedKeyword,
      Open,
      CommentOpen,
      ...keywordTokens,
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
      Index,
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

/* Whole tags as sources of regular expressions, for sources that the lexer cannot divide. */

const bareOpeners: readonly TokenType[] = [BareIf, BareElseIf, BareFor];

/** The part from the semicolon on, with quotes of keyboards and word processors. */
const options = ';[^$"“”]*(?:["“”][^"“”]*["“”][^$"“”]*)*';

export const keywordTag: string = sourceWhere(type => !type.PUSH_MODE);
export const blockOpener = `(?:${sourceWhere(type => type.PUSH_MODE !== undefined && !bareOpeners.includes(type))})`;
export const blockTag: string = String.raw`${blockOpener}[^$]*\)\s*\$`;
export const valueTag: string = String.raw`\$${path}(?:\s*${options})?\$`;
export const spacedValueTag: string = String.raw`\$\s*${path}\s*(?:${options})?\$`;

function sourceWhere(isMeant: (keyword: TokenType) => boolean): string {
  return sourceOf(...keywordTokens.filter(isMeant));
}

const backslash = 0x5c;

/** Matches text up to the next tag or escaped dollar. */
function matchText(source: string, offset: number): CustomPatternMatcherReturn | null {
  const next = source.indexOf('$', offset);
  if (next < 0) return [source.slice(offset)];
  const end = isEscaped(source, next, offset) ? next - 1 : next;
  return end === offset ? null : [source.slice(offset, end)];
}

/**
 * Whether the dollar is escaped, by an odd number of backslashes right before it, counted from an offset on. An even
 * number of them are all text.
 */
export function isEscaped(source: string, dollarAt: number, from: number): boolean {
  let run = dollarAt;
  while (run > from && source.charCodeAt(run - 1) === backslash) run--;
  return (dollarAt - run) % 2 === 1;
}

/** The quotes around an option's value. Only `straight` is right; the parser reports the others. */
export type QuoteStyle = 'straight' | 'typographic' | 'single' | 'escaped' | 'unclosed';

/** The payload of a `Quoted` token. */
export interface Quotation {
  readonly style: QuoteStyle;
  readonly text: string;
  /** The offset of `text` in the token's image. */
  readonly textOffset: number;
}

const typographic = /[“”„″]([^“”„″"$]*)[“”„″"]/y;
const single = /'([^'"$\n]*)'/y;
const escaped = /\\"([^"\\$]*)\\"/y;
const unclosed = /\\?["“”„″]([^"$\r\n]*)/y;
const unclosedInCondition = /\\?["“”„″]([^"$\r\n)&|]*)/y;
/** Matches after a closing quote. */
const afterOption = /^\s*(?:\)?\s*\$|,\s*\w+\s*=)/;
const afterComparison = /^\s*(?:[);]|&&|\|\|)/;

/** Matches an option's value, or a text in a condition. */
function matchQuoted(
  source: string,
  offset: number,
  tokens: readonly IToken[],
): CustomPatternMatcherReturn | null {
  const isCompared = /^[=!]=$/.test(tokens.at(-1)?.image ?? '');
  return (
    matchStraight(source, offset, isCompared ? afterComparison : afterOption) ??
    match(escaped, 'escaped', source, offset) ??
    match(single, 'single', source, offset) ??
    match(typographic, 'typographic', source, offset) ??
    match(isCompared ? unclosedInCondition : unclosed, 'unclosed', source, offset)
  );
}

const wholeName = new RegExp(nameSyntax, 'y');
const trailingJoint = /_+$/;

/** Matches a name; `$title_$host` has `title` and a text, as `${title}_${host}` of shells. */
function matchName(
  source: string,
  offset: number,
  tokens: readonly IToken[],
): CustomPatternMatcherReturn | null {
  wholeName.lastIndex = offset;
  const [found] = wholeName.exec(source) ?? [];
  if (found === undefined) return null;
  if (!found.endsWith('_') || tokens.at(-1)?.tokenType !== Open || tagNames?.isKnown(found)) return [found];
  const joined = found.replace(trailingJoint, '');
  const isMeant = tagNames?.isKnown(joined) && opensKnown(source, offset + found.length);
  return [isMeant ? joined : found];
}

const digits = /\d+/y;

/** Matches digits in a path. */
function matchIndex(
  source: string,
  offset: number,
  tokens: readonly IToken[],
): CustomPatternMatcherReturn | null {
  const before = tokens.at(-1)?.tokenType;
  if (before !== Dot && before !== Slash) return null;
  digits.lastIndex = offset;
  const [found] = digits.exec(source) ?? [];
  return found === undefined ? null : [found];
}

export function quotationOf(token: IToken): Quotation {
  return token.payload;
}

/**
 * Matches up to the next quote; nothing inside is escaped. If the text up to it contains a `$`, and no `$`, `)`, `, name=`,
 * `;`, `&&` or `||` follows that quote, then the quote belongs to something else: this one was never closed.
 */
function matchStraight(source: string, offset: number, after: RegExp): CustomPatternMatcherReturn | null {
  if (source[offset] !== '"') return null;
  const close = source.indexOf('"', offset + 1);
  if (close < 0) return null;
  const text = source.slice(offset + 1, close);
  if (text.includes('$') && !after.test(source.slice(close + 1, close + 100))) return null;
  return quoted(source.slice(offset, close + 1), 'straight', text);
}

function match(
  pattern: RegExp,
  style: QuoteStyle,
  source: string,
  offset: number,
): CustomPatternMatcherReturn | null {
  pattern.lastIndex = offset;
  const found = pattern.exec(source);
  return found && quoted(found[0], style, found[1] ?? '');
}

function quoted(image: string, style: QuoteStyle, text: string): CustomPatternMatcherReturn {
  const payload: Quotation = {
    style,
    text,
    textOffset: style === 'escaped' || image.startsWith('\\') ? 2 : 1,
  };
  return Object.assign([image] satisfies [string], { payload });
}

/*
 * In `Dear $profile, see $date$.` the first tag was never closed. Without help, the lexer would take the second tag's
 * opener for the end of the first, and confuse text and tags for the rest of the source. `$profile $date`, as shells
 * write it, would even be a right template, of a tag and the text `date`.
 */

/** Tags with longer paths are not examined, so that the cost stays linear. */
const longestTag = 64;
const blanks = /\s*/y;

const opensTag = new RegExp(
  String.raw`${clearOpener.source}|\$(?!(?:${[...reservedNames].join('|')})\b)${path}(?=\\?["'<\]}]|\s*(?![^]))`,
  'y',
);
/** Matches what continues a tag after a name or an index: the next name of a path, or an option. */
const continuation = /[./](?:\w|\s+\w+(?:\s*[./]\s*\w+)*\s*[;$])|;\s*\w+\s*(?:["“”„″:=$]|$)|[=($]/y;
/** Matches the rest of a path and an option with its value, also as people write them by mistake. */
const optionWritten = /^\s*(?:[./]\s*\w+\s*)*[;,]\s*\w+\s*[=:]\s*\\?["'“”„″]/;
const anotherOption = /^\s*[;,]?\s*\w+\s*[=:]\s*\\?["'“”„″]/;
/** No option that is looked for is further away. */
const maxOptionDistance = 200;
const itemNamed = new RegExp(String.raw`${sourceOf(For)}\s*(${nameSyntax})\s+in(?!\w)`, 'g');
const dollarAndName = new RegExp(String.raw`\$(${nameSyntax})`, 'y');
const keywordAndBlanks = /\$(?:else|endif|sep|endfor)\s+(?=\$)/y;

/**
 * Matches the empty text where an unclosed tag ends: at the end of the source; and where the tag so far is a name
 * (`$profile`), with or without options, or a condition, and the next dollar clearly opens another tag.
 */
function matchUnclosedTag(
  source: string,
  offset: number,
  tokens: readonly IToken[],
): CustomPatternMatcherReturn | null {
  const latest = tokens[tokens.length - 1];
  const last = latest?.tokenType;
  if (latest && last?.PUSH_MODE === 'tag') tag = { opener: latest };
  const isNamed = last === Name || last === Index;
  const here = source[offset] ?? '';
  if (here === '$' || (!isNamed && last !== Quoted && here.trim() !== '')) return null;
  const next = afterBlanks(source, offset);
  if (next === source.length) return [''];
  // Nothing in a tag begins with the sign that stands for a dollar without a meaning.
  if (last === RightParen && source[next] === maskedDollar) return [''];
  if (last === RightParen) return isUnclosedBefore(source, offset, next) ? [''] : null;
  if (last === Quoted)
    return tag?.opener.tokenType === Open && isUnclosedAfterOption(source, offset) ? [''] : null;
  if (!isNamed || !isPath(tokens)) return null;
  const dollar = nextDollar(source, next);
  if (dollar >= 0 && isUnclosedBefore(source, offset, dollar)) return [''];
  continuation.lastIndex = next;
  if (continuation.test(source) || optionWritten.test(source.slice(next, next + maxOptionDistance)))
    return null;
  if (dollar < 0) return [''];
  opensTag.lastIndex = dollar;
  return opensTag.test(source) ? [''] : null;
}

/**
 * Whether a dollar opens the tag of a known name, rather than closing the tag so far: that one opens without white space,
 * and something else than its path or its options follows.
 */
function isUnclosedBefore(source: string, offset: number, dollar: number): boolean {
  if (!opensKnown(source, dollar) || isEscaped(source, dollar, offset)) return false;
  const between = source.slice(offset, dollar);
  if (/^[./]\w/.test(between) || optionWritten.test(between.slice(0, maxOptionDistance))) return false;
  return tag !== undefined && /\S/.test(source[startOf(tag.opener) + 1] ?? '');
}

/** Whether no dollar can close the tag of a value after one of its options, and what follows is no other option. */
function isUnclosedAfterOption(source: string, offset: number): boolean {
  if (anotherOption.test(source.slice(offset, offset + maxOptionDistance))) return false;
  const dollar = nextDollar(source, offset);
  return dollar < 0 || isUnclosedBefore(source, offset, dollar);
}

/** The first dollar from an offset in the tag on; looked for again only once it is passed. */
function nextDollar(source: string, offset: number): number {
  const known = tag?.dollar;
  if (known !== undefined && (known < 0 || known >= offset)) return known;
  const dollar = source.indexOf('$', offset);
  if (tag) tag.dollar = dollar;
  return dollar;
}

/** Whether a dollar is followed by a known name, whatever joins that to another one, or by one with a slip in it. */
export function opensKnown(source: string, dollar: number, names: TagNames | undefined = tagNames): boolean {
  dollarAndName.lastIndex = dollar;
  const [, found] = dollarAndName.exec(source) ?? [];
  if (found === undefined || !names) return false;
  return names.isKnown(found) || names.isKnown(found.replace(trailingJoint, '')) || names.isMisspelt(found);
}

function matchUnclosedKeyword(source: string, offset: number): CustomPatternMatcherReturn | null {
  keywordAndBlanks.lastIndex = offset;
  return keywordAndBlanks.test(source) && opensKnown(source, keywordAndBlanks.lastIndex) ? ['$'] : null;
}

function afterBlanks(source: string, offset: number): number {
  blanks.lastIndex = offset;
  blanks.test(source);
  return blanks.lastIndex;
}

function isPath(tokens: readonly IToken[]): boolean {
  for (let index = tokens.length - 1; index > 0 && index > tokens.length - longestTag; index -= 2) {
    const before = tokens[index - 1]?.tokenType;
    if (before === Open || before === UnclosedKeyword)
      return !/^(?:(?:else)?if|for)$/i.test(tokens[index]?.image ?? '');
    const type = tokens[index]?.tokenType;
    if ((type !== Name && type !== Index) || (before !== Dot && before !== Slash)) return false;
  }
  return false;
}
