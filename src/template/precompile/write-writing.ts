import type { Locale } from 'date-fns';
import { datePartsOf } from '../../dates/format/compile-pattern.ts';
import { epochFormat } from '../../dates/format/epoch.ts';
import { resolveTimeZone } from '../../dates/zone/time-zone.ts';
import { isProblem, parseDecimalPattern } from '../../numbers/decimal-pattern.ts';
import type { Place } from '../../output/output.ts';
import { type PlaceName, places } from '../../output/places.ts';
import { compileWriting, planWriting, type WritingPlan } from '../render/compile-writing.ts';
import { ValueWriter } from '../render/value-writer.ts';
import type { ValueStep } from '../resolve/program.ts';
import type { ScalarType } from '../resolve/variables.ts';
import { escapeDateParts } from './escape-date-parts.ts';
import type { ModuleWriter } from './module-writer.ts';
import { sourceOf, sourceOfText } from './source-text.ts';

/** What writes the value of a tag in a module. */
export interface WrittenWriter {
  /** The constant with the `ValueWriter`. */
  readonly name: string;
  /** What comes of values that are known beforehand. */
  readonly known: ReadonlyMap<string, string>;
  /** The expression that writes what else `value` holds: what most values are needs no question but that for its type. */
  readonly written: string;
}

const placeNames: ReadonlyMap<Place, PlaceName> = new Map(
  Object.entries(places).map(([name, place]) => [place, name as PlaceName]),
);

/** Writes the constants that a tag needs. */
export function writeWriter(
  step: ValueStep,
  place: Place,
  locale: Locale,
  module: ModuleWriter,
): WrittenWriter {
  const placeName = placeNames.get(place);
  if (placeName === undefined) throw new RangeError(`The place \`${place.name}\` has no name in a module`);
  const plan = planWriting(step);
  const here = module.use(placeName);
  const { start, end } = step.range;
  const site = { variable: step.variable.path.join('.'), range: { start, end } };
  const writing = writeWriting(plan, place, locale, module);
  const name = module.constant(
    'tag',
    `new ${module.use('ValueWriter')}(${sourceOf(site)}, ${here}, ${writing})`,
  );
  const otherwise = `${name}.write(value)`;
  const { type } = step.variable;
  if (typeof type === 'object') {
    const writer = new ValueWriter(site, place, compileWriting(plan, locale));
    return { name, known: knownTexts(type, writer), written: otherwise };
  }
  const usual = usualOf(type, plan);
  if (usual === undefined) return { name, known: new Map(), written: otherwise };
  const method = usual === 'string' ? 'text' : usual;
  const written = `(typeof value === "${usual}" ? ${here}.${method}(value) : ${otherwise})`;
  return { name, known: new Map(), written };
}

/** Of a closed set, what is written is known for each of its texts; of a large one, asking would take longer. */
function knownTexts(texts: readonly string[], writer: ValueWriter): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  if (texts.length > mostKnown) return known;
  for (const text of texts) {
    try {
      known.set(text, writer.write(text));
    } catch {
      // Its place refuses it.
    }
  }
  return known;
}

const mostKnown = 8;

/** The expression that writes a value between two texts, which are one with what is known beforehand. */
export function writeBetween({ known, written }: WrittenWriter, before: string, after: string): string {
  const folded = Array.from(
    known,
    ([text, output]) => `value === ${sourceOfText(text)} ? ${sourceOfText(before + output + after)} : `,
  );
  const around = (text: string) => (text === '' ? [] : [sourceOfText(text)]);
  return folded.join('') + [...around(before), written, ...around(after)].join(' + ');
}

/** The type of most values, which are written without a question. */
function usualOf(type: ScalarType, plan: WritingPlan): 'string' | 'number' | undefined {
  if (type === 'number') return plan.numberPattern === undefined ? type : undefined;
  const isPlain = plan.textFormat === undefined && plan.max === undefined && plan.default === undefined;
  return type === 'string' && isPlain ? type : undefined;
}

function writeWriting(plan: WritingPlan, place: Place, locale: Locale, module: ModuleWriter): string {
  const { textFormat, max, numberPattern, datePattern: _pattern, timeZone: _zone, ...written } = plan;
  const parts = Object.entries(written).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${sourceOf(value)}`,
  );
  if (textFormat !== undefined || max !== undefined)
    parts.push(`formatText: ${module.use('compileTextFormat')}(${argument(textFormat)}, ${argument(max)})`);
  if (numberPattern !== undefined) parts.push(`formatNumber: ${writeNumberFormat(numberPattern, module)}`);
  parts.push(writeDateFormat(plan, place, locale, module));
  return `{ ${parts.join(', ')} }`;
}

function argument(value: string | number | undefined): string {
  return value === undefined ? 'undefined' : sourceOf(value);
}

function writeNumberFormat(pattern: string, module: ModuleWriter): string {
  const parsed = parseDecimalPattern(pattern);
  if (isProblem(parsed)) throw new RangeError(`\`${pattern}\` is not a number pattern`);
  return `value => ${module.use('formatNumber')}(value, ${module.constant('pattern', sourceOf(parsed))})`;
}

/** What is declared to be a date has no other format, and can be escaped before there is one. */
function writeDateFormat(
  { type, datePattern, timeZone }: WritingPlan,
  place: Place,
  locale: Locale,
  module: ModuleWriter,
): string {
  if (epochFormat(datePattern))
    return `formatDate: ${module.use('epochFormats')}[${sourceOfText(datePattern)}]`;
  const parts = datePartsOf(datePattern, locale);
  const escaped = type === 'date' ? escapeDateParts(parts, place) : undefined;
  const create = module.use('createDateFormatter');
  const zone = writeZone(timeZone, module);
  const format = module.constant('formatDate', `${create}(${sourceOf(escaped ?? parts)}, ${zone})`);
  return `formatDate: ${format}${escaped ? ', isEscaped: true' : ''}`;
}

function writeZone(name: string, module: ModuleWriter): string {
  const zone = resolveTimeZone(name);
  if (zone === undefined) throw new RangeError(`\`${name}\` is not a known time zone`);
  const { id, fixedOffsetMs } = zone;
  if (id === 'UTC') return module.use('utc');
  const source =
    fixedOffsetMs === undefined
      ? `${module.use('namedZone')}(${sourceOfText(id)})`
      : `${module.use('fixedZone')}(${sourceOfText(id)}, ${fixedOffsetMs})`;
  return module.constant('zone', source);
}
