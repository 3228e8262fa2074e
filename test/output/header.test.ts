import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { header } from '../../src/output/header.ts';
import { placeIn, runOutput, VALUE, violationIn, write } from './run-output.ts';
import { anyValue } from './values.ts';

function headerPlace() {
  const [place] = runOutput(header, ['Bearer ', VALUE]).places;
  if (!place) throw new Error('no place');
  return place;
}

describe('a header value', () => {
  it('takes values anywhere', () => {
    expect(placeIn(header, VALUE)).toBe('header-value');
    expect(placeIn(header, 'a', VALUE, 'b')).toBe('header-value');
  });

  it('is printable ASCII that undici and browsers can send, whatever its values are', () => {
    const place = headerPlace();
    fc.assert(
      fc.property(anyValue, value => {
        const written = write(place, value);
        expect(written).toMatch(/^[ -~]*$/);
        expect(() => new Headers({ 'x-test': written })).not.toThrow();
      }),
    );
  });

  it('writes control characters as spaces and percent-encodes what is not ASCII', () => {
    expect(write(headerPlace(), 'a\r\nb\0c\u007f\u0085d')).toBe('a  b c  d');
    expect(write(headerPlace(), 'ü😀\ud800 50%')).toBe('%C3%BC%F0%9F%98%80%EF%BF%BD 50%');
    expect(write(headerPlace(), undefined)).toBe('');
    expect(write(headerPlace(), { json: '{"ä":1}' })).toBe('{"%C3%A4":1}');
  });

  it('refuses control characters and line breaks in literal text', () => {
    expect(violationIn(header, 'a\nb')).toBe('header-control-character at \n');
    expect(violationIn(header, 'a\tb')).toBe('header-control-character at \t');
    expect(violationIn(header, VALUE, '\u0085')).toBe('header-control-character at \u0085');
  });

  it('says how to write what is not ASCII', () => {
    const { violation } = runOutput(header, ['caf', 'é 😀']);
    expect(violation).toMatchObject({ code: 'header-non-ascii', start: 3, end: 4, found: '`é`' });
    expect(violation?.expected).toBe('`%C3%A9` (percent-encoded)');
    const [fix] = violation?.fixes ?? [];
    expect(fix && applyFix('café 😀', fix)).toBe('caf%C3%A9 😀');
    expect(violationIn(header, '😀')).toBe('header-non-ascii at 😀');
  });

  it('takes both characters of a line break for one mistake', () => {
    const [fix] = runOutput(header, ['a\r\nb']).violation?.fixes ?? [];
    expect(fix && applyFix('a\r\nb', fix)).toBe('a b');
  });
});
