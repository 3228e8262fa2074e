import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { Place } from '../../output/output.ts';
import {
  branchesOf,
  type Condition,
  type ListStep,
  type Program,
  type Step,
  type ValueStep,
} from './program.ts';

/**
 * Finds what may be missing and is then written as an empty text: the whole of a string in JSON, with nothing said of its
 * absence. Where a condition around it asks for it, or for the event, it is taken to be there.
 */
export function findEmptyOptionals(
  program: Program,
  places: ReadonlyMap<ValueStep, Place>,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  // Most templates write nothing optional.
  if (![...places.keys()].some(mayBeNothing)) return found;
  findIn(program, new Set(), { places, found });
  return found;
}

interface Finding {
  readonly places: ReadonlyMap<ValueStep, Place>;
  readonly found: Diagnostic[];
}

function findIn(program: Program, asked: ReadonlySet<string>, finding: Finding): void {
  for (const [index, step] of program.entries()) {
    if (step.kind === 'conditional' || step.kind === 'list') {
      const around = new Set([...asked, ...askedBy(step)]);
      for (const steps of branchesOf(step)) findIn(steps, around, finding);
    } else if (step.kind === 'value' && finding.places.get(step)?.name === 'json-string') {
      const isWhole = isWholeString(program[index - 1], program[index + 1]);
      if (isWhole && mayBeNothing(step) && !isAsked(step.variable.path, asked))
        finding.found.push(hint(step));
    }
  }
}

/** The names that decide whether a branch is written; `event` for those that say which event it is. */
function askedBy(step: Exclude<Step, { kind: 'literal' | 'value' }>): readonly string[] {
  const conditions = step.kind === 'list' ? filterOf(step) : step.branches.map(({ condition }) => condition);
  return conditions.flatMap(namesIn);
}

function filterOf({ filter }: ListStep): readonly Condition[] {
  return filter ? [filter] : [];
}

const anyName = '*';

function namesIn(condition: Condition): readonly string[] {
  if (condition.kind === 'not') return namesIn(condition.operand);
  if (condition.kind !== 'variable') return condition.operands.flatMap(namesIn);
  return [condition.events ? anyName : condition.variable.name];
}

function isAsked(path: readonly string[], asked: ReadonlySet<string>): boolean {
  return asked.has(anyName) || path.some((_, index) => asked.has(path.slice(0, index + 1).join('.')));
}

/** Between the quotes of a string that is no key. */
function isWholeString(before: Step | undefined, after: Step | undefined): boolean {
  return (
    before?.kind === 'literal' &&
    after?.kind === 'literal' &&
    /(?<!\\)"$/.test(before.text) &&
    /^"(?!\s*:)/.test(after.text)
  );
}

function mayBeNothing({ variable, options }: ValueStep): boolean {
  return variable.mayBeMissing === true && options.null === undefined && options.default === undefined;
}

function hint({ variable, range }: ValueStep): Diagnostic {
  const name = variable.path.join('.');
  const insert = (at: number, text: string) => ({ range: { start: at, end: at }, text });
  const fix = editAll('Write `null` where it is missing', [
    insert(range.start - 1, `$if(${name})$`),
    insert(range.end + 1, '$else$null$endif$'),
  ]);
  return diagnose('empty-optional', range, { name }, { fixes: [fix] });
}
