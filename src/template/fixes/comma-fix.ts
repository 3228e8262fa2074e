import type { Diagnostic, Edit, Fix } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { ConditionalStep, Program } from '../resolve/program.ts';
import {
  insertion,
  leadBranches,
  pullComma,
  separateBranches,
  trailBranches,
  trimBranches,
} from './comma-edits.ts';
import { lookAround, neighbours, type Surroundings } from './comma-surroundings.ts';
import { listCommaFixes } from './lists/list-comma-fixes.ts';

/** Each comma in a row names the conditions of all before it. */
const longestRow = 16;

export function isComma(
  diagnostic: Diagnostic,
): diagnostic is Diagnostic<'json-extra-comma' | 'json-missing-comma'> {
  return diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
}

/** What might mend a wrong comma on every path, the likeliest first. */
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

/** Out of the way of what stands before or after conditionals, into their branches. */
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

/** Between conditionals in a row, where one before it wrote something. */
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

/** A comma that is written only if one of these conditionals, of one branch each, wrote something. */
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
