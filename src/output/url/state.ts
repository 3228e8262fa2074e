import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { PercentEscape } from '../percent-escape.ts';

export type UrlMode = 'scheme' | 'authority' | 'path' | 'query' | 'fragment';

/**
 * What a URL is in the middle of (WHATWG URL standard, section 4.4), and what its path segment or query parameter is made of so
 * far: that decides whether values could turn a segment into `.` or `..`, or make a parameter vanish.
 */
export interface UrlState {
  readonly mode: UrlMode;
  /** The URL so far, up to the end of the authority. */
  readonly origin: string;
  readonly percent: PercentEscape;
  /** How many times a literal `.` or `%2e`, up to two: three dots are a name like any other. */
  readonly dots: number;
  /** From the first value to the last, where no literal text stays; where they stand is not part of the key. */
  readonly values: SourceRange | undefined;
  /** Literal text that stays whatever follows; what else the part is made of then no longer matters. */
  readonly hasLiteral: boolean;
  /** Spaces, which a parser drops if nothing else follows. */
  readonly hasBlank: boolean;
  /** Where the authority, segment or parameter began in the source; not part of the key. */
  readonly since: number;
}

/** A state while text runs over it. */
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

/** Literal text that stays: from here on nothing can empty the part or make it a dot segment. */
export function addLiteral(run: UrlRun): void {
  run.dots = 0;
  run.values = undefined;
  run.hasLiteral = true;
  run.hasBlank = false;
}

/** Whether values could make the finished segment `.` or `..`. */
export function isPerhapsDots({ mode, percent, dots, values }: UrlState): boolean {
  return mode === 'path' && percent === '' && dots > 0 && values !== undefined;
}

/** The values of the finished parameter, if empty ones would make it vanish. */
export function perhapsEmpty({ mode, percent, values }: UrlState): SourceRange | undefined {
  return mode === 'query' && percent === '' ? values : undefined;
}
