import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import type { Problem } from '../output.ts';
import { plusIsSpace } from '../percent-escape.ts';
import type { UrlState } from './state.ts';

/** Without one of these the text of a query leaves nothing to doubt, and few texts have one. */
const doubtfulInQuery = /&amp;|[?+]/;

/** What a URL is allowed to say and probably does not mean, in literal text that begins in this state. */
export function urlDoubts({ mode }: UrlState, text: string, offset: number): readonly Problem[] {
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

function ampersand(start: number): Problem {
  const range = { start, end: start + 5 };
  const fixes = [replaceWith(range, '&')];
  return { code: 'url-ampersand', ...range, expected: '`&`', found: '`&amp;`', fixes };
}

/** `/path&name=value` */
function missingMark(path: string, offset: number): readonly Problem[] {
  const index = path.search(/&[\w.[\]-]{1,100}=/);
  return index === -1 ? [] : [questionMark(offset + index, '&', '?')];
}

/** `?name=value?other=value`; in the value of a parameter that is a URL itself, it was meant as text. */
function secondMarks(query: string, offset: number): readonly Problem[] {
  return [...query.matchAll(/\?(?=[\w.[\]-]{1,100}=)/g)].map(({ index }) => {
    const before = query.slice(Math.max(query.lastIndexOf('&', index), 0), index);
    return questionMark(offset + index, '?', /:\/|%3a/i.test(before) ? '%3F' : '&');
  });
}

function questionMark(start: number, found: string, expected: string): Problem {
  const range = { start, end: start + 1 };
  const facts = { expected: `\`${expected}\``, found: `\`${found}\`` };
  return { code: 'url-question-mark', ...range, ...facts, fixes: [replaceWith(range, expected)] };
}

/** A value in a fragment, whose `#` stands right before `since`. */
export function fragmentValue({ since }: UrlState): Problem {
  const range = { start: since - 1, end: since };
  const fixes = [replaceWith(range, '%23')];
  return { code: 'url-fragment-value', ...range, expected: '`%23`', found: '`#`', fixes };
}
