import type { ConditionalNode, ValueNode } from '../../../grammar/tree.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Variable } from './variables.ts';

/** A template whose names and options are resolved: what the proof walks over and the compiler compiles. */
export type Program = readonly Step[];

export type Step = LiteralStep | ValueStep | ConditionalStep;

/** Text that is written as it stands; `\$` is a literal of its own, so that text and range have the same length otherwise. */
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

/** A condition over boolean variables. */
export type Condition =
  | BooleanCondition
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] };

/** A boolean variable, which holds only for `true` itself. */
export interface BooleanCondition {
  readonly kind: 'variable';
  readonly name: string;
  /** Which of the template's boolean variables it is, in the order in which conditions name them. */
  readonly index: number;
}
