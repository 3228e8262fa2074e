import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';

/** A stretch of a text, and the stretch of the file that writes it: character by character, where both are as long. */
export interface WrittenStretch {
  /** In the text. */
  readonly at: number;
  readonly length: number;
  /** In the file. */
  readonly start: number;
  readonly size: number;
}

/** How a file writes a text, such as between the quotes of JSON. */
export interface Notation {
  /** What is put into the text as it is written inside of it. */
  readonly encode: (text: string) => string;
  /** What is written in this way, delimiters included; undefined where nothing is. */
  readonly decode: (written: string) => string | undefined;
  /** A text written anew, in a way that any text can be. */
  readonly rewrite: (text: string) => string;
}

/** A text that a file writes in its own way: with escapes, quotes or indentation. */
export class FileText {
  readonly value: string;
  /** In the file, delimiters included. */
  readonly range: SourceRange;
  readonly #file: string;
  readonly #notation: Notation;
  readonly #findPieces: () => readonly WrittenStretch[];
  #pieces: readonly WrittenStretch[] | undefined;

  /** @param findPieces In their order and without gaps in the text; asked for when somebody wants to know. */
  constructor(
    value: string,
    range: SourceRange,
    {
      file,
      notation,
      findPieces,
    }: { file: string; notation: Notation; findPieces: () => readonly WrittenStretch[] },
  ) {
    this.value = value;
    this.range = range;
    this.#file = file;
    this.#notation = notation;
    this.#findPieces = findPieces;
  }

  /** Where a stretch of the text stands in the file. */
  rangeInFile({ start, end }: SourceRange): SourceRange {
    const from = this.#startOf(start);
    return { start: from, end: end > start ? this.#endOf(end - 1) : from };
  }

  /** The offset in the text of a place in the file; of one between two characters, that of the latter. */
  offsetInText(place: number): number {
    const pieces = this.#known;
    const after = pieces.findIndex(({ start }) => start > place);
    const piece = after === -1 ? pieces.at(-1) : pieces[after - 1];
    if (!piece) return 0;
    const { at, length, start, size } = piece;
    if (place >= start + size) return at + length;
    return length === size ? at + place - start : at;
  }

  /** How something is written in the file that is put into the text. */
  encode(text: string): string {
    return this.#notation.encode(text);
  }

  /** Edits of the file that edit the text so: of the stretches alone, or else of the text as a whole. */
  editsInFile(edits: readonly Edit[]): readonly Edit[] {
    const wanted = applyEdits(this.value, edits);
    const small = edits.map(({ range, text }) => {
      return { range: this.rangeInFile(range), text: this.#notation.encode(text) };
    });
    const { start, end } = this.range;
    const inside = small.map(({ range, text }) => {
      return { range: { start: range.start - start, end: range.end - start }, text };
    });
    const written = applyEdits(this.#file.slice(start, end), inside);
    if (this.#notation.decode(written) === wanted) return small;
    return [{ range: this.range, text: this.#notation.rewrite(wanted) }];
  }

  get #known(): readonly WrittenStretch[] {
    this.#pieces ??= this.#checked(this.#findPieces());
    return this.#pieces;
  }

  /** Pieces that do not make up the text would point to wrong places: then it is known as a whole alone. */
  #checked(pieces: readonly WrittenStretch[]): readonly WrittenStretch[] {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const isRight =
      length === this.value.length &&
      pieces.every(({ at, length, start, size }) => {
        const isSame = this.value.startsWith(this.#file.slice(start, start + size), at);
        return length !== size || length === 1 || isSame;
      });
    const { start, end } = this.range;
    return isRight ? pieces : [{ at: 0, length: this.value.length, start, size: end - start }];
  }

  #startOf(offset: number): number {
    const piece = this.#pieceAt(offset);
    if (!piece) return this.range.start;
    if (offset >= piece.at + piece.length) return piece.start + piece.size;
    return piece.length === piece.size ? piece.start + offset - piece.at : piece.start;
  }

  /** The end of the character that begins at an offset. */
  #endOf(offset: number): number {
    const piece = this.#pieceAt(offset);
    if (!piece) return this.range.end;
    return piece.length === piece.size ? piece.start + offset - piece.at + 1 : piece.start + piece.size;
  }

  /** The last piece that begins at or before an offset. */
  #pieceAt(offset: number): WrittenStretch | undefined {
    const pieces = this.#known;
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  }
}

/** Collects pieces in their order. */
export class PieceList {
  readonly pieces: WrittenStretch[] = [];
  #length = 0;

  /** `length` code units of the text are written by `size` of the file from `start`. */
  add(length: number, start: number, size: number): void {
    this.pieces.push({ at: this.#length, length, start, size });
    this.#length += length;
  }

  /** How much of the text they write. */
  get length(): number {
    return this.#length;
  }
}
