/** Thrown where more work would be done than there is a budget for. */
class BeyondBudget extends Error {}

/**
 * How much work may be done for one input, whatever is in it. A unit is about what it takes to move one state of an
 * output over one character, some fifty nanoseconds; all work that grows faster than its input is paid for here.
 */
export class Budget {
  readonly #common: Budget | undefined;
  #left: number;
  #spent = 0;

  /** @param common Pays, too, where these units are not enough; several budgets may have it in common. */
  constructor(units: number, common?: Budget) {
    this.#left = units;
    this.#common = common;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Whether that much is left. */
  allows(units: number): boolean {
    return units <= this.#left || (this.#common?.allows(units - this.#left) ?? false);
  }

  /** Spends that much; where it is not left, nothing is spent, and nothing should be done. */
  trySpending(units: number): boolean {
    const lacking = Math.max(units - this.#left, 0);
    if (lacking > 0 && !this.#common?.trySpending(lacking)) return false;
    this.#left -= units - lacking;
    this.#spent += units;
    return true;
  }

  /** @throws what `attempt` turns into an answer, where that much is not left. */
  spend(units: number): void {
    if (!this.trySpending(units)) throw new BeyondBudget();
  }

  /** The result of `compute`, or `otherwise` where that goes beyond a budget. */
  static attempt<T>(compute: () => T, otherwise: () => T): T {
    try {
      return compute();
    } catch (error) {
      if (error instanceof BeyondBudget) return otherwise();
      throw error;
    }
  }
}
