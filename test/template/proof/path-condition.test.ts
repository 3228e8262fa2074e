import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/diagnostics/budget.ts';
import { checkTemplate } from '../../../src/template/check.ts';
import { type Decision, DecisionDiagram } from '../../../src/template/proof/decision-diagram.ts';
import {
  describePathCondition,
  eventsWhere,
  whereHolds,
} from '../../../src/template/proof/path-condition.ts';
import type { ClassCondition, Condition, ConditionVariable } from '../../../src/template/resolve/program.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { groupEvents } from '../../../src/webhook/events/event-groups.ts';
import { runs } from '../../properties.ts';

const booleans = [0, 1, 2, 3, 4, 5].map(index => variable(index, ['is true', 'is false']));
const event = variable(6, ['is "Started"', 'is "Completed"', 'is something else']);
const variables = [...booleans.slice(0, 3), event];

function variable(index: number, classes: readonly string[]): ConditionVariable {
  return { name: `v${index}`, index, classes };
}

/** A condition that holds for the first class alone, or for others that are given. */
function isIn(variable: ConditionVariable | undefined, classes: readonly number[] = [0]): ClassCondition {
  if (!variable) throw new Error('no such variable');
  return { kind: 'variable', variable, classes };
}

const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .constantFrom(...variables)
      .chain(variable =>
        fc.subarray([...variable.classes.keys()]).map<Condition>(classes => isIn(variable, classes)),
      ),
    tie('condition').map(operand => ({ kind: 'not', operand }) as const),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, operands]) => ({ kind, operands })),
  ),
}));

/** Every choice of one class for each variable. */
const worlds = variables.reduce<readonly ReadonlyMap<ConditionVariable, number>[]>(
  (all, variable) => all.flatMap(world => variable.classes.map((_, at) => new Map(world).set(variable, at))),
  [new Map()],
);

function holdsIn(condition: Condition, world: ReadonlyMap<ConditionVariable, number>): boolean {
  switch (condition.kind) {
    case 'variable':
      return condition.classes.includes(world.get(condition.variable) ?? -1);
    case 'not':
      return !holdsIn(condition.operand, world);
    case 'and':
      return condition.operands.every(operand => holdsIn(operand, world));
    case 'or':
      return condition.operands.some(operand => holdsIn(operand, world));
  }
}

function isTrueIn(decision: Decision, world: ReadonlyMap<ConditionVariable, number>): boolean {
  if (typeof decision === 'boolean') return decision;
  return isTrueIn(decision.children[world.get(decision.variable) ?? -1] ?? false, world);
}

function describeWhere(condition: Condition): string | undefined {
  return describePathCondition(whereHolds(condition, new DecisionDiagram(new Budget(10_000))));
}

describe('a path condition', () => {
  it('is true exactly where its condition holds', () => {
    fc.assert(
      fc.property(condition, condition => {
        const decision = whereHolds(condition, new DecisionDiagram(new Budget(1_000_000)));
        expect(worlds.filter(world => isTrueIn(decision, world))).toEqual(
          worlds.filter(world => holdsIn(condition, world)),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is described by one case, where there are several', () => {
    const [v0, v1, v2] = booleans;
    const both: Condition = { kind: 'and', operands: [isIn(v0), isIn(v1)] };
    const notBoth: Condition = { kind: 'not', operand: both };
    expect(describeWhere(notBoth)).toBe('when `v1` is false');
    expect(describeWhere({ kind: 'and', operands: [notBoth, isIn(v2)] })).toBe(
      'when `v1` is false and `v2` is true',
    );
    expect(describeWhere({ kind: 'not', operand: isIn(event) })).toBe('when `v6` is "Completed"');
    expect(describeWhere({ kind: 'or', operands: [isIn(v0), isIn(event, [2])] })).toBe(
      'when `v6` is something else',
    );
  });

  it('is described by a case in which it is true', () => {
    fc.assert(
      fc.property(condition, condition => {
        const here = worlds.filter(world => holdsIn(condition, world));
        const described = describeWhere(condition);
        expect(described === undefined).toBe(here.length === 0 || here.length === worlds.length);
        const facts = described?.replace('when ', '').split(' and ') ?? [];
        const example = worlds.filter(world =>
          facts.every(fact =>
            [...world].some(([{ name, classes }, index]) => `\`${name}\` ${classes[index]}` === fact),
          ),
        );
        if (described) expect(here).toEqual(expect.arrayContaining(example));
        expect(example.length).toBeGreaterThan(0);
      }),
    );
  });

  it('is described in the order in which conditions name variables, by the last four', () => {
    const [v0, v1, v2, v3, v4, v5] = booleans;
    expect(describePathCondition(true)).toBeUndefined();
    const two: Condition = { kind: 'and', operands: [isIn(v3, [1]), isIn(v1)] };
    expect(describeWhere(two)).toBe('when `v1` is true and `v3` is false');
    const six = [isIn(v0), isIn(v1), isIn(v2), isIn(v3), isIn(v4, [1]), isIn(v5)];
    expect(describeWhere({ kind: 'and', operands: six })).toBe(
      'when `v2` is true and `v3` is true and `v4` is false and `v5` is true (and other conditions)',
    );
  });
});

describe('the events for which a path condition holds', () => {
  const catalogue = defineEvents({
    events: { paid: { title: 'Paid' }, sent: { title: 'Sent' }, lost: { title: 'Lost' } },
  });
  const source = '$if(event == "paid")$a$endif$';
  const [group] = groupEvents(catalogue, catalogue.names, [source]);
  const { event } = checkTemplate(source, { output: 'text', variables: group?.variables }, group).asked;

  it('are found where a budget is left, and else may be all', () => {
    if (!event) throw new Error('There are no events.');
    const diagram = new DecisionDiagram(new Budget(10_000));
    const [v0 = event] = booleans;
    const isSent = diagram.isIn(event, [1]);
    const isOther = diagram.isIn({ ...v0, index: 99 }, [0]);
    expect(eventsWhere(isSent, event, diagram)).toEqual(['sent']);
    expect(eventsWhere(diagram.not(isSent), event, diagram)).toEqual(['paid', 'lost']);
    expect(eventsWhere(diagram.and(isSent, isOther), event, diagram)).toEqual(['sent']);
    expect(eventsWhere(isOther, event, diagram)).toEqual(['paid', 'sent', 'lost']);
    const broke = new DecisionDiagram(new Budget(0));
    expect(eventsWhere(isSent, event, broke)).toEqual(['paid', 'sent', 'lost']);
    expect(eventsWhere(true, event, broke)).toEqual(['paid', 'sent', 'lost']);
    expect(eventsWhere(false, event, broke)).toEqual([]);
  });
});
