import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic, Fix } from '../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../../src/diagnostics/frame/format-diagnostics.ts';
import { unmark } from '../../marked-source.ts';
import { runs } from '../../properties.ts';

/** A diagnostic at the range that is marked `«like this»` in its source. */
function at(
  marked: string,
  more: Partial<Diagnostic<'stray-dollar'>> = {},
): [source: string, diagnostics: Diagnostic[]] {
  const { source, range } = unmark(marked);
  const diagnostic: Diagnostic = {
    code: 'stray-dollar',
    severity: 'error',
    message: 'This is wrong.',
    facts: {},
    range,
    related: [],
    fixes: [],
    ...more,
  };
  return [source, [diagnostic]];
}

function replacing(start: number, end: number, text: string): Fix {
  return { title: 'Mend it', kind: 'safe', edits: [{ range: { start, end }, text }] };
}

/** The frame under the heading and the place. */
function frame(marked: string, more: Partial<Diagnostic<'stray-dollar'>> = {}): string[] {
  return formatDiagnostics(...at(marked, more))
    .split('\n')
    .slice(3);
}

describe('formatDiagnostics prints', () => {
  it('severity, code, message, line, column, the source and its mark', () => {
    expect(formatDiagnostics(...at('one\ntwo «three» four\nfive'))).toBe(`\
error[stray-dollar]: This is wrong.
 --> 2:5
  |
2 | two three four
  |     ^^^^^`);
  });

  it('nothing where nothing is wrong, and an empty line between two diagnostics', () => {
    expect(formatDiagnostics('text', [])).toBe('');
    const [source, [diagnostic]] = at('«a»b');
    const twice = diagnostic ? [diagnostic, { ...diagnostic, severity: 'warning' as const }] : [];
    expect(formatDiagnostics(source, twice)).toBe(`\
error[stray-dollar]: This is wrong.
 --> 1:1
  |
1 | ab
  | ^

warning[stray-dollar]: This is wrong.
 --> 1:1
  |
1 | ab
  | ^`);
  });

  it('related places as notes and fixes with the mended line', () => {
    const related = [{ range: { start: 7, end: 8 }, message: 'It began here.' }];
    const fixes = [replacing(2, 3, '\\$'), replacing(2, 3, '')];
    expect(formatDiagnostics(...at('a «$»5\nb $\n', { related, fixes }))).toBe(`\
error[stray-dollar]: This is wrong.
 --> 1:3
  |
1 | a $5
  |   ^
note: It began here.
 --> 2:3
  |
2 | b $
  |   -
help: Mend it
  |
1 | a \\$5
  |   ++
help: Mend it
  |
1 | a 5`);
  });

  it('every line number of a diagnostic in one column', () => {
    const related = [{ range: { start: 0, end: 1 }, message: 'It began here.' }];
    expect(formatDiagnostics(...at(`a${'\n'.repeat(11)}«b»`, { related }))).toBe(`\
error[stray-dollar]: This is wrong.
  --> 12:1
   |
12 | b
   | ^
note: It began here.
  --> 1:1
   |
 1 | a
   | -`);
  });

  it('colours only when asked to', () => {
    const fixes = [replacing(0, 1, '\\$')];
    const [source, diagnostics] = at('«$»5', { fixes });
    expect(formatDiagnostics(source, diagnostics)).not.toContain('\u001b');
    const colored = formatDiagnostics(source, diagnostics, { color: true });
    expect(colored.split('\n')).toEqual([
      '\u001b[1;31merror[stray-dollar]\u001b[0m\u001b[1m: This is wrong.\u001b[0m',
      '\u001b[34m -->\u001b[0m 1:1',
      '\u001b[34m  |\u001b[0m',
      '\u001b[34m1 |\u001b[0m $5',
      '\u001b[34m  |\u001b[0m \u001b[1;31m^\u001b[0m',
      '\u001b[1;32mhelp\u001b[0m: Mend it',
      '\u001b[34m  |\u001b[0m',
      '\u001b[34m1 |\u001b[0m \\$5',
      '\u001b[34m  |\u001b[0m \u001b[1;32m++\u001b[0m',
    ]);
    const colors = new RegExp(`${'\u001b'}\\[[\\d;]*m`, 'g');
    expect(colored.replace(colors, '')).toBe(formatDiagnostics(source, diagnostics));
  });
});

