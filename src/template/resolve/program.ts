import type { ConditionalNode, ListNode, ValueNode } from '../../../grammar/tree.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ServedEvents } from './served-events.ts';
import type { AskedOfItem, Operator } from './value-classes.ts';
import type { Variable } from './variables.ts';

/** A template whose names and options are resolved: what the proof walks over and the compiler compiles. */
export type Program = readonly Step[];

export type Step = LiteralStep | ValueStep | ConditionalStep | ListStep;

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
  /** A Java pattern for a number, one or the name of an epoch for a date, text formats for everything else. */
  readonly format?: string;
  /** What is written for a missing value. */
  readonly null?: string;
  /** What is written for an empty text, and for a missing value without a `null`. */
  readonly default?: string;
  /** The most UTF-16 units of a text. */
  readonly max?: number;
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

export interface ListStep {
  readonly kind: 'list';
  readonly range: SourceRange;
  readonly node: ListNode;
  /** Whether it has items; of a filter, whether any of them is taken. */
  readonly emptiness: ConditionVariable;
  /** The list itself, whose items are the same wherever it is walked, also where there is a filter. */
  readonly list: ReadList;
  /** Which items are taken. */
  readonly filter: Condition | undefined;
  /** How many lists there are around an item, its own among them. */
  readonly level: number;
  /** What conditions ask of an item and its parts. */
  readonly asked: AskedOfItem;
  /** What is written for each item. */
  readonly steps: Program;
  /** What is written between two items. */
  readonly separator: Program;
  /** What is written if there are no items. */
  readonly otherwise: Program;
}

/** A list that is read with what conditions ask. */
export interface ReadList extends ConditionVariable {
  readonly path: readonly string[];
}

/** Which class of a list is that of no items. */
export const isEmpty = 1;

/** What a conditional asks of variables. */
export type Condition = (
  | VariableCondition
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
) & {
  /** Where it is written. */
  readonly range?: SourceRange;
};

/** Holds where the value of a variable is in one of these classes. */
export interface VariableCondition {
  readonly kind: 'variable';
  readonly variable: ConditionVariable;
  readonly classes: ClassSet;
  /** What says the same; where there is none, it holds for what is true, or has items. */
  readonly comparison?: Comparison;
  /** Of the variable that says which event it is, the events for which it holds. */
  readonly events?: readonly string[];
  /** The name in it. */
  readonly path?: SourceRange;
}

/** How a value is compared, and with what. */
interface Comparison {
  readonly operator: Operator;
  readonly constant: string | number;
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
  /** Of any length: what stands in a broken condition is a name, too. */
  readonly name: string;
  /** Which of the template's variables it is, in the order in which conditions name them. */
  readonly index: number;
  /** What is said of a value in each class: "is true". */
  readonly classes: readonly string[];
  /** Of one in the context, the name that its path begins with. */
  readonly inContext?: string | undefined;
  /** What is said where it is in one of several classes, and of itself. */
  readonly describe?: (classes: readonly number[]) => string;
}

/** Which of the events it is that a template is checked for; each is a class. */
export interface EventVariable extends ConditionVariable {
  readonly served: ServedEvents;
}

/** What a conditional or list may write, in the order of the source. */
export function branchesOf(step: ConditionalStep | ListStep): readonly Program[] {
  if (step.kind === 'list') return [step.steps, step.separator, step.otherwise];
  return [...step.branches.map(({ steps }) => steps), step.otherwise];
}

/** What a conditional or list may write at an offset of the source, tags apart. */
export function branchAt(step: ConditionalStep | ListStep, offset: number): Program | undefined {
  return branchesOf(step).find(steps => {
    const [first, last] = [steps[0], steps.at(-1)];
    return first && last && first.range.start <= offset && offset < last.range.end;
  });
}
