import type { Locale } from 'date-fns';
import { compileDatePattern, type DateFormatter } from '../dates/date-formatter.ts';
import { isoPattern } from '../dates/java-pattern.ts';
import { type Place, RefusedValue } from '../output/output.ts';
import { compileReader } from './own-value.ts';
import type { ValueStep } from './program.ts';
import { type RenderErrorCode, Unwritable } from './render-error.ts';
import { isTextFormat, textFormats } from './text-format.ts';

/** Writes one value of a context. @throws {Unwritable} where it cannot be written. */
export type ValueWriter = (context: unknown) => string;

/**
 * Compiles a value into what writes it in its place. How follows from the type that the value has at run time, so
 * that the proof holds even for a context that lies about its types.
 */
export function compileValue(
  { variable, options }: Pick<ValueStep, 'variable' | 'options'>,
  place: Place,
  locale: Locale,
): ValueWriter {
  const read = compileReader(variable.path);
  const { format } = options;
  const isDate = variable.type === 'date';
  const formatText =
    !isDate && format !== undefined && isTextFormat(format) ? textFormats[format] : undefined;
  const mustBeDate = isDate && format !== undefined;
  const writeText = formatText ? (text: string) => place.text(formatText(text)) : place.text;
  const inOnePiece = place.strict || formatText !== undefined;
  let formatter: DateFormatter | undefined;

  function write(value: unknown): string {
    switch (typeof value) {
      case 'undefined':
        return writeMissing();
      case 'string':
        if (mustBeDate) throw failure('not-a-date', 'is text, and its format wants a date.');
        return writeText(value);
      case 'number':
      case 'bigint':
        if (mustBeDate) throw failure('not-a-date', 'is a number, and its format wants a date.');
        return formatText ? writeText(String(value)) : place.number(value);
      case 'boolean':
        if (mustBeDate) throw failure('not-a-date', 'is a boolean, and its format wants a date.');
        return formatText ? writeText(String(value)) : place.boolean(value);
      case 'object':
        return value === null ? writeMissing() : writeObject(value);
      default:
        throw failure('no-text', `is a ${typeof value}, which has no text.`);
    }
  }

  /** Any value may turn out to be a date; a pattern is compiled when the first one comes. */
  function writeDate(epochMs: number): string {
    formatter ??= compileDatePattern(isDate && format !== undefined ? format : isoPattern, {
      timeZone: options.timeZone ?? 'UTC',
      locale,
      ...(!inOnePiece && { writeText: writePiece }),
    });
    const text = formatter(epochMs);
    if (inOnePiece) return writeText(text);
    return place.quote === '' ? text : place.quote + text + place.quote;
  }

  function writePiece(text: string): string {
    const { length } = place.quote;
    return place.text(text).slice(length, -length || undefined);
  }

  function writeMissing(): string {
    return options.null === undefined ? place.missing : place.text(options.null);
  }

  function writeObject(value: object): string {
    // Asking what is no date costs an exception, so what is declared as something else is looked at first.
    const epochMs = isDate || value instanceof Date ? epochOf(value) : undefined;
    if (epochMs !== undefined) {
      if (Number.isNaN(epochMs)) throw failure('invalid-date', 'is a date without a time in it.');
      return writeDate(epochMs);
    }
    if (mustBeDate) throw failure('not-a-date', 'is an object, and its format wants a date.');
    if (variable.type !== 'json') throw failure('no-text', 'is an object, which has no text.');
    const json = jsonOf(value);
    if (json === undefined) throw failure('no-text', 'cannot be written as JSON.');
    return formatText ? writeText(json) : place.json(json);
  }

  function failure(code: RenderErrorCode, message: string): Unwritable {
    return new Unwritable(writer, code, message);
  }

  function writeOrExplain(value: unknown): string {
    try {
      return write(value);
    } catch (error) {
      if (error instanceof RefusedValue) throw failure('refused-value', error.message);
      throw error;
    }
  }

  const writer = writerFor();
  return writer;

  function writerFor(): ValueWriter {
    if (place.strict) return context => writeOrExplain(read(context));
    if (isDate) {
      return context => {
        const value = read(context);
        const epochMs = typeof value === 'object' && value !== null ? epochOf(value) : undefined;
        return epochMs === undefined || Number.isNaN(epochMs) ? write(value) : writeDate(epochMs);
      };
    }
    if (typeof variable.type === 'object') {
      const texts = variable.type;
      let known: ReadonlyMap<unknown, string> | undefined;
      return context => {
        const value = read(context);
        known ??= new Map(texts.map(text => [text, writeText(text)]));
        return known.get(value) ?? write(value);
      };
    }
    return context => {
      const value = read(context);
      return typeof value === 'string' ? writeText(value) : write(value);
    };
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
