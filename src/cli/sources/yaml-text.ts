import { isScalar, parseDocument, type Scalar } from 'yaml';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { FileText, type Notation, type Piece, PieceList } from './file-text.ts';
import { yamlBlock } from './yaml-block.ts';

/** A text of YAML, written plainly, in quotes or as a block; undefined where it has no place in the file. */
export function yamlText(file: string, scalar: Scalar<string>): FileText | undefined {
  const { value, type = 'PLAIN', range: place, srcToken: token } = scalar;
  if (!place) return undefined;
  const range = { start: place[0], end: place[1] };
  if (token?.type === 'block-scalar') return yamlBlock(file, value, { range, parentIndent: token.indent });
  const notation = { encode: encoders[type] ?? same, decode: decodeFlow, rewrite: quote };
  return new FileText(value, range, { file, notation, findPieces: () => piecesOf(file, range, type) });
}

/** What is text in JSON is so between double quotes of YAML. */
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

/** What is written, read by itself. Brackets and commas, which might end it where it stands, are left to quotes. */
function decodeFlow(written: string): string | undefined {
  if (!/^["']/.test(written) && /^[|>]|[[\]{},]/.test(written)) return undefined;
  const { contents, errors } = parseDocument(written, { prettyErrors: false });
  const isText = errors.length === 0 && isScalar(contents) && typeof contents.value === 'string';
  return isText && !contents.comment ? String(contents.value) : undefined;
}

function piecesOf(file: string, { start, end }: SourceRange, type: Scalar.Type): readonly Piece[] {
  const quotes = type === 'PLAIN' ? 0 : 1;
  const inner = file.slice(start + quotes, end - quotes);
  return flowPieces(inner, start + quotes, escapesOf[type] ?? plainEscapes);
}

/** Escapes alone; a line break joins two lines with a blank, and several of them are one line break less. */
const plainEscapes = /(?!)/;
const escapesOf: Readonly<Record<string, RegExp>> = {
  QUOTE_SINGLE: /''/,
  QUOTE_DOUBLE: /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r?\n[ \t]*(?:\r?\n[ \t]*)*|.)/s,
};

function flowPieces(inner: string, offset: number, special: RegExp): readonly Piece[] {
  const list = new PieceList();
  // Where something can be written, though nothing is.
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
