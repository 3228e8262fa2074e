import { replaceWith } from '../diagnostics/fixes/fix.ts';
import { characterAt, describeCharacter } from './describe-character.ts';
import { escapeHeader, headerValue, needsEscaping } from './header-place.ts';
import type { Output, Violation } from './output.ts';

/**
 * The value of an HTTP header: one line of printable ASCII. A single state is enough, since the line may go on
 * anywhere.
 */
export const header: Output<object> = {
  name: 'header',
  start: () => ({}),
  advance: (state, text, offset) => {
    const index = text.search(needsEscaping);
    return index === -1 ? { state } : { violation: headerViolation(text, index, offset) };
  },
  place: () => ({ place: headerValue }),
  after: state => state,
  end: () => undefined,
  key: () => '',
};

function headerViolation(text: string, index: number, offset: number): Violation {
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
