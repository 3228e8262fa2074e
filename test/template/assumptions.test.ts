import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Assumptions,
  assume,
  common,
  describeAssumptions,
  follow,
  lookUp,
  union,
} from '../../src/template/assumptions.ts';
import type { BooleanCondition, Condition } from '../../src/template/program.ts';

const count = 6;
const variables: readonly BooleanCondition[] = Array.from({ length: count }, (_, index) => ({
  kind: 'variable',
  name: `v${index}`,
  index,
}));

type Facts = readonly (boolean | undefined)[];

const facts = fc.array(fc.constantFrom(true, false, undefined), { minLength: count, maxLength: count });

function assuming(facts: Facts): Assumptions {
  return variables.reduce<Assumptions>((known, variable) => {
    const holds = facts[variable.index];
    return holds === undefined ? known : assume(known, variable, holds);
  }, undefined);
}

function factsOf(assumptions: Assumptions): Facts {
  return variables.map(variable => lookUp(assumptions, variable));
}

/** Every way in which the variables can hold that agrees with what is assumed. */
function worlds(facts: Facts): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    variables.map(({ index }) => (bits & (1 << index)) !== 0),
  ).filter(world => facts.every((holds, index) => holds === undefined || holds === world[index]));
}

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
    case 'unknown':
      return true;
  }
}

describe('assumptions', () => {
  it('remember what was assumed, and nothing else', () => {
    fc.assert(
      fc.property(facts, known => {
        expect(factsOf(assuming(known))).toEqual(known);
      }),
    );
  });

  it('keep thousands of variables apart', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `v${index}`, index }));
    const all = many.reduce<Assumptions>((known, one) => assume(known, one, one.index % 3 === 0), undefined);
    expect(many.every(one => lookUp(all, one) === (one.index % 3 === 0))).toBe(true);
  });

  it('have in common what both say', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const both = a.map((holds, index) => (holds === b[index] ? holds : undefined));
        expect(factsOf(common(assuming(a), assuming(b)))).toEqual(both);
      }),
    );
  });

  it('are told as one exactly where one says what both do', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const both = union(assuming(a), assuming(b));
        if (!both) return;
        const either = new Set([...worlds(a), ...worlds(b)].map(String));
        expect(new Set(worlds(factsOf(both.assumptions)).map(String))).toEqual(either);
      }),
    );
    expect(union(assuming([true]), assuming([false]))).toEqual({ assumptions: undefined });
    expect(union(assuming([true]), assuming([false, true]))).toBeUndefined();
  });

  it('lose no world in which a condition turns out so', () => {
    fc.assert(
      fc.property(facts, condition, fc.boolean(), (known, condition, holds) => {
        const possible = worlds(known).filter(world => holdsIn(condition, world) === holds);
        const followed = follow(assuming(known), condition, holds);
        const kept = followed === 'contradiction' ? [] : worlds(factsOf(followed));
        expect(new Set(kept.map(String))).toEqual(new Set([...kept, ...possible].map(String)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are exact for conditions of one variable', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...variables), fc.boolean(), (known, variable, holds) => {
        const followed = follow(assuming(known), { kind: 'not', operand: variable }, holds);
        const kept = followed === 'contradiction' ? [] : worlds(factsOf(followed));
        expect(kept).toEqual(worlds(known).filter(world => world[variable.index] !== holds));
      }),
    );
  });

  it('are described in the order in which conditions name them', () => {
    expect(describeAssumptions(undefined)).toBeUndefined();
    expect(describeAssumptions(assuming([undefined, true, undefined, false]))).toBe(
      'when `v1` is true and `v3` is false',
    );
    expect(describeAssumptions(assuming([true, true, true, true, false, true]))).toBe(
      'when `v2` is true and `v3` is true and `v4` is false and `v5` is true (and 2 more conditions)',
    );
  });
});
