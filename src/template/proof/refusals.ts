import { Budget } from '../../diagnostics/budget.ts';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.ts';
import type { Place } from '../../output/output.ts';
import { budgetForHints } from '../check-budget.ts';
import type { Questions, ValueStep } from '../resolve/program.ts';
import type { DecisionDiagram } from './decision-diagram.ts';
import type { PathCondition } from './path-condition.ts';
import { whenWrites } from './written.ts';

/** A value in a place that refuses some texts, and the conditions under which paths come to it. */
export interface RefusableValue {
  readonly step: ValueStep;
  readonly place: Place;
  readonly conditions: readonly PathCondition[];
}

/**
 * Finds the values that may be a text which their place refuses. A budget of its own pays for that, since a hint must never cost a
 * template its acceptance; where it ends, the values after that get no hint.
 */
export function findRefusals(
  values: readonly RefusableValue[],
  diagram: DecisionDiagram,
  sourceLength: number,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const writers = new Writers(diagram);
  const find = () => {
    for (const { step, place, conditions } of values) {
      const texts = (place.refused ?? []).filter(text => {
        const when = writers.conditionOf(text, step, place);
        diagram.budget.spend(conditions.length);
        return conditions.some(condition => diagram.and(condition, when) !== false);
      });
      if (texts.length === 0) continue;
      const facts = { name: step.variable.path.join('.'), texts };
      found.push(diagnose('perhaps-refused', step.range, facts));
    }
  };
  diagram.paidBy(budgetForHints(sourceLength), () => Budget.attempt(find, () => undefined));
  return found;
}

/** When a value writes a text: the same for all tags that write a variable in the same way. */
class Writers {
  readonly #diagram: DecisionDiagram;
  readonly #known = new Map<Questions | undefined, Map<string, PathCondition>>();

  constructor(diagram: DecisionDiagram) {
    this.#diagram = diagram;
  }

  conditionOf(text: string, step: ValueStep, place: Place): PathCondition {
    const { asked, variable, options } = step;
    const ofSource = this.#known.get(asked) ?? new Map<string, PathCondition>();
    this.#known.set(asked, ofSource);
    const key = JSON.stringify([text, place.name, variable.path, options]);
    this.#diagram.budget.spend(key.length);
    const known = ofSource.get(key);
    if (known !== undefined) return known;
    const when = whenWrites(text, step, place, this.#diagram);
    ofSource.set(key, when);
    return when;
  }
}
