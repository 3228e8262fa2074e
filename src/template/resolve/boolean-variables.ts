import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { readOwn, UnreadableValue } from '../read-own.ts';
import { unreadable } from '../render/render-error.ts';
import type { ConditionVariable } from './program.ts';

/** The classes of a boolean variable: `true` itself, and every other value. */
const booleanClasses = ['is true', 'is false'];
export const isTrue = 0;
const isFalse = 1;

/** The boolean variables that conditions of one template name, numbered in the order of their first mention. */
export class BooleanVariables {
  readonly #variables = new Map<string, ConditionVariable>();
  readonly #paths: { readonly path: readonly string[]; readonly range: SourceRange }[] = [];

  /** The variable of a path, a new one where `range` mentions it first. */
  variableOf(path: readonly string[], range: SourceRange): ConditionVariable {
    const name = path.join('.');
    const known = this.#variables.get(name);
    if (known) return known;
    const variable = { name, index: this.#paths.length, classes: booleanClasses };
    this.#variables.set(name, variable);
    this.#paths.push({ path, range });
    return variable;
  }

  /** With dots between the names of a path. */
  get names(): readonly string[] {
    return [...this.#variables.keys()];
  }

  /**
   * The class of each in a context. The proof counts on every condition seeing the same values, and a `toJSON` or a
   * proxy can change them between two looks: a rendering therefore looks once, before it writes anything.
   *
   * @throws {RenderError} for a context that cannot be read.
   */
  read(context: unknown): Holding {
    return this.#paths.map(({ path, range }) => {
      try {
        return readOwn(context, path) === true ? isTrue : isFalse;
      } catch (error) {
        throw error instanceof UnreadableValue ? unreadable(path.join('.'), range) : error;
      }
    });
  }
}

/** The class that the value of each variable is in, by the index of the variable. */
export type Holding = readonly number[];
