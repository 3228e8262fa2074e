import type { Locale } from 'date-fns';
import { compileDatePattern, type DateFormatter } from '../../dates/format/compile-pattern.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { type Place, RefusedValue } from '../../output/output.ts';
import type { ValueOptions, ValueStep } from '../resolve/program.ts';
import { isTextFormat, textFormats } from '../resolve/text-format.ts';
import type { ScalarType } from '../resolve/variables.ts';
import { compileReader, type Reader } from './own-value.ts';
import { type RenderErrorCode, Unwritable } from './render-error.ts';

/**
 * Writes the value of one variable in its place. How follows from the type that the value has at run time, so that the
 * proof holds even for a context that lies about its types.
 */
export class ValueWriter {
  /** Reads the value and writes it. @throws {Unwritable} where it cannot be written. */
  readonly write: (context: unknown) => string;
  readonly #type: ScalarType;
  readonly #options: ValueOptions;
  readonly #place: Place;
  readonly #locale: Locale;
  readonly #formatText: ((text: string) => string) | undefined;
  #formatDate: DateFormatter | undefined;

  constructor({ variable, options }: Pick<ValueStep, 'variable' | 'options'>, place: Place, locale: Locale) {
    const { format } = options;
    this.#type = variable.type;
    this.#options = options;
    this.#place = place;
    this.#locale = locale;
    this.#formatText =
      this.#type !== 'date' && format !== undefined && isTextFormat(format) ? textFormats[format] : undefined;
    this.write = this.#compile(compileReader(variable.path));
  }

  /** The usual type of the value is looked for first. */
  #compile(read: Reader): ValueWriter['write'] {
    const type = this.#type;
    if (this.#place.strict) return context => this.#writeOrExplain(read(context));
    if (type === 'date') {
      return context => {
        const value = read(context);
        const epochMs = typeof value === 'object' && value !== null ? epochOf(value) : undefined;
        return epochMs === undefined ? this.#write(value) : this.#writeDate(epochMs);
      };
    }
    if (typeof type === 'object') {
      let known: ReadonlyMap<unknown, string> | undefined;
      return context => {
        known ??= new Map(type.map(text => [text, this.#writeText(text)]));
        const value = read(context);
        return known.get(value) ?? this.#write(value);
      };
    }
    return context => {
      const value = read(context);
      return typeof value === 'string' ? this.#writeText(value) : this.#write(value);
    };
  }

  #write(value: unknown): string {
    const place = this.#place;
    if (value === undefined || value === null) {
      return this.#options.null === undefined ? place.missing : place.text(this.#options.null);
    }
    if (typeof value === 'object') return this.#writeObject(value);
    if (this.#mustBeDate) {
      const kind = typeof value === 'string' ? 'text' : `a ${typeof value}`;
      throw this.#failure('not-a-date', `is ${kind}, and its format wants a date.`);
    }
    switch (typeof value) {
      case 'string':
        return this.#writeText(value);
      case 'number':
      case 'bigint':
        return this.#formatText ? this.#writeText(String(value)) : place.number(value);
      case 'boolean':
        return this.#formatText ? this.#writeText(String(value)) : place.boolean(value);
      default:
        throw this.#failure('no-text', `is a ${typeof value}, which has no text.`);
    }
  }

  get #mustBeDate(): boolean {
    return this.#type === 'date' && this.#options.format !== undefined;
  }

  #writeText(text: string): string {
    return this.#place.text(this.#formatText ? this.#formatText(text) : text);
  }

  #writeObject(value: object): string {
    // Asking what is no date costs an exception, so what is declared as something else is looked at first.
    const epochMs = this.#type === 'date' || value instanceof Date ? epochOf(value) : undefined;
    if (epochMs !== undefined) return this.#writeDate(epochMs);
    if (this.#mustBeDate) {
      throw this.#failure('not-a-date', 'is an object, and its format wants a date.');
    }
    if (this.#type !== 'json') throw this.#failure('no-text', 'is an object, which has no text.');
    const json = jsonOf(value);
    if (json === undefined) throw this.#failure('no-text', 'cannot be written as JSON.');
    return this.#formatText ? this.#writeText(json) : this.#place.json(json);
  }

  /** Any value may turn out to be a date; a pattern is compiled when the first one comes. */
  #writeDate(epochMs: number): string {
    if (Number.isNaN(epochMs)) throw this.#failure('invalid-date', 'is a date without a time in it.');
    this.#formatDate ??= this.#compileDate();
    return this.#writeText(this.#formatDate(epochMs));
  }

  #compileDate(): DateFormatter {
    const { format, timeZone = 'UTC' } = this.#options;
    const pattern = this.#type === 'date' && format !== undefined ? format : isoPattern;
    return compileDatePattern(pattern, { timeZone, locale: this.#locale });
  }

  #writeOrExplain(value: unknown): string {
    try {
      return this.#write(value);
    } catch (error) {
      if (error instanceof RefusedValue) throw this.#failure('refused-value', error.message);
      throw error;
    }
  }

  #failure(code: RenderErrorCode, message: string): Unwritable {
    return new Unwritable(this.write, code, message);
  }
}

const { getTime } = Date.prototype;

/** The time in a date; `undefined` for what is none, even if it claims to be one. */
function epochOf(value: object): number | undefined {
  try {
    return getTime.call(value);
  } catch {
    return undefined;
  }
}

/** JSON as the value itself has it; what its getters and `toJSON` throw may hold secrets and is dropped. */
function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
