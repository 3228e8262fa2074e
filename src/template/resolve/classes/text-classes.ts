import { quote } from '../../../diagnostics/catalogue/excerpt.ts';
import { comparedText } from './compared-values.ts';
import type { ComparedClasses, Operator } from './value-classes.ts';

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

/** How many constants a message names. */
const mostNamed = 4;

function isNoneOf(constants: readonly string[]): string {
  if (constants.length > mostNamed) return 'is none of the texts that it is compared with';
  const named = constants.map(text => (text === '' ? 'empty' : quote(text)));
  return `is neither ${named.slice(0, -1).join(', ')} nor ${named.at(-1)}`;
}

function isNot(text: string): string {
  return text === '' ? 'is not empty' : `is not ${quote(text)}`;
}
