import { de } from 'date-fns/locale/de';
import { ru } from 'date-fns/locale/ru';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDatePattern } from '../../../src/dates/format/compile-pattern.ts';
import { isoPattern } from '../../../src/dates/pattern/java-pattern.ts';
import oracle from '../../oracles/simple-date-format.json' with { type: 'json' };
import { runs } from '../../properties.ts';

describe("the answers of Java's SimpleDateFormat", () => {
  it('are all here', () => {
    expect(oracle.rows).toHaveLength(1292);
  });

  it('come out the same', () => {
    const printed = oracle.rows.filter(row => row.expected !== undefined);
    expect(printed).toHaveLength(1256);
    for (const row of printed) {
      const format = compileDatePattern(row.pattern, { timeZone: row.timeZone });
      expect({ ...row, expected: format(Date.parse(row.instant)) }).toEqual(row);
    }
  });

  it('are refusals where Java throws', () => {
    for (const row of oracle.rows.filter(row => row.rejected !== undefined)) {
      expect(() => compileDatePattern(row.pattern), row.pattern).toThrow(RangeError);
    }
  });
});

describe('a compiled pattern', () => {
  const instantMs = Date.UTC(2024, 1, 29, 22, 13, 20, 7);

  it.each([
    [isoPattern, 'Asia/Kolkata', '2024-03-01T03:43:20+05:30'],
    [isoPattern, 'UTC', '2024-02-29T22:13:20Z'],
    ['yyyy-MM-dd’T’HH:mm', 'UTC', '2024-02-29T22:13'],
    ['‘o’’clock’', 'UTC', "o'clock"],
    ["'o’clock'", 'UTC', 'o’clock'],
    ["''HH''''mm''", 'UTC', "'22''13'"],
    ['HH時mm分 – «é» 😀', 'UTC', '22時13分 – «é» 😀'],
    ['', 'UTC', ''],
    ['z|zzz|zzzz', 'America/New_York', 'EST|EST|Eastern Standard Time'],
    ['z|zzzz', 'UTC', 'UTC|Coordinated Universal Time'],
    ['z XXX Z', 'GMT-3', 'GMT-03:00 -03:00 -0300'],
    ['z X XX XXX', '+00:00', 'GMT Z Z Z'],
    ['X XX', '+05:45', '+05 +0545'],
    ['HH:mm', 'europe/zurich', '23:13'],
  ])('prints `%s` in %s', (pattern, timeZone, expected) => {
    expect(compileDatePattern(pattern, { timeZone })(instantMs)).toBe(expected);
  });

  // Answers of the JDK with a calendar that is Gregorian throughout.
  it.each([
    [-62_167_219_200_000, 'G y yyyy yy Y', 'BC 1 0001 01 0'],
    [-62_167_219_200_000 - 86_400_000 * 366, 'G yyyy-MM-dd YYYY', 'BC 0003-12-31 -0001'],
    [-62_135_596_800_000, 'G yyyy-MM-dd', 'AD 0001-01-01'],
    [253_402_300_800_000, 'yyyy yy yyyyyy', '10000 00 010000'],
    [8.64e15, isoPattern, '275760-09-13T00:00:00Z'],
    [-8.64e15, `G ${isoPattern}`, 'BC 271822-04-20T00:00:00Z'],
    [-1, 'HH:mm:ss.SSS', '23:59:59.999'],
  ])('prints instant %d as `%s`', (epochMs, pattern, expected) => {
    expect(compileDatePattern(pattern)(epochMs)).toBe(expected);
  });

  it('takes words and week rules from the locale', () => {
    const newYearMs = Date.UTC(2023, 0, 1, 9);
    expect(compileDatePattern('EEEE, d. MMMM yyyy', { locale: de })(newYearMs)).toBe(
      'Sonntag, 1. Januar 2023',
    );
    expect(compileDatePattern('YYYY-ww W', { locale: de })(newYearMs)).toBe('2022-52 0');
    expect(compileDatePattern('YYYY-ww W')(newYearMs)).toBe('2023-01 1');
  });

  it('prints a month that stands alone in the form for that', () => {
    expect(compileDatePattern('MMMM', { locale: ru })(instantMs)).toBe('февраль');
    expect(compileDatePattern('d MMMM', { locale: ru })(instantMs)).toBe('29 февраля');
    expect(compileDatePattern('d LLLL', { locale: ru })(instantMs)).toBe('29 февраль');
  });

  it('refuses what is not an instant, and zones that do not exist', () => {
    for (const timeZone of ['UTC', 'Europe/Zurich']) {
      const format = compileDatePattern('yyyy', { timeZone });
      for (const epochMs of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
        expect(() => format(epochMs)).toThrow(RangeError);
      }
    }
    expect(() => compileDatePattern('yyyy', { timeZone: 'Europe/Zurych' })).toThrow(RangeError);
  });
});

