import { isMap, isScalar, parseDocument } from 'yaml';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { FileText, type Notation, type Piece, PieceList } from './file-text.ts';

/** A text that YAML writes as a block: a header, such as `|2- # note`, and lines that stand deeper than what they belong to. */
export function yamlBlock(
  file: string,
  value: string,
  {
    range: { start, end },
    parentIndent,
  }: {
    readonly range: SourceRange;
    /** How deep stands what the block belongs to, in columns. */
    readonly parentIndent: number;
  },
): FileText {
  const written = file.slice(start, end);
  // It ends with its line, which stays.
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

/** How deep its lines stand: so much deeper than what it belongs to as the header says, or else as the first one does. */
function indentOf(block: string, parentIndent: number): number {
  const [, digit] = /^[|>][+-]?([1-9])/.exec(block) ?? [];
  if (digit !== undefined) return parentIndent + Number(digit);
  const [, blanks] = /\n( *)(?!\r\n)[^ \n]/.exec(block) ?? [];
  return blanks === undefined ? Number.POSITIVE_INFINITY : blanks.length;
}

/** New lines end as the others do. */
function encoderOf(block: string, indent: number): Notation['encode'] {
  const lineEnd = block.includes('\r\n') ? '\r\n' : '\n';
  const blanks = Number.isFinite(indent) ? ' '.repeat(indent) : '';
  return text => text.replaceAll('\n', lineEnd + blanks);
}

/** What a block says that belongs to something as deep. */
function decodeBlock(written: string, parentIndent: number): string | undefined {
  const { contents, errors } = parseDocument(`${' '.repeat(parentIndent)}block: ${written}`, {
    prettyErrors: false,
  });
  const node = isMap(contents) && contents.items.length === 1 ? contents.items[0]?.value : undefined;
  const isText = errors.length === 0 && isScalar(node) && typeof node.value === 'string';
  return isText ? String(node.value) : undefined;
}

/** What its header notes for people. */
function commentOf(block: string): string {
  const [, comment = ''] = /^[^ \t\r\n]*([ \t]+#[^\r\n]*)/.exec(block) ?? [];
  return comment;
}

/** The lines of a block without their indentation; folded, what stands between two of them shows which it is. */
function blockPieces(
  written: string,
  value: string,
  { offset, indent }: { readonly offset: number; readonly indent: number },
): readonly Piece[] {
  const list = new PieceList();
  // A carriage return alone ends no line.
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

/** Line breaks at the end of a block, which may be written in as many characters, but others. */
function addLineEnds(
  list: PieceList,
  rest: string,
  { written, start }: { readonly written: string; readonly start: number },
): void {
  const isSame = rest === written;
  if (rest !== '') list.add(isSame ? rest.length : 1, start, written.length);
  if (rest.length > 1 && !isSame) list.add(rest.length - 1, start + written.length, 0);
}

/** How many characters of the text stand for the line breaks before a line of it. */
function betweenLines(value: string, at: number, breaks: number, line: string): number {
  const candidates = ['\n'.repeat(breaks), '\n'.repeat(Math.max(0, breaks - 1)), ' '];
  const found = candidates.find(candidate => value.startsWith(candidate + line, at));
  return found?.length ?? 0;
}
