import { numeralIn } from '../../numbers/numeral.ts';
import { jsonValue } from '../../output/json/places.ts';
import type { Place } from '../../output/output.ts';
import { ListItems } from '../list-items.ts';
import { readOwn } from '../read-own-property.ts';
import {
  isGroup,
  isList,
  isOptional,
  type ListType,
  type PresentType,
  presentType,
  type VariableSchema,
  type VariableType,
} from '../resolve/variables.ts';
import { boundedNumber } from './bounded-number.ts';
import { compact, compactFrom, outputTooLong } from './output-bound.ts';
import { RenderError, renderErrorAt, type Site } from './render-error.ts';
import { describeType, ValueWriter } from './value-writer.ts';

/** How a list or a group is written. */
interface WholeWriting {
  readonly type: ListType | VariableSchema;
  readonly formatDate?: ((epochMs: number) => string | number | bigint) | undefined;
  /** Output for a missing value. */
  readonly missing: string;
  /** What is longer is refused before it takes up memory. */
  readonly maxOutputBytes: number;
  /** Whether a schema relies on the numbers in it. */
  readonly isBounded?: boolean | undefined;
}

/** Where a part stands: `tickets[2].since`, made only for an error. */
type NameOf = () => string;

/**
 * Writes a list or a group as JSON: its declared parts in their order, read as own data properties, dates as text. Missing parts
 * are left out, missing lists are empty, and missing items are `null`.
 */
export class WholeWriter implements Site {
  readonly variable: string;
  readonly range: Site['range'];
  readonly place: Place = jsonValue;
  readonly #writing: WholeWriting;
  /** Writers of values by their declared type. */
  readonly #writers: Readonly<Record<'date' | 'json' | 'number' | 'other', ValueWriter>>;

  constructor({ variable, range }: Site, writing: WholeWriting) {
    this.variable = variable;
    this.range = range;
    this.#writing = writing;
    const { formatDate, isBounded } = writing;
    const bounded = {
      formatNumber: (value: number | bigint) => boundedNumber(value, String(value)),
      formatNumeral: (text: string) => boundedNumber(text, numeralIn(text)),
    };
    this.#writers = {
      date: new ValueWriter(this, jsonValue, { type: 'date', formatDate }),
      json: new ValueWriter(this, jsonValue, { type: 'json', formatDate }),
      number: new ValueWriter(this, jsonValue, {
        ...{ formatDate, isNumeral: true },
        ...(isBounded ? bounded : { formatNumeral: numeralIn }),
      }),
      other: new ValueWriter(this, jsonValue, { formatDate }),
    };
  }

  /** @throws {RenderError} that names the part that cannot be written. */
  write(value: unknown): string {
    const { type, missing } = this.#writing;
    if (value === undefined || value === null) return missing;
    return this.#present(value, type, () => this.variable) ?? missing;
  }

  /** Undefined for what is missing. */
  #partOf(value: unknown, declared: VariableType, nameOf: NameOf): string | undefined {
    const type = presentType(declared);
    const isMissing = value === undefined || value === null;
    if (isMissing && isList(type)) return '[]';
    if (isMissing) return value === null && type === 'json' && !isOptional(declared) ? 'null' : undefined;
    return this.#present(value, type, nameOf);
  }

  #present(value: unknown, type: PresentType, nameOf: NameOf): string | undefined {
    if (isList(type)) return this.#list(value, type, nameOf);
    if (isGroup(type)) return this.#group(value, type, nameOf);
    // What JSON has no number for is missing.
    if (typeof value === 'number' && !Number.isFinite(value) && type !== 'date') return undefined;
    try {
      const kind = typeof type === 'object' || type === 'string' || type === 'boolean' ? 'other' : type;
      return this.#writers[kind].write(value);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      // The part takes the place of the whole in the message, which begins with that in backticks.
      const reason = error.message.slice(this.variable.length + 3);
      throw new RenderError(error.code, nameOf(), this.range, reason);
    }
  }

  #list(value: unknown, { of }: ListType, nameOf: NameOf): string {
    const items = this.#reading(nameOf, () => new ListItems(value));
    let text = '';
    let latest = '[';
    for (let index = 0; index < items.length; index++) {
      const itemName = () => `${nameOf()}[${index}]`;
      const item = this.#reading(itemName, () => items.at(index));
      latest += `${index === 0 ? '' : ','}${this.#partOf(item, of, itemName) ?? 'null'}`;
      this.#assertWithin(text.length + latest.length);
      if (latest.length < compactFrom) continue;
      text += compact(latest);
      latest = '';
    }
    return `${text}${latest}]`;
  }

  #group(value: unknown, group: VariableSchema, nameOf: NameOf): string {
    if (typeof value !== 'object')
      throw new RenderError('not-a-group', nameOf(), this.range, `is ${describeType(value)}, not an object.`);
    let members = '';
    for (const [name, type] of Object.entries(group)) {
      const partName = () => `${nameOf()}.${name}`;
      const part = this.#reading(partName, () => readOwn(value, name));
      const json = this.#partOf(part, type, partName);
      if (json !== undefined) members += `${members === '' ? '' : ','}"${name}":${json}`;
      this.#assertWithin(members.length);
    }
    return `{${members}}`;
  }

  #reading<T>(nameOf: NameOf, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw renderErrorAt(error, { variable: nameOf(), range: this.range });
    }
  }

  /** There are at least as many bytes as UTF-16 units. */
  #assertWithin(length: number): void {
    if (length > this.#writing.maxOutputBytes) throw outputTooLong(this.#writing.maxOutputBytes, this);
  }
}
