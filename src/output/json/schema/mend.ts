import type { Edit, Fix, SourceRange } from '../../../diagnostics/diagnostic.ts';
import { editAll, proposeMeant } from '../../../diagnostics/fixes/fix.ts';
import type { Written } from '../../output.ts';
import type { Issue } from './assess.ts';
import type { Schema } from './schema.ts';

/** Edits that may mend what is wrong with a value; each is tried before it is offered. */
export function fixesFor(issue: Issue, range: SourceRange, value: Written | undefined): readonly Fix[] {
  if (!value) return [];
  // A text may be one of several that branches write, which the range of all of them would replace.
  if (issue.meant !== undefined && value.literal)
    return proposeMeant(value.literal, JSON.stringify(issue.meant).slice(1, -1));
  if (value.kind === 'any') return issue.isForText ? writeAsText(value, issue, range) : [];
  if (issue.most !== undefined) return shorten(value, issue.most, issue.isShort);
  if (issue.code === 'schema-length') return (value.holes ?? []).flatMap(hole => hole.fill?.() ?? []);
  return issue.code === 'schema-type' ? [...requote(value, range), ...(value.mend?.() ?? [])] : [];
}

/** Gives each value in a text its share of the room. */
function shorten({ holes = [], least }: Written, most: number, isShort = false): readonly Fix[] {
  const endless = holes.filter(hole => hole.most === Number.POSITIVE_INFINITY);
  const cut = endless.length > 0 ? endless : holes.filter(({ cut }) => cut);
  const literal = holes.reduce((rest, hole) => rest - hole.least, least);
  const taken = holes.reduce((sum, hole) => (cut.includes(hole) ? sum : sum + hole.most), literal);
  const share = Math.floor((most - taken) / Math.max(cut.length, 1));
  const edits: Edit[] = [];
  for (const hole of cut) {
    const fix = share > 0 ? hole.cut?.(share, isShort && edits.length === 0) : undefined;
    if (!fix) return [];
    edits.push(...fix.edits);
  }
  return edits.length === 0 ? [] : [editAll('Cut it to what fits', edits)];
}

/** A text of JSON is the same between quotes, and what is no text becomes one. */
function writeAsText(value: Written, { most, isShort }: Issue, { start, end }: SourceRange): readonly Fix[] {
  const isLong = most !== undefined && value.most > most;
  const fix = isLong ? value.cut?.(most, isShort) : undefined;
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

/** A value that a schema may accept, for a person to replace. */
export function sampleOf(schema: Schema | undefined): string {
  const [constant] = constantsIn(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  const types = schema?.types ?? schema?.all?.find(({ types }) => types)?.types;
  if (!types || types.has('string')) return '"…"';
  if (types.has('object')) return '{}';
  if (types.has('array')) return '[]';
  if (types.has('number') || types.has('integer')) return String(schema?.minimum ?? 0);
  return types.has('boolean') ? 'false' : 'null';
}

function constantsIn(schema: Schema | undefined): readonly unknown[] {
  return schema?.constants ?? schema?.all?.find(({ constants }) => constants)?.constants ?? [];
}
