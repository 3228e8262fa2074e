import { type Diagnostic, diagnose, type Edit } from '../../diagnostics/diagnostic.ts';
import { editAll, remove } from '../../diagnostics/fixes/fix.ts';
import { branchesOf, type ConditionalStep, type LiteralStep, type Program } from '../resolve/program.ts';
import type { Repair } from './repairs-near.ts';

/** Before a mistake, the nearest first. */
const mostConditionals = 4;

/**
 * What a conditional closes in some branches alone, so that the others go wrong later: a quote that belongs after
 * `$endif$`, or in no branch.
 */
export function branchRepairs([first]: readonly Diagnostic[], program: Program): readonly Repair[] {
  if (!first) return [];
  const { end } = first.range;
  return conditionalsBefore(program, end)
    .slice(-mostConditionals)
    .reverse()
    .flatMap(conditional => repairsOf(conditional));
}

function conditionalsBefore(program: Program, offset: number): readonly ConditionalStep[] {
  return program.flatMap(step => {
    if (step.kind === 'literal' || step.kind === 'value' || step.range.start >= offset) return [];
    const inside = branchesOf(step).flatMap(steps => conditionalsBefore(steps, offset));
    return step.kind === 'conditional' ? [step, ...inside] : inside;
  });
}

function repairsOf(conditional: ConditionalStep): readonly Repair[] {
  const branches = branchesOf(conditional);
  const closers = branches.flatMap(closerOf);
  const [first] = closers;
  if (!first || closers.length === branches.length) return [];
  const same = closers.filter(({ text }) => text === first.text);
  const removals = same.map(({ range }): Edit => ({ range, text: '' }));
  const at = conditional.range.end;
  const moved = { range: { start: at, end: at }, text: first.text };
  const diagnostic = diagnose('closed-in-one-branch', first.range, { found: first.text });
  return [
    editAll(`Move \`${first.text}\` after the conditional`, [...removals, moved]),
    remove(first.range, `Remove \`${first.text}\``),
  ].map(fix => ({ diagnostic, fix, cost: 0, distance: 0 }));
}

/** The quotes and brackets that the text of a branch ends with. */
function closerOf(steps: Program): readonly Pick<LiteralStep, 'text' | 'range'>[] {
  const last = steps.at(-1);
  if (last?.kind !== 'literal') return [];
  const { range } = last;
  const [text = ''] = /["\]}>]{0,20}$/.exec(last.text) ?? [];
  return text === '' ? [] : [{ text, range: { start: range.end - text.length, end: range.end } }];
}
