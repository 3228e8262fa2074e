import { outputCodes } from '../../diagnostics/catalogue/output.ts';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import type { DecisionDiagram } from '../proof/decision-diagram.ts';
import type { BrokenPath } from '../proof/findings.ts';
import type { PathCondition } from '../proof/path-condition.ts';
import type { Program } from '../resolve/program.ts';
import { commaFixes, isComma } from './comma-fix.ts';
import { isBlank, leafAt } from './comma-surroundings.ts';
import { otherQuotes, quoteFixes } from './quote-fix.ts';

/** What a fix is tried out on. */
export interface Trial {
  readonly source: string;
  readonly program: Program;
  /** Follows the conditions of this source and of others. */
  readonly diagram: DecisionDiagram;
  readonly broken: readonly BrokenPath[];
  /** Whether one more check can be paid for. */
  readonly isAffordable: () => boolean;
  /** Everything that is wrong with another source. */
  readonly check: (source: string) => Pick<Trial, 'broken'> & { readonly diagnostics: readonly Diagnostic[] };
}

/** Trying a fix means checking the whole source again. */
const mostMended = 8;

/**
 * Keeps, for the first few mistakes in the output, the fixes that are right on every path, best first. What the output
 * proposes is right on the path that failed, perhaps not on others. A wrong comma gets one fix, such as moving it into
 * the branch that needs it.
 */
export function confirmFixes(diagnostics: readonly Diagnostic[], trial: Trial): readonly Diagnostic[] {
  const isFollowed = diagnostics.every(({ code }) => code !== 'too-many-paths');
  let trials = isFollowed ? mostMended : 0;
  const hasOnePath = trial.program.every(({ kind }) => kind !== 'conditional' && kind !== 'list');
  return diagnostics.map(diagnostic => {
    const quotes = otherQuotes(diagnostic, trial.source);
    const isMendable = diagnostic.fixes.length > 0 || quotes || isComma(diagnostic);
    if (diagnostic.severity !== 'error') return diagnostic;
    if (!isMendable || !Object.hasOwn(outputCodes, diagnostic.code)) return diagnostic;
    if (trials-- <= 0 || !trial.isAffordable()) return hasOnePath ? diagnostic : { ...diagnostic, fixes: [] };
    const others = diagnostics.filter(other => other !== diagnostic && other.severity === 'error');
    if (!isComma(diagnostic)) {
      const fixes = quotes ? quoteFixes(trial.program, quotes) : diagnostic.fixes;
      return { ...diagnostic, fixes: confirmed(fixes, diagnostic, others, trial) };
    }
    const right = commaFixes(diagnostic, trial.source, trial.program).find(
      fix => errorsLeft(spaced(fix), diagnostic, others, trial) !== undefined,
    );
    return { ...diagnostic, fixes: right ? [right] : [] };
  });
}

/** Without a space in its place, the numbers around a comma could become one. */
function spaced(fix: Fix): Fix {
  return { ...fix, edits: fix.edits.map(edit => ({ ...edit, text: edit.text || ' ' })) };
}

/** A fix after which something else is wrong is not safe. */
function confirmed(
  fixes: readonly Fix[],
  mistake: Diagnostic,
  others: readonly Diagnostic[],
  trial: Trial,
): readonly Fix[] {
  return fixes
    .map(fix => ({ fix, left: errorsLeft(fix, mistake, others, trial) ?? Number.POSITIVE_INFINITY }))
    .filter(({ left }) => left < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.left - b.left)
    .map(({ fix, left }) => (left > others.length ? { ...fix, kind: 'suggestion' } : fix));
}

/**
 * How many errors a fix leaves; nothing where it is not right. It is where no path breaks earlier than before, some
 * path gets further than the mistake, and whatever is still wrong was wrong before or stands after everything that the
 * fix could matter to: there such a path may find another mistake.
 */
function errorsLeft(
  fix: Fix,
  mistake: Diagnostic,
  others: readonly Diagnostic[],
  trial: Trial,
): number | undefined {
  const { source, program, diagram, check } = trial;
  const settled = moved(Math.max(settledAfter(program, fix), mistake.range.end), fix);
  const kept = new Set(others.map(({ code, range }) => `${moved(range.start, fix)} ${code}`));
  if (!trial.isAffordable()) return undefined;
  const { diagnostics, broken } = check(applyFix(source, fix));
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  // A walk that gave up says nothing of the paths that it did not follow.
  const isKept = wrong.every(
    ({ code, range: { start } }) =>
      code !== 'too-many-paths' && (start >= settled || kept.has(`${start} ${code}`)),
  );
  if (!isKept) return undefined;
  const before = inOrder(trial.broken.map(path => ({ ...path, at: moved(path.at, fix) })));
  const after = inOrder(broken);
  const isRight = diagram.attempt(
    () => breakAsEarly(before, after, diagram) && !breakAsEarly(after, before, diagram),
    () => false,
  );
  return isRight ? wrong.length : undefined;
}

function inOrder(paths: readonly BrokenPath[]): readonly BrokenPath[] {
  return paths.toSorted((a, b) => a.at - b.at);
}

/** Whether each of those paths breaks among these, at the same place or before it. */
function breakAsEarly(
  these: readonly BrokenPath[],
  those: readonly BrokenPath[],
  diagram: DecisionDiagram,
): boolean {
  let broken: PathCondition = false;
  let next = 0;
  return those.every(({ at, condition }) => {
    for (let path = these[next]; path && path.at <= at; path = these[++next])
      broken = diagram.or(broken, path.condition);
    return diagram.or(broken, condition) === broken;
  });
}

/** Where the source goes on, after the text that is edited or the conditionals that follow it. */
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
