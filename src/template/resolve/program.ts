import type { ConditionalNode, ValueNode } from '../../../grammar/tree.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Variable } from './variables.ts';

/** A template whose names and options are resolved: what the proof walks over and the compiler compiles. */
export type Program = readonly Step[];

export type Step = LiteralStep | ValueStep | ConditionalStep;

/** Text that is written unchanged; `\$` is a literal of its own, so that text and range have the same length otherwise. */
export interface LiteralStep {
  readonly kind: 'literal';
  readonly range: SourceRange;
  readonly text: string;
}

export interface ValueStep {
  readonly kind: 'value';
  readonly range: SourceRange;
  readonly node: ValueNode;
  readonly variable: Variable;
  readonly options: ValueOptions;
}

export interface ValueOptions {
  /** A Java pattern for a date, a text format for everything else. */
  readonly format?: string;
  /** What is written for a missing value. */
  readonly null?: string;
  /** The zone of a date; always there for one. */
  readonly timeZone?: string;
}

export interface ConditionalStep {
  readonly kind: 'conditional';
  readonly range: SourceRange;
  readonly node: ConditionalNode;
  readonly branches: readonly { readonly condition: Condition; readonly steps: Program }[];
  /** Empty where there is no `$else$`. */
  readonly otherwise: Program;
}

/** What a conditional asks of variables. */
export type Condition =
  | VariableCondition
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] };

/** Holds where the value of a variable is in one of these classes. */
export interface VariableCondition {
  readonly kind: 'variable';
  readonly variable: ConditionVariable;
  readonly classes: ClassSet;
}

/** Some of the classes of a variable, by their indexes. */
export interface ClassSet {
  includes(index: number): boolean;
}

/**
 * A variable that conditions ask about. Its values fall into finitely many classes, each value into exactly one, and no
 * condition tells two values of a class apart.
 */
export interface ConditionVariable {
  readonly name: string;
  /** Which of the template's variables it is, in the order in which conditions name them. */
  readonly index: number;
  /** What is said of a value in each class: "is true". */
  readonly classes: readonly string[];
}
