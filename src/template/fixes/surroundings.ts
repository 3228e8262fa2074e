import {
  branchAt,
  branchesOf,
  type ConditionalStep,
  type LiteralStep,
  type Program,
  type Step,
  type ValueStep,
} from '../resolve/program.ts';

/** The steps around an offset on the paths that lead over it. */
export interface Surroundings {
  /** Conditionals right before the offset, with only whitespace between; `after` holds those right after it. */
  readonly before: readonly ConditionalStep[];
  readonly after: readonly ConditionalStep[];
  /** The conditional whose branch the offset is in. */
  readonly around: ConditionalStep | undefined;
  /** The text before the offset, if it is the last output before it. */
  readonly last: LiteralStep | undefined;
}

/** Looks around a stretch of `length` characters: a comma, or the place where one is missing. */
export function lookAround(program: Program, offset: number, length: number): Surroundings {
  // One program per level; a level can have too many steps to pass as arguments.
  const earlier: Program[] = [];
  const later: Program[] = [];
  let around: ConditionalStep | undefined;
  let level: Program = program;
  while (level.length > 0) {
    const index = level.findIndex(({ range }) => offset < range.end);
    const step: Step | undefined = level[index];
    if (!step) break;
    earlier.push(level.slice(0, index));
    later.push(level.slice(index + 1));
    level = [];
    if (step.kind === 'conditional' && step.range.start < offset) {
      around = step;
      level = branchAt(step, offset) ?? [];
    } else if (step.kind === 'conditional') later.push([step]);
    else if (step.kind === 'literal') {
      const at = offset - step.range.start;
      earlier.push([part(step, 0, at)]);
      later.push([part(step, at + length, step.text.length)]);
    }
  }
  const written = earlier.flat();
  const last = written.findLast(step => !isBlank(step));
  return {
    before: adjacent(written.reverse()).reverse(),
    after: adjacent(later.reverse().flat()),
    around,
    last: last?.kind === 'literal' ? last : undefined,
  };
}

function part({ text, range }: LiteralStep, from: number, to: number): LiteralStep {
  return {
    kind: 'literal',
    range: { start: range.start + from, end: range.start + to },
    text: text.slice(from, to),
  };
}

/** The conditionals at the start of these steps. */
function adjacent(steps: readonly Step[]): ConditionalStep[] {
  const end = steps.findIndex(step => step.kind !== 'conditional' && !isBlank(step));
  return steps.slice(0, end < 0 ? undefined : end).filter(step => step.kind === 'conditional');
}

export function isBlank(step: Step): boolean {
  return step.kind === 'literal' && step.text.trim() === '';
}

/** The text that continues at this offset, or the value that stands there. */
export function leafAt(program: Program, offset: number): LiteralStep | ValueStep | undefined {
  const step = program.find(({ range }) => offset < range.end);
  if (step?.kind === 'conditional' || step?.kind === 'list') {
    return branchesOf(step)
      .map(steps => leafAt(steps, offset))
      .find(leaf => leaf !== undefined);
  }
  return step && step.range.start <= offset ? step : undefined;
}

/** This conditional and those next to it, with only whitespace between. */
export function neighbours(program: Program, { range }: ConditionalStep): readonly ConditionalStep[] {
  const { before, after } = lookAround(program, range.start, 0);
  return [...before, ...after];
}
