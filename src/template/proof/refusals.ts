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
 * template its acceptance; a value for which it does not gets no hint.
 */
export function findRefusals(
  values: readonly RefusableValue[],
  diagram: DecisionDiagram,
  sourceLength: number,
): readonly Diagnostic[] {
  const writers = new Writers(diagram);
  const textsOf = ({ step, place, conditions }: RefusableValue) => {
    const whens = writers.conditionsOf(step, place);
    return (place.refused ?? []).filter((_, index) => {
      diagram.budget.spend(conditions.length);
      return conditions.some(condition => diagram.and(condition, whens[index] ?? false) !== false);
    });
  };
  const find = () =>
    values.flatMap(value => {
      const texts = Budget.attempt(
        () => textsOf(value),
        () => [],
      );
      const { variable, range } = value.step;
      const facts = { name: variable.path.join('.'), texts };
      return texts.length === 0 ? [] : [diagnose('perhaps-refused', range, facts)];
    });
  return diagram.paidBy(budgetForHints(sourceLength), find);
}

/** When values write the texts that a place refuses: the same for all tags that write a variable in the same way. */
class Writers {
  readonly #diagram: DecisionDiagram;
  readonly #known = new Map<Questions | undefined, Map<string, readonly PathCondition[]>>();

  constructor(diagram: DecisionDiagram) {
    this.#diagram = diagram;
  }

  /** For each refused text, in their order. */
  conditionsOf(step: ValueStep, place: Place): readonly PathCondition[] {
    const { asked, variable, options } = step;
    const ofSource = this.#known.get(asked) ?? new Map<string, readonly PathCondition[]>();
    this.#known.set(asked, ofSource);
    const key = JSON.stringify([place.name, variable.path, options]);
    this.#diagram.budget.spend(key.length);
    const known = ofSource.get(key);
    if (known !== undefined) return known;
    const whens = whenWrites(place.refused ?? [], step, place, this.#diagram);
    ofSource.set(key, whens);
    return whens;
  }
}
