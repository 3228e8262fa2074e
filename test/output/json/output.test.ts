import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { json } from '../../../src/output/json/output.ts';
import { anyString } from '../../any-string.ts';
import { isJson } from '../../is-json.ts';
import { runs } from '../../properties.ts';
import { jsonCases } from '../json-cases.ts';
import { anyJson, jsonish, jsonTemplate, jsonTokens } from '../json-templates.ts';
import type { Piece } from '../run-output.ts';
import { cutPieces, fill, outcome, placeIn, runOutput, sourceOf, VALUE, violationIn } from '../run-output.ts';
import { anyValue } from '../values.ts';

const accepts = (text: string) => runOutput(json, [text]).violation === undefined;

describe('JSON text without tags', () => {
  it('is accepted exactly when JSON.parse accepts it', () => {
    fc.assert(
      fc.property(anyJson, text => {
        expect(accepts(text)).toBe(isJson(text));
      }),
      { numRuns: runs(5000) },
    );
  });

  it.each(jsonCases)('%j is judged as JSON.parse judges it', text => {
    expect(accepts(text)).toBe(isJson(text));
  });

  it('may be nested 100,000 deep, also where each piece has a key of its own', () => {
    const depth = 100_000;
    const pieces = [...Array.from({ length: depth }, () => '['), ...Array.from({ length: depth }, () => ']')];
    expect(runOutput(json, pieces).violation).toBeUndefined();
    let state = json.start();
    const keys = new Set<string>();
    for (const piece of pieces.slice(0, depth)) {
      const step = json.advance(state, piece, 0);
      if ('violation' in step) throw new Error('refused');
      state = step.state;
      keys.add(json.key(state));
    }
    expect(keys.size).toBe(depth);
  });
});