describe('formatDiagnostics marks', () => {
  it.each([
    ['an empty range by one caret', 'ab«»cd', ['1 | abcd', '  |   ^']],
    ['an empty range at the end', 'ab«»', ['1 | ab', '  |   ^']],
    ['an empty range in an empty source', '«»', ['1 |', '  | ^']],
    ['an empty range after the last line end', 'ab\n«»', ['2 |', '  | ^']],
    ['a line end', 'ab«\n»c', ['1 | ab', '  |   ^']],
    ['a Windows line end', 'ab«\r\n»c', ['1 | ab', '  |   ^']],
    ['what comes after a tab', '\ta\t«b»', ['1 |     a    b', '  |          ^']],
    ['a tab over its whole width', 'a«\t»b', ['1 | a    b', '  |  ^^^^']],
    ['what comes after wide characters', '日本«x»', ['1 | 日本x', '  |     ^']],
    ['wide characters over their whole width', 'a«日本»b', ['1 | a日本b', '  |  ^^^^']],
    ['emoji of many code points as one character', '«👩‍👩‍👧»b', ['1 | 👩‍👩‍👧b', '  | ^^']],
    ['what comes after a combining accent', 'e\u0301«x»', ['1 | e\u0301x', '  |  ^']],
    ['two lines', 'a «b\nc» d', ['1 | a b', '  |   ^', '2 | c d', '  | ^']],
    ['three lines', 'a «b\n  c\nd» e', ['1 | a b', '  |   ^', '2 |   c', '  |   ^', '3 | d e', '  | ^']],
    [
      'the first and the last of more lines',
      'a «b\nc\n\nd\n  e» f',
      ['1 | a b', '  |   ^', '...', '5 |   e f', '  |   ^'],
    ],
  ])('%s', (_, marked, expected) => {
    expect(frame(marked)).toEqual(expected);
  });

  it('a long line cropped around the range', () => {
    const [line = '', marks = ''] = frame(`${'a'.repeat(500)}«$»${'b'.repeat(500)}`);
    expect(line).toBe(`1 | …${'a'.repeat(30)}$${'b'.repeat(67)}…`);
    expect(marks).toBe(`  | ${' '.repeat(31)}^`);
  });

  it('the start of a range that is longer than a cropped line', () => {
    const [line = '', marks = ''] = frame(`«${'a'.repeat(500)}»b`);
    expect(line).toBe(`1 | ${'a'.repeat(98)}…`);
    expect(marks).toBe(`  | ${'^'.repeat(99)}`);
  });

  it('a range near the end of a long line with more of what comes before it', () => {
    const [line = '', marks = ''] = frame(`${'a'.repeat(500)}«$»b`);
    expect(line).toBe(`1 | …${'a'.repeat(96)}$b`);
    expect(marks).toBe(`  | ${' '.repeat(97)}^`);
  });
});

describe('formatDiagnostics shows of a fix', () => {
  it('every line that it changes', () => {
    const edits = [
      { range: { start: 7, end: 7 }, text: '$' },
      { range: { start: 1, end: 2 }, text: 'X' },
    ];
    const fixes: Fix[] = [{ title: 'Mend it', kind: 'suggestion', edits }];
    expect(frame('«a»b\nc\nd\ne', { fixes }).slice(2)).toEqual([
      'help: Mend it',
      '  |',
      '1 | aX',
      '  |  +',
      '...',
      '4 | $e',
      '  | +',
    ]);
  });

  it('lines that it joins or adds', () => {
    expect(frame('«a»\nb', { fixes: [replacing(1, 2, '')] }).slice(2)).toEqual([
      'help: Mend it',
      '  |',
      '1 | ab',
    ]);
    expect(frame('«a»b', { fixes: [replacing(1, 1, '1\n2')] }).slice(2)).toEqual([
      'help: Mend it',
      '  |',
      '1 | a1',
      '  |  +',
      '2 | 2b',
      '  | +',
    ]);
  });

  it('the neighbourhood of its change in a line of a mebibyte', () => {
    const far = 2 ** 19;
    const text = formatDiagnostics(
      ...at(`${'a'.repeat(far)}«$»${'b'.repeat(far)}`, { fixes: [replacing(far, far + 1, '\\$')] }),
    );
    expect(text.split('\n').at(-2)).toBe(`1 | …${'a'.repeat(30)}\\$${'b'.repeat(66)}…`);
  });
});

describe('formatDiagnostics, whatever it is given,', () => {
  it('lets no control character of the source or the message through', () => {
    const text = formatDiagnostics(
      ...at('«\u001b[31m»\u202e\u0000\u009b', { message: 'Not \u001b[2J here.' }),
    );
    expect(text).toBe(`\
error[stray-dollar]: Not ␛[2J here.
 --> 1:1
  |
1 | ␛[31m�␀�
  | ^^^^^`);
  });

  it('marks a place in a line for every range', () => {
    const source = fc.string({
      unit: fc.constantFrom('a', '日', '\t', '\n', '\r', '\r\n', '👩‍👩‍👧', '\ud83d', '$'),
      maxLength: 300,
    });
    fc.assert(
      fc.property(source, fc.nat(), fc.nat(), (text, a, b) => {
        const [start = 0, end = 0] = [a, b].map(each => each % (text.length + 1)).toSorted((x, y) => x - y);
        const [, diagnostics] = at('«»', { range: { start, end }, fixes: [replacing(start, end, 'x\ny')] });
        const lines = formatDiagnostics(text, diagnostics).split('\n');
        expect(lines.filter(line => /^ *\| +\^+$/.test(line)).length).toBeGreaterThan(0);
        expect(lines.filter(line => /^ *\| +\++$/.test(line)).length).toBe(2);
      }),
      { numRuns: runs(1000) },
    );
  });
});
