import { type Diagnostic, diagnose, type Fix } from '../../diagnostics/diagnostic.ts';
import { editAll, insertAt } from '../../diagnostics/fixes/fix.ts';
import type { Program, ValueStep } from '../resolve/program.ts';
import { addFormat, hole, isFree, stepsOf, textOfStep } from './nested-syntax.ts';

/*
 * InfluxDB's line protocol is sent as plain text, in which nothing is escaped: a space, a comma, a quote or a line break in
 * a value would begin tags, fields and points of its own.
 */

/** Where a value stands in a line: in a name or a tag, between the quotes of a field, or as a field without quotes. */
type LinePlace = 'tag' | 'quoted' | 'bare';

const formats = { tag: 'influx-tag', quoted: 'influx-text', bare: 'influx-text' } as const;

/** Warns of texts that are not escaped for their place in a line of InfluxDB: one warning per kind of place. */
export function findLineProtocol(program: Program): readonly Diagnostic[] {
  const steps = [...stepsOf(program)];
  const places = placesOf(steps.map(textOfStep).join(''));
  if (places === undefined) return [];
  const free: Record<LinePlace, { step: ValueStep }[]> = { tag: [], quoted: [], bare: [] };
  let at = 0;
  for (const step of steps) {
    const place = places.get(at);
    if (step.kind === 'value' && place && isFree(step, name => name === formats[place]))
      free[place].push({ step });
    at += textOfStep(step).length;
  }
  return (['tag', 'quoted', 'bare'] as const).flatMap(place => {
    const [first] = free[place];
    const format = formats[place];
    const fixes = addFormat(free[place], format);
    const isQuoted = place !== 'bare';
    return first
      ? [
          diagnose(
            'influx-unescaped',
            first.step.range,
            { format, isQuoted },
            { fixes: isQuoted ? fixes : fixes.map(fix => withQuotes(fix, free[place])) },
          ),
        ]
      : [];
  });
}

const name = String.raw`(?:\\.|[^\s,="{}<>\\])+`;
const quoted = String.raw`(?:"(?:\\.|[^"\\])*")+`;
const bare = String.raw`-?\d[\d.eE+-]*[iu]?(?![\w${hole}])|(?:[tTfF]|true|True|TRUE|false|False|FALSE)(?![\w${hole}])|[-+.\w]*${hole}[-+.\w${hole}]*`;
const field = new RegExp(`(${name})=(?:(${quoted})|(${bare}))`, 'y');
const head = new RegExp(`(${name})((?:,${name}=${name})*) +`, 'y');
const time = new RegExp(`(?: +(-?[\\d${hole}]+))? *\r?$`, 'y');

/** The places of values in lines for InfluxDB, by their offsets; undefined if the text looks like anything else. */
function placesOf(text: string): ReadonlyMap<number, LinePlace> | undefined {
  const places = new Map<number, LinePlace>();
  let isSure = false;
  let start = 0;
  for (const line of text.split('\n')) {
    if (!/^\s*(?:#|$)/.test(line)) {
      const read = readLine(line);
      if (!read) return undefined;
      isSure ||= read.isSure;
      for (const [at, place] of read.places) places.set(start + at, place);
    }
    start += line.length + 1;
  }
  return isSure ? places : undefined;
}

/** Reads `measurement,tag=a field="b",other=1i 1700000000`; it is sure where no other text looks like that. */
function readLine(
  line: string,
): { readonly places: readonly (readonly [number, LinePlace])[]; readonly isSure: boolean } | undefined {
  const places: (readonly [number, LinePlace])[] = [];
  const add = (text: string, from: number, place: LinePlace) => {
    for (const { index } of text.matchAll(holes)) places.push([from + index, place]);
  };
  head.lastIndex = 0;
  const begun = head.exec(line);
  if (!begun) return undefined;
  add(begun[0], 0, 'tag');
  let isSure = begun[2] !== '';
  let at = head.lastIndex;
  do {
    field.lastIndex = at;
    const found = field.exec(line);
    if (!found) return undefined;
    const [, key = '', text, value = ''] = found;
    const from = at + key.length + 1;
    add(key, at, 'tag');
    if (text === undefined) add(value, from, 'bare');
    else add(text, from, 'quoted');
    isSure ||= text !== undefined || /\d[iu]$/.test(value);
    at = field.lastIndex + 1;
  } while (line[at - 1] === ',');
  time.lastIndex = at - 1;
  const end = time.exec(line);
  return end ? { places, isSure: isSure || end[1] !== undefined } : undefined;
}

const holes = new RegExp(hole, 'g');

function withQuotes({ title, edits }: Fix, values: readonly { readonly step: ValueStep }[]): Fix {
  const quotes = values.flatMap(({ step: { range } }) => [
    ...insertAt(range.start, '"').edits,
    ...insertAt(range.end, '"').edits,
  ]);
  return editAll(
    `${title} and quotes`,
    [...edits, ...quotes].sort((a, b) => a.range.start - b.range.start),
  );
}
