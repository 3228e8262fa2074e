import { parseISO } from 'date-fns/parseISO';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant } from '../../../src/dates/format/instant.ts';
import { propertySeed, runs } from '../../properties.ts';

const digits = (most: number) => fc.integer({ min: 0, max: most }).map(n => String(n).padStart(2, '0'));
const year = fc.oneof(
  fc.integer({ min: 0, max: 9999 }).map(n => String(n).padStart(4, '0')),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 280_000 }))
    .map(([sign, n]) => sign + String(n).padStart(6, '0')),
);
const fraction = fc.oneof(
  fc.constant(''),
  fc.tuple(fc.constantFrom('.', ','), fc.nat()).map(([point, n]) => `${point}${n}`),
);
const time = fc.oneof(
  digits(25),
  fc.tuple(digits(25), fc.constantFrom('', ':'), digits(61)).map(parts => parts.join('')),
  fc.tuple(digits(25), digits(61), digits(61), fraction).map(([h, m, s, f]) => `${h}:${m}:${s}${f}`),
  fc.constantFrom('24:00', '24:00:00.0', '24:00:01', '23:59:59.9999', '2359'),
);
const offset = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(
      fc.constantFrom('+', '-'),
      digits(99),
      fc.oneof(
        fc.constant(''),
        digits(61).map(m => `:${m}`),
      ),
    )
    .map(parts => parts.join('')),
);
const text = fc
  .tuple(year, fc.constantFrom('', '-'), digits(13), digits(32), time, offset)
  .map(([y, hyphen, m, d, t, z]) => `${y}${hyphen}${m}${hyphen}${d}T${t}${z}`);

describe(`a date as text (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('with an offset is the instant that date-fns reads, or none', () => {
    let instants = 0;
    fc.assert(
      fc.property(text, given => {
        const instant = readInstant(given);
        expect(instant, given).toBe(parseISO(given).getTime());
        if (!Number.isNaN(instant)) instants++;
      }),
      { numRuns: runs(20_000) },
    );
    expect(instants / runs(20_000)).toBeGreaterThan(0.25);
  });

  it.each([
    '2024-02-30T00:00Z',
    '2023-02-29T00:00Z',
    '2024-13-01T00Z',
    '2024-01-01T24:01Z',
    '2024-01-01T00:60Z',
  ])('that no calendar or clock shows is not an instant: %s', given => expect(readInstant(given)).toBeNaN());

  it.each(['2024-02-29', '2024-02-29T00:00', 'soon', '', '2024-02-29T00:00Z '])(
    'without an offset, or with a wrong one, is not read: %j',
    given => expect(readInstant(given)).toBeUndefined(),
  );
});
