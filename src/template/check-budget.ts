import { Budget } from '../diagnostics/budget.ts';

/** Pays for brackets that stay open under sixty conditions; bounds the work to about half a second. */
export const leastBudget = 5_000_000;
/** A single path through a template costs less than this per character, however many tags it has. */
export const unitsPerCharacter = 20;
/** Separate from the rest, so that proposing names can never use up what the proof needs. */
const unitsForProposals = 1_000_000;

/** Separate from the rest, so that hints can never use up what the proof needs; for any source, besides those for its length. */
const unitsForHints = 200_000;

/** Budgets shared by the checks of templates that belong together, such as those of one webhook. */
export interface CommonBudget {
  readonly work: Budget;
  /** Pays for looking up names that were perhaps meant. */
  readonly proposals: Budget;
  /** Pays for trying fixes. */
  readonly trials: Budget;
}

export function commonBudget(): CommonBudget {
  return {
    work: new Budget(leastBudget),
    proposals: new Budget(unitsForProposals),
    trials: new Budget(leastBudget),
  };
}

/** The budget for the next group of events: its proof gets work of its own, while proposals and fixes stay shared. */
export function nextGroup(common: CommonBudget): CommonBudget {
  return { ...common, work: new Budget(leastBudget) };
}

/** Pays for the hints that a proved source of that length gets. */
export function budgetForHints(sourceLength: number): Budget {
  return new Budget(unitsForHints + unitsPerCharacter * sourceLength);
}

/** Pays for all work on a source of that length. Following a single path never exceeds it. */
export function budgetFor(sourceLength: number, { work }: CommonBudget = commonBudget()): Budget {
  return new Budget(unitsPerCharacter * sourceLength, work);
}
