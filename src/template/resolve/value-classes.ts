import type { ComparisonOperator } from '../../../grammar/tree.ts';
import { assertNever } from '../../diagnostics/assert-never.ts';
import { quote } from '../../diagnostics/catalogue/excerpt.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ListItems } from '../list-items.ts';
import type { ValueSource } from '../value-source.ts';
import { comparedText, declaredNumber, isPresent } from './compared-values.ts';

/** `!=` is the negation of `==`. */
export type Operator = Exclude<ComparisonOperator, '!='>;

/** Some classes of a variable, by their indexes. */
export interface ClassSet {
  includes(index: number): boolean;
}

/**
 * The classes into which conditions divide the values of a variable. Each value is in exactly one class, and no
 * condition distinguishes two values of a class.
 */
export interface ValueClasses {
  /** A phrase for the values of each class: "is true". */
  readonly descriptions: readonly string[];
  /** A phrase for all of these classes, in ascending order, where there is one: "is at most 5". */
  readonly describe?: (chosen: readonly number[]) => string | undefined;
  readonly classOf: (value: unknown) => number;
  /** The classes for which a condition holds that is the name of the variable alone. */
  readonly named: ClassSet;
  /** The classes for which a comparison with a known constant holds. */
  readonly where: (operator: Operator, constant: string | number) => ClassSet;
  /** For numbers of items: the classes of the first one. */
  readonly first?: ClassSet;
  /** Of all others; for lists by their length, the classes of those that may have a second item. */
  readonly later?: ClassSet;
  /** For lists by their length: the least and the greatest length of a class. */
  readonly lengthsOf?: (index: number) => Lengths;
}

interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** The classes of a variable that is asked this, and is compared with these constants. */
export function classesFor(question: Question, constants: readonly (string | number)[] = []): ValueClasses {
  switch (question) {
    case 'truth':
    case 'event':
      return truthClasses;
    case 'presence':
      return presenceClasses;
    case 'emptiness':
      return constants.length > 0 ? new CountClasses(constants.map(Number)) : lengthClasses;
    case 'taken':
      return lengthClasses;
    case 'item-number':
      return new ItemNumberClasses(constants.map(Number));
    case 'text':
      return new TextClasses(constants.map(String));
    case 'number':
      return new NumberClasses(constants.map(Number));
    case 'json':
      return new JsonClasses(constants);
    default:
      return assertNever(question);
  }
}

const first: ClassSet = { includes: index => index === 0 };
const none: ClassSet = { includes: () => false };

function between(least: number, most: number): ClassSet {
  return { includes: index => least <= index && index <= most };
}

/** `true` itself, and every other value. */
const truthClasses: ValueClasses = {
  descriptions: ['is true', 'is false'],
  classOf: value => (value === true ? 0 : 1),
  named: first,
  where: () => none,
};

/** Classes of what is not compared, but may be missing. */
const presenceClasses: ValueClasses = {
  descriptions: ['has a value', 'is missing'],
  classOf: value => (isPresent(value) ? 0 : 1),
  named: first,
  where: () => none,
};

const noLength: Lengths = { least: 0, most: 0 };

/** Classes of a list by its length. */
const lengthClasses: ValueClasses = {
  descriptions: ['has items', 'is empty'],
  classOf: length => (length === 0 ? 1 : 0),
  named: first,
  where: () => none,
  lengthsOf: index => (index === 1 ? noLength : { least: 1, most: Number.POSITIVE_INFINITY }),
};

/**
 * Classes of a list by its length, such that each comparison holds for all lengths of a class or none. The class of the empty
 * list is the second one, as among `lengthClasses`.
 */
class CountClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly named: ClassSet = { includes: index => index !== 1 };
  /** The least length of each class but that of the empty list, in ascending order. */
  readonly #least: readonly number[];

  constructor(constants: readonly number[]) {
    const least = leastOfRanges(constants);
    this.#least = least;
    const [first = '', ...others] = least.map((bound, index) => describeLengths(bound, least[index + 1]));
    this.descriptions = [first, 'is empty', ...others];
  }

  classOf(length: unknown): number {
    const above = this.#least.findLastIndex(bound => bound <= Number(length));
    return above > 0 ? above + 1 : above === 0 ? 0 : 1;
  }

  where(operator: Operator, constant: string | number): ClassSet {
    return { includes: index => isOnSide(this.lengthsOf(index).least, operator, Number(constant)) };
  }

  get later(): ClassSet {
    return { includes: index => this.lengthsOf(index).most > 1 };
  }

  describe(chosen: readonly number[]): string | undefined {
    // In the order of their lengths, the empty list comes first.
    const run = runOf(chosen.map(index => (index === 1 ? 0 : Math.max(1, index))).toSorted((a, b) => a - b));
    if (!run) return undefined;
    const next = this.#least[run.last];
    if (run.first > 0) return describeLengths(this.#least[run.first - 1] ?? 1, next);
    if (next === undefined) return undefined;
    return next === 1 ? 'is empty' : `has at most ${next === 2 ? 'one item' : `${next - 1} items`}`;
  }

  lengthsOf(index: number): Lengths {
    if (index === 1) return noLength;
    const above = index === 0 ? 0 : index - 1;
    const next = this.#least[above + 1];
    return { least: this.#least[above] ?? 0, most: next === undefined ? Number.POSITIVE_INFINITY : next - 1 };
  }
}

/** The least number of each range of whole numbers from 1 that no comparison with these constants tells apart. */
function leastOfRanges(constants: readonly number[]): readonly number[] {
  const bounds = constants.flatMap(constant => [Math.ceil(constant), Math.floor(constant) + 1]);
  return [...new Set([1, ...bounds])].filter(bound => bound >= 1).sort((a, b) => a - b);
}

function isOnSide(number: number, operator: Operator, constant: number): boolean {
  switch (operator) {
    case '==':
      return number === constant;
    case '<':
      return number < constant;
    case '<=':
      return number <= constant;
    case '>':
      return number > constant;
    case '>=':
      return number >= constant;
    default:
      return assertNever(operator);
  }
}

/** Classes of the number of an item, such that each comparison holds for all numbers of a class or none. */
class ItemNumberClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly named: ClassSet = { includes: () => true };
  readonly #least: readonly number[];

  constructor(constants: readonly number[]) {
    const least = leastOfRanges(constants);
    this.#least = least;
    this.descriptions = least.map((bound, index) => describeNumbers(bound, least[index + 1]));
  }

  describe(chosen: readonly number[]): string | undefined {
    const run = runOf(chosen);
    return run && describeNumbers(this.#least[run.first] ?? 1, this.#least[run.last + 1]);
  }

  classOf(number: unknown): number {
    return this.#least.findLastIndex(bound => bound <= Number(number));
  }

  where(operator: Operator, constant: string | number): ClassSet {
    return { includes: index => isOnSide(this.#least[index] ?? 0, operator, Number(constant)) };
  }

  get first(): ClassSet {
    return first;
  }

  get later(): ClassSet {
    return between(this.#least[1] === 2 ? 1 : 0, this.#least.length);
  }
}

/** Numbers from `least` to less than `next`. */
function describeNumbers(least: number, next: number | undefined): string {
  if (next === undefined) return `is ${least} or more`;
  return next === least + 1 ? `is ${least}` : `is ${least} to ${next - 1}`;
}

/** Lengths from `least` to less than `next`. */
function describeLengths(least: number, next: number | undefined): string {
  if (next === undefined) return least === 1 ? 'has items' : `has ${least} items or more`;
  if (next === least + 1) return least === 1 ? 'has one item' : `has ${least} items`;
  return `has ${least} to ${next - 1} items`;
}

/**
 * Each number that is compared with, each gap between two of them and beyond the last, and everything that is not a
 * number. For two constants `a < b` the classes are: below `a`, `a`, between, `b`, above `b`, no number.
 */
class NumberClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly named: ClassSet;
  readonly #constants: readonly number[];

  constructor(constants: readonly number[]) {
    const sorted = constants.toSorted((a, b) => a - b);
    this.#constants = sorted;
    const last = sorted.length === 0 ? 'is a number' : `is more than ${sorted.at(-1)}`;
    this.descriptions = [
      ...sorted.flatMap((constant, index) => [describeGap(sorted[index - 1], constant), `is ${constant}`]),
      last,
      'is not a number',
    ];
    this.named = between(0, this.descriptions.length - 2);
  }

  /** With the class of what is not a number, others are told by what they are not: "is not more than 5". */
  describe(chosen: readonly number[]): string | undefined {
    const noNumber = this.descriptions.length - 1;
    if (chosen.length === 1 || !chosen.includes(noNumber)) return this.#describeRun(chosen);
    const others = Array.from(this.descriptions.keys()).filter(index => !chosen.includes(index));
    return this.#describeRun(others)?.replace(/^is /, 'is not ');
  }

  #describeRun(chosen: readonly number[]): string | undefined {
    const run = runOf(chosen);
    if (!run) return undefined;
    const { first, last } = run;
    if (first === last) return this.descriptions[first];
    const [least, most] = [this.#constants[(first - 1) >> 1], this.#constants[last >> 1]];
    const above = first === 0 ? undefined : first % 2 === 0 ? `more than ${least}` : `at least ${least}`;
    const below = most === undefined ? undefined : last % 2 === 0 ? `less than ${most}` : `at most ${most}`;
    const bounds = [above, below].filter(bound => bound !== undefined);
    return `is ${bounds.length === 0 ? 'a number' : bounds.join(' and ')}`;
  }

  classOf(value: unknown): number {
    const number = declaredNumber(value);
    if (Number.isNaN(number)) return this.descriptions.length - 1;
    const at = this.#findIndex(number);
    const constant = this.#constants[at];
    return constant === undefined || number < constant ? 2 * at : 2 * at + 1;
  }

  where(operator: Operator, constant: string | number): ClassSet {
    const equal = this.classOf(constant);
    const above = this.descriptions.length - 2;
    switch (operator) {
      case '==':
        return between(equal, equal);
      case '<':
        return between(0, equal - 1);
      case '<=':
        return between(0, equal);
      case '>':
        return between(equal + 1, above);
      case '>=':
        return between(equal, above);
      default:
        return assertNever(operator);
    }
  }

  /** The index of the first constant that is not below a number, or their count if all are below it. */
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

/** The first and last of classes without a gap between them. */
function runOf(chosen: readonly number[]): { readonly first: number; readonly last: number } | undefined {
  const [first, last] = [chosen[0], chosen.at(-1)];
  const isRun = first !== undefined && last !== undefined && last - first === chosen.length - 1;
  return isRun ? { first, last } : undefined;
}

function describeGap(below: number | undefined, above: number): string {
  return below === undefined ? `is less than ${above}` : `is between ${below} and ${above}`;
}

/** Each text that is compared with, and everything else; a missing text is an empty one. */
class TextClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly named: ClassSet;
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(constants: readonly string[]) {
    const [first = ''] = constants;
    this.#indexes = new Map(constants.map((text, index) => [text, index]));
    const others = constants.length === 1 ? isNot(first) : isNoneOf(constants);
    this.descriptions = [...constants.map(is), others];
    const empty = this.#indexes.get('');
    this.named = { includes: index => index !== empty };
  }

  where(_: Operator, constant: string | number): ClassSet {
    const index = this.classOf(constant);
    return between(index, index);
  }

  classOf(value: unknown): number {
    const text = comparedText(value);
    return (text === undefined ? undefined : this.#indexes.get(text)) ?? this.#indexes.size;
  }
}

/**
 * Each text and the classes of each number that it is compared with, every other value, `false`, and missing. A missing
 * value equals the empty text, as everywhere, which is itself a value.
 */
class JsonClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly named: ClassSet;
  readonly #texts: ReadonlyMap<string, number>;
  /** Without a class for what is not a number; its classes follow those of the texts. */
  readonly #numbers: NumberClasses | undefined;
  /** The index of the class of every other value. */
  readonly #other: number;

  constructor(constants: readonly (string | number)[]) {
    const texts = constants.filter(constant => typeof constant === 'string');
    const numbers = constants.filter(constant => typeof constant === 'number');
    this.#texts = new Map(texts.map((text, index) => [text, index]));
    this.#numbers = numbers.length > 0 ? new NumberClasses(numbers) : undefined;
    const ofNumbers = this.#numbers?.descriptions.slice(0, -1) ?? [];
    this.#other = texts.length + ofNumbers.length;
    const other = this.#other > 0 ? 'has another value' : 'has a value';
    this.descriptions = [...texts.map(is), ...ofNumbers, other, 'is false', 'is missing'];
    this.named = between(0, this.#other);
  }

  describe(chosen: readonly number[]): string | undefined {
    const ofNumbers = chosen.map(index => index - this.#texts.size);
    const areNumbers = chosen.every(index => index < this.#other) && ofNumbers.every(index => index >= 0);
    return areNumbers ? this.#numbers?.describe(ofNumbers) : undefined;
  }

  classOf(value: unknown): number {
    if (!isPresent(value)) return this.#other + 2;
    if (value === false) return this.#other + 1;
    if (typeof value === 'string') return this.#texts.get(value) ?? this.#other;
    const index = this.#numbers?.classOf(value) ?? 0;
    const isNumber = this.#numbers && index < this.#numbers.descriptions.length - 1;
    return isNumber ? this.#texts.size + index : this.#other;
  }

  where(operator: Operator, constant: string | number): ClassSet {
    const count = this.#texts.size;
    const equal = this.classOf(constant);
    if (typeof constant === 'string')
      return { includes: index => index === equal || (constant === '' && index === this.#other + 2) };
    const ofNumbers = this.#numbers?.where(operator, constant) ?? none;
    return { includes: index => count <= index && index < this.#other && ofNumbers.includes(index - count) };
  }
}

function is(text: string): string {
  return text === '' ? 'is empty' : `is ${quote(text)}`;
}

/** A message names at most so many constants. */
const maxNamed = 4;

function isNoneOf(constants: readonly string[]): string {
  if (constants.length > maxNamed) return 'is none of the texts that it is compared with';
  const named = constants.map(text => (text === '' ? 'empty' : quote(text)));
  return `is neither ${named.slice(0, -1).join(', ')} nor ${named.at(-1)}`;
}

function isNot(text: string): string {
  return text === '' ? 'is not empty' : `is not ${quote(text)}`;
}

/** One class for each text of a closed set. */
export function memberClasses(texts: readonly string[]): ValueClasses {
  const indexes = new Map<unknown, number>(texts.map((text, index) => [text, index]));
  return {
    descriptions: texts.map(is),
    classOf: value => indexes.get(value) ?? -1,
    named: none,
    where: () => none,
  };
}

/** Values that a rendering has read. */
export interface Holding {
  /** The class of each variable's value, by the variable's index. */
  readonly classes: number[];
  /** Stores the items of a list by the index of its variable. */
  readonly keepList: (index: number, items: ListItems) => void;
}

/**
 * A question of conditions about a variable: whether it is true, or has a value; how it compares with texts or numbers, or JSON
 * with both; whether a list has items or, with a filter, whether any item is taken; which number an item has; for `event`, which of
 * the checked events it is.
 */
export type Question =
  | 'truth'
  | 'presence'
  | 'text'
  | 'number'
  | 'json'
  | 'emptiness'
  | 'taken'
  | 'item-number'
  | 'event';

/** A variable that is read because conditions ask about it. */
export interface AskedReading {
  readonly question: Question;
  /** The path as written in the template. */
  readonly path: readonly string[];
  /** The path within the context or item. */
  readonly origin: readonly string[];
  /** For a part of JSON: the names that lead to it from there. */
  readonly parts?: readonly string[] | undefined;
  /** Its first mention. */
  readonly range: SourceRange;
  /** The number of times that a list is walked per reading, where 2 stands for any larger number. */
  readonly walks: number;
}

/** Variables that differ for each item of a list. */
export interface AskedOfItem {
  /** Variables to read from an item, in this order. */
  readonly toRead: readonly AskedReading[];
  readonly indexes: ReadonlySet<number>;
  /** Reads the variables of the item with this number. */
  readonly read: (source: ValueSource, holding: Holding, number: number) => void;
}
