import type { Locale } from 'date-fns';
import { compileDatePattern, type DateFormatter } from '../../dates/format/compile-pattern.ts';
import { epochFormat } from '../../dates/format/epoch.ts';
import { readInstant } from '../../dates/format/instant.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { compileDecimalPattern, type NumberFormatter } from '../../numbers/compile-pattern.ts';
import { type Place, RefusedValue } from '../../output/output.ts';
import { UnreadableValue } from '../read-own-property.ts';
import type { ValueOptions, ValueStep } from '../resolve/program.ts';
import { compileTextFormat, namesIn } from '../resolve/text-format.ts';
import type { Origin, ScalarType } from '../resolve/variables.ts';
import { RenderError, type RenderErrorCode, unreadable } from './render-error.ts';
import type { Rendering } from './rendering.ts';

/**
 * Writes the value of one tag in its place. How follows from the type that the value has at run time, so that the proof
 * holds even for a context that lies about its types.
 */
export class ValueWriter {
  readonly place: Place;
  readonly #range: SourceRange;
  readonly #path: readonly string[];
  readonly #origin: Origin;
  readonly #type: ScalarType;
  readonly #options: ValueOptions;
  readonly #writeText: WriteText;
  /** What a text format makes of what is not text; undefined where there is none. */
  readonly #writeFormatted: WriteText | undefined;
  readonly #formatNumber: NumberFormatter | undefined;
  readonly #formatEpoch: ReturnType<typeof epochFormat>;
  readonly #locale: Locale;
  #formatDate: DateFormatter | undefined;

  constructor({ variable, options, range }: ValueStep, place: Place, locale: Locale) {
    this.place = place;
    this.#range = range;
    this.#path = variable.path;
    this.#origin = variable.origin;
    this.#type = variable.type;
    this.#options = options;
    const { format, max } = options;
    const isText = variable.type !== 'date' && variable.type !== 'number';
    const formatText = isText ? compileTextFormat(format, max) : undefined;
    const writeFormatted = formatText && textWriter(place, options.default, formatText);
    const isJsonEncoded = variable.type === 'json' && namesIn(format ?? '').includes('json-encode');
    this.#writeFormatted = writeFormatted;
    // Text of type `json` is encoded with its quotes, as the JSON that it is.
    this.#writeText =
      writeFormatted && isJsonEncoded
        ? text => writeFormatted(JSON.stringify(text))
        : (writeFormatted ?? textWriter(place, options.default));
    this.#formatNumber =
      variable.type === 'number' && format !== undefined ? compileDecimalPattern(format) : undefined;
    this.#formatEpoch = variable.type === 'date' && format !== undefined ? epochFormat(format) : undefined;
    this.#locale = locale;
  }

  /** With dots between the names of its path. */
  get variable(): string {
    return this.#path.join('.');
  }

  /** Whether it is read from an item of a list. */
  get isOfItem(): boolean {
    return this.#origin.level > 0;
  }

  /** @throws {RenderError} where the value cannot be written. */
  write(rendering: Rendering): string {
    try {
      return this.#write(rendering.readFrom(this.#origin));
    } catch (error) {
      if (error instanceof RefusedValue) throw this.#failure('refused-value', error.message);
      if (error instanceof UnreadableValue) throw unreadable(this.variable, this.#range);
      throw error;
    }
  }

  #write(value: unknown): string {
    const type = this.#type;
    // Most values are text, and the rest of the questions can be spared.
    if (typeof value === 'string' && type !== 'date') return this.#writeText(value);
    if (value === undefined || value === null) {
      const { null: missing = this.#options.default } = this.#options;
      return missing === undefined ? this.place.missing : this.place.text(missing);
    }
    const epochMs = this.#epochOf(value);
    if (epochMs !== undefined) return this.#writeDate(epochMs);
    if (type === 'date' && this.#options.format !== undefined)
      throw this.#failure('not-a-date', `is ${describeType(value)}, but its format needs a date.`);
    switch (typeof value) {
      case 'string':
        return this.#writeText(value);
      case 'number':
      case 'bigint':
        return this.#writeNumber(value);
      case 'boolean':
        return this.#writeFormatted ? this.#writeFormatted(String(value)) : this.place.boolean(value);
      case 'object':
        if (type === 'json') return this.#writeJson(value);
    }
    throw this.#failure('no-text', `is ${describeType(value)}, which cannot be written as text.`);
  }

  #epochOf(value: unknown): number | undefined {
    const isDeclared = this.#type === 'date';
    if (typeof value !== 'object' || value === null) return isDeclared ? readInstant(value) : undefined;
    // Asking what is not a date costs an exception, so what is declared as something else is looked at first.
    return isDeclared || isDate(value) ? epochOf(value) : undefined;
  }

  #writeNumber(value: number | bigint): string {
    if (this.#formatNumber) return this.place.text(this.#formatNumber(value));
    return this.#writeFormatted ? this.#writeFormatted(String(value)) : this.place.number(value);
  }

  #writeJson(value: object): string {
    const json = jsonOf(value);
    if (json === undefined) throw this.#failure('no-text', 'cannot be written as JSON.');
    return this.#writeFormatted ? this.#writeFormatted(json) : this.place.json(json);
  }

  /** Any value may turn out to be a date; a pattern is compiled when the first one comes. */
  #writeDate(epochMs: number): string {
    if (Number.isNaN(epochMs)) throw this.#failure('invalid-date', 'is an invalid date.');
    if (this.#formatEpoch) return this.place.number(this.#formatEpoch(epochMs));
    this.#formatDate ??= this.#compileDate();
    return this.#writeText(this.#formatDate(epochMs));
  }

  #compileDate(): DateFormatter {
    const { format, timeZone = 'UTC' } = this.#options;
    const pattern = this.#type === 'date' && format !== undefined ? format : isoPattern;
    return compileDatePattern(pattern, { timeZone, locale: this.#locale });
  }

  #failure(code: RenderErrorCode, message: string): RenderError {
    return new RenderError(code, this.variable, this.#range, message);
  }
}

type WriteText = (text: string) => string;

/** Writes text as it is formatted, and `instead` where nothing is left of it. */
function textWriter({ text: write }: Place, instead?: string, format?: WriteText): WriteText {
  if (!format && instead === undefined) return write;
  return text => {
    const formatted = format ? format(text) : text;
    return write(formatted === '' && instead !== undefined ? instead : formatted);
  };
}

function describeType(value: unknown): string {
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A proxy that was revoked is not one. */
function isDate(value: object): boolean {
  try {
    return value instanceof Date;
  } catch {
    return false;
  }
}

const { getTime } = Date.prototype;

/** The time in a date; `undefined` for what is not one, even if it claims to be. */
function epochOf(value: object): number | undefined {
  try {
    return getTime.call(value);
  } catch {
    return undefined;
  }
}

/** JSON as the value itself has it; what its getters and `toJSON` throw may contain secrets and is dropped. */
function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
