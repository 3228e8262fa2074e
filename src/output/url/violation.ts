import type { Fix } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt, proposeMeant } from '../../diagnostics/fixes/fix.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { characterAt, describeCharacter } from '../describe-character.ts';
import type { Landing, Violation } from '../output.ts';
import { namelessParameter, valueAfterPercent } from '../percent-escape.ts';
import { isPerhapsDots, perhapsEmpty, type UrlState } from './state.ts';

const maxAuthorityLength = 2048;
/** The maximum length of a name in the domain name system. */
const maxHostLength = 253;
/** A message shows at most so much of something other than a scheme. */
const maxSchemeLength = 32;
const schemes = '`http://` or `https://`';

/** The reason why a segment, parameter or authority may not end in this state, at `end` of the source. */
export function partViolation(state: UrlState, end: number): Violation | undefined {
  const values = perhapsEmpty(state);
  if (values) return namelessParameter(values);
  if (!isPerhapsDots(state)) return undefined;
  const expected = 'characters other than dots around the values';
  return { code: 'url-dot-segment', start: state.since, end, expected, found: 'only dots and values' };
}

/** The reason why text that may have begun a scheme cannot go on like this. */
export function schemeViolation(
  { origin, since }: UrlState,
  text: string,
  index: number,
  offset: number,
): Violation {
  const start = origin === '' ? offset + index : since;
  // Messages show it as it was written, as far as it is in this text.
  const from = Math.max(0, start - offset);
  const [host] = /^[\w.-]+\.\w+/.exec(text.slice(from, from + maxHostLength)) ?? [];
  const [word = ''] = /^[A-Za-z][\w+.-]*/.exec(text.slice(from, from + maxSchemeLength)) ?? [];
  const length = Math.max((host ?? word).length, index - from + characterAt(text, index).length);
  const facts = { code: 'url-start', start, end: offset + from + length, expected: schemes } as const;
  if (start < offset) return { ...facts, found: describeCharacter(text, index) };
  if (host) {
    const fix = insertAt(start, 'https://', 'Write `https://`');
    // It may be the name of a user, which is secret.
    return { ...facts, found: 'a host alone', fixes: [fix] };
  }
  if (!text.startsWith('://', from + word.length)) return { ...facts, found: describeCharacter(text, index) };
  const meant = didYouMean(word, ['https', 'http']);
  const fixes = proposeMeant({ start, end: start + word.length }, meant);
  return { ...facts, found: `\`${word}\``, fixes };
}

/**
 * The reason why this origin is invalid, judged by the WHATWG parser itself. The parser drops line breaks, and two
 * lines joined make another host than either: that is refused too.
 */
export function originViolation(
  { origin, since }: UrlState,
  delimiter: string,
  end: number,
): Violation | undefined {
  // It may be part of a user name and password, cut off by a delimiter inside them: no message repeats it.
  const authority = origin.replace(/^https?:..(?:.*@)?/s, '').trim();
  // The parser is slow for long ones.
  if (authority.length > maxHostLength + ':65535'.length) {
    const facts = { expected: `a host of at most ${maxHostLength} characters`, found: 'a longer one' };
    return { code: 'url-host', start: since, end, ...facts };
  }
  const written = origin.replace(/^https?:../, '');
  const isBroken = /[^\t\n\r][\t\n\r]+[^\t\n\r]/.test(written);
  if (!isBroken && URL.canParse(origin + delimiter)) return undefined;
  const expected = 'a host such as `example.com` or `example.com:8080`';
  const facts = { code: 'url-host', start: since, end, expected } as const;
  if (!isBroken) return { ...facts, found: authority === '' ? 'nothing' : describeAuthority(authority) };
  return { ...facts, found: 'a line break or tab in it', fixes: joinLines(written, since, end) };
}

/** Joins the lines, if the origin stands in one piece of the source. */
function joinLines(written: string, start: number, end: number): readonly Fix[] {
  if (written.length !== end - start) return [];
  const edits = Array.from(written.matchAll(/[\t\n\r]+/g), ({ 0: blank, index }) => {
    return { range: { start: start + index, end: start + index + blank.length }, text: '' };
  });
  return [editAll('Write it on one line', edits)];
}

function describeAuthority(authority: string): string {
  const [, port] = /:([^:\]]*)$/.exec(authority) ?? [];
  if (port === undefined) return 'text that no host can be';
  const isPassword = /^\D/.test(port);
  return `a port that is not a number up to 65535${
    isPassword ? ' (in a password, write `%23` for `#`, `%2F` for `/` and `%3F` for `?`)' : ''
  }`;
}

/** The reason why an authority that has not ended cannot go on. */
export function lengthViolation({ origin, since }: UrlState, end: number): Violation | undefined {
  if (origin.length <= maxAuthorityLength) return undefined;
  const expected = `at most ${maxAuthorityLength} characters`;
  return { code: 'url-host', start: since, end, expected, found: 'more' };
}

/** Reports a URL that ends too early, at `offset` of the source. */
export function urlEndViolation(state: UrlState, offset: number): Violation | undefined {
  if (state.mode === 'scheme') {
    return { code: 'url-start', start: offset, end: offset, expected: schemes, found: 'the end' };
  }
  return state.mode === 'authority' ? originViolation(state, '', offset) : partViolation(state, offset);
}

/** The reason why a value is not allowed in this state. */
export function urlNoPlace({ mode, percent }: UrlState): Extract<Landing, { violation: unknown }> {
  if (mode === 'scheme') return { violation: { code: 'url-target', expected: schemes, found: 'a value' } };
  return { violation: mode === 'authority' ? inAuthority('a value') : valueAfterPercent(percent) };
}

/**
 * The reason why text that leads from one state to the other must not be repeated: the number of times would choose the
 * host.
 */
export function urlRepeatViolation(
  before: UrlState,
  after: UrlState,
): ReturnType<typeof inAuthority> | undefined {
  const isLonger = after.mode === 'authority' && after.origin !== before.origin;
  return before.mode === 'authority' && isLonger ? inAuthority('a list') : undefined;
}

function inAuthority(found: string): Omit<Violation, 'start' | 'end'> {
  return { code: 'url-target', expected: 'a host and port written out', found };
}
