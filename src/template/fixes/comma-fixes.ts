import type { ListNode } from '../../../grammar/tree.ts';
import type { Diagnostic, Edit, Fix, SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import {
  branchAt,
  branchesOf,
  type ConditionalStep,
  type ListStep,
  type Program,
  type Step,
} from '../resolve/program.ts';
import { isBlank, lookAround, neighbours, type Surroundings } from './surroundings.ts';

/** A longer row is left alone: each comma in a row names the conditions of everything before it. */
const longestRow = 16;

export function isComma(
  diagnostic: Diagnostic,
): diagnostic is Diagnostic<'json-extra-comma' | 'json-missing-comma'> {
  return diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
}

/** Fixes that might mend a wrong comma on every path, the likeliest first. */
export function commaFixes(diagnostic: Diagnostic, source: string, program: Program): readonly Fix[] {
  return [
    ...listCommaFixes(diagnostic, source, program),
    ...conditionalCommaFixes(diagnostic, source, program),
  ];
}

function conditionalCommaFixes(
  { code, range, fixes }: Diagnostic,
  source: string,
  program: Program,
): readonly Fix[] {
  const { start } = range;
  const isMissing = code === 'json-missing-comma';
  const around = lookAround(program, start, isMissing ? 0 : 1);
  const line = source.slice(0, start).trimEnd();
  const comma = insertion(line.endsWith('$') ? start : line.length, ',');
  if (isMissing) {
    return [
      ...suggest('Insert a comma', [comma]),
      ...suggest('Insert a comma into the conditional before', trailBranches(around.before)),
      ...guarded(around.before, source, text => [insertion(start, text)]),
      ...suggest('Move the comma after the conditional', [...trimBranches(around.before), comma]),
      ...separated(around, source, program, []),
    ];
  }
  const removal: Edit = { range, text: '' };
  return [
    ...moves(removal, around, program),
    ...guarded(around.before, source, text => [{ ...removal, text }]),
    ...separated(around, source, program, around.around ? [] : [removal]),
    ...suggest('Remove the comma in the conditional before', trimBranches(around.before)),
    ...suggest('Remove the comma in each branch', trimBranches(around.around ? [around.around] : [])),
    ...fixes,
  ];
}

/** Fixes that move a comma out of the text next to conditionals, into their branches. */
function moves(removal: Edit, { before, after, around }: Surroundings, program: Program): readonly Fix[] {
  const edits = [
    withRemoval(removal, leadBranches(after, ',')),
    withRemoval(removal, trailBranches(before)),
    around ? pullComma(program, [around]) : [],
    around
      ? pullComma(program, neighbours(program, around))
      : withRemoval(removal, before.length > 0 ? pullComma(program, [...before, ...after]) : []),
  ];
  return edits.flatMap(edits => suggest('Move the comma into the conditional', edits));
}

function withRemoval(removal: Edit, edits: readonly Edit[]): readonly Edit[] {
  return edits.length > 0 ? [removal, ...edits] : [];
}

/** Puts commas between conditionals in a row, each written only if one before it wrote something. */
function separated(
  { before, after, around }: Surroundings,
  source: string,
  program: Program,
  removals: readonly Edit[],
): readonly Fix[] {
  const row = around ? neighbours(program, around) : [...before, ...after];
  if (row.length < 2 || row.length > longestRow) return [];
  const commas = row.slice(1).flatMap((_, index) => commaAfter(row.slice(0, index + 1), source) ?? []);
  if (commas.length + 1 < row.length) return [];
  const edits = separateBranches(row, ['', ...commas]);
  return suggest('Write each comma only between two', [...removals, ...edits]);
}

function guarded(
  conditionals: readonly ConditionalStep[],
  source: string,
  edit: (text: string) => readonly Edit[],
): readonly Fix[] {
  const text = commaAfter(conditionals, source);
  return text === undefined ? [] : suggest('Write the comma only between the two', edit(text));
}

/** A comma that is written only if one of these conditionals wrote something; each has a single branch. */
function commaAfter(conditionals: readonly ConditionalStep[], source: string): string | undefined {
  const conditions = conditionals.flatMap(({ node: { branches }, otherwise }) =>
    branches.length + otherwise.length > 1
      ? []
      : branches.map(({ condition: { range } }) => source.slice(range.start, range.end)),
  );
  if (conditions.length === 0 || conditions.length < conditionals.length) return undefined;
  return `$if(${conditions.join(' || ')})$,$endif$`;
}

function suggest(title: string, edits: readonly Edit[]): readonly Fix[] {
  return edits.length === 0 ? [] : [editAll(title, edits)];
}

/* Next to lists */

/** Fixes for a comma that is wrong between the items of a list, or next to a list that may be empty. */
function listCommaFixes({ code, range }: Diagnostic, source: string, program: Program): readonly Fix[] {
  const { list, level } = levelAt(program, range.start);
  const isMissing = code === 'json-missing-comma';
  const at = isMissing ? { start: range.start, end: range.start } : range;
  const wrong: readonly Edit[] = isMissing ? [] : [{ range, text: '' }];
  const isOnlyBlank = (start: number, end: number) => start <= end && source.slice(start, end).trim() === '';
  const lists = level.filter(step => step.kind === 'list');
  const before = lists.filter(({ range: { end } }) => isOnlyBlank(end, at.start));
  const after = lists.filter(({ range: { start } }) => isOnlyBlank(at.end, start));
  return [
    ...(list ? [editAll('Write the comma between the items', [...wrong, separate(list.node)])] : []),
    ...[...before, ...after].flatMap(each => guardedByList(each, source, at)),
  ];
}

/** The steps next to an offset, and the list whose item they are written in. */
function levelAt(program: Program, offset: number): { level: Program; list: ListStep | undefined } {
  let level = program;
  let list: ListStep | undefined;
  for (;;) {
    const step = level.find(({ range }) => offset < range.end);
    if (!step || step.range.start > offset || step.kind === 'literal' || step.kind === 'value') break;
    const inside = branchAt(step, offset);
    if (!inside) break;
    if (step.kind === 'list') list = inside === step.steps ? step : undefined;
    level = inside;
  }
  return { level, list };
}

/** Writes a comma between the items of a list. */
function separate(node: ListNode): Edit {
  return node.separator ? insertion(node.separator.tag.end, ',') : insertion(bodyEnd(node), '$sep$,');
}

/** Fixes that write a comma only if the list has items. */
function guardedByList({ node: { head } }: ListStep, source: string, range: SourceRange): readonly Fix[] {
  if (!head || head.filter) return [];
  const name = source.slice(head.path.range.start, head.path.range.end);
  return [editAll('Write the comma only if the list has items', [{ range, text: `$if(${name})$,$endif$` }])];
}

/** The offset where the body for each item ends. */
export function bodyEnd({ separator, otherwise, endTag }: ListNode): number {
  return (separator?.tag ?? otherwise?.tag ?? endTag).start;
}

/* Edits of the branches of conditionals */

/**
 * Puts text before the first output of each branch, unless that is a comma already, and takes away a comma that a
 * branch ends with.
 */
function leadBranches(conditionals: readonly ConditionalStep[], text: string): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): readonly Edit[] => {
    const opening = openingOf(steps);
    if (!opening) return [];
    if (opening.step.kind === 'conditional') return leadBranches([opening.step], text);
    const lead = opening.hasComma ? [] : [insertion(opening.start, text)];
    return [...lead, ...withoutLastComma(steps)];
  });
}

