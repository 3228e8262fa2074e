import type { SourceRange } from '../diagnostic.ts';

const lineEnd = /\r\n|\n|\r/g;

/** The ranges of a source's lines. Lines count from 0 here, but from 1 for people. */
export class SourceLines {
  readonly #source: string;
  readonly #ranges: readonly SourceRange[];

  constructor(source: string) {
    this.#source = source;
    const ranges: SourceRange[] = [];
    let start = 0;
    for (const { index, 0: end } of source.matchAll(lineEnd)) {
      ranges.push({ start, end: index });
      start = index + end.length;
    }
    this.#ranges = [...ranges, { start, end: source.length }];
  }

  /** The line of an offset; a line end belongs to the line before it. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#ranges.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.rangeOf(middle).start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** From the first character of a line to its end, excluding the line break. */
  rangeOf(line: number): SourceRange {
    return this.#ranges[line] ?? { start: this.#source.length, end: this.#source.length };
  }
}
