import type { ListNode } from '../../../grammar/tree.ts';
import type { Diagnostic, Edit, Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import {
  branchAt,
  type ConditionalStep,
  type ListStep,
  type Program,
  type Step,
} from '../resolve/program.ts';

export function isComma(
  diagnostic: Diagnostic,
): diagnostic is Diagnostic<'json-extra-comma' | 'json-missing-comma'> {
  return diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
}

/** Fixes that might mend a wrong comma on every path, the likeliest first. */
export function commaFixes(
  { code, range, fixes }: Diagnostic,
  source: string,
  program: Program,
): readonly Fix[] {
  const { start } = range;
  const isMissing = code === 'json-missing-comma';
  const { levels, list } = around(program, start);
  const { length } = source.slice(0, start).trimEnd();
  // Other tags write nothing that a comma could follow, and leave no line behind where they stand alone.
  const isAfterTag =
    source[length - 1] === '$' &&
    !levels.at(-1)?.some(({ kind, range }) => kind === 'value' && range.end === length);
  const comma = insertion(isAfterTag ? start : length, ',');
  return [
    ...(list ? betweenItems(list, isMissing ? undefined : range) : []),
    ...(isMissing ? [editAll('Insert a comma', [comma])] : []),
    ...levels.toReversed().flatMap(level => arrangements(rowAt(level, start), source)),
    ...(isMissing ? [] : fixes),
  ];
}

/** Writes the comma of a list that a condition writes for all items but one between the items, without the condition. */
export function guardFixes({ range: { start } }: Diagnostic, program: Program): readonly Fix[] {
  const { list } = around(program, start);
  const guard = list?.steps.find(({ range }) => range.start <= start && start < range.end);
  return list && guard && isGuard(guard) ? betweenItems(list, undefined).slice(0, 1) : [];
}

/** A missing comma is marked where its fix writes it, if that is on a line before what shows that it is missing. */
export function markOf({ code, range }: Diagnostic, [fix]: readonly Fix[], source: string): SourceRange {
  const [edit, ...more] = fix?.edits ?? [];
  if (code !== 'json-missing-comma' || edit?.text !== ',' || more.length > 0) return range;
  const isLineBefore = /[\r\n]/.test(source.slice(edit.range.start, range.start));
  return isLineBefore ? edit.range : range;
}

/** The steps at each level around an offset, innermost last, and the innermost list in whose body it stands. */
export function around(
  program: Program,
  offset: number,
): { levels: readonly Program[]; list: ListStep | undefined } {
  const levels: Program[] = [];
  let list: ListStep | undefined;
  let next: Program | undefined = program;
  while (next) {
    levels.push(next);
    const step: Step | undefined = next.find(({ range }) => offset < range.end);
    next = isMember(step) ? branchAt(step, offset) : undefined;
    if (next && step?.kind === 'list') list = next === step.steps ? step : undefined;
  }
  return { levels, list };
}

/* Between the items of one list */

function betweenItems({ node, steps }: ListStep, extra: SourceRange | undefined): readonly Fix[] {
  const { separator } = node;
  const comma = separator ? insertion(separator.tag.end, ',') : insertion(bodyEnd(node), '$sep$,');
  const between = (removed: readonly SourceRange[]) =>
    editAll('Write the comma between the items', [...removed.map(range => ({ range, text: '' })), comma]);
  const guards = steps.filter(isGuard).map(({ range }) => range);
  const isGuarded = extra && guards.some(({ start, end }) => start <= extra.start && extra.end <= end);
  const afterEach = !extra && !separator && edged(steps, '', ',');
  return [
    ...(guards.length > 0 ? [between(extra && !isGuarded ? [...guards, extra] : guards)] : []),
    ...(isGuarded ? [] : [between(extra ? [extra] : [])]),
    ...(afterEach ? [editAll('Write a comma after each item', afterEach)] : []),
  ];
}

/** Whether a step is a conditional that writes a comma or nothing: without the comma it would be empty. */
function isGuard(step: Step): boolean {
  if (step.kind !== 'conditional') return false;
  const edges = [...step.branches.map(({ steps }) => steps), step.otherwise].map(each => edge(each, 'start'));
  return edges.every(({ content }) => !content) && edges.some(({ commas }) => commas.length > 0);
}

/** The offset where the body for each item ends. */
function bodyEnd({ separator, otherwise, endTag }: ListNode): number {
  return (separator?.tag ?? otherwise?.tag ?? endTag).start;
}

/* Between what may be missing */

/** Something that may write nothing. */
type Member = ConditionalStep | ListStep;

/** Conditionals and lists in a row, with only commas and blanks between them. */
interface Row {
  readonly members: readonly Member[];
  /** Before each member, and after the last one. */
  readonly gaps: readonly Edge[];
  /** Whether the same object or array has something before them, and after them. */
  readonly follows: boolean;
  readonly precedes: boolean;
}

/** The end of something written, with the commas beyond it. */
interface Edge {
  readonly commas: readonly SourceRange[];
  readonly content: Step | undefined;
  /** The offset where the content begins or ends, and its character there. */
  readonly at: number;
  readonly beside: string;
}

/** A longer row is left alone: a comma in it may name the conditions of everything before it. */
const maxRowLength = 16;

/** Ways to write each comma only between two that are written. Those that change least come first. */
function arrangements(row: Row | undefined, source: string): readonly Fix[] {
  if (!row || row.members.length > maxRowLength) return [];
  const { members, follows, precedes } = row;
  const [none, all] = [members.map(() => ''), members.map(() => ',')];
  const last = members.length;
  const guarded = follows || precedes ? undefined : guards(members, source);
  const ways = [
    follows && arranged(row, all, none, gap => gap === last && precedes),
    precedes && arranged(row, none, all, gap => gap === 0 && follows),
    arranged(row, none, none, gap => (gap === 0 ? follows : gap < last || precedes)),
    guarded && arranged(row, guarded, none, () => false),
  ];
  return ways
    .flatMap(edits => (edits && edits.length > 0 ? [editAll(titleOf(edits), edits)] : []))
    .sort((one, other) => one.edits.length - other.edits.length);
}

function titleOf(edits: readonly Edit[]): string {
  if (edits.some(({ text }) => text !== '')) return 'Write commas only between members';
  return edits.length === 1 ? 'Remove the comma' : 'Remove these commas';
}

/** Edits after which each member begins and ends with these texts, and these gaps have a comma. */
function arranged(
  { members, gaps }: Row,
  leads: readonly string[],
  trails: readonly string[],
  hasComma: (gap: number) => boolean,
): readonly Edit[] | undefined {
  const outside = gaps.flatMap((gap, index) => writeAt(gap, hasComma(index) ? ',' : ''));
  const inside = members.map((member, index) => edgedMember(member, leads[index] ?? '', trails[index] ?? ''));
  return inside.every(edits => edits !== undefined) ? [...outside, ...inside.flat()] : undefined;
}

/** The comma before each member, if nothing stands around them: written only after one that wrote something. */
function guards(members: readonly Member[], source: string): readonly string[] | undefined {
  const commas = [''];
  const asked: string[] = [];
  for (const member of members.slice(0, -1)) {
    const tests =
      member.kind === 'list'
        ? [{ condition: { range: member.filter ? undefined : member.node.head?.path.range }, ...member }]
        : member.node.branches.map(({ condition }, index) => ({
            condition,
            steps: member.branches[index]?.steps ?? [],
          }));
    for (const { condition, steps } of tests) {
      if (!condition.range || !edge(steps, 'start').content) return undefined;
      asked.push(source.slice(condition.range.start, condition.range.end));
    }
    const isSure = members.slice(0, commas.length).some(({ otherwise }) => otherwise.length > 0);
    commas.push(isSure ? ',' : `$if(${asked.join(' || ')})$,$endif$`);
  }
  return commas;
}

/** Edits after which what a member writes begins with one text, and ends with another; undefined if that is unclear. */
function edgedMember(member: Member, lead: string, trail: string): readonly Edit[] | undefined {
  if (member.kind === 'conditional')
    return together(
      [...member.branches.map(({ steps }) => steps), member.otherwise].map(steps =>
        edged(steps, lead, trail),
      ),
    );
  const otherwise = edged(member.otherwise, lead, trail);
  if (lead === '' && trail === '') return otherwise;
  const { node, separator, steps } = member;
  const end = (node.otherwise?.tag ?? node.endTag).start;
  const isComma = node.separator && !edge(separator, 'start').content;
  const between: readonly Edit[] | undefined = isComma
    ? [{ range: { start: node.separator.tag.start, end }, text: '' }]
    : edged(separator, lead, trail);
  return together([edged(steps, lead, trail), between, otherwise]);
}

/** Like `edgedMember`, for the steps of one branch. */
function edged(steps: Program, lead: string, trail: string): readonly Edit[] | undefined {
  const [start, end] = [edge(steps, 'start'), edge(steps, 'end')];
  const { content } = start;
  // A conditional that writes nothing but a comma is a guard that somebody wrote by hand.
  if (!content) return start.commas.length > 0 ? undefined : [];
  if (content === end.content && content.kind === 'conditional') {
    return together([writeAt(start, ''), edgedMember(content, lead, trail), writeAt(end, '')]);
  }
  return together([
    ...(content.kind === 'conditional'
      ? [writeAt(start, ''), edgedMember(content, lead, '')]
      : [writeAt(start, lead)]),
    ...(end.content?.kind === 'conditional'
      ? [edgedMember(end.content, '', trail), writeAt(end, '')]
      : [writeAt(end, trail)]),
  ]);
}

function together(edits: readonly (readonly Edit[] | undefined)[]): readonly Edit[] | undefined {
  return edits.every(each => each !== undefined) ? edits.flat() : undefined;
}

/** Edits that write one text instead of all commas at an edge. */
function writeAt({ commas, at }: Edge, text: string): readonly Edit[] {
  const [first, ...more] = commas;
  if (!first) return text === '' ? [] : [insertion(at, text)];
  const rest = more.map(range => ({ range, text: '' }));
  return text === ',' ? rest : [{ range: first, text }, ...rest];
}

export function insertion(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/* The steps at one level */

/** The row that an offset stands in or next to. */
function rowAt(level: Program, offset: number): Row | undefined {
  const index = level.findIndex(({ range }) => offset < range.end);
  const step = level[index];
  const isBefore = step?.kind === 'literal' && offset - step.range.start > step.text.search(/[^\s,]|$/);
  let from = isLoose(step) ? index : isBefore ? index + 1 : index - 1;
  let to = from;
  while (isLoose(level[from - 1])) from--;
  while (isLoose(level[to + 1])) to++;
  const members = level.slice(Math.max(0, from), to + 1).filter(isMember);
  const places = members.map(member => level.indexOf(member));
  const gaps = [...places, level.length].map((place, index) => {
    const previous = places[index - 1];
    return previous === undefined
      ? edge(level.slice(0, place), 'end', members[0])
      : edge(
          level.slice(previous + 1, index < places.length ? place + 1 : undefined),
          'start',
          members[index - 1],
        );
  });
  const [before, after] = [gaps[0], gaps.at(-1)];
  if (!before || !after || members.length === 0) return undefined;
  const follows = before.content !== undefined && !/[[{:]/.test(before.beside);
  const precedes = after.content !== undefined && !/[\]}]/.test(after.beside);
  return { members, gaps, follows, precedes };
}

function isMember(step: Step | undefined): step is Member {
  return step?.kind === 'conditional' || step?.kind === 'list';
}

/** Whether a step is a member of a row, or text between two. */
function isLoose(step: Step | undefined): boolean {
  return isMember(step) || (step?.kind === 'literal' && !/[^\s,]/.test(step.text));
}

/** Where something written begins or ends; `next` stands beside the steps, for the case that they write nothing. */
function edge(steps: Program, side: 'start' | 'end', next?: Step): Edge {
  const commas: SourceRange[] = [];
  const isStart = side === 'start';
  for (const step of isStart ? steps : steps.toReversed()) {
    const { start, end } = step.range;
    if (step.kind !== 'literal') return { commas, content: step, at: isStart ? start : end, beside: '' };
    const [from, to] = looseIn(step.text, isStart);
    for (let at = from; at < to; at++)
      if (step.text[at] === ',') commas.push({ start: start + at, end: start + at + 1 });
    if (to - from === step.text.length) continue;
    const at = isStart ? to : from;
    return { commas, content: step, at: start + at, beside: step.text.charAt(isStart ? at : at - 1) };
  }
  return { commas, content: undefined, at: (isStart ? next?.range.end : next?.range.start) ?? 0, beside: '' };
}

/** The range of the commas and blanks that a text begins or ends with. */
function looseIn(text: string, isStart: boolean): readonly [from: number, to: number] {
  if (isStart) return [0, text.search(/[^\s,]|$/)];
  let from = text.length;
  while (/[\s,]/.test(text.charAt(from - 1))) from--;
  return [from, text.length];
}
