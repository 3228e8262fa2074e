import type { Locale } from 'date-fns';
import { compileDatePattern } from '../../dates/format/compile-pattern.ts';
import type { DateFormatter } from '../../dates/format/date-formatter.ts';
import { epochFormat, fractionFormat } from '../../dates/format/epoch.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { compileDecimalPattern } from '../../numbers/compile-pattern.ts';
import { isMistake, parseDecimalPattern, writesJsonNumbers } from '../../numbers/decimal-pattern.ts';
import { formatScaled, formatScaledText } from '../../numbers/scaled-number.ts';
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
  readonly scale?: number | undefined;
  /** A Java pattern, or the name of an epoch. */
  readonly datePattern: string;
  readonly timeZone: string;
}

/** RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function planWriting({ variable: { type }, options }: ValueStep): WritingPlan {
  const { format, max, scale, timeZone = 'UTC' } = options;
  const written = { null: options.null, default: options.default, timeZone };
  const unformatted = { ...written, datePattern: isoPattern };
  if (type === 'number') {
    return {
      ...unformatted,
      numberPattern: format,
      scale,
      ...(jsonNumber.test(options.null ?? options.default ?? '') && { isNumeralMissing: true }),
      ...((format === undefined ? scale !== undefined : isNumeral(format)) && { isNumeral: true }),
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
  const { textFormat, max, numberPattern, scale, datePattern, timeZone, ...written } = plan;
  return {
    ...written,
    formatText: compileTextFormat(textFormat, max),
    ...compileNumberWriting(numberPattern, scale),
    formatDate:
      epochFormat(datePattern) ?? whenNeeded(() => compileDatePattern(datePattern, { timeZone, locale })),
  };
}

function compileNumberWriting(
  source: string | undefined,
  scale: number | undefined,
): Pick<Writing, 'formatNumber' | 'formatNumeral'> {
  if (scale === undefined)
    return { formatNumber: source === undefined ? undefined : compileDecimalPattern(source) };
  const parsed = source === undefined ? undefined : parseDecimalPattern(source);
  const pattern = parsed && !isMistake(parsed) ? parsed : undefined;
  return {
    formatNumber: value => formatScaled(value, scale, pattern),
    formatNumeral: text => formatScaledText(text, scale, pattern),
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
