import type { Edit } from '../../diagnostics/diagnostic.ts';
import type { ConditionalStep, Program, Step } from '../resolve/program.ts';
import { branchesOf, isBlank, lookAround } from './comma-surroundings.ts';

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

/** Puts each text before what a conditional writes first, instead of commas at either end of its branches. */
export function separateBranches(
  conditionals: readonly ConditionalStep[],
  texts: readonly string[],
): readonly Edit[] {
  return conditionals.flatMap((conditional, index) =>
    branchesOf(conditional).flatMap((steps): readonly Edit[] => {
      const first = steps.find(step => !isBlank(step));
      if (!first) return [];
      const blanks = first.kind === 'literal' ? first.text.length - first.text.trimStart().length : 0;
      const start = first.range.start + blanks;
      const end = start + (writes(first, ',', blanks) ? 1 : 0);
      const text = texts[index] ?? '';
      return [
        ...(end > start || text !== '' ? [{ range: { start, end }, text }] : []),
        ...withoutLastComma(steps).filter(({ range }) => range.start >= end),
      ];
    }),
  );
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

/** Takes the comma before conditionals in a row into the branches of each. */
export function pullComma(program: Program, row: readonly ConditionalStep[]): readonly Edit[] {
  const { last } = lookAround(program, row[0]?.range.start ?? 0, 0);
  const text = last?.text.trimEnd() ?? '';
  if (!last || !text.endsWith(',')) return [];
  const end = last.range.start + text.length;
  return [{ range: { start: end - 1, end }, text: '' }, ...leadBranches(row, ',')];
}
