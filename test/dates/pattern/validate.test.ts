import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDatePattern } from '../../../src/dates/format/compile-pattern.ts';
import { parseJavaPattern } from '../../../src/dates/pattern/java-pattern.ts';
import { validateDatePattern } from '../../../src/dates/pattern/validate.ts';
import { type Diagnostic, hasErrors } from '../../../src/diagnostics/diagnostic.ts';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import oracle from '../../oracles/simple-date-format.json' with { type: 'json' };
import { runs } from '../../properties.ts';

function validate(pattern: string, timeZone = 'UTC'): Diagnostic[] {
  return validateDatePattern(parseJavaPattern(pattern), { offset: 0, timeZone });
}

/** Each diagnostic as `code: what its range holds → the pattern with its first fix`. */
function summary(pattern: string, timeZone?: string): string[] {
  return validate(pattern, timeZone).map(({ code, range, fixes }) => {
    const fixed = fixes[0] === undefined ? 'no fix' : applyFix(pattern, fixes[0]);
    return `${code}: ${pattern.slice(range.start, range.end)} → ${fixed}`;
  });
}

describe('errors', () => {
  it('are reported for every pattern that Java refuses, and for no other', () => {
    for (const row of oracle.rows) {
      expect(hasErrors(validate(row.pattern, row.timeZone)), row.pattern).toBe(row.rejected !== undefined);
    }
  });

  it.each([
    ['yyyy-MM-ddTHH:mm:ss', ["illegal-date-letter: T → yyyy-MM-dd'T'HH:mm:ss"]],
    ['yyyy-MM-dd at HH:mm', ["illegal-date-letter: at → yyyy-MM-dd 'at' HH:mm"]],
    ['HH:mm Uhr', ["illegal-date-letter: Uhr → HH:mm 'Uhr'"]],
    ["HH:mm 'x'T'y'", ["illegal-date-letter: T → HH:mm 'xTy'"]],
    ["T''yyyy", ["illegal-date-letter: T → 'T'''yyyy"]],
    ['hh:mm A', ['illegal-date-letter: A → hh:mm a']],
    ['h:mm tt', ['illegal-date-letter: tt → h:mm a']],
    ['HH:mm:ss.fff', ['illegal-date-letter: fff → HH:mm:ss.SSS']],
    ["h 'o'clock'", ["apostrophe-in-date-text: ' → h 'o''clock'"]],
    ['LT', ['foreign-date-letters: LT → h:mm a']],
    ['ISO', ["foreign-date-letters: ISO → yyyy-MM-dd'T'HH:mm:ssXXX"]],
    ['unix', ['foreign-date-letters: unix → epoch-seconds']],
    ['short', ['foreign-date-letters: short → no fix']],
    ['fff', ['foreign-date-letters: fff → no fix']],
    ['%a %d %b', ['foreign-date-letters: %a %d %b → EEE dd MMM']],
    ['%d.%m. %H:%M Uhr', ["foreign-date-letters: %d.%m. %H:%M Uhr → dd.MM. HH:mm 'Uhr'"]],
    ['HH:mmxxx', ['illegal-date-letter: xxx → HH:mmXXX']],
    ["HH:mm 'Uhr", ["unclosed-date-quote: ' → HH:mm 'Uhr'"]],
    ["yyyy-MM-dd'THH:mm", ["unclosed-date-quote: ' → yyyy-MM-dd'T'HH:mm"]],
    ["yyyy'", ["unclosed-date-quote: ' → yyyy"]],
    ['HH:mmXXXX', ['date-offset-too-long: XXXX → HH:mmXXX']],
    [
      'bb-cc-XXXXX',
      [
        'illegal-date-letter: bb → a-cc-XXXXX',
        "illegal-date-letter: cc → bb-'cc'-XXXXX",
        'date-offset-too-long: XXXXX → bb-cc-XXX',
      ],
    ],
  ])('point at the cause in `%s` and mend it', (pattern, expected) => {
    expect(summary(pattern)).toEqual(expected);
  });

  it('quote a lone T safely, and words only as a suggestion', () => {
    expect(validate('ddTHH')[0]?.fixes[0]?.kind).toBe('safe');
    expect(validate('HH Uhr')[0]?.fixes[0]?.kind).toBe('suggestion');
  });

  it('offer the Java letter before the quotes', () => {
    const [diagnostic] = validate('H A');
    expect(diagnostic?.fixes.map(fix => applyFix('H A', fix))).toEqual(['H a', "H 'A'"]);
  });
});