describe('a JSON template', () => {
  it('fares the same wherever its text is cut', () => {
    const pieces = fc.array(fc.oneof(anyJson, fc.constant(VALUE)), { maxLength: 5 });
    fc.assert(
      fc.property(fc.oneof(pieces, jsonTemplate), fc.array(fc.nat(), { maxLength: 6 }), (whole, cuts) => {
        expect(outcome(runOutput(json, cutPieces(whole, cuts)))).toEqual(outcome(runOutput(json, whole)));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('that is valid is accepted, and parses whatever its values are', () => {
    fc.assert(
      fc.property(jsonTemplate, fc.array(anyValue, { minLength: 1 }), (pieces, values) => {
        const { violation, places } = runOutput(json, pieces);
        expect(violation).toBeUndefined();
        expect(isJson(fill(pieces, places, index => values[index % values.length]))).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('that is accepted parses, however broken its pieces are', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom<Piece>(VALUE, ...jsonTokens)), { maxLength: 8 });
    let accepted = 0;
    fc.assert(
      fc.property(pieces, fc.array(anyValue, { minLength: 1 }), (template, values) => {
        const { violation, places } = runOutput(json, template);
        if (violation) return;
        accepted++;
        expect(isJson(fill(template, places, index => values[index % values.length]))).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
    expect(accepted / runs(5000)).toBeGreaterThan(0.01);
  });

  it('gives the same key only to states that take the same continuation', () => {
    fc.assert(
      fc.property(jsonish, jsonish, anyJson, (a, b, rest) => {
        const start = json.start();
        const [left, right] = [a, b].map(text => json.advance(start, text, 0));
        if (!left || !right || 'violation' in left || 'violation' in right) return;
        if (json.key(left.state) !== json.key(right.state)) return;
        expect(accepts(a + rest)).toBe(accepts(b + rest));
        expect(placeIn(json, a, VALUE)).toBe(placeIn(json, b, VALUE));
      }),
      { numRuns: runs(5000) },
    );
    expect(json.key(stateAfter('[1,"a"'))).toBe(json.key(stateAfter('["b" ')));
  });
});

function stateAfter(text: string) {
  const step = json.advance(json.start(), text, 0);
  if ('violation' in step) throw new Error(step.violation.code);
  return step.state;
}

describe('a value in JSON', () => {
  it.each<[string, ...Piece[]]>([
    ['json-value', VALUE],
    ['json-value', '[', VALUE, ']'],
    ['json-value', '[1, ', VALUE, ' ]'],
    ['json-value', '{"a":', VALUE, '}'],
    ['json-string', '"', VALUE, '"'],
    ['json-string', '{"x', VALUE, '":1}'],
    ['json-string', '["\\n', VALUE, '"]'],
    ['json-key', '{', VALUE, ':1}'],
    ['json-key', '{"a":1,', VALUE, ' :1}'],
    ['json-no-place', '[1', VALUE, ']'],
    ['json-no-place', '[-', VALUE, ']'],
    ['json-no-place', '[1.', VALUE, ']'],
    ['json-no-place', '[t', VALUE, ']'],
    ['json-no-place', '["\\', VALUE, '"]'],
    ['json-no-place', '["\\u00', VALUE, '"]'],
    ['json-no-place', '{"a"', VALUE, '}'],
    ['json-no-place', '{} ', VALUE],
    ['json-no-place', VALUE, VALUE],
    ['json-missing-comma', '[1 ', VALUE, ']'],
    ['json-missing-comma', '[', VALUE, VALUE, ']'],
    ['json-missing-comma', '[', VALUE, ' 5]'],
    ['json-unexpected', '[', VALUE, '5]'],
    ['json-unexpected', '[', VALUE, '.5]'],
  ])('lands in %s', (place, ...pieces) => {
    expect(placeIn(json, ...pieces)).toBe(place);
  });

  it('is what a receiver reads, in a string, as a value and as a key', () => {
    const pieces: Piece[] = ['{"a":"-', VALUE, '-","b":', VALUE, ',', VALUE, ':0}'];
    const { places } = runOutput(json, pieces);
    fc.assert(
      fc.property(anyString, text => {
        const key = `k${text}`;
        const output = fill(pieces, places, index => (index === 2 ? key : text));
        const parsed: object = JSON.parse(output);
        expect(parsed).toMatchObject({ a: `-${text}-`, b: text });
        expect(Object.keys(parsed)).toHaveLength(3);
        // The key by itself: V8 (Node 24) reads about one in eight million keys with an escape wrongly in an object.
        const withoutKey = fill(pieces, places, index => (index === 2 ? '' : text));
        const start = withoutKey.length - '"":0}'.length;
        expect(JSON.parse(output.slice(start, -':0}'.length))).toBe(key);
      }),
    );
  });

  it('is written by its type', () => {
    const pieces: Piece[] = ['[', VALUE, ',"', VALUE, '",{', VALUE, ':0}]'];
    const { places } = runOutput(json, pieces);
    const written = (value: Parameters<typeof fill>[2]) => fill(pieces, places, value);
    expect(written(() => undefined)).toBe('[null,"",{"":0}]');
    expect(written(() => -0)).toBe('[0,"0",{"0":0}]');
    expect(written(() => 1e21)).toBe('[1e+21,"1e+21",{"1e+21":0}]');
    expect(written(() => Number.NaN)).toBe('[null,"NaN",{"NaN":0}]');
    expect(written(() => 12345678901234567890n)).toBe(
      '[12345678901234567890,"12345678901234567890",{"12345678901234567890":0}]',
    );
    expect(written(() => true)).toBe('[true,"true",{"true":0}]');
    expect(written(() => ({ json: '{"a":"b"}' }))).toBe(
      '[{"a":"b"},"{\\"a\\":\\"b\\"}",{"{\\"a\\":\\"b\\"}":0}]',
    );
    expect(written(() => '\ud800"')).toBe('["\\ud800\\"","\\ud800\\"",{"\\ud800\\"":0}]');
  });
});

describe('a violation in JSON', () => {
  it.each<[string, ...Piece[]]>([
    ['json-extra-comma at ,', '[1 , ]'],
    ['json-extra-comma at ,', '{"a":1,}'],
    ['json-extra-comma at ,', '[', VALUE, ', ', ']'],
    ['json-extra-comma at ,', '[,1]'],
    ['json-missing-value at ,', '{"a": ,"b":1}'],
    ['json-missing-value at }', '{"a":}'],
    ['json-no-place at $v$', '{"a":', VALUE, ' ', VALUE, '}'],
    ['json-missing-comma at "', '{"a":1 "b":2}'],
    ['json-missing-comma at "', '{"a":1"b":2}'],
    ['json-unexpected at 1', '[01]'],
    ['json-unexpected at 😀', '[😀]'],
    ['json-unexpected at }', '[1}'],
    ['json-unexpected at x', '{} x'],
    ['json-unexpected at failed', '{"a":failed}'],
    ['json-unexpected at n/a', '[n/a, 1]'],
    ['json-unexpected at nul', '[nul]'],
    ['json-unexpected at True', '[True]'],
    ['json-control-character at \n', '"a\nb"'],
    ['json-unfinished at ', '{"a":1'],
    ['json-unfinished at ', ''],
    ['json-no-place at $v$', '[1', VALUE, ']'],
  ])('%s', (expected, ...pieces) => {
    expect(violationIn(json, ...pieces)).toBe(expected);
  });

  it('is perhaps a quote that was forgotten at the end of a line', () => {
    const mended = (source: string) =>
      runOutput(json, [source]).violation?.fixes?.map(fix => applyFix(source, fix));
    expect(mended('{"a":"b,\n"c":1}')).toEqual(['{"a":"b",\n"c":1}', '{"a":"b,\\n"c":1}']);
    expect(mended('[{"a":"b}, \r\n"c"]')).toEqual(['[{"a":"b"}, \r\n"c"]', '[{"a":"b}, \\r\\n"c"]']);
    expect(mended('["Hello,\nworld"]')).toEqual(['["Hello,\\nworld"]']);
    expect(mended('["one,\t"]')).toEqual(['["one,\\t"]']);
    expect(mended('["one\ntwo"]')).toEqual(['["one\\ntwo"]']);
  });

  it('says what was expected and what was found', () => {
    const facts = (...pieces: Piece[]) => {
      const { violation } = runOutput(json, pieces);
      return `${violation?.expected} / ${violation?.found}`;
    };
    expect(facts('[1}')).toBe('`,` or `]` / `}`');
    expect(facts('{a')).toBe('a key in double quotes or `}` / `a`');
    expect(facts('[n/a]')).toBe('a value / `n/a` (put text in double quotes)');
    expect(facts('[nul]')).toBe('`null` / `nul`');
    expect(facts('[None]')).toBe('a value or `]` / `None`');
    expect(facts('1 // one')).toBe('the end / `/` (write a comment as `$! … !$`)');
    expect(facts('[nulll]')).toBe('`,` or `]` / `l`');
    expect(facts('[“')).toBe('a value or `]` / a typographic quote (“)');
    expect(facts('"a\n"')).toBe('`\\n` / a line break');
    expect(facts('[1')).toBe('`,` or `]` / the end');
    expect(facts('1 \u00a0')).toBe('the end / a no-break space (U+00A0)');
    expect(facts('[1', VALUE)).toBe('`,` or `]` / a value right after a number (put both into one string)');
  });

  it('points at the bracket that is still open', () => {
    const pieces: Piece[] = ['{"a": [', VALUE];
    const related = runOutput(json, pieces).violation?.related ?? [];
    expect(related.map(({ range }) => range)).toEqual([{ start: 6, end: 7 }]);
    expect(sourceOf(pieces).slice(6, 7)).toBe('[');
  });
});