/** Takes away a comma at the end of each branch. */
function trimBranches(conditionals: readonly ConditionalStep[]): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap(withoutLastComma);
}

/**
 * Puts each conditional's text before the first output of its branches, and takes away commas at either end of them.
 */
function separateBranches(
  conditionals: readonly ConditionalStep[],
  texts: readonly string[],
): readonly Edit[] {
  return conditionals.flatMap((conditional, index) =>
    branchesOf(conditional).flatMap((steps): readonly Edit[] => {
      const opening = openingOf(steps);
      if (!opening) return [];
      const { start, hasComma } = opening;
      const end = hasComma ? start + 1 : start;
      const text = texts[index] ?? '';
      const lead = hasComma || text !== '' ? [{ range: { start, end }, text }] : [];
      return [...lead, ...withoutLastComma(steps).filter(({ range }) => range.start >= end)];
    }),
  );
}

/** Puts a comma after the last output of each branch, unless it ends with one. */
function trailBranches(conditionals: readonly ConditionalStep[]): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): readonly Edit[] => {
    const last = steps.findLast(step => !isBlank(step));
    if (!last) return [];
    if (last.kind === 'conditional') return trailBranches([last]);
    if (withoutLastComma(steps).length > 0) return [];
    const end = last.kind === 'literal' ? last.range.start + last.text.trimEnd().length : last.range.end;
    return [insertion(end, ',')];
  });
}

/** Moves the comma before conditionals in a row into the branches of each. */
function pullComma(program: Program, row: readonly ConditionalStep[]): readonly Edit[] {
  const { last } = lookAround(program, row[0]?.range.start ?? 0, 0);
  const removal = last ? withoutLastComma([last]) : [];
  return removal.length > 0 ? [...removal, ...leadBranches(row, ',')] : [];
}

export function insertion(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/** The first step of a branch that writes something, and where it begins after its blanks. */
function openingOf(steps: Program): { step: Step; start: number; hasComma: boolean } | undefined {
  const step = steps.find(step => !isBlank(step));
  if (step?.kind !== 'literal') return step && { step, start: step.range.start, hasComma: false };
  const blanks = step.text.length - step.text.trimStart().length;
  return { step, start: step.range.start + blanks, hasComma: step.text.startsWith(',', blanks) };
}

function withoutLastComma(steps: Program): readonly Edit[] {
  const last = steps.findLast(step => !isBlank(step));
  if (last?.kind !== 'literal' || !last.text.trimEnd().endsWith(',')) return [];
  const end = last.range.start + last.text.trimEnd().length;
  return [{ range: { start: end - 1, end }, text: '' }];
}
