import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { PercentEscape } from '../percent-escape.ts';

export type UrlMode = 'scheme' | 'authority' | 'path' | 'query' | 'fragment';

/**
 * The part of a URL that the text is in (WHATWG URL standard, section 4.4), and the content of its path segment or
 * query parameter so far, which decides whether values could turn a segment into `.` or `..`, or make a parameter
 * vanish.
 */
export interface UrlState {
  readonly mode: UrlMode;
  /** The URL so far, up to the end of the authority. */
  readonly origin: string;
  readonly percent: PercentEscape;
  /** The number of literal `.` or `%2e`, up to two: three dots are a name like any other. */
  readonly dots: number;
  /** From the first value to the last, if no literal text remains; their positions are not part of the key. */
  readonly values: SourceRange | undefined;
  /** Whether some literal text remains whatever follows; the rest of the part then no longer matters. */
  readonly hasLiteral: boolean;
  /** Whether there are spaces, which a parser drops if nothing else follows. */
  readonly hasBlank: boolean;
  /** The start of the authority, segment or parameter in the source; not part of the key. */
  readonly since: number;
}

/** A state while text is read. */
export type UrlRun = { -readonly [Field in keyof UrlState]: UrlState[Field] };

export const urlStart: UrlState = {
  mode: 'scheme',
  origin: '',
  percent: '',
  dots: 0,
  values: undefined,
  hasLiteral: false,
  hasBlank: false,
  since: 0,
};

export function urlKey({ mode, origin, percent, dots, values, hasLiteral, hasBlank }: UrlState): string {
  const parts = `${dots}${values ? '$' : ''}${hasLiteral ? 'a' : ''}${hasBlank ? '_' : ''}`;
  return `${mode} ${percent} ${parts} ${origin}`;
}

/** Begins a segment, a parameter or the fragment at `since` of the source. */
export function beginPart(run: UrlRun, mode: UrlMode, since: number): void {
  run.mode = mode;
  run.percent = '';
  run.dots = 0;
  run.values = undefined;
  run.hasLiteral = false;
  run.hasBlank = false;
  run.since = since;
}

/** Adds literal text that remains: from here on nothing can empty the part or make it a dot segment. */
export function addLiteral(run: UrlRun): void {
  run.dots = 0;
  run.values = undefined;
  run.hasLiteral = true;
  run.hasBlank = false;
}

/** Whether values could turn the finished segment into `.` or `..`. */
export function isPerhapsDots({ mode, percent, dots, values }: UrlState): boolean {
  return mode === 'path' && percent === '' && dots > 0 && values !== undefined;
}

/** The values of the finished parameter, if it would vanish when they are empty. */
export function perhapsEmpty({ mode, percent, values }: UrlState): SourceRange | undefined {
  return mode === 'query' && percent === '' ? values : undefined;
}
