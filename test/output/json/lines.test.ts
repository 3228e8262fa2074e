import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../src/output/json/lines.ts';
import { json } from '../../../src/output/json/output.ts';
import type { Output } from '../../../src/output/output.ts';
import { isJson } from '../../is-json.ts';
import { runs } from '../../properties.ts';
import { placeIn, runOutput, VALUE } from '../run-output.ts';

function violationIn(...pieces: Parameters<typeof runOutput>[1]) {
  const { violation } = runOutput(jsonLines, pieces);
  return violation && [violation.code, violation.start, violation.end];
}

/** The grammar in one sentence: what comes after the last line feed may be missing. */
function isLines(text: string): boolean {
  const lines = text.split('\n');
  const isLast = (index: number) => index === lines.length - 1;
  return lines.every((line, index) => {
    if (line === '' && isLast(index)) return true;
    const whole = isLast(index) ? line : line.replace(/\r$/, '');
    return !whole.includes('\r') && isJson(whole);
  });
}

describe('JSON Lines', () => {
  it.each([
    ['', undefined],
    ['1', undefined],
    ['1\n', undefined],
    ['{"a": 1}\r\n"b"\n\t[] \n', undefined],
    ['\n', ['json-blank-line', 0, 1]],
    ['1\n\n2', ['json-blank-line', 2, 3]],
    ['1\n \r\n2', ['json-blank-line', 3, 5]],
    ['1\n ', ['json-blank-line', 2, 3]],
    ['[1,\n2]', ['json-line-break', 3, 4]],
    ['[1]\r[2]', ['json-line-break', 4, 4]],
    ['[1]\r', ['json-line-break', 4, 4]],
    ['[1]\r\r\n', ['json-line-break', 4, 4]],
    ['"a\nb"', ['json-control-character', 2, 3]],
    ['{} {}', ['json-unexpected', 3, 4]],
    ['tru\n', ['json-line-break', 3, 4]],
  ])('%j', (text, violation) => {
    expect(violationIn(text)).toEqual(violation);
  });

  it('take exactly the texts whose lines are JSON', () => {
    const part = fc.constantFrom(
      '\n',
      '\n',
      '\r\n',
      '\r',
      ' ',
      '1',
      'true',
      '"a"',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const [first = '', ...rest] = parts;
        expect(violationIn(first, ...rest) === undefined).toBe(isLines(parts.join('')));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('have values where JSON has them', () => {
    expect(placeIn(jsonLines, '{"a":1}\n', VALUE)).toBe('json-value');
    expect(placeIn(jsonLines, '{"a":1}\n{"', VALUE, '":1}')).toBe('json-string');
    expect(placeIn(jsonLines, '{}\r', VALUE)).toBe('json-line-break');
    expect(runOutput(jsonLines, [VALUE, '\n', VALUE]).violation).toBeUndefined();
  });

  it('end a line and begin the next in one state, whatever stood in it', () => {
    const states = ['1\n', '[[1]]\r\n', '{"a":1}\n'].map(text => {
      const moved = jsonLines.advance(jsonLines.start(), text, 0);
      return 'state' in moved ? jsonLines.key(moved.state) : moved.violation.code;
    });
    expect(new Set(states).size).toBe(1);
  });

  it('remember what JSON remembers of the line that both paths have begun', () => {
    const stateAfter = <State>(output: Output<State>, text: string): State => {
      const moved = output.advance(output.start(), text, 0);
      if ('violation' in moved) throw new Error(moved.violation.code);
      return moved.state;
    };
    const [path, earlier] = ['{"a":1,"b":2,', '{"b":1,"c":2,'] as const;
    const remembered = json.recall?.(stateAfter(json, path), stateAfter(json, earlier));
    expect(remembered).not.toEqual(stateAfter(json, path));
    expect(jsonLines.recall?.(stateAfter(jsonLines, path), stateAfter(jsonLines, earlier)).line).toEqual(
      remembered,
    );
  });
});
