import type { TokenType } from 'chevrotain';
import * as tokens from '../lexer.ts';
import { nameSyntax } from '../names.ts';

/**
 * The colours of templates as a TextMate grammar, for editors: tags according to the lexer, and around them JSON, XML
 * or URLs, depending on the beginning of the template.
 *
 * Such a grammar is applied line by line. Tags may span several lines, from their opener on. Two things cannot be
 * recognised, because only a later line decides about them: the end of a quoted text over several lines with a dollar
 * in it, and that something split over lines is a mistake.
 */
export function textMateGrammar(): Readonly<Record<string, unknown>> {
  return {
    name: 'Hookplate',
    scopeName: 'source.hookplate',
    fileTypes: ['hookplate'],
    patterns: [include('template'), ...embeddedLanguages.map(({ name }) => include(name))],
    repository: {
      template: { patterns: templateRules },
      tag: { patterns: tagRules },
      list: { patterns: listRules },
      quoted: { patterns: quotedRules },
      ...Object.fromEntries(embeddedLanguages.map(({ name, rule }) => [name, rule])),
    },
  };
}

const wordCharacters = 'A-Za-z0-9_';
const wordBoundary = `(?:(?<=[${wordCharacters}])(?![${wordCharacters}])|(?<![${wordCharacters}])(?=[${wordCharacters}]))`;

/**
 * The source of a regular expression for the engine of TextMate grammars (Oniguruma), whose `\w`, `\d` and `\b` match
 * all of Unicode, and in whose character classes a bracket opens another class.
 */
function toOniguruma({ source }: RegExp): string {
  let isInClass = false;
  return source.replace(/\\[\s\S]|\[\^\]|[[\]]/g, part => {
    if (part === '\\w') return isInClass ? wordCharacters : `[${wordCharacters}]`;
    if (part === '\\d') return isInClass ? '0-9' : '[0-9]';
    if (part === '\\b') return wordBoundary;
    if (part === '[^]') return '[\\s\\S]';
    if (part === '[' && isInClass) return '\\[';
    if (part === '[') isInClass = true;
    if (part === ']') isInClass = false;
    return part;
  });
}

