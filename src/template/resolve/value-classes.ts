import type { ComparisonOperator } from '../../../grammar/tree.ts';
import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ListItems } from '../list-items.ts';
import type { ValueSource } from '../value-source.ts';
import { comparedNumber, comparedText } from './compared-values.ts';

/** `!=` is the negation of `==`. */
export type Operator = Exclude<ComparisonOperator, '!='>;

/**
 * The classes into which conditions divide the values of a variable. Each value is in exactly one class, and no
 * condition distinguishes two values of a class.
 */
export interface ValueClasses {
  /** A phrase for the values of each class: "is true". */
  readonly descriptions: readonly string[];
  readonly classOf: (value: unknown) => number;
}

/** Classes of a variable that is compared with constants. */
export interface ComparedClasses extends ValueClasses {
  /** The first and last class of values for which the comparison with a known constant holds. */
  readonly where: (operator: Operator, constant: string | number) => readonly [first: number, last: number];
}

/** `true` itself, and every other value. */
export const truthClasses: ValueClasses = {
  descriptions: ['is true', 'is false'],
  classOf: value => (value === true ? 0 : 1),
};

/** Classes of a list by its length. */
export const lengthClasses: ValueClasses = {
  descriptions: ['has items', 'is empty'],
  classOf: length => (length === 0 ? 1 : 0),
};

/**
 * Each number that is compared with, each gap between two of them and beyond the last, and everything that is not a
 * number. For two constants `a < b` the classes are: below `a`, `a`, between, `b`, above `b`, no number.
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

  /** The index of the first constant that is not below a number; the number of constants if all are below it. */
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

/** Each text that is compared with, and everything else; a missing text is an empty one. */
export class TextClasses implements ComparedClasses {
  readonly descriptions: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(constants: readonly string[]) {
    const [first = ''] = constants;
    this.#indexes = new Map(constants.map((text, index) => [text, index]));
    const others = constants.length === 1 ? isNot(first) : isNoneOf(constants);
    this.descriptions = [...constants.map(is), others];
  }

  where(_: Operator, constant: string | number): readonly [first: number, last: number] {
    const index = this.classOf(constant);
    return [index, index];
  }

  classOf(value: unknown): number {
    const text = comparedText(value);
    return (text === undefined ? undefined : this.#indexes.get(text)) ?? this.#indexes.size;
  }
}

function is(text: string): string {
  return text === '' ? 'is empty' : `is ${quote(text)}`;
}

/** A message names at most so many constants. */
const mostNamed = 4;

function isNoneOf(constants: readonly string[]): string {
  if (constants.length > mostNamed) return 'is none of the texts that it is compared with';
  const named = constants.map(text => (text === '' ? 'empty' : quote(text)));
  return `is neither ${named.slice(0, -1).join(', ')} nor ${named.at(-1)}`;
}

function isNot(text: string): string {
  return text === '' ? 'is not empty' : `is not ${quote(text)}`;
}

/** One class for each text of a closed set. */
export function memberClasses(texts: readonly string[]): ValueClasses {
  const indexes = new Map<unknown, number>(texts.map((text, index) => [text, index]));
  return { descriptions: texts.map(is), classOf: value => indexes.get(value) ?? -1 };
}

/** Values that a rendering has read. */
export interface Holding {
  /** The class of each variable's value, by the variable's index. */
  readonly classes: number[];
  /** Stores the items of a list by the index of its variable. */
  readonly keepList: (index: number, items: ListItems) => void;
}

/**
 * A question of conditions about a variable: whether it is true, how it compares with texts or numbers, whether a list
 * has items or, with a filter, whether any item is taken; for `event`, which of the checked events it is.
 */
export type Question = 'truth' | 'text' | 'number' | 'emptiness' | 'taken' | 'event';

/** A variable that is read because conditions ask about it. */
export interface Reading {
  readonly question: Question;
  /** The path as written in the template. */
  readonly path: readonly string[];
  /** The path within the context or item. */
  readonly origin: readonly string[];
  /** Its first mention. */
  readonly range: SourceRange;
  /** The number of times that a list is walked per reading, where 2 stands for any larger number. */
  readonly walks: number;
}

/** Variables that differ for each item of a list. */
export interface AskedOfItem {
  /** Variables to read from an item, in this order. */
  readonly toRead: readonly Reading[];
  readonly indexes: ReadonlySet<number>;
  /** Reads the variables of one item. */
  readonly read: (source: ValueSource, holding: Holding) => void;
}
