import { enUS } from 'date-fns/locale/en-US';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { datePartsOf } from '../../../src/dates/format/compile-pattern.ts';
import { createDateFormatter } from '../../../src/dates/format/date-formatter.ts';
import { isoText } from '../../../src/dates/format/iso-text.ts';
import { isoPattern } from '../../../src/dates/pattern/java-pattern.ts';
import { lastInstantMs, utc } from '../../../src/dates/zone/fixed-zone.ts';

const format = createDateFormatter(datePartsOf(isoPattern, enUS), utc);

it('prints every instant as the pattern of ISO 8601 does', () => {
  const years = [-1, 0, 1, 999, 9999, 10_000].map(
    year => Date.UTC(2000, 0, 1) + (year - 2000) * 31_556_952_000,
  );
  for (const epochMs of [...years, 0, -1, -0.5, 1.5, lastInstantMs, -lastInstantMs])
    expect(isoText(epochMs)).toBe(format(epochMs));
  expect(isoText(Date.UTC(2026, 2, 4, 5, 6, 7))).toBe('2026-03-04T05:06:07Z');
  const instants = fc.integer({ min: -lastInstantMs, max: lastInstantMs });
  fc.assert(fc.property(instants, epochMs => isoText(epochMs) === format(epochMs)));
  for (const epochMs of [Number.NaN, lastInstantMs + 1]) expect(() => isoText(epochMs)).toThrow(RangeError);
});
