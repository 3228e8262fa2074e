import { quote } from '../../../diagnostics/catalogue/excerpt.ts';
import type { Operator, ValueClasses } from './value-classes.ts';

/** Each text that is compared with, and everything else; a missing text is an empty one. */
export class TextClasses implements ValueClasses {
  readonly descriptions: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(constants: readonly string[]) {
    const [first = ''] = constants;
    this.#indexes = new Map(constants.map((text, index) => [text, index]));
    const others = constants.length === 1 ? isNot(first) : 'is something else';
    this.descriptions = [...constants.map(is), others];
  }

  where(_: Operator, constant: string | number): readonly [first: number, last: number] {
    const index = this.classOf(constant);
    return [index, index];
  }

  classOf(value: unknown): number {
    const text = value ?? '';
    return (typeof text === 'string' ? this.#indexes.get(text) : undefined) ?? this.#indexes.size;
  }
}

function is(text: string): string {
  return text === '' ? 'is empty' : `is ${quote(text)}`;
}

function isNot(text: string): string {
  return text === '' ? 'is not empty' : `is not ${quote(text)}`;
}
