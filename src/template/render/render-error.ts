import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { RefusedValue } from '../../output/output.ts';
import { UnreadableValue } from '../read-own-property.ts';

/** The reason why a value could not be written. */
export type RenderErrorCode =
  /** A function, a symbol, or an object where no `json` was declared. */
  | 'no-text'
  /** A value that is not a date, with a date pattern. */
  | 'not-a-date'
  /** A text that is not a number, for a number. */
  | 'not-a-number'
  /** A value for a list that is neither an array nor missing. */
  | 'not-a-list'
  /** A value for a group, which is written whole, that is neither an object nor missing. */
  | 'not-a-group'
  /** Output longer than `maxOutputBytes`. */
  | 'output-too-long'
  /** A `Date` without a time in it. */
  | 'invalid-date'
  /** A value that its place cannot take, such as `..` for a path segment, or under a schema a number that no double can hold. */
  | 'refused-value'
  /** A variable without a value, where the option `missing` rejects that. */
  | 'missing-value'
  /** An object that throws when it is read, such as a proxy that was revoked. */
  | 'unreadable';

/** The range of an error that concerns no tag. */
export const nowhere: SourceRange = { start: 0, end: 0 };

/**
 * Names the variable that could not be written, or says that the output is too long. The message never contains a
 * value, which may be a secret.
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: RenderErrorCode;
  /** Empty if the error concerns the output as a whole. */
  readonly variable: string;
  /** The tag in the template, in UTF-16 offsets; an empty range at the start for a `missing-value`. */
  readonly range: SourceRange;

  constructor(code: RenderErrorCode, variable: string, range: SourceRange, message: string) {
    super(variable === '' ? message : `\`${variable}\` ${message}`);
    this.code = code;
    this.variable = variable;
    this.range = range;
  }
}

/** The variable and tag that a failure concerns. */
export interface Site {
  /** A dotted path; empty for the output as a whole. */
  readonly variable: string;
  /** The tag in the template. */
  readonly range: SourceRange;
}

/**
 * Turns a failure to read or write a value into a `RenderError` with its site; any other error is returned unchanged.
 */
export function renderErrorAt(error: unknown, { variable, range }: Site): unknown {
  const isOfValue = error instanceof RefusedValue || error instanceof UnreadableValue;
  return isOfValue ? new RenderError(error.code, variable, range, error.message) : error;
}