describe('warnings', () => {
  it.each([
    ["yyyy-MM-dd'T'hh:mm:ss", ["hour-without-am-pm: hh → yyyy-MM-dd'T'HH:mm:ss"]],
    ['KK:mm', ['hour-without-am-pm: KK → HH:mm']],
    ['hh:mm (KK)', ['hour-without-am-pm: hh → HH:mm (HH)']],
    ['YYYY-MM-dd', ['week-year-with-date: YYYY → yyyy-MM-dd']],
    ['d. LLLL YY', ['week-year-with-date: YY → d. LLLL yy']],
    ['yyyy-mm-dd', ['minutes-among-date-fields: mm → yyyy-MM-dd']],
    ['yyyymmdd', ['minutes-among-date-fields: mm → yyyyMMdd']],
    ['dd/mm/yyyy HH:mm', ['minutes-among-date-fields: mm → dd/MM/yyyy HH:mm']],
    ['HH:mm mm/dd/yyyy', ['minutes-among-date-fields: mm → HH:mm MM/dd/yyyy']],
    ['yyyy-mm HH:mm', ['minutes-among-date-fields: mm → yyyy-MM HH:mm']],
    ['dd-mmm-yyyy', ['minutes-among-date-fields: mmm → dd-MMM-yyyy']],
    ['HH:MM', ['month-among-time-fields: MM → HH:mm']],
    ['yyyy-MM-dd HH:MM:ss', ['month-among-time-fields: MM → yyyy-MM-dd HH:mm:ss']],
    ['HH:MM dd.MM.yyyy', ['month-among-time-fields: MM → HH:mm dd.MM.yyyy']],
    ['MM:ss', ['month-among-time-fields: MM → mm:ss']],
    ['%Y-%m-%d', ['foreign-date-pattern: %Y-%m-%d → yyyy-MM-dd']],
    ['%-d.%-m.%Y', ['foreign-date-pattern: %-d.%-m.%Y → d.M.yyyy']],
    ['MM/YYYY', ['week-year-with-date: YYYY → MM/yyyy']],
    ['MMM YYYY', ['week-year-with-date: YYYY → MMM yyyy']],
    ['YYYY', ['week-year-with-date: YYYY → yyyy']],
    ['YYYY-MM', ['week-year-with-date: YYYY → yyyy-MM']],
    ["yyyy-'W'ww", ["calendar-year-with-week: yyyy → YYYY-'W'ww"]],
    ['HH:MM:SS', ['month-among-time-fields: MM:SS → HH:mm:ss']],
    ['HH:mm:SS', ['milliseconds-as-seconds: SS → HH:mm:ss']],
    ['HH:mm:ss.sss', ['repeated-date-field: sss → HH:mm:ss.SSS']],
    ['HH:mm:ss.SS', ['milliseconds-not-three: SS → HH:mm:ss.SSS']],
    ['HH:mm:ss.SSSSSS', ['milliseconds-not-three: SSSSSS → HH:mm:ss.SSS']],
    ['dd.MM.yyyy dd', ['repeated-date-field: dd → no fix']],
    ['dddd, d MMMM', ['day-wider-than-two: dddd → EEEE, d MMMM']],
    ['EEE ddd MMM', ['day-wider-than-two: ddd → EEE dd MMM']],
    ['yyyy-MM-DD', ['day-of-year-with-month: DD → yyyy-MM-dd']],
    ['MMMM D', ['day-of-year-with-month: D → MMMM d']],
    [
      'YYYY-mm-DD',
      [
        'week-year-with-date: YYYY → yyyy-mm-DD',
        'minutes-among-date-fields: mm → YYYY-MM-DD',
        'day-of-year-with-month: DD → YYYY-mm-dd',
      ],
    ],
    ['HH:mm ‘Uhr’', ["typographic-date-quote: ‘ → HH:mm 'Uhr'"]],
    [
      'yyyy-MM-dd’T’hh:mm',
      ["typographic-date-quote: ’ → yyyy-MM-dd'T'hh:mm", 'hour-without-am-pm: hh → yyyy-MM-dd’T’HH:mm'],
    ],
  ])('are found in `%s` and mended', (pattern, expected) => {
    expect(summary(pattern)).toEqual(expected);
  });

  it.each([
    "yyyy-MM-dd'T'HH:mm:ssXXX",
    'MM/dd/yyyy hh:mm a',
    'hh:mm a',
    'h:mm (HH:mm)',
    "YYYY-'W'ww-u",
    "dd.MM.yyyy, 'week' w 'of' YYYY",
    'dd.MM.yyyy (MMMM)',
    "h 'o''clock'",
    "dd 'of' MMMM '100%'",
    'yyyy-DDD',
    'D/yyyy',
    'dd MMM yyyy (D)',
    'MMM d HH:mm',
    'HH:mm, d MMM',
    'HHmm dd.MM.',
    'HH.mm dd/MM',
    'HH:mm EEE',
    'EEE MMM dd HH:mm:ss yyyy',
    'yyyyMMddHHmmssSSS',
    'mm',
    'MM',
    "'‘quoted’'",
    '',
  ])('are not made up for `%s`', pattern => {
    expect(summary(pattern)).toEqual([]);
  });

  it('a quoted Z is a lie outside UTC only', () => {
    const pattern = "yyyy-MM-dd'T'HH:mm:ss'Z'";
    for (const zone of ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'utc', '+00:00', 'Zulu']) {
      expect(summary(pattern, zone), zone).toEqual([]);
    }
    for (const zone of ['Europe/London', '+02:00', 'America/New_York']) {
      expect(summary(pattern, zone), zone).toEqual(["literal-z-outside-utc: 'Z' → yyyy-MM-dd'T'HH:mm:ssXXX"]);
    }
    expect(summary(pattern, 'Nowhere')).toEqual([]);
  });

  it('only typographic quotes may be mended unseen', () => {
    const kinds = validate('YYYY-mm-DD’T’hh:mm').map(({ code, fixes }) => [code, fixes[0]?.kind]);
    expect(kinds).toContainEqual(['typographic-date-quote', 'safe']);
    expect(kinds.filter(([, kind]) => kind === 'safe')).toHaveLength(1);
    expect(kinds).toHaveLength(5);
  });
});

