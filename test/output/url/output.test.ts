import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { RefusedValue } from '../../../src/output/output.ts';
import { url } from '../../../src/output/url/output.ts';
import { wellFormedString } from '../../any-string.ts';
import { runs } from '../../properties.ts';
import type { Piece } from '../run-output.ts';
import { cutPieces, fill, outcome, placeIn, runOutput, VALUE, violationIn, write } from '../run-output.ts';
import { anyValue } from '../values.ts';

const origins = [
  'http://h',
  'https://user:pw@h.example:8080',
  ' \nHTTP:/\t/h',
  'http:\\\\h',
  'http://[::1]:81',
];
const parts = [
  ...['/', '\\', '?', '#', '&', '=', '.', '..', '%2e', '%2E', '%', '%2', '%4', '%zz', 'e', '41', 'a', 'b.c'],
  ...[' ', '\t', '\n', '\u0001', 'ü', '😀', ';', '+', '@', ':', '//', '/./', '/../', '"', "'"],
];

const tail = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(VALUE) },
    { weight: 5, arbitrary: fc.constantFrom<Piece>(...parts) },
  ),
  {
    maxLength: 9,
  },
);

const template: fc.Arbitrary<Piece[]> = fc
  .tuple(fc.constantFrom(...origins), fc.constantFrom('/', '?', '#', '\\', ''), tail)
  .map(([origin, delimiter, pieces]) => [origin + delimiter, ...pieces]);

/** The parts of a URL that no value may change. */
function shapeOf(text: string) {
  const { origin, username, password, pathname, searchParams } = new URL(text);
  return {
    origin,
    username,
    password,
    segments: pathname.split('/').length,
    parameters: [...searchParams].length,
  };
}