/** Escapes a literal text. */
function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A rule of a TextMate grammar. */
interface Rule {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

/** The scopes of groups by number; 0 is the whole match. */
type Captures = Readonly<Record<string, { readonly name: string }>>;

/** The scopes of groups in order, from 1. */
function captures(...scopes: readonly string[]): Captures {
  return Object.fromEntries(scopes.map((name, index) => [index + 1, { name }]));
}

function include(name: string): Rule {
  return { include: `#${name}` };
}

/** The end of a rule that continues to the end of the file. */
const never = '(?!)';

/** An output language whose text begins with `begin`. */
interface EmbeddedLanguage {
  readonly name: string;
  readonly rule: Rule;
}

/*
 * Output languages are coloured without nesting: a tag may leave out any part of them. Tags take precedence everywhere.
 */

const template = include('template');

const jsonText: Rule = {
  patterns: [
    template,
    { name: 'constant.character.escape.json', match: '\\\\(?:["\\\\/bfnrt]|u[0-9A-Fa-f]{4})' },
  ],
};

const json: Rule = {
  name: 'meta.embedded.block.json',
  begin: '(?=[\\[{"])',
  end: never,
  patterns: [
    template,
    {
      name: 'string.json support.type.property-name.json',
      begin: '"(?=(?:[^"\\\\]|\\\\.)*"\\s*:)',
      end: '"|$',
      ...jsonText,
    },
    { name: 'string.quoted.double.json', begin: '"', end: '"|$', ...jsonText },
    { name: 'constant.language.json', match: '(?<![A-Za-z])(?:true|false|null)(?![A-Za-z])' },
    { name: 'constant.numeric.json', match: '-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?' },
    { name: 'punctuation.definition.dictionary.json', match: '[{}]' },
    { name: 'punctuation.definition.array.json', match: '[\\[\\]]' },
    { name: 'punctuation.separator.dictionary.key-value.json', match: ':' },
    { name: 'punctuation.separator.json', match: ',' },
  ],
};

const entity: Rule = {
  name: 'constant.character.entity.xml',
  match: '&(?:#[0-9]+|#x[0-9A-Fa-f]+|[A-Za-z_][A-Za-z0-9._-]*);',
};
const xmlName = '[A-Za-z_][A-Za-z0-9._-]*(?::[A-Za-z_][A-Za-z0-9._-]*)?';

const xml: Rule = {
  name: 'meta.embedded.block.xml',
  begin: '(?=<)',
  end: never,
  patterns: [
    template,
    { name: 'comment.block.xml', begin: '<!--', end: '-->', patterns: [template] },
    { name: 'string.unquoted.cdata.xml', begin: '<!\\[CDATA\\[', end: '\\]\\]>', patterns: [template] },
    {
      name: 'meta.tag.xml',
      begin: `(</?|<\\?)(${xmlName})`,
      beginCaptures: captures('punctuation.definition.tag.begin.xml', 'entity.name.tag.xml'),
      end: '[/?]?>',
      endCaptures: { 0: { name: 'punctuation.definition.tag.end.xml' } },
      patterns: [
        template,
        { name: 'entity.other.attribute-name.xml', match: `${xmlName}(?=\\s*=)` },
        { name: 'string.quoted.double.xml', begin: '"', end: '"', patterns: [template, entity] },
        { name: 'string.quoted.single.xml', begin: "'", end: "'", patterns: [template, entity] },
      ],
    },
    entity,
  ],
};

const url: Rule = {
  name: 'meta.embedded.line.url',
  begin: '([A-Za-z][A-Za-z0-9+.-]*)(://)',
  beginCaptures: captures('keyword.other.scheme.url', 'punctuation.separator.url'),
  end: never,
  patterns: [
    template,
    { name: 'constant.character.escape.url', match: '%[0-9A-Fa-f]{2}' },
    {
      match: '([?&])([^=&#$\\\\\\s]*)(=?)',
      captures: captures(
        'punctuation.separator.url',
        'variable.parameter.url',
        'keyword.operator.assignment.url',
      ),
    },
    { name: 'punctuation.separator.url', match: '[/:#]' },
  ],
};

/** In the order in which the first character of a template decides; text is the rest. */
const embeddedLanguages: readonly EmbeddedLanguage[] = [
  { name: 'json', rule: json },
  { name: 'xml', rule: xml },
  { name: 'url', rule: url },
  { name: 'text', rule: { begin: '(?=\\S)', end: never, patterns: [template] } },
];

const tagBegin = 'punctuation.definition.tag.begin.hookplate';
const tagEnd = 'punctuation.definition.tag.end.hookplate';
const mistake = 'invalid.illegal.hookplate';
const conditional = 'keyword.control.conditional.hookplate';
const loop = 'keyword.control.loop.hookplate';
const openParen = 'punctuation.section.parens.begin.hookplate';

/** The keywords of tags that are one token, or begin with one. */
const words = new Map<TokenType, string>([
  [tokens.If, conditional],
  [tokens.ElseIf, conditional],
  [tokens.Else, conditional],
  [tokens.EndIf, conditional],
  [tokens.For, loop],
  [tokens.Sep, loop],
  [tokens.EndFor, loop],
]);

/**
 * Matches after a complete but unclosed tag: before text without a dollar on its line, except for one that opens
 * another tag.
 */
const endOfUnclosed = `(?=\\s*[^\\s;./$(=][^$]*(?:$|${toOniguruma(tokens.clearOpener)}))`;

/** A tag from its opener to the next dollar outside quotes. */
function tag(begin: string, beginCaptures: Captures, content = 'tag'): Rule {
  return {
    name: 'meta.tag.hookplate',
    begin,
    beginCaptures,
    end: patternOf(tokens.Close),
    endCaptures: { 0: { name: tagEnd } },
    patterns: [include(content)],
  };
}

function patternOf({ PATTERN, name }: TokenType): string {
  if (PATTERN instanceof RegExp) return toOniguruma(PATTERN);
  if (typeof PATTERN === 'string') return escapeText(PATTERN);
  throw new Error(`${name} is not read by a regular expression.`);
}

/*
 * Openers over several lines, which a line-based reader sees one after the other: a rule begins at the end of a line,
 * and a later line decides what it was. Earlier colours stay: a dollar before text that turns out not to be a tag is
 * not marked as a mistake.
 */

/** Matches after an inner rule that has read the dollar that closes the tag. */
const closed = '(?<=\\$)';

/** After a word: `(` and the rest of the tag, or the dollar that closes it; anything else ends the rule. */
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

/** A keyword such as `$if` at the end of its line. */
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

/** A dollar at the end of its line; a later line has the text that it opens, if any. */
const dollarLast: Rule = {
  begin: '(\\$)\\s*$',
  beginCaptures: captures(tagBegin),
  end: [closed, ...notOpened, '(\\$)'].join('|'),
  endCaptures: captures(mistake),
  patterns: [...wordFirst, tag('(?=[A-Za-z_])', {})],
};

const splitRules: readonly Rule[] = [...wordLast, dollarLast];

const { text: textTokens = [], tag: tagTokens = [] } = tokens.modes.modes;
const name = nameSyntax;
const variable = 'variable.other.hookplate';
const comparison = 'keyword.operator.comparison.hookplate';
const logical = 'keyword.operator.logical.hookplate';
const closeParen = 'punctuation.section.parens.end.hookplate';
const accessor = 'punctuation.accessor.hookplate';

/** The tokens inside a tag, except for names and quotes. */
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

/** Pairs of backslashes right before a dollar are text. */
const evenBackslashes: Rule = { match: '(?:\\\\\\\\)+(?=\\\\?\\$)' };

const comment: Rule = {
  name: 'comment.block.hookplate',
  begin: patternOf(tokens.CommentOpen),
  end: patternOf(tokens.CommentClose),
  captures: { 0: { name: 'punctuation.definition.comment.hookplate' } },
};

/** A complete but unclosed tag before a text with no dollar on its line, or one that opens another tag. */
const unclosed: Rule = {
  match: [`(?=${patternOf(tokens.Open)})(\\$)\\s*(${tokens.path})(?![A-Za-z0-9_])`, endOfUnclosed].join(''),
  captures: captures(`${tagBegin} ${mistake}`, variable),
};

/** Rules for everything between texts, in the order of the lexer. */
const templateRules: readonly Rule[] = textTokens.flatMap(token => {
  if (token === tokens.Text) return evenBackslashes;
  if (token === tokens.CommentOpen) return comment;
  if (token === tokens.Dollar) return { name: 'constant.character.escape.hookplate', match: '\\\\\\$' };
  if (token === tokens.Open)
    return [...splitRules, unclosed, tag(patternOf(token), { 0: { name: tagBegin } })];
  // No variables are known where this grammar is used.
  if (token === tokens.MistakenDollar || token === tokens.UnclosedKeyword) return [];
  const word = words.get(token);
  if (word === undefined)
    return token.PUSH_MODE === 'tag'
      ? tag(patternOf(token), { 0: { name: mistake } })
      : { name: mistake, match: patternOf(token) };
  return wordRule(token, word);
});

/** Rules for everything in a tag, in the order of the lexer. */
const tagRules: readonly Rule[] = [
  include('quoted'),
  { match: `([./])\\s*(${name}|[0-9]+)`, captures: captures(accessor, variable) },
  { match: `(${name})(?=\\s*=(?!=))`, captures: captures('entity.other.attribute-name.hookplate') },
  { name: variable, match: name },
  ...tagTokens.flatMap(token => {
    const scope = parts.get(token);
    return scope === undefined ? [] : { name: scope, match: patternOf(token) };
  }),
  { name: mistake, match: '[^$\\s]' },
];

/** Rules for the inside of a list's tag: `item in items if condition; max="10"`. */
const listRules: readonly Rule[] = [
  { match: `\\G\\s*(${name})`, captures: captures('variable.parameter.hookplate') },
  { match: `([./])\\s*(${name})`, captures: captures(accessor, variable) },
  { name: loop, match: patternOf(tokens.In) },
  { name: conditional, match: patternOf(tokens.FilterIf) },
  include('tag'),
];

/** A straight quote extends to the next one; other quotes are mistakes. */
const quotedRules: readonly Rule[] = [
  text('"[^"$]*"'),
  // A dollar inside belongs to the text only if the tag continues after the quote.
  text(`"[^"]*"(?=\\s*(?:\\$|,\\s*(?:${name}\\s*(?:=|$)|$)|[);]|&&|\\|\\||$))`),
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

/** A tag of one word, or the opener that begins with it; each of its parts is a group. */
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

/** A language whose strings hold templates. */
export type HostLanguage = 'json' | 'yaml';

interface Host {
  /** Nothing is injected into a tag: the dollar that closes it opens no other. */
  readonly selector: string;
  /** What may stand between the dollars of a tag that ends on its line, quotes included. */
  readonly inside: string;
  /** A quote as the language writes it in its strings. */
  readonly quote: string;
  /** A dollar that is text, as the language writes it. */
  readonly escapedDollar: string;
}

/** Blocks and plain texts of YAML have quotes as they are; its double quotes have them as JSON has. */
const hosts: Readonly<Record<HostLanguage, Host>> = {
  json: {
    selector: 'L:source.json string.quoted.double -meta.tag.hookplate',
    inside: '(?:[^$"\\\\]|\\\\.)*?',
    quote: '\\\\"',
    escapedDollar: '\\\\\\\\\\$',
  },
  yaml: {
    selector: 'L:source.yaml string -meta.tag.hookplate',
    inside: '[^$]*?',
    quote: '\\\\?"',
    escapedDollar: '\\\\{1,2}\\$',
  },
};

/**
 * The colours of tags in the strings of another language, as a grammar that an editor injects there. Strings hold other things
 * with dollars, too: what has a colour is a tag that ends on its line.
 */
export function injectionGrammar(language: HostLanguage): Readonly<Record<string, unknown>> {
  const { selector, inside, quote, escapedDollar } = hosts[language];
  const path = `${name}(?:\\s*[./]\\s*(?:${name}|[0-9]+))*`;
  const tagOf = (begin: string, after: string, scopes: Captures, content: string): Rule => ({
    ...tag(`${begin}(?=${after}\\$)`, scopes, content),
  });
  const openers = [tokens.If, tokens.ElseIf, tokens.For].map(token => {
    const word = wordOf(token);
    const scopes = captures(tagBegin, words.get(token) ?? tagBegin, openParen);
    const content = token === tokens.For ? 'list' : 'tag';
    return tagOf(`(\\$)\\s*(${word})\\s*(\\()`, `${inside}\\)\\s*`, scopes, content);
  });
  const wordTags = [tokens.Else, tokens.EndIf, tokens.Sep, tokens.EndFor].map(token => ({
    name: 'meta.tag.hookplate',
    match: `(\\$)\\s*(${wordOf(token)})\\s*(\\$)`,
    captures: captures(tagBegin, words.get(token) ?? tagBegin, tagEnd),
  }));
  return {
    name: `Hookplate in ${language.toUpperCase()}`,
    scopeName: `hookplate.injection.${language}`,
    injectionSelector: selector,
    patterns: [
      { name: 'constant.character.escape.hookplate', match: escapedDollar },
      { name: 'comment.block.hookplate', match: `\\$!${inside}!\\$` },
      ...openers,
      ...wordTags,
      tagOf('(\\$)', `\\s*${path}\\s*(?:;${inside})?`, captures(tagBegin), 'tag'),
    ],
    repository: {
      tag: { patterns: tagRules },
      list: { patterns: listRules },
      quoted: { patterns: [text(`${quote}[^"$\\\\]*${quote}`)] },
    },
  };
}
