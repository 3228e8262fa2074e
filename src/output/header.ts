import { replaceWith } from '../diagnostics/fixes/fix.ts';
import { characterAt, describeCharacter } from './describe-character.ts';
import type { Output, Place, Problem } from './output.ts';
import { encodeNonAscii } from './percent-encoding.ts';

const needsEscaping = /[^ -~]/;

/** One line of ASCII (RFC 9110, section 5.5): control characters become a space, the rest is percent-encoded. */
function escapeHeader(text: string): string {
  return needsEscaping.test(text) ? encodeNonAscii(text.replace(/\p{Cc}/gu, ' ')) : text;
}

const headerValue: Place = {
  name: 'header-value',
  description: 'in a header value',
  strict: false,
  missing: '',
  text: escapeHeader,
  number: String,
  boolean: String,
  json: escapeHeader,
};

/** The value of an HTTP header: one line of printable ASCII. There is one state, for the line may go on anywhere. */
export const header: Output<object> = {
  name: 'header',
  start: () => ({}),
  advance: (state, text, offset) => {
    const index = text.search(needsEscaping);
    return index === -1 ? { state } : { problem: headerProblem(text, index, offset) };
  },
  place: () => ({ place: headerValue }),
  after: state => state,
  end: () => undefined,
  key: () => '',
};

function headerProblem(text: string, index: number, offset: number): Problem {
  const character = text.startsWith('\r\n', index) ? '\r\n' : characterAt(text, index);
  const range = { start: offset + index, end: offset + index + character.length };
  const found = describeCharacter(text, index);
  const written = escapeHeader(character);
  if (written.trim() === '') {
    const fixes = [replaceWith(range, ' ', 'Write a space')];
    return { code: 'header-control-character', ...range, expected: 'a printable character', found, fixes };
  }
  const expected = `\`${written}\` (percent-encoded)`;
  return { code: 'header-non-ascii', ...range, expected, found, fixes: [replaceWith(range, written)] };
}
