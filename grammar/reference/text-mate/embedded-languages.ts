import { captures, include, never, type Rule } from './rule.ts';

/** A language that templates write, and whose text begins with `begin`. */
interface EmbeddedLanguage {
  readonly name: string;
  readonly rule: Rule;
}

/*
 * Of the languages that templates write, only what has a colour, and nothing that nests: a tag may leave out any part of
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
export const embeddedLanguages: readonly EmbeddedLanguage[] = [
  { name: 'json', rule: json },
  { name: 'xml', rule: xml },
  { name: 'url', rule: url },
  { name: 'text', rule: { begin: '(?=\\S)', end: never, patterns: [template] } },
];
