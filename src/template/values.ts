import type { Locale } from 'date-fns';
import type { Place } from '../output/output.ts';
import type { ValueOptions, ValueStep } from './program.ts';
import { ValueWriter } from './value-writer.ts';

/** What is written for a variable in one kind of place, by however many tags. */
export interface Value {
  /** With dots between the names of a path. */
  readonly name: string;
  readonly place: Place;
  readonly write: ValueWriter['write'];
  /** Where a rendering keeps what was written. */
  readonly slot: number;
  /** Whether more tags than one may ask for it. */
  readonly isShared: boolean;
}

/** The values of one template: tags that would write the same share one, which is written once in a rendering. */
export class Values {
  readonly #locale: Locale;
  readonly #known = new Map<string, { -readonly [Field in keyof Value]: Value[Field] }>();

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** Of their variables. */
  get names(): readonly string[] {
    return Array.from(this.#known.values(), ({ name }) => name);
  }

  of(step: ValueStep, place: Place): Value {
    const name = step.variable.path.join('.');
    const key = `${name} ${place.name}${place.strict ? '!' : ''}${keyOf(step.options)}`;
    const known = this.#known.get(key);
    if (known) {
      known.isShared = true;
      return known;
    }
    const { write } = new ValueWriter(step, place, this.#locale);
    const value = { name, place, write, slot: this.#known.size, isShared: false };
    this.#known.set(key, value);
    return value;
  }
}

function keyOf({ format, null: missing, timeZone }: ValueOptions): string {
  return `${keyPart(format)}${keyPart(missing)}${keyPart(timeZone)}`;
}

function keyPart(option: string | undefined): string {
  return option === undefined ? '\n' : `\n=${option}`;
}
