import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type NodePropSource, NodeSet, NodeType, Parser, type PartialParse, Tree } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { pieceNames, templateParts } from '../assist/template-parts.ts';
import type { OutputName } from '../output/output.ts';

/*
 * A template from CodeMirror's point of view: text with tags in it, and in the tags the tokens of the engine's lexer.
 */

const names = ['Template', 'Text', 'Tag', ...pieceNames] as const;
type NodeName = (typeof names)[number];

const styles: NodePropSource = styleTags({
  Comment: tags.blockComment,
  Escape: tags.escape,
  'Tag/...': tags.meta,
  Delimiter: tags.processingInstruction,
  Keyword: tags.controlKeyword,
  Name: tags.special(tags.variableName),
  OptionName: tags.attributeName,
  Constant: tags.special(tags.string),
  Number: tags.number,
  Operator: tags.operator,
  Invalid: tags.invalid,
  Separator: tags.separator,
  Encoded: tags.escape,
  Key: tags.propertyName,
  String: tags.string,
  Quote: tags.string,
  Element: tags.tagName,
});

/** Tells commands how to turn a selection into a comment. */
const languageData = defineLanguageFacet({ commentTokens: { block: { open: '$!', close: '!$' } } });

const nodeSet: NodeSet = new NodeSet(
  names.map((name, id) => NodeType.define({ id, name, top: name === 'Template' })),
).extend(
  styles,
  languageDataProp.add(type => (type.isTop ? languageData : undefined)),
);

function idOf(name: NodeName): number {
  return names.indexOf(name);
}

/** The syntax tree of a template for CodeMirror. */
function readTree(source: string, output: OutputName): Tree {
  const buffer: number[] = [];
  for (const part of templateParts(source, output)) {
    const size = buffer.length;
    if ('pieces' in part) for (const { name, start, end } of part.pieces) add(name, start, end);
    add(part.name, part.start, part.end, size);
  }
  return Tree.build({ buffer, nodeSet, topID: idOf('Template'), length: source.length });

  /** Writes four numbers per node, after those of its children. */
  function add(name: NodeName, start: number, end: number, sizeBefore: number = buffer.length): void {
    if (end > start) buffer.push(idOf(name), start, end, buffer.length - sizeBefore + 4);
  }
}

/** The language of templates with this output: tags by the engine's own lexer, and the format around them. */
export function templateLanguage(output: OutputName): Language {
  return languages[output];
}

/** Parses a template at once, which takes a few milliseconds for 64 KiB. */
class TemplateReader extends Parser {
  readonly #output: OutputName;

  constructor(output: OutputName) {
    super();
    this.#output = output;
  }

  override createParse(...[input]: Parameters<Parser['createParse']>): PartialParse {
    return {
      parsedPos: 0,
      stoppedAt: null,
      stopAt: () => {},
      advance: () => readTree(input.read(0, input.length), this.#output),
    };
  }
}

function languageOf(output: OutputName): Language {
  return new Language(languageData, new TemplateReader(output), [], 'hookplate');
}

const json = languageOf('json');
const url = languageOf('url');
const text = languageOf('text');
const languages: Readonly<Record<OutputName, Language>> = {
  json,
  'json-lines': json,
  xml: languageOf('xml'),
  url,
  form: url,
  text,
  header: text,
};

/** Tags stand out by their background; the colours are those of the page (`colors.ts`), light and dark. */
const style = HighlightStyle.define([
  { tag: tags.meta, backgroundColor: 'var(--hookplate-tag-ground)' },
  { tag: tags.processingInstruction, color: 'var(--hookplate-accent)' },
  { tag: tags.controlKeyword, color: 'var(--hookplate-keyword)', fontWeight: '600' },
  { tag: tags.special(tags.variableName), color: 'var(--hookplate-accent)' },
  { tag: tags.attributeName, color: 'var(--hookplate-keyword)' },
  { tag: [tags.special(tags.string), tags.string], color: 'var(--hookplate-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--hookplate-number)' },
  { tag: [tags.propertyName, tags.tagName], color: 'var(--hookplate-key)' },
  {
    tag: [tags.separator, tags.punctuation, tags.angleBracket, tags.operator],
    color: 'var(--hookplate-quiet)',
  },
  { tag: tags.escape, color: 'var(--hookplate-number)' },
  { tag: tags.blockComment, color: 'var(--hookplate-quiet)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--hookplate-error)' },
]);

export const highlighting: Extension = syntaxHighlighting(style);
