import type { Locale } from 'date-fns';
import type { Place } from '../../output/output.ts';
import type { ValueStep } from '../resolve/program.ts';
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

type KnownValue = { -readonly [Field in keyof Value]: Value[Field] };

/** The values of one template: tags that would write the same share one, which is written once in a rendering. */
export class Values {
  readonly #locale: Locale;
  readonly #known = new Map<Place, Map<string, KnownValue>>();
  readonly #names: string[] = [];

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** Of their variables. */
  get names(): readonly string[] {
    return this.#names;
  }

  of(step: ValueStep, place: Place): Value {
    const { format, null: missing, timeZone } = step.options;
    const name = step.variable.path.join('.');
    const key = name + keyPart('format', format) + keyPart('null', missing) + keyPart('zone', timeZone);
    const here = this.#known.get(place) ?? new Map<string, KnownValue>();
    const known = here.get(key);
    if (known) {
      known.isShared = true;
      return known;
    }
    const { write } = new ValueWriter(step, place, this.#locale);
    const value = { name, place, write, slot: this.#names.length, isShared: false };
    this.#names.push(name);
    this.#known.set(place, here.set(key, value));
    return value;
  }
}

function keyPart(option: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${option}${value.length}=${value}`;
}
