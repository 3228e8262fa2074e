import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  parseDocument,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { type Diagnostic, diagnose, type SourceRange } from '../../diagnostics/diagnostic.ts';
import {
  deepestField,
  deepestNesting,
  type FileContents,
  type FileEntry,
  type FileNode,
  type FileValue,
  nestedTooDeeply,
  repeatedKey,
  syntaxProblem,
  withoutSchema,
} from './contents.ts';
import { FileText, type Notation, PieceList, type WrittenStretch } from './file-text.ts';

type AnyDocument = Document.Parsed;

/** Reads all documents of a file (YAML 1.2); each is a configuration or a list of configurations. */
export function readYaml(text: string): FileContents {
  const documents: readonly AnyDocument[] = [
    ...parseAllDocuments(text, {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
      // As in YAML 1.1, and in most programs since: `<<: *base`.
      merge: true,
      // The tokens have the indentation of a block's parent.
      keepSourceTokens: true,
    }),
  ];
  const problems: Diagnostic[] = [];
  const entries: FileValue[] = [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error) return unreadable(text, { start: error.pos[0], end: error.pos[1] }, sentenceOf(error));
    const aliases = new YamlAliases(document.contents);
    const { problem } = aliases;
    if (problem) return unreadable(text, rangeOf(problem.node), problem.what);
    problems.push(...unknownTags(text, document));
    const reading = new TreeReading(text, aliases, problems);
    for (const entry of entriesOf(document, reading)) entries.push(entry);
  }
  return { kind: 'yaml', entries: entries.length > 0 ? entries : [nothing], problems };
}

/** Reports tags of other programs, such as `!!js/function`, which do nothing here. */
function unknownTags(text: string, { warnings }: AnyDocument): readonly Diagnostic[] {
  return warnings
    .filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
    .map(({ pos: [start, end] }) => diagnose('unknown-tag', { start, end }, { tag: text.slice(start, end) }));
}

function unreadable(text: string, range: SourceRange, what: string): FileContents {
  return { kind: 'yaml', entries: [], problems: [syntaxProblem(text, range, { format: 'YAML', what })] };
}

/** The value of a file without documents. */
const nothing: FileValue = { node: { kind: 'other', range: { start: 0, end: 0 } }, value: null };

/** An empty document is skipped. */
function entriesOf(document: AnyDocument, reading: TreeReading): readonly FileValue[] {
  const { contents } = document;
  // The size of aliases has been checked already.
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  if (value === null && !contents?.range) return [];
  if (value === null && contents?.range?.[0] === contents?.range?.[1]) return [];
  if (isSeq(contents) && Array.isArray(value)) {
    return contents.items.map((item, index) => {
      return { node: reading.nodeOf(item), value: withoutSchema(value[index]) };
    });
  }
  return [{ node: reading.nodeOf(contents), value: withoutSchema(value) }];
}

/** Converts YAML nodes into ours, down to the depth of fields; aliases are replaced by their targets. */
class TreeReading {
  readonly #file: string;
  readonly #aliases: YamlAliases;
  readonly #problems: Diagnostic[];

  constructor(file: string, aliases: YamlAliases, problems: Diagnostic[]) {
    this.#file = file;
    this.#aliases = aliases;
    this.#problems = problems;
  }

