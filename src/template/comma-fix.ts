import type { Diagnostic, Edit, Fix } from '../diagnostics/diagnostic.ts';
import { applyFix } from '../diagnostics/fix.ts';
import {
  isBlank,
  leadBranches,
  lookAround,
  pullComma,
  type Surroundings,
  textAt,
  trailBranches,
  unendBranches,
} from './comma-surroundings.ts';
import type { ConditionalStep, Program } from './program.ts';

/** What a fix is tried out on. */
export interface Trial {
  readonly source: string;
  readonly program: Program;
  /** What checking the source costs, where one character costs 1. */
  readonly cost: number;
  /** Everything that is wrong with another source. */
  readonly check: (source: string) => readonly Diagnostic[];
}

/** Trying a fix means checking the whole source again. */
const mostMended = 8;
const mostCost = 2 ** 16;

/**
 * Gives the first few wrong commas a fix that is right on every path, such as moving the comma into the branch that
 * needs it; none where there is no such fix. What the output proposes is right on the path that failed, perhaps not on others.
 */
export function mendCommas(diagnostics: readonly Diagnostic[], trial: Trial): readonly Diagnostic[] {
  let left = trial.cost > mostCost ? 0 : mostMended;
  const hasOnePath = trial.program.every(({ kind }) => kind !== 'conditional');
  return diagnostics.map(diagnostic => {
    const isComma = diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
    if (!isComma) return diagnostic;
    if (left-- <= 0) return hasOnePath ? diagnostic : { ...diagnostic, fixes: [] };
    const right = candidates(diagnostic, trial).find(fix =>
      isRight(
        fix,
        diagnostics.filter(other => other !== diagnostic),
        trial,
      ),
    );
    return { ...diagnostic, fixes: right ? [right] : [] };
  });
}

/** The likeliest first. */
function candidates({ code, range, fixes }: Diagnostic, { source, program }: Trial): readonly Fix[] {
  const { start } = range;
  if (code === 'json-missing-comma') {
    const around = lookAround(program, start, 0);
    const comma = [insertion(start, ',')];
    const own = fixes.length > 0 ? fixes : suggest('Insert a comma', comma);
    return [
      ...own,
      ...suggest('Insert a comma into the conditional before', trailBranches(around.before)),
      ...guarded(around.before, source, text => [insertion(start, text)]),
    ];
  }
  const removal: Edit = { range, text: '' };
  const around = lookAround(program, start, 1);
  return [
    ...moves(removal, around, program),
    ...guards(removal, around, source),
    ...suggest('Remove the comma in the conditional before', unendBranches(around.before)),
    ...suggest('Remove the comma in each branch', unendBranches(around.around ? [around.around] : [])),
    ...fixes,
  ];
}

/** Out of the way of what stands behind or before conditionals, into their branches. */
function moves(removal: Edit, { before, behind, around }: Surroundings, program: Program): readonly Fix[] {
  const edits = [
    withRemoval(removal, leadBranches(behind, ',')),
    withRemoval(removal, trailBranches(before)),
    around ? pullComma(program, around) : [],
  ];
  return edits.flatMap(edits => suggest('Move the comma into the conditional', edits));
}

function withRemoval(removal: Edit, edits: readonly Edit[]): readonly Edit[] {
  return edits.length > 0 ? [removal, ...edits] : [];
}

/** Between two conditionals, where both write something. */
function guards(removal: Edit, { before, behind, around }: Surroundings, source: string): readonly Fix[] {
  return [
    ...guarded(around ? [around] : [], source, text => withRemoval(removal, leadBranches(behind, text))),
    ...guarded(before, source, text => withRemoval(removal, leadBranches(behind, text))),
    ...guarded(before, source, text => [{ ...removal, text }]),
  ];
}

/** A comma that stands only where one of these conditionals, of one branch each, wrote something. */
function guarded(
  conditionals: readonly ConditionalStep[],
  source: string,
  edit: (text: string) => readonly Edit[],
): readonly Fix[] {
  const conditions = conditionals.flatMap(({ node: { branches }, otherwise }) =>
    branches.length + otherwise.length > 1
      ? []
      : branches.map(({ condition: { range } }) => source.slice(range.start, range.end)),
  );
  if (conditions.length === 0 || conditions.length < conditionals.length) return [];
  return suggest('Write the comma only between the two', edit(`$if(${conditions.join(' || ')})$,$endif$`));
}

function suggest(title: string, edits: readonly Edit[]): readonly Fix[] {
  return edits.length === 0 ? [] : [{ title, kind: 'suggestion', edits }];
}

function insertion(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/**
 * Whether the fixed source has nothing wrong that the source has not, but for what stands behind everything that the
 * comma could matter to: there a path that went no further may find another mistake.
 */
function isRight(fix: Fix, others: readonly Diagnostic[], { source, program, check }: Trial): boolean {
  // Without a blank in its place, the numbers around a comma could become one.
  const tried = { ...fix, edits: fix.edits.map(edit => ({ ...edit, text: edit.text || ' ' })) };
  const settled = moved(settledAfter(program, fix), tried);
  const kept = new Set(others.map(({ message, range }) => `${moved(range.start, tried)} ${message}`));
  return check(applyFix(source, tried)).every(
    ({ message, range, severity }) =>
      severity !== 'error' || range.start >= settled || kept.has(`${range.start} ${message}`),
  );
}

/** Where the source goes on, behind the text that is edited or the conditionals that follow it. */
function settledAfter(program: Program, { edits }: Fix): number {
  const offset = Math.max(...edits.map(({ range }) => range.end));
  const text = textAt(program, offset);
  // What is edited in one branch alone matters to no path that does not go through it.
  if (text && (program.includes(text) || edits.every(({ range }) => text.range.start <= range.start))) {
    const blanks = text.text.slice(offset - text.range.start).search(/\S/);
    if (blanks >= 0) return offset + blanks + 1;
  }
  const index = program.findIndex(({ range }) => offset < range.end);
  const rest = index < 0 ? [] : program.slice(index + 1);
  const next = rest.find(step => step.kind !== 'conditional' && !isBlank(step));
  if (next?.kind !== 'literal') return next?.range.end ?? Number.POSITIVE_INFINITY;
  return next.range.start + next.text.search(/\S/) + 1;
}

function moved(offset: number, { edits }: Fix): number {
  return edits
    .filter(({ range }) => range.end <= offset)
    .reduce((at, { range, text }) => at + text.length - (range.end - range.start), offset);
}
