import type { Diagnostic, Edit, Fix } from '../diagnostics/diagnostic.ts';
import { applyFix } from '../diagnostics/fix.ts';
import {
  isBlank,
  leadBranches,
  lookAround,
  pullComma,
  type Surroundings,
  trailBranches,
} from './comma-surroundings.ts';
import type { ConditionalStep, Program } from './program.ts';

/** What a fix is tried out on. */
export interface Trial {
  readonly source: string;
  readonly program: Program;
  /** Everything that is wrong with another source. */
  readonly check: (source: string) => readonly Diagnostic[];
}

/** Trying a fix means checking the whole source again. */
const mostMended = 3;
const longestSource = 2 ** 16;

/**
 * Gives the first few wrong commas a fix that is right on every path, such as moving the comma into the branch that
 * needs it; none where there is no such fix. What the output proposes is right on the path that failed, perhaps not on others.
 */
export function mendCommas(diagnostics: readonly Diagnostic[], trial: Trial): readonly Diagnostic[] {
  if (trial.source.length > longestSource) return diagnostics;
  let tried = 0;
  return diagnostics.map(diagnostic => {
    const isComma = diagnostic.code === 'json-extra-comma' || diagnostic.code === 'json-missing-comma';
    if (!isComma || tried++ >= mostMended) return diagnostic;
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
  return [...moves(removal, around, program), ...guards(removal, around, source), ...fixes];
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
  const settled = moved(settledAfter(program, Math.max(...fix.edits.map(({ range }) => range.end))), fix);
  const kept = new Set(others.map(({ code, range }) => `${code} ${moved(range.start, fix)}`));
  return check(applyFix(source, fix)).every(
    ({ code, range, severity }) =>
      severity !== 'error' || range.start >= settled || kept.has(`${code} ${range.start}`),
  );
}

/** Where the source goes on, behind this offset and the conditionals that follow it. */
function settledAfter(program: Program, offset: number): number {
  const from = program.findIndex(({ range }) => offset < range.end);
  const rest = from < 0 ? [] : program.slice(from);
  const [first] = rest;
  if (first?.kind === 'literal') {
    const behind = first.text.slice(Math.max(0, offset - first.range.start));
    const blanks = behind.length - behind.trimStart().length;
    if (blanks < behind.length) return Math.max(offset, first.range.start) + blanks + 1;
  }
  const next = rest.slice(1).find(step => step.kind !== 'conditional' && !isBlank(step));
  if (next?.kind !== 'literal') return next?.range.end ?? Number.POSITIVE_INFINITY;
  return next.range.start + next.text.length - next.text.trimStart().length + 1;
}

function moved(offset: number, { edits }: Fix): number {
  return edits
    .filter(({ range }) => range.end <= offset)
    .reduce((at, { range, text }) => at + text.length - (range.end - range.start), offset);
}
