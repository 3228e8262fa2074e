import type { ConditionalNode, ListNode, ValueNode } from '../../../grammar/tree.ts';
import type { Diagnostic, SourceRange } from '../../diagnostics/diagnostic.ts';
import type { ServedEvents } from './served-events.ts';
import type { AskedOfItem, ClassSet, Operator, Question, ValueClasses } from './value-classes.ts';
import type { ListType, PresentType, Variable, VariableSchema } from './variables.ts';

/** A template with its names and options resolved, as the proof walks over it and the compiler compiles it. */
export type Program = readonly Step[];

export type Step = LiteralStep | ValueStep | ConditionalStep | ListStep;

/** Text that is written unchanged. `\$` is a literal of its own; in all others, text and range have the same length. */
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
  /** Whether there is no such variable, which is reported. */
  readonly isUnknown?: boolean | undefined;
  /** The list whose items the value counts. */
  readonly counted?: ReadList | undefined;
  /** Whether it is the number of the item at the variable's level. */
  readonly isItemNumber?: boolean | undefined;
  /** For a list or a group: how it is written as JSON. */
  readonly whole?: WholeValue | undefined;
  readonly options: ValueOptions;
  /** Whether a schema is asked, under which a number has to be one that a double can hold. */
  readonly isUnderSchema?: boolean | undefined;
  /** What conditions ask where the variable comes from. */
  readonly asked?: Questions | undefined;
}

/** A list or a group, which only JSON takes as a value. */
interface WholeValue {
  readonly type: ListType | VariableSchema;
  /** Mistakes where it is a value of JSON. */
  readonly mistakes: readonly Diagnostic[];
  /** Mistakes anywhere else. */
  readonly elsewhere: readonly Diagnostic[];
}

export interface ValueOptions {
  /**
   * A number pattern, a date pattern or the name of an epoch, or text formats, depending on the type of the variable.
   */
  readonly format?: string;
  /** Text for a missing value. */
  readonly null?: string;
  /** Text for an empty text, and for a missing value without a `null`. */
  readonly default?: string;
  /** The maximum length of a text in UTF-16 code units. */
  readonly max?: number;
  /** How many places the decimal point of a number moves to the right. */
  readonly scale?: number;
  /** The zone of dates; always set where there may be one. */
  readonly timeZone?: string;
}

export interface ConditionalStep {
  readonly kind: 'conditional';
  readonly range: SourceRange;
  readonly node: ConditionalNode;
  readonly branches: readonly { readonly condition: Condition; readonly steps: Program }[];
  /** Empty if there is no `$else$`. */
  readonly otherwise: Program;
}

export interface ListStep {
  readonly kind: 'list';
  readonly range: SourceRange;
  readonly node: ListNode;
  /** The type of an item where it has a value. */
  readonly itemType: PresentType;
  /** Whether the list has items or, with a filter, whether the filter takes any. */
  readonly emptiness: ConditionVariable;
  /** The list itself, without its filter. Its items are the same wherever it is walked. */
  readonly list: ReadList;
  /** The condition for taking an item. */
  readonly filter: Condition | undefined;
  /** The number of items to take at most. */
  readonly max: number | undefined;
  /** The number of lists around an item, including its own. */
  readonly level: number;
  /** Whether the numbers of its items are asked for or written. */
  readonly isNumbered: boolean;
  /** The variable of these numbers, if conditions ask for them. */
  readonly number: NumberVariable | undefined;
  /** Questions of conditions about an item and its parts. */
  readonly asked: AskedOfItem;
  /** Written for each item. */
  readonly steps: Program;
  /** Written between two items. */
  readonly separator: Program;
  /** Written if there are no items. */
  readonly otherwise: Program;
}

/** A list that is read together with the variables of conditions. */
export interface ReadList extends ConditionVariable {
  readonly path: readonly string[];
  /** The classes of a list that may have a second item. */
  readonly later: ClassSet;
}