/** Patterns that people could write: fields, words and quotes of all kinds, next to each other. */
const patterns = fc
  .array(
    fc.constantFrom(
      ...[
        'yyyy',
        'yy',
        'YYYY',
        'Y',
        'MM',
        'M',
        'MMM',
        'mm',
        'm',
        'mmm',
        'dd',
        'DD',
        'D',
        'DDD',
        'HH',
        'hh',
        'h',
        'dddd',
        'ww',
        'ss',
        'SS',
        'KK',
      ],
      ...[
        'K',
        'kk',
        'ss',
        'SSS',
        'a',
        'E',
        'w',
        'L',
        'X',
        'XXX',
        'XXXX',
        'z',
        'Z',
        'T',
        'at',
        'A',
        'x',
        'Uhr',
        'b',
        't',
      ],
      ...["'", "''", '‘', '’', "'Z'", "'T'", '‘Z’', "'o''clock'", '-', '/', ':', '.', ' ', ', ', 'é', '1'],
    ),
    { maxLength: 10 },
  )
  .map(parts => parts.join(''));

describe('for every pattern', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Zurich');

  it('each fix removes its diagnostic and adds none', () => {
    fc.assert(
      fc.property(patterns, zones, (pattern, zone) => {
        const before = validate(pattern, zone);
        for (const diagnostic of before) {
          const isMisread = /^foreign-|^apostrophe-/.test(diagnostic.code);
          for (const fix of diagnostic.fixes) {
            const after = validate(applyFix(pattern, fix), zone);
            // A pattern that is misread as a whole hides what else is wrong.
            if (isMisread) expect(after.map(({ code }) => code)).not.toContain(diagnostic.code);
            else expectMended(before, diagnostic, after);
          }
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('a pattern without errors compiles, and one with errors does not', () => {
    fc.assert(
      fc.property(patterns, pattern => {
        const compile = () => compileDatePattern(pattern)(0);
        if (hasErrors(validate(pattern))) expect(compile).toThrow(RangeError);
        else expect(compile()).toBeTypeOf('string');
      }),
      { numRuns: runs(5000) },
    );
  });

  it('a safe fix of a pattern that compiles changes nothing that is printed', () => {
    fc.assert(
      fc.property(patterns, pattern => {
        const diagnostics = validate(pattern);
        fc.pre(!hasErrors(diagnostics));
        for (const fix of diagnostics.flatMap(diagnostic => diagnostic.fixes)) {
          if (fix.kind !== 'safe') continue;
          const instantMs = Date.UTC(2024, 1, 29, 13, 14, 15, 16);
          expect(compileDatePattern(applyFix(pattern, fix))(instantMs)).toBe(
            compileDatePattern(pattern)(instantMs),
          );
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('ranges are those of the pattern, moved by the offset', () => {
    fc.assert(
      fc.property(patterns, fc.nat(1000), (pattern, offset) => {
        const moved = validateDatePattern(parseJavaPattern(pattern), { offset, timeZone: 'UTC' });
        const source = ' '.repeat(offset) + pattern;
        const plain = validate(pattern);
        expect(moved.map(({ code, range }) => [code, source.slice(range.start, range.end)])).toEqual(
          plain.map(({ code, range }) => [code, pattern.slice(range.start, range.end)]),
        );
        expect(moved.map(({ fixes }) => fixes.map(fix => applyFix(source, fix).trimStart()))).toEqual(
          plain.map(({ fixes }) => fixes.map(fix => applyFix(pattern, fix).trimStart())),
        );
      }),
    );
  });

  it('any string at all is answered, with ranges inside it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), pattern => {
        for (const { range } of validate(pattern)) {
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeLessThanOrEqual(pattern.length);
          expect(range.start).toBeLessThan(range.end);
        }
      }),
    );
  });
});

/** No code occurs more often than before, and the mended one less often. */
function expectMended(before: readonly Diagnostic[], mended: Diagnostic, after: readonly Diagnostic[]): void {
  const count = (diagnostics: readonly Diagnostic[], code: string) =>
    diagnostics.filter(diagnostic => diagnostic.code === code).length;
  for (const { code } of after) {
    expect(count(after, code)).toBeLessThanOrEqual(count(before, code) - (code === mended.code ? 1 : 0));
  }
}
