import { epochFormatNames } from '../../dates/format/epoch.ts';
import { optionNames } from '../../template/resolve/tag-options.ts';
import { textFormatNames } from '../../template/resolve/text-format.ts';
import { isText, type VariableType } from '../../template/resolve/variables.ts';
import type { KnownName } from '../names-at.ts';
import { writtenText } from '../sample-text.ts';
import { type Place, restOf, type Suggestion, type Suggestions, suggestionsFor } from './place.ts';

const meanings: Readonly<Record<string, string>> = {
  format: 'how the value is written',
  null: 'written where the value is missing',
  default: 'written where the value is empty',
  max: 'the most characters that are written',
  timezone: 'the time zone of the date',
};
const datePatterns = [
  "yyyy-MM-dd'T'HH:mm:ssXXX",
  'yyyy-MM-dd',
  'yyyy-MM-dd HH:mm:ss',
  'HH:mm',
  'EEEE, d MMMM yyyy',
  'EEE, dd MMM yyyy HH:mm:ss Z',
];
const numberPatterns = ['0', '0.00', '#,##0', '#,##0.00', '0%'];

/** What may follow the semicolon of a value: the names of options, and their values. */
export function suggestOptions(place: Place): Suggestions | undefined {
  const [, path = '', options = ''] = /^\s*([\w./]*)\s*;(.*)$/s.exec(place.tag.inside) ?? [];
  const name = place.names.find(known => known.path === path.replaceAll('/', '.'));
  if (!name) return undefined;
  const value = /(\w+)\s*=\s*["“„]([^"“”„]*)$/.exec(options);
  if (value) return suggestValues(value[1] ?? '', value[2] ?? '', name, place);
  const begun = /(?:^|,)\s*(\w*)$/.exec(options);
  if (!begun) return undefined;
  const isClosed = /^\w*\s*=/.test(place.after);
  const [, word = ''] = begun;
  const given = new Set(Array.from(options.matchAll(/(\w+)\s*=/g), ([, option]) => option));
  const fitting = optionNames.filter(option => fits(option, name.type) && !given.has(option));
  return suggestionsFor(
    place,
    { begun: word, rest: restOf(place.after, word, String.raw`\w`) },
    fitting.map(option => ({
      label: option,
      text: isClosed ? option : `${option}="`,
      kind: 'option',
      detail: meanings[option] ?? '',
    })),
  );
}

function fits(option: string, type: VariableType): boolean {
  if (option === 'timezone') return type === 'date';
  return option !== 'max' || isText(type);
}

function suggestValues(
  option: string,
  begun: string,
  name: KnownName,
  place: Place,
): Suggestions | undefined {
  const values = valuesOf(option, name.type);
  // A format of texts is several words, of which one is chosen.
  const isWord = isText(name.type) && option === 'format';
  const word = isWord ? (/\S*$/.exec(begun)?.[0] ?? '') : begun;
  const [untilQuote] = /^[^"$=]*(?=")/.exec(place.after) ?? [];
  const rest = isWord ? undefined : untilQuote;
  const replaced = { begun: word, rest: rest ?? restOf(place.after, word, String.raw`\w`) };
  const after = place.after.slice(replaced.rest.length);
  return suggestionsFor(
    place,
    replaced,
    values.map(value => ({
      label: value,
      text: ending(value, after),
      kind: 'value',
      ...example(option, value, name, place),
    })),
  );
}

/** Closes the quotes and the tag, unless that is written already. */
function ending(value: string, after: string): string {
  if (/^[^"$=]*"/.test(after)) return value;
  return /^[^"$]*[$=]/.test(after) ? `${value}"` : `${value}"$`;
}

/** What a pattern makes of the first sample. */
function example(
  option: string,
  value: string,
  name: KnownName,
  { scope }: Place,
): Pick<Suggestion, 'detail'> {
  const [sample] = name.values.filter(each => each.value !== undefined);
  const written = sample && writtenText(name, sample.value, `; ${option}="${value}"`, scope);
  return written === undefined ? {} : { detail: written };
}

function valuesOf(option: string, type: VariableType): readonly string[] {
  if (option === 'timezone') return ['UTC', ...Intl.supportedValuesOf('timeZone')];
  if (option !== 'format') return [];
  if (type === 'date') return [...datePatterns, ...epochFormatNames];
  return type === 'number' ? numberPatterns : textFormatNames;
}
