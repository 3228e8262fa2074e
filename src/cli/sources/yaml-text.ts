import { isScalar, parseDocument, type Scalar } from 'yaml';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { FileText, type Notation, type Piece, PieceList } from './file-text.ts';

/** A text of YAML, written plainly, in quotes or as a block; undefined where it has no place in the file. */
export function yamlText(file: string, { value, type, range }: Scalar<string>): FileText | undefined {
  if (!range) return undefined;
  const [start, end] = range;
  const written = file.slice(start, end);
  // A block ends with its line, which stays.
  const whole = { start, end: isBlock(type) ? start + written.replace(/\r?\n$/, '').length : end };
  const notation = {
    encode: encoderOf(type, written),
    decode: decodeYaml,
    rewrite: quote,
  } satisfies Notation;
  return new FileText(value, whole, {
    file,
    notation,
    findPieces: () => piecesOf(file, whole, { value, type: type ?? 'PLAIN' }),
  });
}

function isBlock(type: Scalar['type']): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
}

/** What is text in JSON is so between double quotes of YAML. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function encoderOf(type: Scalar['type'], written: string): (text: string) => string {
  if (type === 'QUOTE_DOUBLE') return text => quote(text).slice(1, -1);
  if (type === 'QUOTE_SINGLE') return text => text.replaceAll("'", "''");
  const [, indent = ''] = /\n([ ]*)\S/.exec(written) ?? [];
  return isBlock(type) ? text => text.replaceAll('\n', `\n${indent}`) : text => text;
}

/** What is written, read by itself. Brackets and commas, which might end it where it stands, are left to quotes. */
function decodeYaml(written: string): string | undefined {
  if (!/^["'|>]/.test(written) && /[[\]{},]/.test(written)) return undefined;
  // With the end of the line, which a block has where it stands.
  const { contents, errors } = parseDocument(/^[|>]/.test(written) ? `${written}\n` : written, {
    prettyErrors: false,
  });
  const isText = errors.length === 0 && isScalar(contents) && typeof contents.value === 'string';
  return isText && !contents.comment ? String(contents.value) : undefined;
}

function piecesOf(
  file: string,
  range: SourceRange,
  { value, type }: { readonly value: string; readonly type: Scalar.Type },
): readonly Piece[] {
  const written = file.slice(range.start, range.end);
  if (isBlock(type)) return blockPieces(written, range.start, value);
  const quotes = type === 'PLAIN' ? 0 : 1;
  const inner = written.slice(quotes, written.length - quotes);
  return flowPieces(inner, range.start + quotes, escapesOf[type] ?? plainEscapes);
}

/** Escapes alone; a line break joins two lines with a blank, and several of them are one line break less. */
const plainEscapes = /(?!)/;
const escapesOf: Readonly<Record<string, RegExp>> = {
  QUOTE_SINGLE: /''/,
  QUOTE_DOUBLE: /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*(?:\r?\n[ \t]*)*|.)/s,
};

function flowPieces(inner: string, offset: number, special: RegExp): readonly Piece[] {
  const list = new PieceList();
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

/** The lines of a block without their indentation; folded, what stands between two of them shows which it is. */
function blockPieces(written: string, offset: number, value: string): readonly Piece[] {
  const list = new PieceList();
  const lines = [...written.matchAll(/[^\r\n]*(?:\r?\n|$)/g)].slice(1);
  const indent = indentOf(
    lines.map(([line]) => line),
    value,
  );
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
  const rest = value.length - list.length;
  if (rest > 0) list.add(rest, offset + gapStart, written.length - gapStart);
  return list.pieces;
}

/** How many characters of the text stand for the line breaks before a line of it. */
function betweenLines(value: string, at: number, breaks: number, line: string): number {
  const candidates = ['\n'.repeat(breaks), '\n'.repeat(Math.max(0, breaks - 1)), ' '];
  const found = candidates.find(candidate => value.startsWith(candidate + line, at));
  return found?.length ?? 0;
}

function indentOf(lines: readonly string[], value: string): number {
  const first = lines.find(line => line.trim() !== '')?.trimEnd() ?? '';
  const [text = ''] = value.trimStart() === '' ? [''] : value.replace(/^\n+/, '').split('\n', 1);
  const [blanks = ''] = /^ */.exec(first) ?? [];
  const [own = ''] = /^ */.exec(text) ?? [];
  return blanks.length - own.length;
}
