import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Output, Place } from '../../output/output.ts';
import { budgetFor } from '../check-budget.ts';
import type { Program, ValueStep } from '../resolve/program.ts';
import { DecisionDiagram } from './decision-diagram.ts';
import { type BrokenPath, Findings } from './findings.ts';
import { Walk } from './walk.ts';

/** Where each value lands, and what could break the output. */
export interface Proof {
  /** A value that is not in here can never be reached. */
  readonly places: ReadonlyMap<ValueStep, Place>;
  readonly diagnostics: readonly Diagnostic[];
  readonly broken: readonly BrokenPath[];
}

/**
 * Walks over every path through a template at once, and gives each value the one place that all paths agree on. Where
 * it reports no error, no value can break the output, whatever the context.
 */
export function prove<State>(
  program: Program,
  output: Output<State>,
  sourceLength: number,
  diagram: DecisionDiagram = diagramFor(sourceLength),
): Proof {
  const findings = new Findings();
  const walk = new Walk(output, diagram, findings);
  const start = { state: output.start(), condition: true, later: false };
  diagram.attempt(
    () => walk.finish(walk.steps(program, [start]), sourceLength),
    () => walk.giveUp(),
  );
  return findings;
}

/** What follows the conditions of a source, and of others of about its length, within the budget of that length. */
export function diagramFor(sourceLength: number): DecisionDiagram {
  return new DecisionDiagram(budgetFor(sourceLength));
}
