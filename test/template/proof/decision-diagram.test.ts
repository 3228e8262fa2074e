import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decision,
  DecisionDiagram,
  exampleOf,
  literalsOf,
} from '../../../src/template/proof/decision-diagram.ts';
import { listLiterals } from '../../../src/template/proof/literals.ts';

const count = 8;
const worlds = Array.from({ length: 2 ** count }, (_, bits) =>
  Array.from({ length: count }, (_, index) => (bits & (1 << index)) !== 0),
);

/** What to compute, and what a truth table says of it. */
type Formula =
  | boolean
  | { readonly kind: 'assume'; readonly a: Formula; readonly index: number; readonly holds: boolean }
  | { readonly kind: 'either'; readonly a: Formula; readonly b: Formula };

const { formula } = fc.letrec<{ formula: Formula }>(tie => ({
  formula: fc.oneof(
    { maxDepth: 9, withCrossShrink: true },
    fc.boolean(),
    fc.record({
      kind: fc.constant('assume' as const),
      a: tie('formula'),
      index: fc.nat({ max: count - 1 }),
      holds: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('either' as const), a: tie('formula'), b: tie('formula') }),
  ),
}));

function compute(diagram: DecisionDiagram, formula: Formula): Decision {
  if (typeof formula === 'boolean') return formula;
  const a = compute(diagram, formula.a);
  if (formula.kind === 'either') return diagram.either(a, compute(diagram, formula.b));
  return diagram.assume(a, { name: `v${formula.index}`, index: formula.index, holds: formula.holds });
}

function isTrue(formula: Formula, world: readonly boolean[]): boolean {
  if (typeof formula === 'boolean') return formula;
  if (formula.kind === 'either') return isTrue(formula.a, world) || isTrue(formula.b, world);
  return isTrue(formula.a, world) && world[formula.index] === formula.holds;
}

function decide(decision: Decision, world: readonly boolean[]): boolean {
  if (typeof decision === 'boolean') return decision;
  return decide(world[decision.index] ? decision.yes : decision.no, world);
}

function table(says: (world: readonly boolean[]) => boolean): string {
  return worlds.map(world => Number(says(world))).join('');
}

/** Needs more choices the worse its variables are ordered, and these are ordered badly. */
const pairs = [0, 1, 2, 3].reduce<Formula>(
  (all, index) => ({ kind: 'either', a: all, b: bothHold(index, index + 4) }),
  false,
);

function bothHold(one: number, other: number): Formula {
  const first: Formula = { kind: 'assume', a: true, index: one, holds: true };
  return { kind: 'assume', a: first, index: other, holds: true };
}

describe('a decision diagram', () => {
  it('says what a truth table says', () => {
    fc.assert(
      fc.property(formula, formula => {
        const diagram = new DecisionDiagram(10_000);
        const decision = compute(diagram, formula);
        expect(diagram.isExact).toBe(true);
        expect(table(world => decide(decision, world))).toBe(table(world => isTrue(formula, world)));
      }),
      { numRuns: 2000 },
    );
  });

  it('has one object for functions that are equal', () => {
    fc.assert(
      fc.property(formula, formula, (one, other) => {
        const diagram = new DecisionDiagram(10_000);
        const [a, b] = [compute(diagram, one), compute(diagram, other)];
        const areEqual = table(world => isTrue(one, world)) === table(world => isTrue(other, world));
        expect(a === b).toBe(areEqual);
      }),
      { numRuns: 2000 },
    );
  });

  it('knows all that holds wherever a function is true', () => {
    fc.assert(
      fc.property(formula, formula => {
        const decision = compute(new DecisionDiagram(10_000), formula);
        const here = worlds.filter(world => isTrue(formula, world));
        fc.pre(here.length > 0);
        const certain = Array.from({ length: count }, (_, index) => index).flatMap(index => {
          const [first, ...others] = new Set(here.map(world => world[index]));
          return first === undefined || others.length > 0 ? [] : [{ name: `v${index}`, index, holds: first }];
        });
        expect(listLiterals(literalsOf(decision))).toEqual(certain);
      }),
    );
  });

  it('tells one way in which a function becomes true', () => {
    fc.assert(
      fc.property(formula, fc.nat({ max: count }), (formula, most) => {
        const decision = compute(new DecisionDiagram(10_000), formula);
        fc.pre(decision !== false);
        const { literals, rest } = exampleOf(decision, most);
        const isExample = (world: readonly boolean[]): boolean =>
          literals.every(({ index, holds }) => world[index] === holds) && decide(rest, world);
        const examples = worlds.filter(isExample);
        expect(literals.length).toBeLessThanOrEqual(most);
        expect(examples.length).toBeGreaterThan(0);
        expect(examples.filter(world => !isTrue(formula, world))).toEqual([]);
        if (most === count) expect(rest).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('says too much rather than too little where a function would cost too much', () => {
    let inexact = 0;
    fc.assert(
      fc.property(formula, formula => {
        const diagram = new DecisionDiagram(0);
        const decision = compute(diagram, { kind: 'either', a: pairs, b: formula });
        inexact += Number(!diagram.isExact);
        const lost = worlds.filter(
          world => (isTrue(pairs, world) || isTrue(formula, world)) && !decide(decision, world),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(inexact).toBeGreaterThan(100);
  });

  it('keeps what is certain where a function would cost too much', () => {
    const diagram = new DecisionDiagram(0);
    const v = (index: number, holds = true) => ({ name: `v${index}`, index, holds });
    let some: Decision = false;
    for (let index = 1; index < 40; index++) some = diagram.either(some, diagram.assume(true, v(index)));
    const both = diagram.assume(diagram.assume(some, v(50)), v(0, false));
    expect(diagram.isExact).toBe(false);
    expect(listLiterals(literalsOf(both))).toEqual([v(0, false), v(50)]);
  });

  it('ends where choices are nested deeper than a stack', () => {
    const diagram = new DecisionDiagram(1_000_000);
    let some: Decision = false;
    for (let index = 0; index < 20_000; index++)
      some = diagram.either(some, diagram.assume(true, { name: `v${index}`, index, holds: true }));
    const first = diagram.assume(some, { name: 'v0', index: 0, holds: false });
    expect(listLiterals(literalsOf(first))).toEqual([{ name: 'v0', index: 0, holds: false }]);
  });
});
