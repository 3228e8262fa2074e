import type { ComparisonOperator } from '../../../../grammar/tree.ts';

/** `!=` is the negation of `==`. */
export type Operator = Exclude<ComparisonOperator, '!='>;

/**
 * The classes into which conditions divide the values of a variable: each value is in exactly one, and no condition
 * tells two values of a class apart.
 */
export interface ValueClasses {
  /** What is said of a value in each class: "is true". */
  readonly descriptions: readonly string[];
  readonly classOf: (value: unknown) => number;
}

/** Those of a variable that is compared with constants. */
export interface ComparedClasses extends ValueClasses {
  /** The first and the last of the classes for whose values a comparison with a known constant holds. */
  readonly where: (operator: Operator, constant: string | number) => readonly [first: number, last: number];
}

/** `true` itself, and every other value. */
export const truthClasses: ValueClasses = {
  descriptions: ['is true', 'is false'],
  classOf: value => (value === true ? 0 : 1),
};

/** Of a list, by its length. */
export const lengthClasses: ValueClasses = {
  descriptions: ['has items', 'is empty'],
  classOf: length => (length === 0 ? 1 : 0),
};
