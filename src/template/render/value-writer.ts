import { readInstant } from '../../dates/format/instant.ts';
import { isoText } from '../../dates/format/iso-text.ts';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import { RenderError, type RenderErrorCode, type Site } from './render-error.ts';

/** How the value of a tag is written, according to its type and options. */
export interface ValueWriting {
  /** The declared type, if it matters. */
  readonly type?: 'date' | 'json' | undefined;
  /** Text for a missing value. */
  readonly null?: string | undefined;
  /** Text for a missing value without a `null`, and for a text that ends up empty. */
  readonly default?: string | undefined;
  /** Whether that text is a JSON number. */
  readonly isNumeralMissing?: boolean | undefined;
  /** Applies text formats and `max`. */
  readonly formatText?: ((text: string) => string) | undefined;
  /** Whether number and date formats produce a JSON number. */
  readonly isNumeral?: boolean | undefined;
  /** Whether text is quoted as JSON before that. */
  readonly isQuoted?: boolean | undefined;
  /** Writes text that is a number, where only that is accepted; undefined for any other text. */
  readonly formatNumeral?: ((text: string) => string | undefined) | undefined;
  readonly formatNumber?: ((value: number | bigint) => string) | undefined;
  /** Formats an instant as text, or as the number of an epoch. Any value may be a date. Default: ISO 8601 in UTC. */
  readonly formatDate?: ((epochMs: number) => string | number | bigint) | undefined;
  /** Whether the formatted date is already escaped for its place. */
  readonly isEscaped?: boolean | undefined;
  /** Whether only a date is accepted. */
  readonly needsDate?: boolean | undefined;
}

/**
 * Writes the value of one tag in its place. The value's type at run time decides how, so that the proof holds even for
 * a context that lies about its types.
 */
export class ValueWriter implements Site {
  readonly variable: string;
  readonly range: SourceRange;
  readonly place: Place;
  readonly #writing: ValueWriting;
  readonly #isDate: boolean;
  readonly #isPlain: boolean;

  constructor({ variable, range }: Site, place: Place, writing: ValueWriting) {
    this.variable = variable;
    this.range = range;
    this.place = place;
    this.#writing = writing;
    this.#isDate = writing.type === 'date';
    this.#isPlain = !writing.formatText && !writing.formatNumeral && writing.default === undefined;
  }

  /**
   * @throws {RenderError} if the value cannot be written.
   * @throws {RefusedValue} if its place refuses it.
   */
  write(value: unknown): string {
    // Most values are text, and can skip the other checks.
    if (typeof value === 'string' && !this.#isDate) return this.#writeText(value);
    if (value === undefined || value === null) return this.#writeMissing();
    const epochMs = this.#epochOf(value);
    if (epochMs !== undefined) return this.#writeDate(epochMs);
    if (this.#writing.needsDate) throw this.#failure('not-a-date', `is ${describeType(value)}, not a date.`);
    switch (typeof value) {
      case 'string':
        return this.#writeText(value);
      case 'number':
      case 'bigint':
        return this.#writeNumber(value);
      case 'boolean':
        return this.#writeFormatted(value) ?? this.place.boolean(value);
      case 'object':
        if (this.#writing.type === 'json') return this.#writeJson(value);
    }
    throw this.#failure('no-text', `is ${describeType(value)}, which cannot be written as text.`);
  }

  #writeText(text: string): string {
    if (this.#isPlain) return this.place.text(text);
    const { formatText, formatNumeral, isNumeral, isQuoted } = this.#writing;
    const numeral = formatNumeral?.(text);
    if (numeral !== undefined) return isNumeral ? this.#writeNumeral(numeral) : this.place.text(numeral);
    if (formatNumeral) throw this.#failure('not-a-number', 'is text that is not a number.');
    const given = isQuoted ? JSON.stringify(text) : text;
    return this.#writeOrDefault(formatText ? formatText(given) : given);
  }

  /** Applies the text format to a value that is not text; undefined if there is none. */
  #writeFormatted(value: string | number | bigint | boolean): string | undefined {
    const { formatText } = this.#writing;
    return formatText && this.#writeOrDefault(formatText(String(value)));
  }

  #writeOrDefault(text: string): string {
    return this.place.text(text === '' ? (this.#writing.default ?? text) : text);
  }

  #writeMissing(): string {
    const missing = this.#writing.null ?? this.#writing.default;
    if (missing === undefined) return this.place.missing;
    return this.#writing.isNumeralMissing ? this.#writeNumeral(missing) : this.place.text(missing);
  }

  /** Writes a JSON number as a number where a value stands, and as text elsewhere. */
  #writeNumeral(numeral: string): string {
    return this.place.numeral ? this.place.numeral(numeral) : this.place.text(numeral);
  }

  #epochOf(value: unknown): number | undefined {
    if (typeof value !== 'object' || value === null) return this.#isDate ? readInstant(value) : undefined;
    // Checking for a date costs an exception for other objects, so declared types are checked first.
    return this.#isDate || isDate(value) ? epochOf(value) : undefined;
  }

  #writeNumber(value: number | bigint): string {
    const { formatNumber, isNumeral } = this.#writing;
    // It may refuse what JSON lacks, too.
    const formatted = formatNumber?.(value);
    if (this.place.numeral && typeof value === 'number' && !Number.isFinite(value))
      return this.#writeMissing();
    if (formatted === undefined) return this.#writeFormatted(value) ?? this.place.number(value);
    return isNumeral ? this.#writeNumeral(formatted) : this.place.text(formatted);
  }

  #writeJson(value: object): string {
    const json = jsonOf(value);
    if (json === undefined) throw this.#failure('no-text', 'cannot be written as JSON.');
    return this.#writeFormatted(json) ?? this.place.json(json);
  }

  #writeDate(epochMs: number): string {
    if (Number.isNaN(epochMs)) throw this.#failure('invalid-date', 'is an invalid date.');
    const { formatDate = isoText, formatNumeral, isEscaped, isNumeral, needsDate } = this.#writing;
    const printed = formatDate(epochMs);
    if (typeof printed !== 'string') return this.place.number(printed);
    // A variable declared as a number may hold a date, whose text is not a number.
    if (isNumeral && needsDate) return this.#writeNumeral(printed);
    if (formatNumeral) return this.place.text(printed);
    return isEscaped ? printed : this.#writeText(printed);
  }

  #failure(code: RenderErrorCode, message: string): RenderError {
    return new RenderError(code, this.variable, this.range, message);
  }
}

export function describeType(value: unknown): string {
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** False for a proxy that was revoked. */
function isDate(value: object): boolean {
  try {
    return value instanceof Date;
  } catch {
    return false;
  }
}

const { getTime } = Date.prototype;

/** The time of a date in milliseconds; `undefined` for anything else, even if it claims to be a date. */
function epochOf(value: object): number | undefined {
  try {
    return getTime.call(value);
  } catch {
    return undefined;
  }
}

/** The value's own JSON. Errors of its getters and `toJSON` may contain secrets and are dropped. */
function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
