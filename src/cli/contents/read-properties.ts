import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import { isWebhookProperty, placeOfProperty, webhookPrefix } from '../../webhook/config/properties.ts';
import { settingAt } from '../../webhook/config/settings.ts';
import {
  type FileContents,
  type FileEntry,
  type FileNode,
  type FileValue,
  repeatedKey,
  syntaxProblem,
} from './contents.ts';
import { FileText, type Notation, PieceList, type WrittenStretch } from './file-text.ts';

/*
 * A line that does not begin with `#` or `!` has a key and a value, separated by `=`, `:` or blanks. A backslash at its
 * end joins the next line to it, without the leading blanks of that line (`java.util.Properties`, in UTF-8). Only CR
 * and LF end a line: `^` would also match after U+2028.
 */
const property =
  /(?<![^\r\n])[ \t\f]*(?![#!\r\n])((?:\\(?:\r\n|[\r\n])[ \t\f]*|\\.|[^\\=: \t\f\r\n])+)((?:[ \t\f]|\\(?:\r\n|[\r\n]))*[=:]?(?:[ \t\f]|\\(?:\r\n|[\r\n]))*)((?:\\(?:\r\n|.)|[^\\\r\n])*)/gs;
/** A joined line break, an escape, or text without either. */
const part = /\\(?:\r\n|\r|\n)[ \t\f]*|\\u[\da-fA-F]{4}|\\[^\r\n]|[^\\]+/gs;

/**
 * Reads the flat properties of a configuration. Other programs may have properties in the same file; where there are none
 * of a webhook, all are taken for misspelt ones.
 */
export function readProperties(file: string): FileContents {
  const problems: Diagnostic[] = [];
  const entries: FileEntry[] = [];
  for (const { index, 0: line, 1: written = '', 2: between = '', 3: value = '' } of file.matchAll(property)) {
    const start = index + line.length - value.length - between.length - written.length;
    const keyRange = { start, end: start + written.length };
    const key = decode(written);
    const earlier = key.startsWith(webhookPrefix) ? entries.find(entry => entry.key === key) : undefined;
    if (earlier) problems.push(repeatedKey(earlier, keyRange));
    const range = { start: keyRange.end + between.length, end: index + line.length };
    if (/\\u(?![\da-fA-F]{4})/.test(value.replaceAll('\\\\', '  ')))
      problems.push(badEscape(file, value, range));
    entries.push({ key, keyRange, value: textNode(file, range) });
  }
  const own = entries.filter(({ key }) => isWebhookProperty(key));
  const read = own.length > 0 ? own : entries;
  const value = Object.fromEntries(read.map(entry => [entry.key, textOf(entry)]));
  const node = { kind: 'object', range: { start: 0, end: file.length }, entries } as const;
  const isBroken = problems.some(({ code }) => code === 'file-syntax');
  const nested = nestedOf(file, read);
  return { kind: 'properties', entries: isBroken ? [] : [{ node, value, nested }], problems };
}

/** The configuration that the properties stand for, with the items of lists in their order. */
function nestedOf(file: string, properties: readonly FileEntry[]): NonNullable<FileValue['nested']> {
  const root: Group = { entries: [], groups: new Map(), lists: new Map() };
  for (const { key, keyRange, value } of properties) {
    const { path, item } = placeOfProperty(key);
    const around = path.slice(0, -1).reduce(groupIn, root);
    const name = path.at(-1) ?? '';
    if (item) addPart(around, name, { item, file, keyRange, value });
    else around.entries.push({ key: name, keyRange, value });
  }
  const node = nodeOf(root, { start: 0, end: file.length });
  return { node, value: saidBy(node, []) };
}

/** What stands in a group so far; items of lists are by their names. */
interface Group {
  readonly entries: FileEntry[];
  readonly groups: Map<string, Group>;
  readonly lists: Map<string, Map<string, FileEntry[]>>;
}

function groupIn({ groups }: Group, name: string): Group {
  const known = groups.get(name) ?? { entries: [], groups: new Map(), lists: new Map() };
  groups.set(name, known);
  return known;
}

interface PartOfItem extends Pick<FileEntry, 'keyRange' | 'value'> {
  readonly file: string;
  readonly item: { readonly name: string; readonly part: string };
}

/** The name of an item is in the key. */
function addPart({ lists }: Group, list: string, { file, item, keyRange, value }: PartOfItem): void {
  const items = lists.get(list) ?? new Map<string, FileEntry[]>();
  lists.set(list, items);
  const text = new FileText(item.name, keyRange, { file, notation, findPieces: () => [] });
  const named = { key: 'name', keyRange, value: { kind: 'text', range: keyRange, text } } as const;
  const entries = items.get(item.name) ?? [named];
  items.set(item.name, [...entries, { key: item.part, keyRange, value }]);
}

function nodeOf({ entries, groups, lists }: Group, range: SourceRange): FileNode {
  const inside = [
    ...entries,
    ...Array.from(groups, ([key, group]) => ({ key, keyRange: range, value: nodeOf(group, range) })),
    ...Array.from(lists, ([key, items]) => {
      const value = { kind: 'list', range, items: Array.from(items.values(), itemNode) } as const;
      return { key, keyRange: range, value };
    }),
  ];
  return { kind: 'object', range, entries: inside };
}

function itemNode(entries: readonly FileEntry[]): FileNode {
  const [named, first] = entries;
  const range = { start: named?.keyRange.start ?? 0, end: first?.value.range.end ?? 0 };
  return { kind: 'object', range, entries };
}

/** The value of a node; flags are on or off. */
function saidBy(node: FileNode, path: readonly unknown[]): unknown {
  if (node.kind === 'text')
    return settingAt(path)?.kind === 'flag' ? node.text.value === 'true' : node.text.value;
  if (node.kind === 'list') return node.items.map((item, index) => saidBy(item, [...path, index]));
  if (node.kind === 'other') return undefined;
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, saidBy(value, [...path, key])]));
}

