import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoPattern, parseJavaPattern } from '../../../src/dates/pattern/java-pattern.ts';
import { patternLike } from '../../../src/dates/pattern/pattern-like.ts';
import { validateDatePattern } from '../../../src/dates/pattern/validate.ts';
import { compileTemplate } from '../../../src/template/template.ts';

function write(pattern: string, date: Date): string {
  return compileTemplate(`$date; format="${pattern}"$`).render({ date } as never);
}

describe('the pattern like a date', () => {
  const date = new Date('2024-05-06T07:08:09.012Z');

  it.each([
    ['2024-05-06T07:08:09Z', isoPattern],
    ['2024-05-06T07:08:09.012Z', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"],
    ['2024-05-06T07:08:09.012000Z', "yyyy-MM-dd'T'HH:mm:ss.SSS'000'XXX"],
    ['2024-05-06T07:08:09+0000', "yyyy-MM-dd'T'HH:mm:ssZ"],
    ['2024-05-06T07:08', "yyyy-MM-dd'T'HH:mm"],
    ['2024-05-06 07:08:09', 'yyyy-MM-dd HH:mm:ss'],
    ['2024-05-06 07:08:09 UTC', 'yyyy-MM-dd HH:mm:ss z'],
    ['2024-05-06', 'yyyy-MM-dd'],
    ['2024/05/06', 'yyyy/MM/dd'],
    ['06.05.2024', 'dd.MM.yyyy'],
    ['06-05-2024 07:08', 'dd-MM-yyyy HH:mm'],
    ['05/06/2024, 07:08 AM', 'MM/dd/yyyy, hh:mm a'],
    ['Mon, 06 May 2024 07:08:09 +0000', 'EEE, dd MMM yyyy HH:mm:ss Z'],
    ['6 May 2024', 'd MMM yyyy'],
    ['May 6, 2024 at 7:08 AM', "MMM d, yyyy 'at' h:mm a"],
    ['07:08:09', 'HH:mm:ss'],
    ['07:08', 'HH:mm'],
  ])('%s writes that date so', (text, pattern) => {
    expect(patternLike(text)).toBe(pattern);
    expect(write(pattern, date)).toBe(text);
    expect(validateDatePattern(parseJavaPattern(pattern), { offset: 0, timeZone: 'UTC' })).toEqual([]);
  });

  it('has the day first where it can be no month', () => {
    expect(patternLike('31/12/2024')).toBe('dd/MM/yyyy');
  });

  it('has an offset for any zone', () => {
    expect(patternLike('2024-05-06T07:08:09+02:00')).toBe(isoPattern);
  });

  it.each([
    '',
    '12',
    'May',
    'Monday',
    '2024',
    '2024-05',
    '1.2.3',
    '10.0.0.1',
    '2024-05-06x',
    '07:08:09.1',
    '1:2',
    'T07:08',
  ])('is unknown for %j', text => {
    expect(patternLike(text)).toBeUndefined();
  });

  it('never fails, and is right where there is one', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const pattern = patternLike(text);
        if (pattern !== undefined) expect(parseJavaPattern(pattern).unclosed).toBeUndefined();
      }),
    );
  });

  it('writes back what any of its patterns wrote', () => {
    const patterns = [
      isoPattern,
      'yyyy-MM-dd HH:mm:ss',
      'dd.MM.yyyy',
      'EEE, dd MMM yyyy HH:mm:ss Z',
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (pattern, date) => {
          const text = write(pattern, date);
          expect(write(patternLike(text) ?? '', date)).toBe(text);
        },
      ),
    );
  });
});
