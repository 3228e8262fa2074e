import { excerpt } from '../../diagnostics/catalogue/excerpt.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { readOwn, UnreadableValue } from '../read-own.ts';
import { unreadable } from '../render/render-error.ts';
import { NumberClasses } from './classes/number-classes.ts';
import { TextClasses } from './classes/text-classes.ts';
import { type Operator, truthClasses, type ValueClasses } from './classes/value-classes.ts';
import type { ConditionVariable, VariableCondition } from './program.ts';

/** What conditions ask of a variable: whether it is true, or how it compares with texts or numbers. */
type Question = 'truth' | 'text' | 'number';

const classesFor: Readonly<Record<Question, (constants: readonly (string | number)[]) => ValueClasses>> = {
  truth: () => truthClasses,
  text: constants => new TextClasses(constants.map(String)),
  number: constants => new NumberClasses(constants.map(Number)),
};

/** A variable that conditions ask about. Its classes stand once all conditions have been read. */
class AskedVariable implements ConditionVariable {
  readonly name: string;
  readonly path: readonly string[];
  /** Where it is mentioned first. */
  readonly range: SourceRange;
  index = 0;
  readonly #question: Question;
  readonly #constants = new Set<string | number>();
  #classes: ValueClasses = truthClasses;

  constructor(question: Question, path: readonly string[], range: SourceRange, name: string) {
    this.name = name;
    this.path = path;
    this.range = range;
    this.#question = question;
  }

  get classes(): readonly string[] {
    return this.#classes.descriptions;
  }

  get valueClasses(): ValueClasses {
    return this.#classes;
  }

  /** Holds for `true`. */
  isTrue(): VariableCondition {
    return { kind: 'variable', variable: this, classes: [0] };
  }

  compare(operator: Operator, constant: string | number): VariableCondition {
    this.#constants.add(constant);
    const includes = (index: number) => {
      const [first, last] = this.#classes.where(operator, constant);
      return first <= index && index <= last;
    };
    return { kind: 'variable', variable: this, classes: { includes } };
  }

  /** Two variables of one key have the same classes. */
  settle(indexOf: (key: string) => number): void {
    const constants = [...this.#constants].sort();
    this.#classes = classesFor[this.#question](constants);
    this.index = indexOf(JSON.stringify([this.#question, this.path, constants]));
  }
}

/** The variables that the conditions of one template ask about. */
export class AskedVariables {
  readonly #variables = new Map<string, AskedVariable>();

  /** The variable of a path, a new one where `range` mentions it first; `name` is what messages call it. */
  variableOf(
    question: Question,
    path: readonly string[],
    range: SourceRange,
    name: string = excerpt(path.join('.')),
  ): AskedVariable {
    const key = `${question} ${path.join('.')}`;
    const known = this.#variables.get(key);
    if (known) return known;
    const variable = new AskedVariable(question, path, range, name);
    this.#variables.set(key, variable);
    return variable;
  }

  /** With dots between the names of a path. */
  get names(): readonly string[] {
    return [...this.#variables.values()].map(({ path }) => path.join('.'));
  }

  /** Once all conditions have been read. `indexes` are those of the variables of all sources that are compared. */
  settle(indexes: Map<string, number>): void {
    const indexOf = (key: string) => {
      const index = indexes.get(key) ?? indexes.size;
      indexes.set(key, index);
      return index;
    };
    for (const variable of this.#variables.values()) variable.settle(indexOf);
  }

  /**
   * The class of each in a context. The proof counts on every condition seeing the same values, and a `toJSON` or a
   * proxy can change them between two looks: a rendering therefore looks once, before it writes anything.
   *
   * @throws {RenderError} for a context that cannot be read.
   */
  read(context: unknown): Holding {
    const holding: number[] = [];
    for (const { path, range, index, valueClasses } of this.#variables.values()) {
      try {
        holding[index] = valueClasses.classOf(readOwn(context, path));
      } catch (error) {
        throw error instanceof UnreadableValue ? unreadable(path.join('.'), range) : error;
      }
    }
    return holding;
  }
}

/** The class that the value of each variable is in, by the index of the variable. */
export type Holding = readonly number[];
