import { availableParallelism } from 'node:os';
import { maxListed } from '../../diagnostics/list-most.ts';
import {
  defineOptions,
  milliseconds,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../../options/define-options.ts';

/** The size of what callers give and of what they are answered. */
export interface TemplateLimits {
  /** The maximum size of a payload in bytes. Default 262,144 (256 KiB). */
  readonly maxPayloadBytes: number;
  /** The maximum size of a URL, and of the value of a header, in bytes. Default 16,384 (16 KiB). */
  readonly maxUrlBytes: number;
  /** The maximum number of diagnostics in an answer, of 100 that the engine lists. Default 100. */
  readonly maxDiagnostics: number;
  /** The maximum size of an answer about webhooks, in bytes. Default 1,048,576 (1 MiB). */
  readonly maxAnswerBytes: number;
}

type GivenLimits = { readonly [Name in keyof TemplateLimits]?: TemplateLimits[Name] | undefined };

/** Limits for what callers give a server to check, preview, save and test, and for the threads that do it. */
export interface TemplateWorkOptions extends GivenLimits {
  /**
   * The number of threads. With 0 the server checks templates itself, with no deadline: for where nobody else writes any. Default:
   * half as many as there are processors, and at least one.
   */
  readonly threads?: number | undefined;
  /** Milliseconds that one request may take in a thread. Default 5000. */
  readonly deadlineMs?: number | undefined;
  /**
   * The maximum number of requests of one caller that are checked or wait for it; all who are limited to the same profile are one.
   * Default 8.
   */
  readonly maxPerCaller?: number | undefined;
  /** How many of these are checked at the same time; the others wait. All threads but one, if that is less. Default 2. */
  readonly maxAtOnce?: number | undefined;
  /** The maximum number of requests that wait. Default 100. */
  readonly maxQueued?: number | undefined;
}

export type TemplateWorkSettings = WithDefaults<TemplateWorkOptions>;

export const readTemplateWorkOptions = defineOptions<TemplateWorkSettings>({
  maxPayloadBytes: optional(wholeNumber(1), 256 * 1024),
  maxUrlBytes: optional(wholeNumber(1), 16 * 1024),
  maxDiagnostics: optional(wholeNumber(1, maxListed), maxListed),
  maxAnswerBytes: optional(wholeNumber(64 * 1024), 1024 * 1024),
  threads: optional(wholeNumber(0, 256), Math.max(1, Math.floor(availableParallelism() / 2))),
  deadlineMs: optional(milliseconds(1), 5000),
  maxPerCaller: optional(wholeNumber(1), 8),
  maxAtOnce: optional(wholeNumber(1), 2),
  maxQueued: optional(wholeNumber(0), 100),
});