describe('a URL template', () => {
  it('that is accepted keeps its origin, path length and number of parameters, whatever its values are', () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(template, fc.array(anyValue, { minLength: 1, maxLength: 4 }), (pieces, values) => {
        const { violation, places } = runOutput(url, pieces);
        if (violation || places.length === 0) return;
        accepted++;
        const benign = fill(pieces, places, () => 'x');
        try {
          const text = fill(pieces, places, index => values[index % values.length]);
          expect(shapeOf(text), text).toEqual(shapeOf(benign));
        } catch (error) {
          if (!(error instanceof RefusedValue)) throw error;
          refused++;
        }
      }),
      { numRuns: runs(20_000) },
    );
    expect(accepted / runs(20_000)).toBeGreaterThan(0.15);
    expect(refused).toBeLessThan(accepted / 4);
  });

  it('without values is accepted exactly when it is an http or https URL', () => {
    const text = fc
      .tuple(
        fc.constantFrom(...origins, 'ftp://h', 'http:', 'http://', 'http://a b', 'http://h:99999', ''),
        tail,
      )
      .map(([origin, pieces]) => origin + pieces.filter(piece => piece !== VALUE).join(''));
    fc.assert(
      fc.property(text, source => {
        // The WHATWG parser also takes `http:h` and `http:///h`, which nobody means.
        const isMeant = /^\s*https?:[/\\]{2}(?![/\\])/i.test(source.replace(/[\t\n\r]/g, ''));
        const [, authority = ''] = /^[^/\\]*[/\\][\t\n\r]*[/\\]([^/\\?#]*)/.exec(source) ?? [];
        const isWhole = !/[^\t\n\r][\t\n\r]+[^\t\n\r]/.test(authority);
        expect(runOutput(url, [source]).violation === undefined).toBe(
          isMeant && isWhole && URL.canParse(source),
        );
      }),
      { numRuns: runs(5000) },
    );
  });

  it('fares the same wherever its text is cut', () => {
    fc.assert(
      fc.property(template, fc.array(fc.nat(), { maxLength: 6 }), (pieces, cuts) => {
        expect(outcome(runOutput(url, cutPieces(pieces, cuts)))).toEqual(outcome(runOutput(url, pieces)));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('that only sets values as segments and parameters is accepted', () => {
    const segment = fc.array(fc.constantFrom<Piece>(VALUE, 'a', 'v1.'), { minLength: 1, maxLength: 3 });
    const parameter = segment.map((value): Piece[] => ['k', '=', ...value]);
    const valid = fc
      .tuple(fc.array(segment, { maxLength: 3 }), fc.array(parameter, { minLength: 1, maxLength: 3 }))
      .filter(([path]) => path.every(pieces => pieces.includes('a') || !pieces.includes('v1.')))
      .map(([path, query]): Piece[] => [
        'https://h',
        ...path.flatMap((pieces): Piece[] => ['/', ...pieces]),
        '?',
        ...query.flatMap((pieces): Piece[] => ['&', ...pieces]).slice(1),
        '#',
        VALUE,
      ]);
    fc.assert(
      fc.property(valid, pieces => {
        expect(runOutput(url, pieces).violation).toBeUndefined();
      }),
    );
  });

  it('gives the same key only to states that take the same continuation', () => {
    const beginning = fc.array(
      fc.constantFrom<Piece>(VALUE, '.', '%', '%2', 'e', 'a', ' ', '/', '?', '&', '='),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(beginning, beginning, tail, (a, b, rest) => {
        const [left, right] = [a, b].map(pieces => stateAfter(['http://h/', ...pieces]));
        if (!left || !right || url.key(left) !== url.key(right)) return;
        const [whole, other] = [a, b].map(pieces => runOutput(url, ['http://h/', ...pieces, ...rest]));
        expect(whole?.violation?.code).toBe(other?.violation?.code);
        expect(whole?.places.slice(a.filter(piece => piece === VALUE).length)).toEqual(
          other?.places.slice(b.filter(piece => piece === VALUE).length),
        );
      }),
      { numRuns: runs(5000) },
    );
  });
});

function stateAfter(pieces: readonly Piece[]) {
  let state = url.start();
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if ('violation' in url.place(state, '')) return undefined;
      state = url.after(state, { start: 0, end: 0 });
    } else {
      const step = url.advance(state, piece, 0);
      if ('violation' in step) return undefined;
      state = step.state;
    }
  }
  return state;
}

describe('a value in a URL', () => {
  it.each<[string, ...Piece[]]>([
    ['url-path strict', 'http://h/', VALUE],
    ['url-path strict', 'http://h/a/', VALUE, '/b'],
    ['url-path strict, url-path strict', 'http://h/', VALUE, VALUE],
    ['url-path', 'http://h/a', VALUE],
    ['url-path, url-path', 'http://h/', VALUE, '-', VALUE],
    ['url-path strict, url-path', 'http://h/', VALUE, '/-', VALUE],
    ['url-path strict', 'http://h/', VALUE, '?a=.json'],
    ['url-path', 'http://h/', VALUE, '%41'],
    ['url-path', 'http://h/.%41', VALUE],
    ['url-query', 'http://h?a=', VALUE],
    ['url-query', 'http://h/?', VALUE, '=1'],
    ['url-query', 'http://h/?a', VALUE],
    ['url-fragment', 'http://h#', VALUE],
    ['url-target', VALUE],
    ['url-target', 'https:', VALUE],
    ['url-target', 'https://', VALUE, '/'],
    ['url-target', 'https://h', VALUE, '/'],
    ['url-target', 'https://h:', VALUE, '/'],
    ['url-target', 'https://', VALUE, '@h/'],
    ['url-target', 'https://\n', VALUE],
    ['value-after-percent', 'http://h/%', VALUE],
    ['value-after-percent', 'http://h/%2', VALUE],
    ['value-after-percent', 'http://h/%\t2\n', VALUE],
    ['value-after-percent', 'http://h/?a=%4', VALUE],
    ['value-after-percent', 'http://h/#%', VALUE],
    ['url-query', 'http://h/?a=%41', VALUE],
    ['nameless-parameter', 'http://h/?', VALUE],
    ['nameless-parameter', 'http://h/?a=1&', VALUE, VALUE, '&b=1'],
    ['nameless-parameter', 'http://h/?a=1&', VALUE, '#x'],
    ['nameless-parameter', 'http://h/?a=1& ', VALUE],
    ['url-query', 'http://h/?a=1& ', VALUE, '#'],
    ['url-dot-segment', 'http://h/.', VALUE],
    ['url-dot-segment', 'http://h/', VALUE, '%2e'],
    ['url-dot-segment', 'http://h/', VALUE, '. '],
    ['url-dot-segment', 'http://h/. ', VALUE],
    ['url-path', 'http://h/. ', VALUE, '/'],
    ['url-path', 'http://h/', VALUE, '.json'],
    ['url-path, url-path', 'http://h/', VALUE, VALUE, '.json'],
    ['url-path', 'http://h/...', VALUE],
    ['url-path', 'http://h/.%2e.', VALUE],
    ['url-path', 'http://h/', VALUE, '...'],
    ['url-dot-segment', 'http://h/..', VALUE],
  ])('lands in %s', (place, ...pieces) => {
    expect(placeIn(url, ...pieces)).toBe(place);
  });

  it('is refused as a whole dot segment, and nowhere else', () => {
    const [whole, part] = runOutput(url, ['http://h/', VALUE, '/a', VALUE]).places;
    if (!whole || !part) throw new Error('no places');
    expect(() => write(whole, '.')).toThrow(RefusedValue);
    expect(() => write(whole, '..')).toThrow(RefusedValue);
    expect(write(whole, '...')).toBe('...');
    expect(write(whole, '%2e')).toBe('%252e');
    expect(write(part, '..')).toBe('..');
  });

  it('is what a receiver reads, in the path, in a name and in a value', () => {
    const pieces: Piece[] = ['https://h/a', VALUE, '/b?k', VALUE, '=', VALUE, '#', VALUE];
    const { places } = runOutput(url, pieces);
    fc.assert(
      fc.property(wellFormedString, text => {
        const { pathname, searchParams, hash } = new URL(fill(pieces, places, () => text));
        expect(decodeURIComponent(pathname.split('/')[1] ?? '')).toBe(`a${text}`);
        expect([...searchParams]).toEqual([[`k${text}`, text]]);
        expect(decodeURIComponent(hash.slice(1))).toBe(text);
      }),
    );
  });

  it('is percent-encoded but for unreserved characters', () => {
    const [place] = runOutput(url, ['http://h/?a=', VALUE]).places;
    if (!place) throw new Error('no place');
    expect(write(place, "aZ0-._~ !'()*/?#%&=+ü\ud800")).toBe(
      'aZ0-._~%20%21%27%28%29%2A%2F%3F%23%25%26%3D%2B%C3%BC%EF%BF%BD',
    );
    expect(write(place, 1e21)).toBe('1e%2B21');
    expect(write(place, undefined)).toBe('');
    expect(write(place, { json: '{"a":1}' })).toBe('%7B%22a%22%3A1%7D');
  });
});

describe('a violation in a URL', () => {
  it.each<[string, ...Piece[]]>([
    ['url-start at ftp', 'ftp://h'],
    ['url-start at httpx', 'httpx://h'],
    ['url-start at htps', 'htps://h'],
    ['url-host at h\n.example', 'https://h\n.example/'],
    ['url-host at h\t.example', 'https://h\t.example'],
    ['url-start at ', ''],
    ['url-host at ', 'http://'],
    ['url-host at ', 'http:///h'],
    ['url-host at a b', 'http://a b/'],
    ['url-host at h:99999', 'http://h:99999?x'],
    ['url-host at [::', 'http://[::'],
    ['url-target at $v$', 'http://', VALUE],
    ['url-dot-segment at .$v$', 'http://h/a/.', VALUE, '/b'],
    ['nameless-parameter at $v$$v$', 'http://h/?a&', VALUE, VALUE, '&b'],
  ])('%s', (expected, ...pieces) => {
    expect(violationIn(url, ...pieces)).toBe(expected);
  });

  // From the list of corrections: `https://user:p#ss@host/`.
  it.each([
    'https://hunter2:s3cret#ss@host/',
    'https://hunter2:s3cret?ss@host/',
    'https://hunter2:s3cret/ss@host/',
    'https://hunter2:s3cret@h:x/',
    'https://hunter2 s3cret#@h/',
    'https://hunter2.s3cret:@[/',
    'hunter2.s3cret:s3cret@host/',
    'hunter2.s3cret:1#s3cret@host/x',
    'hunter2.s3cret@host/',
  ])('quotes no part of the credentials in %s', source => {
    const { violation } = runOutput(url, [source]);
    expect(violation).toBeDefined();
    expect(`${violation?.expected} ${violation?.found}`).not.toMatch(/hunter|cret/);
  });

  it('names the scheme as a whole, and proposes the one that was meant', () => {
    const { violation } = runOutput(url, ['htps://h']);
    expect(violation?.found).toBe('`htps`');
    expect(violation?.fixes?.map(fix => applyFix('htps://h', fix))).toEqual(['https://h']);
    expect(runOutput(url, ['ftp://h']).violation?.fixes).toEqual([]);
  });

  it('is an authority that no host can be as long as', () => {
    expect(violationIn(url, `http://${'a'.repeat(3000)}`)).toMatch(/^url-host/);
  });
});