/** The number of an item: that of the first is in other classes than those of later ones, if conditions tell them apart. */
export interface NumberVariable extends ConditionVariable {
  readonly first: ClassSet;
  readonly later: ClassSet;
}

/** The class of a list without items. */
export const emptyListClass = 1;

export type Condition = (
  | ClassCondition
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
) & {
  /** Its place in the source. */
  readonly range?: SourceRange;
  /** For a name alone that some events have always, and others may lack. */
  readonly presence?: Presence | undefined;
};

/** What depends on which events come: where none may lack the value, a condition that asks whether there is one always holds. */
export interface Presence {
  /** The error where only those come that have the value always. */
  readonly mistake: Diagnostic;
  readonly always: readonly string[];
  readonly perhaps: readonly string[];
}

/** Holds if the value of a variable is in one of these classes. */
export interface ClassCondition {
  readonly kind: 'variable';
  readonly variable: ConditionVariable;
  readonly classes: ClassSet;
  /** The comparison in the source; without one, the condition tests for truth, or for items. */
  readonly comparison?: Comparison;
  /** For the variable that says which event it is: the events for which the condition holds. */
  readonly events?: readonly string[];
  /** The range of the name in the condition. */
  readonly path?: SourceRange;
}

interface Comparison {
  readonly operator: Operator;
  readonly constant: string | number;
}

/**
 * A variable that conditions ask about. Its values fall into finitely many classes, each value into exactly one, and no
 * condition distinguishes two values of a class.
 */
export interface ConditionVariable {
  /** May be of any length: the text of a broken condition is a name, too. */
  readonly name: string;
  /** The number of the variable in the template, in the order in which conditions name them. */
  readonly index: number;
  /** A phrase for the values of each class: "is true". */
  readonly classes: readonly string[];
  /** Its path as events declare it, through the lists around it; none for what no event declares. */
  readonly declared?: readonly string[] | undefined;
  /** A phrase for several classes at once, with the variable's name, where there is a better one than that for the first. */
  readonly describe?: (classes: readonly number[]) => string | undefined;
}

/** What conditions ask about the values of one source. */
export interface Questions {
  /** The path of the source as events declare it: none for the context, and that of each item for an item. */
  readonly declared: readonly string[];
  /** What is asked about a path, if anything is. */
  about(question: Question, path: readonly string[]): AskedValue | undefined;
  readonly event: EventVariable | undefined;
}

interface AskedValue extends ConditionVariable {
  readonly valueClasses: ValueClasses;
  /** The constants that it is compared with. */
  readonly constants: readonly (string | number)[];
}

/** The variable that says which event a template is checked for; each event is a class. */
export interface EventVariable extends ConditionVariable {
  readonly served: ServedEvents;
}

/** The alternatives of a conditional or list, in the order of the source. */
export function branchesOf(step: ConditionalStep | ListStep): readonly Program[] {
  if (step.kind === 'list') return [step.steps, step.separator, step.otherwise];
  return [...step.branches.map(({ steps }) => steps), step.otherwise];
}

/** The alternative of a conditional or list at an offset of the source, not counting tags. */
export function branchAt(step: ConditionalStep | ListStep, offset: number): Program | undefined {
  return branchesOf(step).find(steps => {
    const [first, last] = [steps[0], steps.at(-1)];
    return first && last && first.range.start <= offset && offset < last.range.end;
  });
}

export function isBlank(step: Step): boolean {
  return step.kind === 'literal' && step.text.trim() === '';
}

/** The text that continues at this offset, or the value that stands there. */
export function leafAt(program: Program, offset: number): LiteralStep | ValueStep | undefined {
  const step = program.find(({ range }) => offset < range.end);
  if (step?.kind === 'conditional' || step?.kind === 'list') {
    return branchesOf(step)
      .map(steps => leafAt(steps, offset))
      .find(leaf => leaf !== undefined);
  }
  return step && step.range.start <= offset ? step : undefined;
}
