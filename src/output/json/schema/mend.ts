import type { Edit, Fix, SourceRange } from '../../../diagnostics/diagnostic.ts';
import { editAll, insertAt, proposeMeant, replaceWith } from '../../../diagnostics/fixes/fix.ts';
import type { Written } from '../../output.ts';
import type { Issue } from './assess.ts';
import type { Schema } from './schema.ts';

/** Edits that may mend what is wrong with a value; each is tried before it is offered. */
export function fixesFor(
  issue: Issue,
  range: SourceRange,
  value: Written | undefined,
  room?: Room,
): readonly Fix[] {
  if (issue.isForList) return [putInList(range)];
  if (!value) return [];
  // A text may be one of several that branches write, which the range of all of them would replace.
  if (issue.meant !== undefined && value.literal)
    return typeof issue.meant === 'number'
      ? [replaceWith(value.literal, String(issue.meant))]
      : proposeMeant(value.literal, JSON.stringify(issue.meant).slice(1, -1));
  if (value.kind === 'any') return issue.isForText ? writeAsText(value, issue, range) : [];
  if (issue.most !== undefined) return shorten(value, issue.most, issue.isShort, room);
  if (issue.code === 'schema-length') {
    if (value.exact === '' && value.when === true) return [insertAt(range.start + 1, '…', 'Write something')];
    return (value.holes ?? []).flatMap(hole => hole.fill?.() ?? []);
  }
  if (issue.code === 'schema-value') return issue.isSure ? requote(value, range) : [];
  return issue.code === 'schema-type' ? [...requote(value, range), ...(value.mend?.() ?? [])] : [];
}

/** What else is asked of a text where its length is. */
export interface Room {
  /** The syntaxes that it may be read in. */
  readonly syntaxes: readonly string[];
  /** Whether this is one of them for certain. */
  readonly isRead: boolean;
  /** Whether it may have to say something. */
  readonly isFilled: boolean;
}

/** Ways to cut the values in a text to what fits: as they are, and escaped for a syntax, and such that it is not empty. */
function shorten(value: Written, most: number, isShort = false, room?: Room): readonly Fix[] {
  const { syntaxes = [], isRead = false, isFilled = false } = room ?? {};
  const unsafe = syntaxes.filter(syntax => value.holes?.some(hole => hole.unsafe?.(syntax)));
  // What is escaped for one of them is read in that.
  const escapes = isRead || unsafe.length === syntaxes.length ? unsafe : [];
  const ways = [...(isRead && unsafe.length > 0 ? [] : [undefined]), ...escapes];
  const isEmpty = isFilled && !isShort && value.least === 0;
  return ways.flatMap(syntax => [
    ...shortened(value, most, isShort, syntax),
    ...(isEmpty ? shortened(value, most, true, syntax) : []),
  ]);
}

/** Makes the values in a text safe in a syntax, and cuts them to what fits then. */
export function escapeWithin(
  value: Written,
  most: number,
  syntax: string,
  isFilled: boolean,
): readonly Fix[] {
  return shorten(value, most, false, { syntaxes: [syntax], isRead: true, isFilled });
}

/** Gives each value in a text its share of the room. */
function shortened(
  { holes = [], least }: Written,
  most: number,
  isFilled: boolean,
  syntax: string | undefined,
): readonly Fix[] {
  const endless = holes.filter(hole => hole.most === Number.POSITIVE_INFINITY);
  const cut = endless.length > 0 ? endless : holes.filter(({ cut }) => cut);
  const literal = holes.reduce((rest, hole) => rest - hole.least, least);
  const taken = holes.reduce((sum, hole) => (cut.includes(hole) ? sum : sum + hole.most), literal);
  const share = Math.floor((most - taken) / Math.max(cut.length, 1));
  const edits: Edit[] = [];
  for (const hole of cut) {
    const fix =
      share > 0 ? hole.cut?.(share, { isFilled: isFilled && edits.length === 0, syntax }) : undefined;
    if (!fix) return [];
    edits.push(...fix.edits);
  }
  if (edits.length === 0) return [];
  const [escapeIt, cutIt] = syntax === undefined ? ['', 'Cut it'] : ['Escape it', 'cut it'];
  const steps = [escapeIt, `${cutIt} to what fits`, isFilled && 'write something where it is empty'];
  return [
    editAll(
      steps
        .filter(Boolean)
        .join(', ')
        .replace(/, (?=[^,]+$)/, ' and '),
      edits,
    ),
  ];
}

function putInList({ start, end }: SourceRange): Fix {
  return editAll('Put it in a list', [insert(start, '['), insert(end, ']')]);
}

