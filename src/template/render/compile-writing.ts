import type { Locale } from 'date-fns';
import { datePartsOf } from '../../dates/format/compile-pattern.ts';
import { createDateFormatter, type DateFormatter, type DatePart } from '../../dates/format/date-formatter.ts';
import { epochFormat, fractionFormat } from '../../dates/format/epoch.ts';
import { isoPattern } from '../../dates/pattern/java-pattern.ts';
import { resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { compileDecimalPattern } from '../../numbers/compile-pattern.ts';
import { isMistake, parseDecimalPattern, writesJsonNumbers } from '../../numbers/decimal-pattern.ts';
import { isNumeral, numeralIn } from '../../numbers/numeral.ts';
import { formatScaled, formatScaledText } from '../../numbers/scaled-number.ts';
import type { Place } from '../../output/output.ts';
import { places } from '../../output/places.ts';
import type { ValueStep } from '../resolve/program.ts';
import { compileTextFormat, formatNamesIn } from '../resolve/text-format.ts';
import { isList } from '../resolve/variables.ts';
import { boundedNumber } from './bounded-number.ts';
import type { ValueWriter, ValueWriting } from './value-writer.ts';

/** Settings for writing a value, from its variable's type and its tag's options, before anything is compiled. */
export interface WritingPlan
  extends Pick<
    ValueWriting,
    'type' | 'null' | 'default' | 'isNumeralMissing' | 'isQuoted' | 'isNumeral' | 'needsDate'
  > {
  readonly textFormat?: string | undefined;
  readonly max?: number | undefined;
  readonly numberPattern?: string | undefined;
  readonly scale?: number | undefined;
  /** Whether a schema relies on its numbers. */
  readonly isBounded?: boolean | undefined;
  /** Whether text is accepted only where it is a number. */
  readonly needsNumber?: boolean | undefined;
  /** A Java pattern, or the name of an epoch. */
  readonly datePattern: string;
  readonly timeZone: string;
}

export function planWriting({ variable: { type }, options, isUnderSchema }: ValueStep): WritingPlan {
  const { format, max, scale, timeZone = 'UTC' } = options;
  const written = { null: options.null, default: options.default, timeZone };
  const unformatted = { ...written, datePattern: isoPattern };
  if (type === 'number') {
    return {
      ...unformatted,
      numberPattern: format,
      scale,
      needsNumber: true,
      ...(isNumeral(options.null ?? options.default ?? '') && { isNumeralMissing: true }),
      ...((format === undefined || writesNumerals(format)) && { isNumeral: true }),
      ...(isUnderSchema && { isBounded: true }),
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

/** The output for a list or group that is missing. */
export function missingWhole({ whole, options }: ValueStep, writer: ValueWriter): string {
  const isGiven = options.null !== undefined || options.default !== undefined;
  return whole && isList(whole.type) && !isGiven ? '[]' : writer.write(undefined);
}

function writesNumerals(format: string): boolean {
  const pattern = parseDecimalPattern(format);
  return !isMistake(pattern) && writesJsonNumbers(pattern);
}

export function compileWriting(plan: WritingPlan, locale: Locale, place: Place): ValueWriting {
  return {
    ...plan,
    formatText: compileTextFormat(plan.textFormat, plan.max),
    ...(plan.needsNumber && boundedWriting(plan)),
    ...compileDateWriting(plan, locale, place),
  };
}

/** A value declared as a date has no other format, so its pattern can be escaped before there is a date. */
function compileDateWriting(
  { type, datePattern, timeZone }: WritingPlan,
  locale: Locale,
  place: Place,
): Pick<ValueWriting, 'formatDate' | 'isEscaped'> {
  const epoch = epochFormat(datePattern);
  if (epoch) return { formatDate: epoch };
  const isEscaped = type === 'date' && characterwise.has(place);
  const formatDate = whenNeeded(() => {
    const zone = resolveTimeZone(timeZone);
    if (zone === undefined) throw new RangeError(`\`${timeZone}\` is not a known time zone`);
    const parts = datePartsOf(datePattern, locale);
    const escaped = isEscaped ? escapeDateParts(parts, place) : undefined;
    const format = createDateFormatter(escaped ?? parts, zone);
    return isEscaped && !escaped ? epochMs => place.text(format(epochMs)) : format;
  });
  return { formatDate, isEscaped };
}

/** Places that escape each character independently of its neighbours, and leave digits and `-` alone. */
const characterwise: ReadonlySet<Place> = new Set([
  places.asItIs,
  places.formKey,
  places.formValue,
  places.jsonString,
  places.urlFragment,
  places.urlPath,
  places.urlQuery,
]);

/** Letters of fields that print only digits, and `-` before a year. */
const digitLetters = 'yYMLwWDdFuHkKhmsS';

/** The two halves of a character may be in different parts. */
const surrogate = /[\ud800-\udfff]/;

/**
 * The parts of a pattern, escaped for a place so that its dates need no escaping; undefined where the result could
 * differ.
 */
export function escapeDateParts(parts: readonly DatePart[], place: Place): readonly DatePart[] | undefined {
  if (!characterwise.has(place)) return undefined;
  const isSafe = parts.every(part => (typeof part === 'string' ? !surrogate.test(part) : isDigits(part)));
  if (!isSafe) return undefined;
  return parts.map(part => (typeof part === 'string' ? place.text(part) : part));
}

function isDigits({ letter, words }: Exclude<DatePart, string>): boolean {
  return words === undefined && digitLetters.includes(letter);
}

/** Numbers on which a schema relies. */
function boundedWriting({ numberPattern, scale, isBounded }: WritingPlan): NumberWriting {
  const writing = compileNumberWriting(numberPattern, scale);
  if (!isBounded) return writing;
  const { formatNumber = String, formatNumeral } = writing;
  return {
    formatNumber: value => boundedNumber(value, formatNumber(value)),
    formatNumeral: text => boundedNumber(text, formatNumeral?.(text)),
  };
}

type NumberWriting = Pick<ValueWriting, 'formatNumber' | 'formatNumeral'>;

function compileNumberWriting(source: string | undefined, scale: number | undefined): NumberWriting {
  if (source === undefined && scale === undefined) return { formatNumeral: numeralIn };
  const parsed = source === undefined ? undefined : parseDecimalPattern(source);
  const pattern = parsed && !isMistake(parsed) ? parsed : undefined;
  const formatNumeral = (text: string) => formatScaledText(text, scale ?? 0, pattern);
  if (scale !== undefined)
    return { formatNumber: value => formatScaled(value, scale, pattern), formatNumeral };
  return { formatNumber: source === undefined ? undefined : compileDecimalPattern(source), formatNumeral };
}

/** Compiles a pattern when its first date comes; most tags write none. */
function whenNeeded(compile: () => DateFormatter): DateFormatter {
  let format: DateFormatter | undefined;
  return epochMs => {
    format ??= compile();
    return format(epochMs);
  };
}
