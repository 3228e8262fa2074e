import type { Diagnostic, Edit, Fix } from '../diagnostics/diagnostic.ts';
import { applyFix } from '../diagnostics/fix.ts';
import type { Assumptions } from './assumptions.ts';
import { leadBranches, pullComma, separateBranches, trailBranches, unendBranches } from './comma-edits.ts';
import { isBlank, leafAt, lookAround, neighbours, type Surroundings } from './comma-surroundings.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import type { ConditionalStep, Program } from './program.ts';

/** What a fix is tried out on. */
export interface Trial {
  readonly source: string;
  readonly program: Program;
  /** Follows the conditions of this source and of others. */
  readonly diagram: DecisionDiagram;
  /** What each path assumes that ran into a problem. */
  readonly broken: readonly Assumptions[];
  /** Everything that is wrong with another source. */
  readonly check: (source: string) => Pick<Trial, 'broken'> & { readonly diagnostics: readonly Diagnostic[] };
}

/** Trying a fix means checking the whole source again. */
const mostMended = 8;
/** In characters, and in steps that it takes to follow the conditions. */
const mostCost = 2 ** 16;
/** Each comma in a row names the conditions of all before it. */
const longestRow = 16;

/**
 * Gives the first few wrong commas a fix that is right on every path, such as moving the comma into the branch that
 * needs it; none where there is no such fix. What the output proposes is right on the path that failed, perhaps not on others.
 */
export function mendCommas(diagnostics: readonly Diagnostic[], trial: Trial): readonly Diagnostic[] {
  const isFollowed = diagnostics.every(({ code }) => code !== 'too-many-paths');
  const isCheap = trial.source.length + trial.diagram.stepsTaken <= mostCost;
  let left = isFollowed && isCheap ? mostMended : 0;
  const hasOnePath = trial.program.every(({ kind }) => kind !== 'conditional');
  return diagnostics.map(diagnostic => {
    const isComma = diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
    if (!isComma) return diagnostic;
    if (left-- <= 0) return hasOnePath ? diagnostic : { ...diagnostic, fixes: [] };
    const right = candidates(diagnostic, trial).find(fix =>
      isRight(
        fix,
        diagnostic,
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
  const isMissing = code === 'json-missing-comma';
  const around = lookAround(program, start, isMissing ? 0 : 1);
  const comma = insertion(start, ',');
  if (isMissing) {
    return [
      ...(fixes.length > 0 ? fixes : suggest('Insert a comma', [comma])),
      ...suggest('Insert a comma into the conditional before', trailBranches(around.before)),
      ...guarded(around.before, source, text => [insertion(start, text)]),
      ...suggest('Move the comma behind the conditional', [...unendBranches(around.before), comma]),
      ...separated(around, source, program, []),
    ];
  }
  const removal: Edit = { range, text: '' };
  return [
    ...moves(removal, around, program),
    ...guarded(around.before, source, text => [{ ...removal, text }]),
    ...separated(around, source, program, around.around ? [] : [removal]),
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
    around ? pullComma(program, [around]) : [],
    around
      ? pullComma(program, neighbours(program, around))
      : withRemoval(removal, before.length > 0 ? pullComma(program, [...before, ...behind]) : []),
  ];
  return edits.flatMap(edits => suggest('Move the comma into the conditional', edits));
}

function withRemoval(removal: Edit, edits: readonly Edit[]): readonly Edit[] {
  return edits.length > 0 ? [removal, ...edits] : [];
}

/** Between conditionals in a row, where one before it wrote something. */
function separated(
  { before, behind, around }: Surroundings,
  source: string,
  program: Program,
  removals: readonly Edit[],
): readonly Fix[] {
  const row = around ? neighbours(program, around) : [...before, ...behind];
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

/** A comma that stands only where one of these conditionals, of one branch each, wrote something. */
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
  return edits.length === 0 ? [] : [{ title, kind: 'suggestion', edits }];
}

function insertion(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/**
 * Whether no path breaks that was right, some path gets further than the mistake, and whatever is still wrong was wrong
 * before or stands behind everything that the comma could matter to: there such a path may find another mistake.
 */
function isRight(fix: Fix, mistake: Diagnostic, others: readonly Diagnostic[], trial: Trial): boolean {
  const { source, program, diagram, check } = trial;
  // Without a blank in its place, the numbers around a comma could become one.
  const tried = { ...fix, edits: fix.edits.map(edit => ({ ...edit, text: edit.text || ' ' })) };
  const settled = moved(Math.max(settledAfter(program, fix), mistake.range.end), tried);
  const kept = new Set(others.map(({ code, range }) => `${moved(range.start, tried)} ${code}`));
  const { diagnostics, broken } = check(applyFix(source, tried));
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  const isFurther = wrong.filter(({ range }) => range.start >= settled);
  const isKept = wrong.every(
    error => isFurther.includes(error) || kept.has(`${error.range.start} ${error.code}`),
  );
  if (!isKept) return false;
  const any = (paths: readonly Assumptions[]) =>
    paths.reduce((all, path) => diagram.either(all, path), false);
  const [wasBroken, isBroken] = [any(trial.broken), any(broken)];
  const isProgress = isFurther.length > 0 || isBroken !== wasBroken;
  return isProgress && diagram.either(wasBroken, isBroken) === wasBroken && diagram.isExact;
}

/** Where the source goes on, behind the text that is edited or the conditionals that follow it. */
function settledAfter(program: Program, { edits }: Fix): number {
  const offset = Math.max(...edits.map(({ range }) => range.end));
  const leaf = leafAt(program, offset);
  // What is edited in one branch alone matters to no path that does not go through it.
  if (leaf && (program.includes(leaf) || edits.every(({ range }) => leaf.range.start <= range.start))) {
    if (leaf.kind === 'value') return leaf.range.end;
    const blanks = leaf.text.slice(offset - leaf.range.start).search(/\S/);
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
