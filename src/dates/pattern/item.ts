import type { SourceRange } from '../../diagnostics/diagnostic.ts';

/** The letters that `java.text.SimpleDateFormat` knows. */
export type FieldLetter =
  | 'G'
  | 'y'
  | 'Y'
  | 'M'
  | 'L'
  | 'w'
  | 'W'
  | 'D'
  | 'd'
  | 'F'
  | 'E'
  | 'u'
  | 'a'
  | 'H'
  | 'k'
  | 'K'
  | 'h'
  | 'm'
  | 's'
  | 'S'
  | 'z'
  | 'Z'
  | 'X';

/** A run of one pattern letter: `yyyy`. */
export interface PatternField {
  readonly kind: 'field';
  readonly letter: FieldLetter;
  readonly count: number;
  readonly range: SourceRange;
}

/** Text that is printed as it is: quoted, a doubled quote, or characters that are not letters. */
interface PatternText {
  readonly kind: 'text';
  readonly text: string;
  readonly range: SourceRange;
  /** Whether a pair of quotes encloses it; a doubled quote outside such a pair is not enclosed. */
  readonly enclosed: boolean;
}

/** Letters that mean nothing, with the legal letters of the same word: `at`, `T`. */
export interface IllegalLetters {
  readonly kind: 'illegal';
  readonly range: SourceRange;
}

/** Text whose quote is never closed. `range` starts at the quote and ends where closing it is likeliest right. */
export interface UnclosedText {
  readonly kind: 'unclosed';
  readonly range: SourceRange;
  /** Offsets of the typographic quotes that would act as `'` if it were closed. */
  readonly typographicQuotes: readonly number[];
  /** The last of them, where it was meant to close the text. */
  readonly closing: number | undefined;
}

export type PatternItem = PatternField | PatternText | IllegalLetters | UnclosedText;