  nodeOf(given: unknown, depth = 0): FileNode {
    const node: unknown = isAlias(given) ? this.#aliases.targets.get(given) : given;
    const whole = rangeOf(node);
    if (isScalar<unknown>(node)) return this.#scalar(node, whole);
    // A collection on several lines includes the last line break, which has to stay.
    const { start, end } = whole;
    const range = { start, end: start + this.#file.slice(start, end).trimEnd().length };
    if (depth >= deepestField) return { kind: 'other', range };
    if (isSeq(node))
      return { kind: 'list', range, items: node.items.map(item => this.nodeOf(item, depth + 1)) };
    if (isMap(node)) return { kind: 'object', range, entries: this.#entries(node, depth) };
    return { kind: 'other', range };
  }

  #entries(map: YAMLMap, depth: number): readonly FileEntry[] {
    const entries: FileEntry[] = [];
    const merged: unknown[] = [];
    for (const { key, value } of map.items) {
      if (isMergeKey(key)) {
        merged.push(...sourcesOf(value, this.#aliases.targets));
        continue;
      }
      const keyRange = rangeOf(key);
      const name = isScalar(key) ? String(key.value) : '';
      const earlier = entries.find(entry => entry.key === name);
      if (earlier) this.#repeated(earlier, keyRange);
      // A key without a value ends where the value would begin.
      const node: FileNode =
        value === null
          ? { kind: 'other', range: { start: keyRange.end, end: keyRange.end } }
          : this.nodeOf(value, depth + 1);
      entries.push({ key: name, keyRange, value: node });
    }
    return this.#withMerged(entries, merged, depth);
  }

  /**
   * Keys of the map itself take precedence over merged ones, as earlier sources do over later ones. The last entry of a
   * key counts; one that does not is left out, unless it stands nowhere else, since it may be a secret.
   */
  #withMerged(own: readonly FileEntry[], sources: readonly unknown[], depth: number): readonly FileEntry[] {
    let entries = own;
    for (const source of sources) {
      const map: unknown = isAlias(source) ? this.#aliases.targets.get(source) : source;
      if (!isMap(map)) continue;
      const known = new Set(entries.map(({ key }) => key));
      const more = this.#entries(map, depth).filter(({ key }) => !isAlias(source) || !known.has(key));
      entries = [...more, ...entries];
    }
    return entries;
  }

  /** A map that aliases repeat is reported once. */
  #repeated(earlier: FileEntry, again: SourceRange): void {
    if (this.#problems.some(({ range }) => range.start === again.start)) return;
    this.#problems.push(repeatedKey(earlier, again));
  }

  #scalar(scalar: Scalar<unknown>, range: SourceRange): FileNode {
    if (typeof scalar.value !== 'string') return { kind: 'other', range };
    const text = yamlText(this.#file, scalar as Scalar<string>);
    return text ? { kind: 'text', range: text.range, text } : { kind: 'other', range };
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** What a merge key merges: one map, or each of a list. */
function sourcesOf(value: unknown, targets: ReadonlyMap<Alias, Node>): readonly unknown[] {
  const node = isAlias(value) ? targets.get(value) : value;
  return isSeq(node) ? node.items : [value];
}

function rangeOf(node: unknown): SourceRange {
  const [start, end] = (node as Node | null)?.range ?? [0, 0];
  return { start, end };
}

/** The library's message on one line, without text quoted from the file, which may be a password. */
function sentenceOf({ code, message }: YAMLError): string {
  if (code === 'RESOURCE_EXHAUSTION') return nestedTooDeeply;
  const said = message.replace(/(?<=\w): .*$| \\.*$/s, '').replace(/\.$/, '');
  return `${said.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())}.`;
}

/** A YAML text in plain style, in quotes or as a block; undefined if it has no range in the file. */
function yamlText(file: string, scalar: Scalar<string>): FileText | undefined {
  const { value, type = 'PLAIN', range: place, srcToken: token } = scalar;
  if (!place) return undefined;
  const range = { start: place[0], end: place[1] };
  if (token?.type === 'block-scalar') return yamlBlock(file, value, { range, parentIndent: token.indent });
  const notation = { encode: encoders[type] ?? same, decode: decodeFlow, rewrite: quote };
  return new FileText(value, range, { file, notation, findPieces: () => piecesOf(file, range, type) });
}

/** A JSON string is also a double-quoted string of YAML. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function same(text: string): string {
  return text;
}

const encoders: Readonly<Record<string, Notation['encode']>> = {
  QUOTE_DOUBLE: text => quote(text).slice(1, -1),
  QUOTE_SINGLE: text => text.replaceAll("'", "''"),
};

/** Parses the text on its own. Brackets and commas, which might end it in its context, require quotes. */
function decodeFlow(written: string): string | undefined {
  if (!/^["']/.test(written) && /^[|>]|[[\]{},]/.test(written)) return undefined;
  const { contents, errors } = parseDocument(written, { prettyErrors: false });
  const isText = errors.length === 0 && isScalar(contents) && typeof contents.value === 'string';
  return isText && !contents.comment ? String(contents.value) : undefined;
}

function piecesOf(file: string, { start, end }: SourceRange, type: Scalar.Type): readonly WrittenStretch[] {
  const quotes = type === 'PLAIN' ? 0 : 1;
  const inner = file.slice(start + quotes, end - quotes);
  return flowPieces(inner, start + quotes, escapesOf[type] ?? plainEscapes);
}

/** Escapes only. A line break joins two lines with a blank, and each further one stands for a line break. */
const plainEscapes = /(?!)/;
const escapesOf: Readonly<Record<string, RegExp>> = {
  QUOTE_SINGLE: /''/,
  QUOTE_DOUBLE: /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*(?:\r?\n[ \t]*)*|.)/s,
};

function flowPieces(inner: string, offset: number, special: RegExp): readonly WrittenStretch[] {
  const list = new PieceList();
  // An empty text still has a place where something can be inserted.
  if (inner === '') list.add(0, offset, 0);
  const cut = new RegExp(`(${special.source})|[ \\t]*(?:\\r?\\n[ \\t]*)+|[ \\t]+|[^\\s'\\\\]+|.`, 'gs');
  for (const { index, 0: piece, 1: escaped } of inner.matchAll(cut)) {
    const breaks = piece.match(/\n/g)?.length ?? 0;
    const length = escaped === undefined ? lengthOf(piece, breaks) : escapedLength(piece, breaks);
    if (length > 0) list.add(length, offset + index, piece.length);
  }
  return list.pieces;
}

function lengthOf(piece: string, breaks: number): number {
  return breaks === 0 ? piece.length : Math.max(1, breaks - 1);
}

function escapedLength(written: string, breaks: number): number {
  if (breaks > 0) return breaks - 1;
  if (!written.startsWith('\\U')) return 1;
  return Number.parseInt(written.slice(2), 16) > 0xffff ? 2 : 1;
}

/** A YAML block: a header, such as `|2- # note`, and lines indented more than the parent. */
function yamlBlock(
  file: string,
  value: string,
  {
    range: { start, end },
    parentIndent,
  }: {
    readonly range: SourceRange;
    /** The column of the block's parent. */
    readonly parentIndent: number;
  },
): FileText {
  const written = file.slice(start, end);
  // The block ends with its line, whose break has to stay.
  const [lineEnd = ''] = /\r?\n$|\r$/.exec(written) ?? [];
  const range = { start, end: end - lineEnd.length };
  const block = written.slice(0, written.length - lineEnd.length);
  const indent = indentOf(block, parentIndent);
  const notation: Notation = {
    encode: encoderOf(block, indent),
    decode: text => decodeBlock(text + lineEnd, parentIndent),
    rewrite: text => JSON.stringify(text) + commentOf(block),
  };
  const findPieces = () => blockPieces(block, value, { offset: start, indent });
  return new FileText(value, range, { file, notation, findPieces });
}

/** The indentation of the lines: the parent's plus the number in the header, or that of the first line. */
function indentOf(block: string, parentIndent: number): number {
  const [, digit] = /^[|>][+-]?([1-9])/.exec(block) ?? [];
  if (digit !== undefined) return parentIndent + Number(digit);
  const [, blanks] = /\n( *)(?!\r\n)[^ \n]/.exec(block) ?? [];
  return blanks === undefined ? Number.POSITIVE_INFINITY : blanks.length;
}

/** Uses the line breaks that the block already has. */
function encoderOf(block: string, indent: number): Notation['encode'] {
  const lineEnd = block.includes('\r\n') ? '\r\n' : '\n';
  const blanks = Number.isFinite(indent) ? ' '.repeat(indent) : '';
  return text => text.replaceAll('\n', lineEnd + blanks);
}

/** The text of a block under a parent with this indentation. */
function decodeBlock(written: string, parentIndent: number): string | undefined {
  const { contents, errors } = parseDocument(`${' '.repeat(parentIndent)}block: ${written}`, {
    prettyErrors: false,
  });
  const node = isMap(contents) && contents.items.length === 1 ? contents.items[0]?.value : undefined;
  const isText = errors.length === 0 && isScalar(node) && typeof node.value === 'string';
  return isText ? String(node.value) : undefined;
}

/** The comment in the header. */
function commentOf(block: string): string {
  const [, comment = ''] = /^[^ \t\r\n]*([ \t]+#[^\r\n]*)/.exec(block) ?? [];
  return comment;
}

/**
 * The lines of a block without indentation; in a folded block, the text between two lines shows how they were joined.
 */
function blockPieces(
  written: string,
  value: string,
  { offset, indent }: { readonly offset: number; readonly indent: number },
): readonly WrittenStretch[] {
  const list = new PieceList();
  // A lone carriage return does not end a line.
  const lines = [...written.matchAll(/.*?(?:\r?\n|$)/gs)].slice(1);
  let gap = 0;
  let gapStart = 0;
  for (const { index, 0: line } of lines) {
    const text = line.replace(/\r?\n$/, '').slice(indent);
    if (text !== '') {
      const between = betweenLines(value, list.length, gap, text);
      if (between > 0) list.add(between, offset + gapStart, index + indent - gapStart);
      list.add(text.length, offset + index + indent, text.length);
      gap = 0;
    }
    const end = index + line.length;
    if (gap === 0) gapStart = index + Math.min(line.length, indent) + text.length;
    gap++;
    if (end >= written.length) break;
  }
  addLineEnds(list, value.slice(list.length), { written: written.slice(gapStart), start: offset + gapStart });
  return list.pieces;
}

/** Adds the line breaks at the end of a block; as many characters in the file may be other line breaks. */
function addLineEnds(
  list: PieceList,
  rest: string,
  { written, start }: { readonly written: string; readonly start: number },
): void {
  const isSame = rest === written;
  if (rest !== '') list.add(isSame ? rest.length : 1, start, written.length);
  if (rest.length > 1 && !isSame) list.add(rest.length - 1, start + written.length, 0);
}

/** The number of characters in the text that stand for the line breaks before a line. */
function betweenLines(value: string, at: number, breaks: number, line: string): number {
  const candidates = ['\n'.repeat(breaks), '\n'.repeat(Math.max(0, breaks - 1)), ' '];
  const found = candidates.find(candidate => value.startsWith(candidate + line, at));
  return found?.length ?? 0;
}

/** The maximum number of aliases in a document. */
const maxAliases = 10_000;
/** The maximum number of characters that aliases repeat, including those repeated by aliases inside. */
const maxRepeated = 1_000_000;

/** A node with an anchor and its length in characters; `open` while it is being measured. */
interface Anchored {
  readonly node: Node;
  size: number | 'open';
}

/**
 * Resolves all aliases of a document in one walk. Many programs read a value again for each alias, so that a few lines
 * could keep them busy for ever: therefore there are limits. The walk goes no deeper than files may be nested.
 */
class YamlAliases {
  /** The target of each alias. */
  readonly targets = new Map<Alias, Node>();
  /** The first problem with aliases, and its node. */
  problem: { readonly node: Node; readonly what: string } | undefined;
  readonly #anchors = new Map<string, Anchored>();
  #repeated = 0;

  constructor(contents: unknown) {
    this.#sizeOf(contents, 0);
  }

  /** In characters; a collection has the size of its contents. */
  #sizeOf(node: unknown, depth: number): number {
    if (isAlias(node)) return this.#follow(node);
    if (!isScalar(node) && !isCollection(node)) return 0;
    const anchored: Anchored = { node, size: 'open' };
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, anchored);
    const [start = 0, end = 0] = node.range ?? [];
    anchored.size = isScalar(node) ? end - start : this.#sizeOfItems(node, node.items, depth);
    return anchored.size;
  }

  #sizeOfItems(node: Node, items: readonly unknown[], depth: number): number {
    if (depth >= deepestNesting) {
      this.problem ??= { node, what: nestedTooDeeply };
      return 0;
    }
    let size = 1;
    for (const item of items) {
      const parts = isPair(item) ? [item.key, item.value] : [item];
      for (const part of parts) size += this.#sizeOf(part, depth + 1);
      if (isPair(item) && isMergeKey(item.key)) this.#assertMaps(item.value, item.key as Node);
    }
    return size;
  }

  #assertMaps(value: unknown, key: Node): void {
    const sources = sourcesOf(value, this.targets).map(source =>
      isAlias(source) ? this.targets.get(source) : source,
    );
    if (!sources.every(isMap))
      this.#refuse(key, 'what `<<` merges is a map, an alias of one, or a list of these.');
  }

  #follow(alias: Alias): number {
    const target = this.#anchors.get(alias.source);
    if (target?.size === 'open') {
      this.problem ??= { node: alias, what: 'this alias stands for what it is in.' };
      return 0;
    }
    // The name of an alias may be a password that begins with an asterisk.
    if (!target) {
      this.problem ??= {
        node: alias,
        what: 'this alias has no anchor before it; put text that begins with `*` in quotes.',
      };
      return 0;
    }
    this.targets.set(alias, target.node);
    this.#repeated += target.size;
    if (this.targets.size > maxAliases)
      this.#refuse(alias, `it has more than ${inWords(maxAliases)} aliases.`);
    if (this.#repeated > maxRepeated)
      this.#refuse(alias, `its aliases repeat more than ${inWords(maxRepeated)} characters of it.`);
    return target.size;
  }

  #refuse(node: Node, what: string): void {
    this.problem ??= { node, what };
  }
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
