/** Thrown when work would exceed the budget. */
class BeyondBudget extends Error {}

/**
 * A limit for the work on one input, whatever it contains. A unit is about the cost of moving one state of an output
 * over one character, some fifty nanoseconds. All work that grows faster than its input is paid for here.
 */
export class Budget {
  readonly #common: Budget | undefined;
  #left: number;
  #spent = 0;

  /** @param common Pays as well when these units are used up; several budgets may share it. */
  constructor(units: number, common?: Budget) {
    this.#left = units;
    this.#common = common;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Whether so many units are left. */
  allows(units: number): boolean {
    return units <= this.#left || (this.#common?.allows(units - this.#left) ?? false);
  }

  /** Spends the units if they are left; otherwise spends nothing, and the work should not be done. */
  trySpending(units: number): boolean {
    const lacking = Math.max(units - this.#left, 0);
    if (lacking > 0 && !this.#common?.trySpending(lacking)) return false;
    this.#left -= units - lacking;
    this.#spent += units;
    return true;
  }

  /** @throws an error that `attempt` catches, if so many units are not left. */
  spend(units: number): void {
    if (!this.trySpending(units)) throw new BeyondBudget();
  }

  /** The result of `compute`, or of `otherwise` if that exceeds a budget. */
  static attempt<T>(compute: () => T, otherwise: () => T): T {
    try {
      return compute();
    } catch (error) {
      if (error instanceof BeyondBudget) return otherwise();
      throw error;
    }
  }
}
