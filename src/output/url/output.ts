import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { Landing, Output, Transition, Violation } from '../output.ts';
import { plusIsSpace, spanOf, stepPercent } from '../percent-escape.ts';
import { urlFragment, urlPath, urlQuery, urlSegment } from './places.ts';
import { addLiteral, beginPart, type UrlRun, type UrlState, urlKey, urlStart } from './state.ts';
import {
  lengthViolation,
  originViolation,
  partViolation,
  schemeViolation,
  urlEndViolation,
  urlNoPlace,
  urlRepeatViolation,
} from './violation.ts';

/**
 * A URL as parsed by the WHATWG URL standard: tabs and line breaks are dropped everywhere, spaces at both ends, and a
 * backslash is a slash. Scheme, host and port are literal, so that no value can choose where a request goes.
 */
export const url: Output<UrlState> = {
  name: 'url',
  start: () => urlStart,
  advance,
  place,
  after: (state, range) =>
    state.mode === 'fragment' || state.hasLiteral ? state : { ...state, values: spanOf(state.values, range) },
  end: urlEndViolation,
  key: urlKey,
  repeat: urlRepeatViolation,
};

function advance(state: UrlState, text: string, offset: number): Transition<UrlState> {
  const run: UrlRun = { ...state };
  let index = 0;
  while (index < text.length) {
    if (run.mode === 'authority') {
      index = authorityEnd(run, text, index);
      const violation = lengthViolation(run, offset + index);
      if (violation) return { violation };
      if (index === text.length) break;
    }
    const violation = step(run, text, index, offset);
    if (violation) return { violation };
    index++;
  }
  return { state: run, warnings: urlDoubts(state, text, offset) };
}

/** Takes one character; in an authority, all characters up to its end. */
function step(run: UrlRun, text: string, index: number, offset: number): Violation | undefined {
  const code = text.charCodeAt(index);
  if (isDropped(code)) return undefined;
  switch (run.mode) {
    case 'scheme':
      return stepScheme(run, code, offset + index) ? undefined : schemeViolation(run, text, index, offset);
    case 'authority': {
      const violation = originViolation(run, text.charAt(index), offset + index);
      run.origin = '';
      return violation ?? stepPart(run, code, offset + index);
    }
    case 'fragment':
      run.percent = stepPercent(run.percent, code);
      return undefined;
    default:
      return stepPart(run, code, offset + index);
  }
}

/** Whether the character is allowed in the text up to `http://` or `https://`. */
function stepScheme(run: UrlRun, code: number, at: number): boolean {
  if (run.origin === '' && isBlank(code)) return true;
  const character = code === 0x5c ? '/' : String.fromCharCode(code).toLowerCase();
  const read = run.origin + character;
  if (!'http://'.startsWith(read) && !'https://'.startsWith(read)) return false;
  if (run.origin === '') run.since = at;
  run.origin = read;
  if (read.endsWith('//')) beginPart(run, 'authority', at + 1);
  return true;
}

/** Adds text to the authority, and returns the index where it ends. */
function authorityEnd(run: UrlRun, text: string, from: number): number {
  let index = from;
  while (index < text.length && !'/\\?#'.includes(text.charAt(index))) index++;
  run.origin += text.slice(from, index);
  return index;
}

function stepPart(run: UrlRun, code: number, at: number): Violation | undefined {
  const next = partBehind(run, code);
  if (next !== undefined) {
    const violation = partViolation(run.hasBlank ? { ...run, dots: 0, values: undefined } : run, at);
    beginPart(run, next, at + 1);
    return violation;
  }
  const wasPercent = run.percent;
  run.percent = stepPercent(wasPercent, code);
  if (run.hasLiteral) return undefined;
  if (isBlank(code) && wasPercent === '') run.hasBlank = true;
  else if (run.mode === 'path') addToSegment(run, code, wasPercent);
  else addLiteral(run);
  return undefined;
}

/** The part that begins after this character, if it is a delimiter. */
function partBehind({ mode }: UrlState, code: number): UrlState['mode'] | undefined {
  if (code === 0x23) return 'fragment';
  if (mode === 'query') return code === 0x26 ? 'query' : undefined;
  if (code === 0x3f) return 'query';
  return code === 0x2f || code === 0x5c ? 'path' : undefined;
}

