import { type Diagnostic, diagnose, type Edit, type SourceRange } from '../../diagnostics/diagnostic.ts';
import { editAll } from '../../diagnostics/fixes/fix.ts';
import type { Place } from '../../output/output.ts';
import {
  branchesOf,
  type Condition,
  type ConditionalStep,
  type ListStep,
  type Program,
  type Step,
  type ValueStep,
} from './program.ts';
import type { ServedEvents } from './served-events.ts';

/** Where the strings may be in which an empty text is written, and what comes there. */
export interface WrittenIn {
  readonly places: ReadonlyMap<ValueStep, Place>;
  /** The events that the template is checked for, if there are any. */
  readonly served: ServedEvents | undefined;
  /** Those of them that come to a place. */
  readonly comingTo: (range: SourceRange) => readonly string[];
}

/**
 * Finds what may be missing and is then written as an empty text: the whole of a string in JSON, also in a condition of its own, with
 * nothing said of its absence. Where a condition around the string asks for it, or lets only events come that have it, it is there.
 */
export function findEmptyOptionals(program: Program, written: WrittenIn): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  findIn(program, undefined, { ...written, found });
  return found;
}

interface Finding extends WrittenIn {
  readonly found: Diagnostic[];
}

/** Names that a condition asks for, and those of the conditions around it. */
interface Asked {
  readonly names: ReadonlySet<string>;
  readonly lengths: ReadonlySet<number>;
  readonly around: Asked | undefined;
}

function askedFor(names: readonly string[], around?: Asked): Asked {
  return { names: new Set(names), lengths: new Set(names.map(({ length }) => length)), around };
}

function findIn(program: Program, asked: Asked | undefined, finding: Finding): void {
  for (const [index, step] of program.entries()) {
    if (step.kind === 'literal') continue;
    const value = step.kind === 'value' ? step : aloneIn(step);
    const isWhole = value && isWholeString(program[index - 1], program[index + 1]);
    if (isWhole && finding.places.get(value)?.name === 'json-string') {
      if (!isAsked(value, asked) && mayBeMissing(value, finding))
        finding.found.push(step.kind === 'conditional' ? hintIn(step, value) : hint(value));
    } else if (step.kind !== 'value') {
      const within = askedFor(askedBy(step), asked);
      for (const steps of branchesOf(step)) findIn(steps, within, finding);
    }
  }
}

/** The value that a condition without an `$else$` writes, and nothing else. */
function aloneIn(step: ConditionalStep | ListStep): ValueStep | undefined {
  if (step.kind === 'list' || step.otherwise.length > 0) return undefined;
  const [branch, another] = step.branches;
  const [value, more] = branch?.steps ?? [];
  return another === undefined && more === undefined && value?.kind === 'value' ? value : undefined;
}

/** The names that decide whether a branch is written. */
function askedBy(step: ConditionalStep | ListStep): readonly string[] {
  const conditions = step.kind === 'list' ? filterOf(step) : step.branches.map(({ condition }) => condition);
  return conditions.flatMap(namesIn);
}

function filterOf({ filter }: ListStep): readonly Condition[] {
  return filter ? [filter] : [];
}

function namesIn(condition: Condition): readonly string[] {
  if (condition.kind === 'not') return namesIn(condition.operand);
  return condition.kind === 'variable' ? [condition.variable.name] : condition.operands.flatMap(namesIn);
}

/** Whether a condition asks for a value, or for one that it is a part of. A path may have thousands of names. */
function isAsked({ variable: { path } }: ValueStep, asked: Asked | undefined): boolean {
  if (!asked) return false;
  const whole = path.join('.');
  for (let scope: Asked | undefined = asked; scope; scope = scope.around) {
    const { names, lengths } = scope;
    let length = -1;
    for (const name of path) {
      length += 1 + name.length;
      if (lengths.has(length) && names.has(whole.slice(0, length))) return true;
    }
  }
  return false;
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

/** Whether a value may be missing for an event that comes to it, and nothing says what is written then. */
function mayBeMissing({ variable, options, range }: ValueStep, finding: WrittenIn): boolean {
  if (options.null !== undefined || options.default !== undefined) return false;
  const { level, path, parts } = variable.origin;
  const { served } = finding;
  if (!served || level > 0 || parts) return variable.mayBeMissing === true;
  const lackers = served.lackersOf(path);
  return lackers.length > 0 && finding.comingTo(range).some(event => lackers.includes(event));
}

function hint({ variable, range }: ValueStep): Diagnostic {
  const name = variable.path.join('.');
  const fix = editAll(writesNull, [
    insert(range.start - 1, `$if(${name})$`),
    insert(range.end + 1, '$else$null$endif$'),
  ]);
  return diagnose('empty-optional', range, { name, inCondition: false }, { fixes: [fix] });
}

const writesNull = 'Write `null` where it is missing';

/** The same of a value in a condition of its own: the quotes go into the condition, which also asks for the value. */
function hintIn({ range: around, node, branches }: ConditionalStep, value: ValueStep): Diagnostic {
  const { range, variable } = value;
  const name = variable.path.join('.');
  const isAskedFor = isAsked(value, askedFor(branches.flatMap(({ condition }) => namesIn(condition))));
  const condition = node.branches[0]?.condition;
  const isOr = condition?.kind === 'or';
  const asking =
    condition && !isAskedFor
      ? [
          ...(isOr ? [insert(condition.range.start, '(')] : []),
          insert(condition.range.end, `${isOr ? ')' : ''} && ${name}`),
        ]
      : [];
  const fix = editAll(writesNull, [
    remove(around.start - 1),
    ...asking,
    insert(range.start, '"'),
    insert(range.end, '"$else$null'),
    remove(around.end),
  ]);
  return diagnose('empty-optional', range, { name, inCondition: true }, { fixes: [fix] });
}

function insert(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/** Removes the character at an offset. */
function remove(at: number): Edit {
  return { range: { start: at, end: at + 1 }, text: '' };
}
