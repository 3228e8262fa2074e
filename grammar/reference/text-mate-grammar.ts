import type { TokenType } from 'chevrotain';
import * as tokens from '../lexer.ts';

/**
 * The colours of templates as a TextMate grammar, for editors: tags as the lexer reads them, and JSON, XML and URLs around
 * them, by what a template begins with.
 *
 * Such a grammar is read line by line. Tags may go on over several, from their opener on; but not two things that only a later
 * line tells: where a quoted text over several lines ends that has a dollar in it, and that something split over lines is a mistake.
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
 * The source of a regular expression for the engine of TextMate grammars (Oniguruma), whose `\w`, `\d` and `\b` know all of
 * Unicode, and in whose classes a bracket opens another one.
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

/** Matches this text alone. */
function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A rule of a TextMate grammar, as editors read it. */
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

/** The scopes of groups, by their numbers; 0 is all of a match. */
type Captures = Readonly<Record<string, { readonly name: string }>>;

/** The scopes of groups in their order, from 1. */
function captures(...scopes: readonly string[]): Captures {
  return Object.fromEntries(scopes.map((name, index) => [index + 1, { name }]));
}

function include(name: string): Rule {
  return { include: `#${name}` };
}

/** The end of a rule that goes on to the end of the file. */
const never = '(?!)';

/** A language that templates write, and whose text begins with `begin`. */
interface EmbeddedLanguage {
  readonly name: string;
  readonly rule: Rule;
}

/*
 * The languages that templates write have colours here, but nothing that nests: a tag may leave out any part of
 * them. Tags are first everywhere.
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

/** The languages in the order in which the first character of a template decides; text is what no other is. */
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

/** The words of tags that are one token, or begin with one. */
const words = new Map<TokenType, string>([
  [tokens.If, conditional],
  [tokens.ElseIf, conditional],
  [tokens.Else, conditional],
  [tokens.EndIf, conditional],
  [tokens.For, loop],
  [tokens.Sep, loop],
  [tokens.EndFor, loop],
]);

/** Follows a tag that is complete but not closed: text, and no dollar in its line but one that opens another tag. */
const endOfUnclosed = `(?=\\s*[^\\s;./$(=][^$]*(?:$|${toOniguruma(tokens.clearOpener)}))`;

/** From its opener to the next dollar that is not in quotes. */
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
 * Openers over several lines, of which a reader of lines sees one after the other: a rule begins with what ends a line, and a
 * later line says what it was. What has its colour by then keeps it: a dollar before text that turns out not to be a tag is not marked as a mistake.
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

const splitRules: readonly Rule[] = [...wordLast, dollarLast];

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

/** Pairs of backslashes right before a dollar are text. */
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

/** Everything between texts, in the order in which the lexer tries it. */
const templateRules: readonly Rule[] = textTokens.flatMap(token => {
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

/** Everything in a tag, in the order in which the lexer tries it. */
const tagRules: readonly Rule[] = [
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

/** The inside of the tag of a list: `item in items if condition`. */
const listRules: readonly Rule[] = [
  { match: `\\G\\s*(${name})`, captures: captures('variable.parameter.hookplate') },
  { match: `([./])\\s*(${name})`, captures: captures(accessor, variable) },
  { name: loop, match: patternOf(tokens.In) },
  { name: conditional, match: patternOf(tokens.FilterIf) },
  include('tag'),
];

/** A straight quote runs to the next one; whatever else was meant as one is a mistake. */
const quotedRules: readonly Rule[] = [
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
