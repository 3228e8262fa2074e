import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { RefusedValue } from '../../output/output.ts';
import { UnreadableValue } from '../read-own-property.ts';

/** Why a value could not be written. */
export type RenderErrorCode =
  /** A function, a symbol, or an object where no `json` was declared. */
  | 'no-text'
  /** A date pattern, and a value that is not a date. */
  | 'not-a-date'
  /** A list that is something else, neither an array nor missing. */
  | 'not-a-list'
  /** More output than `maxOutputBytes` allows. */
  | 'output-too-long'
  /** A `Date` without a time in it. */
  | 'invalid-date'
  /** A value that its place cannot take, such as `..` for a path segment. */
  | 'refused-value'
  /** A variable without a value, where the option `missing` rejects that. */
  | 'missing-value'
  /** An object that throws when it is read, such as a proxy that was revoked. */
  | 'unreadable';

/** The range of what no tag stands for. */
export const nowhere: SourceRange = { start: 0, end: 0 };

/** Says which variable could not be written, or that the output is too long; never a value, which may be a secret. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: RenderErrorCode;
  /** Empty where it is the output as a whole. */
  readonly variable: string;
  /** The tag in the template; empty, at the start, for a `missing-value`. */
  readonly range: SourceRange;

  constructor(code: RenderErrorCode, variable: string, range: SourceRange, message: string) {
    super(variable === '' ? message : `\`${variable}\` ${message}`);
    this.code = code;
    this.variable = variable;
    this.range = range;
  }
}

/** What a failure is about. */
export interface Site {
  /** With dots between the names of its path; empty for the output as a whole. */
  readonly variable: string;
  /** In the template. */
  readonly range: SourceRange;
}

/** What went wrong where a value was read or written, with the place where it did; any other error comes back as it is. */
export function renderErrorAt(error: unknown, { variable, range }: Site): unknown {
  if (error instanceof RefusedValue) return new RenderError('refused-value', variable, range, error.message);
  if (error instanceof UnreadableValue) return new RenderError(error.code, variable, range, error.message);
  return error;
}
