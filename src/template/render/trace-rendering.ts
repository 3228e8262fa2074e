import type { AskedVariables } from '../resolve/classes/asked-variables.ts';
import type { ConditionalStep, ListStep, Program } from '../resolve/program.ts';
import { branchTaken, itemsTaken } from './blocks-taken.ts';
import { Rendering } from './rendering.ts';

/**
 * Which ways a rendering goes: of a conditional the index of the branch, one past the last where none holds; of a list
 * how many items are written, where 2 stands for any number above 1. What stands in a list may go several ways.
 */
export type WaysTaken = ReadonlyMap<ConditionalStep | ListStep, ReadonlySet<number>>;

/** @throws {RenderError} for a context that cannot be read. */
export function traceRendering(program: Program, asked: AskedVariables, context: unknown): WaysTaken {
  const taken = new Map<ConditionalStep | ListStep, Set<number>>();
  follow(program, new Rendering(context, asked, 0), (step, way) => {
    taken.set(step, (taken.get(step) ?? new Set()).add(way));
  });
  return taken;
}

type Note = (step: ConditionalStep | ListStep, way: number) => void;

function follow(program: Program, rendering: Rendering, note: Note): void {
  for (const step of program) {
    if (step.kind === 'list') followList(step, rendering, note);
    if (step.kind !== 'conditional') continue;
    const branch = branchTaken(step.branches, rendering);
    note(step, branch ? step.branches.indexOf(branch) : step.branches.length);
    follow(branch?.steps ?? step.otherwise, rendering, note);
  }
}

function followList(step: ListStep, rendering: Rendering, note: Note): void {
  let count = 0;
  for (const _ of itemsTaken(step, rendering)) {
    if (count === 1) follow(step.separator, rendering, note);
    follow(step.steps, rendering, note);
    count = Math.min(2, count + 1);
  }
  note(step, count);
  if (count === 0) follow(step.otherwise, rendering, note);
}
