import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../src/http/retry-after.ts';
import { runs } from '../properties.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['007', 7_000],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Tue Dec  1 12:00:00 2026', 864_000_000],
    ['Sat, 21 Nov 2026 12:00:60 GMT', 60_000],
  ])('%j is %d ms', (value, ms) => {
    expect(parseRetryAfter([value], now)).toBe(ms);
  });

  it.each([
    '',
    '-1',
    '+1',
    '1.5',
    '1e20',
    '1,5',
    '0x10',
    'Infinity',
    'NaN',
    '١٢',
    '5, 10',
    'soon',
    'Sat, 21 Nov 2026 12:00:00 GMT',
    'Sat, 21 Nov 2020 12:00:30 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sat, 31 Feb 2027 12:00:30 GMT',
    'Sat, 21 Nov 2026 24:00:30 GMT',
    'Sat, 21 Nov 2026 12:60:30 GMT',
    'Sat, 21 Nov 2026 12:00:30 UTC',
    'Sat, 21 Nov 2026 12:00:30 +0100',
    '2026-11-21T12:00:30Z',
  ])('%j asks for nothing', value => {
    expect(parseRetryAfter([value], now)).toBeUndefined();
  });

  it('repeated counts where it says one thing alone', () => {
    expect(parseRetryAfter(['5', '5 '], now)).toBe(5_000);
    expect(parseRetryAfter(['5', '10'], now)).toBeUndefined();
    expect(parseRetryAfter([], now)).toBeUndefined();
  });

  it('reads back every date to come', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(now + 1000), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
        date => {
          const seconds = Math.floor(date.getTime() / 1000) * 1000;
          expect(parseRetryAfter([date.toUTCString()], now)).toBe(seconds - now);
        },
      ),
    );
  });

  it('is total: any text gives no time, or one that is not negative', () => {
    const piece = fc.constantFrom(
      'Sat',
      ', ',
      '21',
      ' ',
      'Nov',
      '2026',
      ':',
      '12',
      'GMT',
      '-',
      '1e20',
      '.',
      '9'.repeat(30),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map(pieces => pieces.join('')),
    );
    const instant = fc.oneof(fc.integer(), fc.constantFrom(now, 0, -1, Number.NaN, 8.64e15));
    fc.assert(
      fc.property(fc.array(text), instant, (values, at) => {
        const ms = parseRetryAfter(values, at);
        expect(ms === undefined || ms >= 0).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});
