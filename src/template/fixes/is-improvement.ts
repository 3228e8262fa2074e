import { outputCodes } from '../../diagnostics/catalogue/output.ts';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { leavesFewer, movedBy, placeOf, placesAfter } from '../../diagnostics/fixes/leaves-fewer.ts';
import type { DecisionDiagram } from '../proof/decision-diagram.ts';
import type { BrokenPath } from '../proof/findings.ts';
import type { PathCondition } from '../proof/path-condition.ts';
import type { Program } from '../resolve/program.ts';
import { isComma } from './comma-fix.ts';
import { isBlank, leafAt } from './comma-surroundings.ts';
import type { Findings, Trial } from './trials.ts';

export function isOutputCode(code: string): boolean {
  return Object.hasOwn(outputCodes, code);
}

/**
 * Whether a fix leaves fewer diagnostics than there were and breaks nothing that was right. In an output, no path may
 * break earlier than before.
 */
export function isImprovement(fix: Fix, mistake: Diagnostic, found: Findings, trial: Trial): boolean {
  const before = trial.diagnostics;
  const after = found.diagnostics;
  const isAnotherComma = isComma(mistake) && after.every(other => isNextComma(other, mistake));
  if (after.length > before.length || (after.length === before.length && !isAnotherComma)) return false;
  if (errorsAmong(after).length === 0) return true;
  return isOutputCode(mistake.code)
    ? getsFurther(fix, mistake, found, trial)
    : leavesFewer(fix, mistake, before, after);
}

/** A comma that is wrong after another one was mended; where a value is missing, no comma is too many. */
function isNextComma({ code }: Diagnostic, comma: Diagnostic): boolean {
  return code === 'json-extra-comma' || (code === comma.code && code === 'json-missing-comma');
}

/** Whether every path runs into a problem. */
export function isBrokenEverywhere({ broken, diagram }: Trial): boolean {
  return diagram.attempt(
    () => broken.reduce<PathCondition>((any, { condition }) => diagram.or(any, condition), false) === true,
    () => false,
  );
}

/** Those of the others that a fix clears. */
export function cleared(fix: Fix, found: Findings, others: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = new Set(found.diagnostics.map(placeOf));
  const moved = movedBy(fix);
  return others.filter(({ range, code }) => !left.has(`${moved(range.start)} ${code}`));
}

function errorsAmong(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/**
 * Whether no path breaks earlier than before, some path gets further than the mistake, and whatever is still wrong was
 * wrong before or stands after everything that the fix could matter to: there such a path may find another mistake.
 */
function getsFurther(fix: Fix, mistake: Diagnostic, found: Findings, trial: Trial): boolean {
  const { program, diagram, diagnostics } = trial;
  const moved = movedBy(fix);
  const settled = moved(Math.max(settledAfter(program, fix), mistake.range.end));
  const kept = placesAfter(fix, errorsAmong(diagnostics.filter(other => other !== mistake)));
  // A walk that gave up says nothing of the paths that it did not follow.
  const isKept = errorsAmong(found.diagnostics).every(
    diagnostic =>
      diagnostic.code !== 'too-many-paths' &&
      (diagnostic.range.start >= settled || kept.has(placeOf(diagnostic))),
  );
  if (!isKept) return false;
  const before = inOrder(trial.broken.map(path => ({ ...path, at: moved(path.at) })));
  const after = inOrder(found.broken);
  return diagram.attempt(
    () => breakAsEarly(before, after, diagram) && !breakAsEarly(after, before, diagram),
    () => false,
  );
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
  const offset = edits.reduce((last, { range }) => Math.max(last, range.end), 0);
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