/** A text of JSON is the same between quotes, and what is no text becomes one. */
function writeAsText(value: Written, { most, isShort }: Issue, { start, end }: SourceRange): readonly Fix[] {
  const isLong = most !== undefined && value.most > most;
  const fix = isLong ? value.cut?.(most, { isFilled: isShort }) : undefined;
  if (isLong && !fix) return [];
  const title = fix ? `Write it as text, in ${most} characters at most` : 'Write it as text';
  return [editAll(title, [insert(start, '"'), ...(fix?.edits ?? []), insert(end, '"')])];
}

/** Text where a number is wanted, or the other way round: with or without its quotes. */
function requote({ kind, holes = [] }: Written, { start, end }: SourceRange): readonly Fix[] {
  if (kind === 'text') {
    const edits = [remove(start, start + 1), remove(end - 1, end)];
    const more = holes.flatMap(hole => hole.mend?.() ?? []).flatMap(fix => fix.edits);
    const plain = editAll('Remove the quotes', edits);
    return more.length === 0 ? [plain] : [editAll('Remove the quotes', [...edits, ...more]), plain];
  }
  if (kind === 'number' || kind === 'boolean')
    return [editAll('Put it in quotes', [insert(start, '"'), insert(end, '"')])];
  return [];
}

function remove(start: number, end: number): Edit {
  return { range: { start, end }, text: '' };
}

function insert(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/** A value of JSON that schemas may accept, for a person to replace, as a template writes it. */
export function sampleOf(schemas: readonly Schema[]): string {
  return sampleWithin(schemas, 0).replaceAll('$', '\\$');
}

/** Deeper or longer samples would not be read. */
const maxDeep = 4;
const maxParts = 8;
const maxTextLength = 64;
const maxAsked = 32;

function sampleWithin(schemas: readonly Schema[], level: number): string {
  const asked = askedTogether(schemas);
  const first = <T>(of: (each: Schema) => T | undefined) => asked.map(of).find(each => each !== undefined);
  const constant = first(({ constants }) => constants?.slice(0, 1))?.[0];
  if (constant !== undefined) return JSON.stringify(constant);
  const given = first(({ sample }) => sample);
  if (given !== undefined) return JSON.stringify(given);
  const types = first(each => each.types);
  const required = [...new Set(asked.flatMap(each => each.required ?? []))];
  const isWithin = level < maxDeep;
  if (types?.has('object') || (!types && required.length > 0)) {
    const declared = (key: string) => asked.flatMap(({ properties }) => properties?.get(key) ?? []);
    if (!isWithin || required.length > maxParts) return '{}';
    const members = new Map(required.map(key => [key, sampleWithin(declared(key), level + 1)]));
    const isTold = ([key, each]: readonly [string, Schema]) =>
      members.get(key) === sampleWithin([each], level + 1);
    const told = asked.flatMap(({ if: asks, then = [] }) =>
      asks?.properties && [...asks.properties].every(isTold) ? then : [],
    );
    if (!told.every(each => asked.includes(each))) return sampleWithin([...asked, ...told], level + 1);
    return `{${[...members].map(([key, sample]) => `${JSON.stringify(key)}:${sample}`).join()}}`;
  }
  if (types?.has('array')) {
    const count = first(({ minItems }) => minItems) ?? 0;
    const item = (_: unknown, index: number) => {
      const declared = asked.flatMap(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? []);
      return sampleWithin(declared, level + 1);
    };
    return isWithin && count <= maxParts ? `[${Array.from({ length: count }, item).join()}]` : '[]';
  }
  if (!types || types.has('string')) {
    const least = first(({ minLength }) => minLength) ?? 1;
    return JSON.stringify('…'.repeat(Math.min(Math.max(least, 1), maxTextLength)));
  }
  if (types.has('number') || types.has('integer')) {
    const above = first(({ exclusiveMinimum }) => exclusiveMinimum);
    const least = first(({ minimum }) => minimum) ?? (above === undefined ? 0 : Math.floor(above) + 1);
    return String(Math.min(least, first(({ maximum }) => maximum) ?? least));
  }
  return types.has('boolean') ? 'false' : 'null';
}

/** What is asked about the same value, with the first of its alternatives. */
function askedTogether(schemas: readonly Schema[]): readonly Schema[] {
  const asked = new Set(schemas.slice(0, maxAsked));
  for (const { all = [], any = [], one = [] } of asked)
    for (const each of [...all, ...any.map(([first]) => first), one[0]])
      if (each && asked.size < maxAsked) asked.add(each);
  return [...asked];
}
