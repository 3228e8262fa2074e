import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import { applyFix } from '../../diagnostics/fixes/apply-fix.ts';
import type { DecisionDiagram } from '../proof/decision-diagram.ts';
import type { BrokenPath } from '../proof/findings.ts';
import type { Program } from '../resolve/program.ts';

/** What was found out about one source. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenPath[];
}

/** What fixes are tried out on. */
export interface Trial extends Findings {
  readonly source: string;
  readonly program: Program;
  /** Follows the conditions of this source and of others. */
  readonly diagram: DecisionDiagram;
  /** Whether one more check can be paid for. */
  readonly isAffordable: () => boolean;
  /** Everything that is wrong with another source. */
  readonly check: (source: string) => Findings;
}

/** Of fixes for one source: each means checking the whole source again. */
const mostTrials = 64;

/** Tries fixes, as long as it may. */
export class Trials {
  readonly #trial: Trial;
  readonly #known = new Map<string, Findings>();
  #left = mostTrials;

  constructor(trial: Trial) {
    this.#trial = trial;
    // A walk that gave up would give up again, and says nothing of the paths that it did not follow.
    if (trial.diagnostics.some(({ code }) => code === 'too-many-paths')) this.#left = 0;
  }

  get isOver(): boolean {
    return this.#left <= 0 || !this.#trial.isAffordable();
  }

  /** What is wrong after a fix; nothing where no more may be tried. */
  tryFix(fix: Fix): Findings | undefined {
    const fixed = applyFix(this.#trial.source, fix);
    const known = this.#known.get(fixed);
    if (known) return known;
    if (this.isOver) return undefined;
    this.#left--;
    const findings = this.#trial.check(fixed);
    this.#known.set(fixed, findings);
    return findings;
  }
}
