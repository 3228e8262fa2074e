import { Budget } from '../diagnostics/budget.ts';

/** Enough for brackets that stay open under sixty conditions, and for half a second of work at most. */
export const leastBudget = 5_000_000;
/** One path through a template costs less than this, however many tags there are. */
export const unitsPerCharacter = 20;
/** Apart from the rest, so that names can never take what the proof needs. */
const unitsForProposals = 1_000_000;

/** What the checks of templates that belong together may spend in common, such as those of one webhook. */
export interface CommonBudget {
  readonly work: Budget;
  /** Of names that were perhaps meant. */
  readonly proposals: Budget;
  /** Of fixes that are tried. */
  readonly trials: Budget;
}

export function commonBudget(): CommonBudget {
  return {
    work: new Budget(leastBudget),
    proposals: new Budget(unitsForProposals),
    trials: new Budget(leastBudget),
  };
}

/** For another group of events: a proof is never refused for what others needed, while proposals and fixes share theirs. */
export function nextGroup(common: CommonBudget): CommonBudget {
  return { ...common, work: new Budget(leastBudget) };
}

/** For all work on a source of that length; what follows one path alone is never beyond it. */
export function budgetFor(sourceLength: number, { work }: CommonBudget = commonBudget()): Budget {
  return new Budget(unitsPerCharacter * sourceLength, work);
}