function textOf({ value }: FileEntry): string {
  return value.kind === 'text' ? value.text.value : '';
}

function textNode(file: string, range: SourceRange): FileEntry['value'] {
  const written = file.slice(range.start, range.end);
  const findPieces = () => piecesOf(written, range.start);
  const text = new FileText(decode(written), range, { file, notation, findPieces });
  return { kind: 'text', range, text };
}

function badEscape(file: string, value: string, { start }: SourceRange): Diagnostic {
  const at = start + value.replaceAll('\\\\', '  ').search(/\\u(?![\da-fA-F]{4})/);
  const what = '`\\u` is followed by four hexadecimal digits; a backslash itself is written `\\\\`.';
  return syntaxProblem(file, { start: at, end: at + 2 }, { format: 'a file of properties', what });
}

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

function decode(written: string): string {
  return written.replace(part, decodePart);
}

function decodePart(written: string): string {
  const [first, kind = ''] = written;
  if (first !== '\\') return written;
  if (kind === 'u') return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  return /[\r\n]/.test(kind) ? '' : (named[kind] ?? written.slice(1));
}

function piecesOf(written: string, offset: number): readonly WrittenStretch[] {
  const list = new PieceList();
  for (const { index, 0: piece } of written.matchAll(part))
    list.add(decodePart(piece).length, offset + index, piece.length);
  return list.pieces;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
};

function encode(text: string): string {
  return text.replace(/[\\\n\r\t\f]/g, character => escapes[character] ?? character);
}

const notation: Notation = {
  encode,
  // At the beginning, these characters would belong to the separator of key and value.
  decode: written => (/^[ \t\f=:]/.test(written) ? undefined : decode(written)),
  rewrite: text => encode(text).replace(/^[ =:]/, '\\$&'),
};
