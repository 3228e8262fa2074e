import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  language,
  languageDataProp,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import {
  type Input,
  NodeProp,
  type NodePropSource,
  NodeSet,
  NodeType,
  Parser,
  type PartialParse,
  Tree,
  type TreeFragment,
} from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { formatReader, pieceNames, readStretch, type TextReader } from '../assist/template-parts.ts';
import type { OutputName } from '../output/output.ts';

/*
 * A template from CodeMirror's point of view: text with tags in it, and in the tags the tokens of the engine's lexer. The tree has
 * a nameless node for each stretch of a few kilobytes. After an edit, only the stretches that it touches are read again: one that
 * begins in the same state as before is what it was.
 */

const names = ['Template', '', 'Text', 'Tag', ...pieceNames] as const;
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

/** What is known before and after a stretch. */
const ends: NodeProp<{ readonly before: TextReader; readonly after: TextReader }> = new NodeProp({
  perNode: true,
});

/** Enough for the tags of a screen, and little to read again with each key. */
const wantedLength = 1500;
/** No token is changed by what is further away, unless a tag is broken. */
const margin = 300;

/** Reads a template stretch by stretch, so that an editor can do other things in between. */
class Reading implements PartialParse {
  readonly #input: Input;
  readonly #fragments: readonly TreeFragment[];
  readonly #stretches: Tree[] = [];
  readonly #starts: number[] = [];
  #reader: TextReader;
  parsedPos = 0;
  stoppedAt: number | null = null;

  constructor(input: Input, fragments: readonly TreeFragment[], output: OutputName) {
    this.#input = input;
    this.#fragments = fragments;
    this.#reader = formatReader(output);
  }

  stopAt(offset: number): void {
    this.stoppedAt = offset;
  }

  advance(): Tree | null {
    const end = Math.min(this.stoppedAt ?? this.#input.length, this.#input.length);
    if (this.parsedPos < end) {
      const found = this.#known() ?? this.#read();
      this.#stretches.push(found);
      this.#starts.push(this.parsedPos);
      this.parsedPos += found.length;
      this.#reader = found.prop(ends)?.after ?? this.#reader;
      if (this.parsedPos < end) return null;
    }
    const [type] = nodeSet.types;
    return type ? new Tree(type, this.#stretches, this.#starts, this.parsedPos) : Tree.empty;
  }

  /** The stretch that was here before the edit, if nothing changed in it and around it. */
  #known(): Tree | undefined {
    const start = this.parsedPos;
    for (const { from, to, offset, tree, openEnd } of this.#fragments) {
      if (from > start || to <= start) continue;
      const place = tree.positions.indexOf(start + offset);
      const found = tree.children[place];
      if (!(found instanceof Tree) || found.prop(ends)?.before.key !== this.#reader.key) continue;
      if (start + found.length + (openEnd ? margin : 0) <= to) return found;
    }
    return undefined;
  }

  /** Where the next stretch from before the edit begins. */
  #meeting(): number | undefined {
    const start = this.parsedPos;
    for (const { from, to, offset, tree } of this.#fragments) {
      if (to <= start) continue;
      const found = tree.positions.find(position => position - offset > start && position - offset >= from);
      if (found !== undefined && found - offset < to) return found - offset;
    }
    return undefined;
  }

  #read(): Tree {
    const start = this.parsedPos;
    const { length } = this.#input;
    const meeting = this.#meeting();
    for (let size = wantedLength + 3 * margin; ; size *= 2) {
      const isNear = meeting !== undefined && meeting - start <= 2 * wantedLength;
      const end = Math.min(length, start + Math.max(size, isNear ? meeting - start + margin : 0));
      const found = readStretch(this.#input.read(start, end), this.#reader, {
        wanted: isNear ? 2 * wantedLength : wantedLength,
        margin,
        isWhole: end === length,
        meeting: isNear ? meeting - start : undefined,
      });
      if (found) return treeOf(found, this.#reader);
    }
  }
}

function treeOf(
  { parts, end, reader }: NonNullable<ReturnType<typeof readStretch>>,
  before: TextReader,
): Tree {
  const buffer: number[] = [];
  for (const part of parts) {
    const size = buffer.length;
    if ('pieces' in part) for (const { name, start, end } of part.pieces) add(name, start, end);
    add(part.name, part.start, part.end, size);
  }
  const { type, children, positions, length } = Tree.build({ buffer, nodeSet, topID: idOf(''), length: end });
  return new Tree(type, children, positions, length, [[ends, { before, after: reader }]]);

  /** Writes four numbers per node, after those of its children. */
  function add(name: NodeName, start: number, end: number, sizeBefore: number = buffer.length): void {
    if (end > start) buffer.push(idOf(name), start, end, buffer.length - sizeBefore + 4);
  }
}

/** The language of templates with this output: tags by the engine's own lexer, and the format around them. */
export function templateLanguage(output: OutputName): Language {
  return languages[output];
}

class TemplateReader extends Parser {
  readonly output: OutputName;

  constructor(output: OutputName) {
    super();
    this.output = output;
  }

  override createParse(input: Input, fragments: readonly TreeFragment[]): PartialParse {
    return new Reading(input, fragments, this.output);
  }
}

/** The text before an offset, from a place at which it is known what is around. Undefined in an editor for something else. */
export function stretchBefore(
  state: EditorState,
  offset: number,
): { readonly text: string; readonly reader: TextReader } | undefined {
  const parser = state.facet(language)?.parser;
  if (!(parser instanceof TemplateReader)) return undefined;
  const { children, positions } = syntaxTree(state);
  const place = positions.findLastIndex(position => position <= offset);
  const stretch = children[place];
  const known = stretch instanceof Tree ? stretch.prop(ends) : undefined;
  const start = known ? (positions[place] ?? 0) : 0;
  return { text: state.sliceDoc(start, offset), reader: known?.before ?? formatReader(parser.output) };
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