const timeZones = Intl.supportedValuesOf('timeZone');
const firstMs = Date.UTC(1900, 0, 1);
const lastMs = Date.UTC(2100, 0, 1);
const instants = fc.integer({ min: firstMs, max: lastMs });

/** Local time as the platform prints it. */
function platformTime(timeZone: string): (epochMs: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', fractionalSecondDigits: 3, weekday: 'short' },
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  });
  return epochMs => {
    const parts = new Map(format.formatToParts(epochMs).map(part => [part.type, part.value]));
    const [date, time] = [
      ['year', 'month', 'day'],
      ['hour', 'minute', 'second'],
    ].map(types => types.map(type => parts.get(type as Intl.DateTimeFormatPartTypes)));
    return `${parts.get('weekday')} ${date?.join('-')} ${time?.join(':')}.${parts.get('fractionalSecond')}`;
  };
}

const plainPattern = 'EEE yyyy-MM-dd HH:mm:ss.SSS';

/** The first millisecond with another local offset, between two instants that have different ones. */
function findTransition(format: (epochMs: number) => string, low: number, high: number): number {
  const offsetAt = (epochMs: number) =>
    Date.parse(`${format(epochMs).slice(4).replace(' ', 'T')}Z`) - epochMs;
  const before = offsetAt(low);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

describe('local time', () => {
  it('is what the platform prints, in every zone and at any instant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...timeZones),
        fc.array(instants, { maxLength: 20 }),
        (timeZone, instantsMs) => {
          const format = compileDatePattern(plainPattern, { timeZone });
          const expected = platformTime(timeZone);
          for (const epochMs of instantsMs) expect(format(epochMs), timeZone).toBe(expected(epochMs));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['Europe/Zurich', '2025-03-29', 'an hour forward'],
    ['America/New_York', '2025-11-01', 'an hour back'],
    ['Australia/Lord_Howe', '2025-04-04', 'half an hour back'],
    ['Africa/Monrovia', '1972-01-06', 'from -00:44:30'],
    ['Europe/Dublin', '1916-10-01', 'from -00:25:21 and summer time'],
    ['Asia/Kathmandu', '1985-12-31', 'a quarter forward'],
    ['Pacific/Apia', '2011-12-29', 'a whole day forward'],
    ['Africa/Freetown', '1939-09-04', 'for days only'],
    ['America/Boa_Vista', '2000-10-07', 'for a week only'],
  ])('is right around the transition of %s on %s (%s)', (timeZone, day) => {
    const expected = platformTime(timeZone);
    const startMs = Date.parse(day);
    const transitionMs = findTransition(expected, startMs, startMs + 3 * 86_400_000);
    for (const pattern of [plainPattern, 'EEE yyyy-MM-dd HH:mm', 'EEE yyyy-MM-dd HH']) {
      const format = compileDatePattern(pattern, { timeZone });
      const length = format(startMs).length;
      const steps = [-86_400_000, -3_600_000, -60_000, -1000, -1, 0, 1, 1000, 60_000, 3_600_000, 86_400_000];
      for (const step of [...steps, ...steps.toReversed()]) {
        expect(format(transitionMs + step)).toBe(expected(transitionMs + step).slice(0, length));
      }
    }
  });

  it('repeats with another offset when clocks are set back', () => {
    const format = compileDatePattern('HH:mm XXX z', { timeZone: 'America/New_York' });
    const secondOneMs = Date.UTC(2025, 10, 2, 6);
    expect([-3_600_000, -1, 0, -3_600_000].map(step => format(secondOneMs + step))).toEqual([
      '01:00 -04:00 EDT',
      '01:59 -04:00 EDT',
      '01:00 -05:00 EST',
      '01:00 -04:00 EDT',
    ]);
  });

  it('cuts offsets with seconds to minutes where they are printed', () => {
    const monroviaMs = Date.UTC(1960, 0, 1);
    const format = compileDatePattern('HH:mm:ss Z X XXX', { timeZone: 'Africa/Monrovia' });
    expect(format(monroviaMs)).toBe('23:15:30 -0044 -00 -00:44');
  });

  it('does not depend on what was printed before', () => {
    const pattern = fc
      .array(
        fc.constantFrom('y', 'YY', 'MMM', 'w', 'W', 'D', 'dd', 'E', 'a', 'hh', 'k', 'm', 's', 'S', 'X', 'z'),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map(fields => fields.join(' '));
    const nearby = fc
      .tuple(instants, fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 10 }))
      .map(([start, steps]) => [start, ...steps.map(step => start + step * 36)]);
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom('UTC', 'Europe/Lisbon', 'Asia/Tehran'),
        nearby,
        (source, timeZone, times) => {
          const format = compileDatePattern(source, { timeZone });
          for (const epochMs of times) {
            expect(format(epochMs)).toBe(compileDatePattern(source, { timeZone })(epochMs));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
