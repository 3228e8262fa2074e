import type { Edit } from '../../diagnostics/diagnostic.ts';
import { branchesOf, type ConditionalStep, type Program, type Step } from '../resolve/program.ts';
import { isBlank, lookAround } from './comma-surroundings.ts';

/**
 * Puts text before what each branch writes first, unless that is a comma already; a comma that a branch ends with is
 * taken away.
 */
export function leadBranches(conditionals: readonly ConditionalStep[], text: string): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): readonly Edit[] => {
    const opening = openingOf(steps);
    if (!opening) return [];
    if (opening.step.kind === 'conditional') return leadBranches([opening.step], text);
    const lead = opening.hasComma ? [] : [insertion(opening.start, text)];
    return [...lead, ...withoutLastComma(steps)];
  });
}

/** Takes away the comma that each branch ends with. */
export function trimBranches(conditionals: readonly ConditionalStep[]): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap(withoutLastComma);
}

/** Puts each text before what a conditional writes first, instead of commas at either end of its branches. */
export function separateBranches(
  conditionals: readonly ConditionalStep[],
  texts: readonly string[],
): readonly Edit[] {
  return conditionals.flatMap((conditional, index) =>
    branchesOf(conditional).flatMap((steps): readonly Edit[] => {
      const opening = openingOf(steps);
      if (!opening) return [];
      const { start, hasComma } = opening;
      const end = hasComma ? start + 1 : start;
      const text = texts[index] ?? '';
      const lead = hasComma || text !== '' ? [{ range: { start, end }, text }] : [];
      return [...lead, ...withoutLastComma(steps).filter(({ range }) => range.start >= end)];
    }),
  );
}

/** Puts a comma after what each branch writes last, unless that is one. */
export function trailBranches(conditionals: readonly ConditionalStep[]): readonly Edit[] {
  return conditionals.flatMap(branchesOf).flatMap((steps): readonly Edit[] => {
    const last = steps.findLast(step => !isBlank(step));
    if (!last) return [];
    if (last.kind === 'conditional') return trailBranches([last]);
    if (withoutLastComma(steps).length > 0) return [];
    const end = last.kind === 'literal' ? last.range.start + last.text.trimEnd().length : last.range.end;
    return [insertion(end, ',')];
  });
}

/** Takes the comma before conditionals in a row into the branches of each. */
export function pullComma(program: Program, row: readonly ConditionalStep[]): readonly Edit[] {
  const { last } = lookAround(program, row[0]?.range.start ?? 0, 0);
  const removal = last ? withoutLastComma([last]) : [];
  return removal.length > 0 ? [...removal, ...leadBranches(row, ',')] : [];
}

export function insertion(at: number, text: string): Edit {
  return { range: { start: at, end: at }, text };
}

/** What a branch writes first, and where after its blanks. */
function openingOf(steps: Program): { step: Step; start: number; hasComma: boolean } | undefined {
  const step = steps.find(step => !isBlank(step));
  if (step?.kind !== 'literal') return step && { step, start: step.range.start, hasComma: false };
  const blanks = step.text.length - step.text.trimStart().length;
  return { step, start: step.range.start + blanks, hasComma: step.text.startsWith(',', blanks) };
}

function withoutLastComma(steps: Program): readonly Edit[] {
  const last = steps.findLast(step => !isBlank(step));
  if (last?.kind !== 'literal' || !last.text.trimEnd().endsWith(',')) return [];
  const end = last.range.start + last.text.trimEnd().length;
  return [{ range: { start: end - 1, end }, text: '' }];
}
