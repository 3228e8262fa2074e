import { comparedNumber } from './compared-values.ts';
import type { ComparedClasses, Operator } from './value-classes.ts';

/**
 * Each number that is compared with, each gap between two of them and beyond the last, and what is not a number: of two
 * constants `a < b` the classes are below `a`, `a`, between, `b`, above `b`, and no number.
 */
export class NumberClasses implements ComparedClasses {
  readonly descriptions: readonly string[];
  readonly #constants: readonly number[];

  constructor(constants: readonly number[]) {
    const sorted = constants.toSorted((a, b) => a - b);
    this.#constants = sorted;
    const last = `is more than ${sorted.at(-1)}`;
    this.descriptions = [
      ...sorted.flatMap((constant, index) => [describeGap(sorted[index - 1], constant), `is ${constant}`]),
      last,
      'is not a number',
    ];
  }

  classOf(value: unknown): number {
    const number = comparedNumber(value);
    if (Number.isNaN(number)) return this.descriptions.length - 1;
    const at = this.#findIndex(number);
    const constant = this.#constants[at];
    return constant === undefined || number < constant ? 2 * at : 2 * at + 1;
  }

  where(operator: Operator, constant: string | number): readonly [first: number, last: number] {
    const equal = this.classOf(constant);
    const above = this.descriptions.length - 2;
    switch (operator) {
      case '==':
        return [equal, equal];
      case '<':
        return [0, equal - 1];
      case '<=':
        return [0, equal];
      case '>':
        return [equal + 1, above];
      case '>=':
        return [equal, above];
    }
  }

  /** Which constant is the first that is not below a number; the count of them where all are. */
  #findIndex(value: number | bigint): number {
    let from = 0;
    let to = this.#constants.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#constants[middle] ?? 0) < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function describeGap(below: number | undefined, above: number): string {
  return below === undefined ? `is less than ${above}` : `is between ${below} and ${above}`;
}
