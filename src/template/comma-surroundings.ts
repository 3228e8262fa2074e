import type { Edit } from '../diagnostics/diagnostic.ts';
import type { ConditionalStep, LiteralStep, Program, Step } from './program.ts';

/** What stands around an offset on the paths that lead over it. */
export interface Surroundings {
  /** The conditionals right before it, and those right behind it, with blanks alone between. */
  readonly before: readonly ConditionalStep[];
  readonly behind: readonly ConditionalStep[];
  /** The conditional whose branch it stands in. */
  readonly around: ConditionalStep | undefined;
  /** The text before it, if it is the last that was written. */
  readonly last: LiteralStep | undefined;
}

/** Looks around a comma, or around the place where one is missing, which is `length` long. */
export function lookAround(program: Program, offset: number, length: number): Surroundings {
  const earlier: Step[] = [];
  const later: Step[] = [];
  let around: ConditionalStep | undefined;
  let level: Program = program;
  while (level.length > 0) {
    const index = level.findIndex(({ range }) => offset < range.end);
    const step: Step | undefined = level[index];
    if (!step) break;
    earlier.push(...level.slice(0, index));
    later.unshift(...level.slice(index + 1));
    level = [];
    if (step.kind === 'conditional' && step.range.start < offset) {
      around = step;
      level = branchesOf(step).find(steps => isWithin(steps, offset)) ?? [];
    } else if (step.kind === 'conditional') later.unshift(step);
    else if (step.kind === 'literal') {
      const at = offset - step.range.start;
      earlier.push(part(step, 0, at));
      later.unshift(part(step, at + length, step.text.length));
    }
  }
  const last = earlier.findLast(step => !isBlank(step));
  return {
    before: adjacent(earlier.reverse()).reverse(),
    behind: adjacent(later),
    around,
    last: last?.kind === 'literal' ? last : undefined,
  };
}

function isWithin(steps: Program, offset: number): boolean {
  const [first, last] = [steps[0], steps.at(-1)];
  return first !== undefined && last !== undefined && first.range.start <= offset && offset < last.range.end;
}

function part({ text, range }: LiteralStep, from: number, to: number): LiteralStep {
  return {
    kind: 'literal',
    range: { start: range.start + from, end: range.start + to },
    text: text.slice(from, to),
  };
}

/** The conditionals that these steps begin with. */
function adjacent(steps: readonly Step[]): ConditionalStep[] {
  const end = steps.findIndex(step => step.kind !== 'conditional' && !isBlank(step));
  return steps.slice(0, end < 0 ? undefined : end).filter(step => step.kind === 'conditional');
}

export function isBlank(step: Step): boolean {
  return step.kind === 'literal' && step.text.trim() === '';
}

/** The text that goes on at this offset. */
export function textAt(program: Program, offset: number): LiteralStep | undefined {
  const step = program.find(({ range }) => offset < range.end);
  if (step?.kind === 'literal' && step.range.start <= offset) return step;
  if (step?.kind !== 'conditional') return undefined;
  return branchesOf(step)
    .map(steps => textAt(steps, offset))
    .find(text => text !== undefined);
}

function branchesOf({ branches, otherwise }: ConditionalStep): readonly Program[] {
  return [...branches.map(({ steps }) => steps), otherwise];
}

/**
 * Puts text before what each branch writes first, unless that is a comma already; a comma that a branch ends with is
 * taken away.
 */
export function leadBranches(conditionals: readonly ConditionalStep[], text: string): Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): Edit[] => {
    const first = steps.find(step => !isBlank(step));
    if (!first) return [];
    if (first.kind === 'conditional') return leadBranches([first], text);
    const blanks = first.kind === 'literal' ? first.text.length - first.text.trimStart().length : 0;
    const start = first.range.start + blanks;
    const lead = { range: { start, end: start }, text };
    return [...(writes(first, ',', blanks) ? [] : [lead]), ...withoutLastComma(steps)];
  });
}

function writes(step: Step, text: string, at: number): boolean {
  return step.kind === 'literal' && step.text.startsWith(text, at);
}

/** Takes away the comma that each branch ends with. */
export function unendBranches(conditionals: readonly ConditionalStep[]): Edit[] {
  return conditionals.flatMap(branchesOf).flatMap(withoutLastComma);
}

function withoutLastComma(steps: Program): Edit[] {
  const last = steps.findLast(step => !isBlank(step));
  if (last?.kind !== 'literal' || !last.text.trimEnd().endsWith(',')) return [];
  const end = last.range.start + last.text.trimEnd().length;
  return [{ range: { start: end - 1, end }, text: '' }];
}

/** Puts a comma behind what each branch writes last, unless that is one. */
export function trailBranches(conditionals: readonly ConditionalStep[]): Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): Edit[] => {
    const last = steps.findLast(step => !isBlank(step));
    if (!last) return [];
    if (last.kind === 'conditional') return trailBranches([last]);
    if (withoutLastComma(steps).length > 0) return [];
    const end = last.range.start + (last.kind === 'literal' ? last.text.trimEnd().length : 0);
    const start = last.kind === 'literal' ? end : last.range.end;
    return [{ range: { start, end: start }, text: ',' }];
  });
}

/** Takes the comma before a conditional into its branches. */
export function pullComma(program: Program, conditional: ConditionalStep): readonly Edit[] {
  const { last } = lookAround(program, conditional.range.start, 0);
  const text = last?.text.trimEnd() ?? '';
  if (!last || !text.endsWith(',')) return [];
  const end = last.range.start + text.length;
  return [{ range: { start: end - 1, end }, text: '' }, ...leadBranches([conditional], ',')];
}
