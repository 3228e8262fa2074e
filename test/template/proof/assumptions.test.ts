import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assumptions, describeAssumptions, follow } from '../../../src/template/proof/assumptions.ts';
import { type Decision, DecisionDiagram } from '../../../src/template/proof/decision-diagram.ts';
import type { BooleanCondition, Condition } from '../../../src/template/resolve/program.ts';

const count = 5;
const variables: readonly BooleanCondition[] = Array.from({ length: count }, (_, index) => ({
  kind: 'variable',
  name: `v${index}`,
  index,
}));
const worlds = Array.from({ length: 2 ** count }, (_, bits) =>
  variables.map(({ index }) => (bits & (1 << index)) !== 0),
);

const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Condition>(...variables),
    tie('condition').map(operand => ({ kind: 'not', operand }) as const),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, operands]) => ({ kind, operands })),
  ),
}));

function holdsIn(condition: Condition, world: readonly boolean[]): boolean {
  switch (condition.kind) {
    case 'variable':
      return world[condition.index] === true;
    case 'not':
      return !holdsIn(condition.operand, world);
    case 'and':
      return condition.operands.every(operand => holdsIn(operand, world));
    case 'or':
      return condition.operands.some(operand => holdsIn(operand, world));
  }
}

function isPossible(assumptions: Decision, world: readonly boolean[]): boolean {
  if (typeof assumptions === 'boolean') return assumptions;
  return isPossible(world[assumptions.index] ? assumptions.yes : assumptions.no, world);
}

function assuming(...facts: readonly (boolean | undefined)[]): Assumptions {
  const diagram = new DecisionDiagram(1000);
  return facts.reduce<Assumptions>(
    (all, holds, index) =>
      holds === undefined ? all : diagram.assume(all, { name: `v${index}`, index, holds }),
    true,
  );
}

describe('assumptions', () => {
  it('hold exactly where every condition turned out as it was followed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(condition, fc.boolean()), { maxLength: 4 }), turns => {
        const diagram = new DecisionDiagram(100_000);
        const assumptions = turns.reduce<Assumptions>(
          (all, [condition, holds]) => follow(diagram, all, condition, holds),
          true,
        );
        expect(worlds.filter(world => isPossible(assumptions, world))).toEqual(
          worlds.filter(world => turns.every(([condition, holds]) => holdsIn(condition, world) === holds)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('are described by one case, where there are several', () => {
    const diagram = new DecisionDiagram(1000);
    const [v0, v1, v2] = variables as [BooleanCondition, BooleanCondition, BooleanCondition];
    const both = { kind: 'and', operands: [v0, v1] } as const;
    expect(describeAssumptions(follow(diagram, true, both, false))).toBe('when `v1` is false');
    const either = { kind: 'or', operands: [both, { kind: 'not', operand: v2 }] } as const;
    expect(describeAssumptions(follow(diagram, true, either, false))).toBe(
      'when `v1` is false and `v2` is true',
    );
  });

  it('are described in the order in which conditions name them', () => {
    expect(describeAssumptions(true)).toBeUndefined();
    expect(describeAssumptions(assuming(undefined, true, undefined, false))).toBe(
      'when `v1` is true and `v3` is false',
    );
    expect(describeAssumptions(assuming(true, true, true, true, false, true))).toBe(
      'when `v2` is true and `v3` is true and `v4` is false and `v5` is true (and more conditions)',
    );
  });
});
