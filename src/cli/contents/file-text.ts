import type { Edit, SourceRange } from '../../diagnostics/diagnostic.ts';
import { applyEdits } from '../../diagnostics/fixes/apply-fix.ts';

/**
 * A stretch of a text, and the stretch of the file that it comes from; equal lengths correspond character by character.
 */
export interface WrittenStretch {
  /** Offset in the text. */
  readonly at: number;
  readonly length: number;
  /** Offset in the file. */
  readonly start: number;
  readonly size: number;
}

/** The way in which a file writes a text, such as between the quotes of JSON. */
export interface Notation {
  /** Encodes text for insertion into a text in this notation. */
  readonly encode: (text: string) => string;
  /** Decodes a text including its delimiters; undefined if it is not valid. */
  readonly decode: (written: string) => string | undefined;
  /** Encodes a whole text with delimiters, in a notation that can express any text. */
  readonly rewrite: (text: string) => string;
}

/** A text in the notation of a file: with escapes, quotes or indentation. */
export class FileText {
  readonly value: string;
  /** The range in the file, delimiters included. */
  readonly range: SourceRange;
  readonly #file: string;
  readonly #notation: Notation;
  readonly #findPieces: () => readonly WrittenStretch[];
  #pieces: readonly WrittenStretch[] | undefined;

  /** @param findPieces Returns the pieces in order and without gaps in the text; called on demand. */
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

  /** Converts a range of the text to a range of the file. */
  rangeInFile({ start, end }: SourceRange): SourceRange {
    const from = this.#startOf(start);
    return { start: from, end: end > start ? this.#endOf(end - 1) : from };
  }

  /** Converts an offset in the file to one in the text; between two characters, it belongs to the latter. */
  offsetInText(place: number): number {
    const pieces = this.#known;
    const after = pieces.findIndex(({ start }) => start > place);
    const piece = after === -1 ? pieces.at(-1) : pieces[after - 1];
    if (!piece) return 0;
    const { at, length, start, size } = piece;
    if (place >= start + size) return at + length;
    return length === size ? at + place - start : at;
  }

  /** Encodes text for insertion into this one. */
  encode(text: string): string {
    return this.#notation.encode(text);
  }

  /**
   * Edits of the file that have the effect of these edits of the text; if small ones do not work, a single one rewrites
   * the text.
   */
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

  /** Pieces that do not add up to the text would point to wrong places, so a single piece replaces them. */
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

  /** The end in the file of the character at an offset. */
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

/** Collects pieces in order. */
export class PieceList {
  readonly pieces: WrittenStretch[] = [];
  #length = 0;

  /** Adds `length` code units of the text that take `size` code units of the file from `start`. */
  add(length: number, start: number, size: number): void {
    this.pieces.push({ at: this.#length, length, start, size });
    this.#length += length;
  }

  /** The length of the text so far. */
  get length(): number {
    return this.#length;
  }
}
