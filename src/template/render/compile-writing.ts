import type { Locale } from 'date-fns';
import { compileDatePattern } from '../../dates/format/compile-pattern.ts';
import type { DateFormatter } from '../../dates/format/date-formatter.ts';
import { epochFormat, fractionFormat } from '../../dates/format/epoch.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { compileDecimalPattern } from '../../numbers/compile-pattern.ts';
import { isMistake, parseDecimalPattern, writesJsonNumbers } from '../../numbers/decimal-pattern.ts';
import type { ValueStep } from '../resolve/program.ts';
import { compileTextFormat, formatNamesIn } from '../resolve/text-format.ts';
import type { Writing } from './value-writer.ts';

/** Settings for writing a value, from its variable's type and its tag's options, before anything is compiled. */
export interface WritingPlan
  extends Pick<
    Writing,
    'type' | 'null' | 'default' | 'isNumeralMissing' | 'isQuoted' | 'isNumeral' | 'needsDate'
  > {
  readonly textFormat?: string | undefined;
  readonly max?: number | undefined;
  readonly numberPattern?: string | undefined;
  /** A Java pattern, or the name of an epoch. */
  readonly datePattern: string;
  readonly timeZone: string;
}

/** RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function planWriting({ variable: { type }, options }: ValueStep): WritingPlan {
  const { format, max, timeZone = 'UTC' } = options;
  const written = { null: options.null, default: options.default, timeZone };
  const unformatted = { ...written, datePattern: isoPattern };
  if (type === 'number') {
    return {
      ...unformatted,
      numberPattern: format,
      ...(jsonNumber.test(options.null ?? options.default ?? '') && { isNumeralMissing: true }),
      ...(format !== undefined && isNumeral(format) && { isNumeral: true }),
    };
  }
  if (type !== 'date') {
    const isQuoted = type === 'json' && formatNamesIn(format ?? '').includes('json-encode');
    return {
      ...unformatted,
      textFormat: format,
      max,
      ...(type === 'json' && { type }),
      ...(isQuoted && { isQuoted }),
    };
  }
  if (format === undefined) return { ...unformatted, type };
  const isFraction = format === fractionFormat;
  return { ...written, type, needsDate: true, datePattern: format, ...(isFraction && { isNumeral: true }) };
}

function isNumeral(format: string): boolean {
  const pattern = parseDecimalPattern(format);
  return !isMistake(pattern) && writesJsonNumbers(pattern);
}

export function compileWriting(plan: WritingPlan, locale: Locale): Writing {
  const { textFormat, max, numberPattern, datePattern, timeZone, ...written } = plan;
  return {
    ...written,
    formatText: compileTextFormat(textFormat, max),
    formatNumber: numberPattern === undefined ? undefined : compileDecimalPattern(numberPattern),
    formatDate:
      epochFormat(datePattern) ?? whenNeeded(() => compileDatePattern(datePattern, { timeZone, locale })),
  };
}

/** Compiles a pattern when its first date comes; most tags write none. */
function whenNeeded(compile: () => DateFormatter): DateFormatter {
  let format: DateFormatter | undefined;
  return epochMs => {
    format ??= compile();
    return format(epochMs);
  };
}