/** A dot, even as `%2e`, keeps open what the segment becomes; so does an unfinished percent-escape. */
function addToSegment(run: UrlRun, code: number, wasPercent: UrlState['percent']): void {
  const isEscapedDot = wasPercent === '%2' && (code | 0x20) === 0x65;
  const isDot = isEscapedDot || (wasPercent === '' && code === 0x2e);
  const isOpen = code === 0x25 ? wasPercent === '' : run.percent !== '';
  if (run.hasBlank || (isDot ? run.dots === 2 : !isOpen)) addLiteral(run);
  else if (isDot) run.dots++;
}

/** Tabs and line breaks, which a parser drops anywhere. */
function isDropped(code: number): boolean {
  return code === 0x09 || code === 0x0a || code === 0x0d;
}

/** C0 controls and spaces, which a parser drops at both ends. */
function isBlank(code: number): boolean {
  return code <= 0x20;
}

function place(state: UrlState, following: string): Landing {
  if (state.percent !== '') return urlNoPlace(state);
  switch (state.mode) {
    case 'path':
      return { place: state.hasBlank || getsLiteral(state, following) ? urlPath : urlSegment };
    case 'query':
      return { place: urlQuery };
    case 'fragment':
      return { place: urlFragment, warnings: [fragmentValue(state)] };
    default:
      return urlNoPlace(state);
  }
}

/** Whether some literal text remains of the segment, before or after a value: `..` and `.json` are no dot segment. */
function getsLiteral(state: UrlState, following: string): boolean {
  const run: UrlRun = { ...state };
  for (let index = 0; index < following.length && !run.hasLiteral; index++) {
    const code = following.charCodeAt(index);
    if (isDropped(code)) continue;
    if (partBehind(run, code) !== undefined) return false;
    stepPart(run, code, index);
  }
  return run.hasLiteral;
}

/** A query without any of these leaves no doubt, and few queries have one. */
const doubtfulInQuery = /&amp;|[?+]/;

/** Warns about literal text that a URL may contain but that is probably not meant. */
function urlDoubts({ mode }: UrlState, text: string, offset: number): readonly Violation[] {
  if (mode === 'query' && !doubtfulInQuery.test(text)) return [];
  const ampersands = [...text.matchAll(/&amp;/g)].map(({ index }) => ampersand(offset + index));
  if (mode === 'fragment') return ampersands;
  const hash = text.indexOf('#');
  const sent = hash === -1 ? text : text.slice(0, hash);
  const mark = mode === 'query' ? -1 : sent.indexOf('?');
  const path = mode === 'query' ? '' : sent.slice(0, mark === -1 ? undefined : mark);
  const query = mode === 'query' || mark !== -1 ? sent.slice(mark + 1) : '';
  const queryOffset = offset + mark + 1;
  return [
    ...ampersands,
    ...missingMark(path, offset),
    ...secondMarks(query, queryOffset),
    ...plusIsSpace(query, queryOffset),
  ];
}

function ampersand(start: number): Violation {
  const range = { start, end: start + 5 };
  const fixes = [replaceWith(range, '&')];
  return { code: 'url-ampersand', ...range, expected: '`&`', found: '`&amp;`', fixes };
}

/** `/path&name=value` */
function missingMark(path: string, offset: number): readonly Violation[] {
  const index = path.search(/&[\w.[\]-]{1,100}=/);
  return index === -1 ? [] : [questionMark(offset + index, '&', '?')];
}

/** Reports `?name=value?other=value`; in a parameter whose value is itself a URL, the second `?` is meant literally. */
function secondMarks(query: string, offset: number): readonly Violation[] {
  return [...query.matchAll(/\?(?=[\w.[\]-]{1,100}=)/g)].map(({ index }) => {
    const before = query.slice(Math.max(query.lastIndexOf('&', index), 0), index);
    return questionMark(offset + index, '?', /:\/|%3a/i.test(before) ? '%3F' : '&');
  });
}

function questionMark(start: number, found: string, expected: string): Violation {
  const range = { start, end: start + 1 };
  const facts = { expected: `\`${expected}\``, found: `\`${found}\`` };
  return { code: 'url-question-mark', ...range, ...facts, fixes: [replaceWith(range, expected)] };
}

/** Warns about a value in a fragment, whose `#` stands right before `since`. */
function fragmentValue({ since }: UrlState): Violation {
  const range = { start: since - 1, end: since };
  const fixes = [replaceWith(range, '%23')];
  return { code: 'url-fragment-value', ...range, expected: '`%23`', found: '`#`', fixes };
}
