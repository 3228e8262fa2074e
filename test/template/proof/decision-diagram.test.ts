import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/diagnostics/budget.ts';
import { type Decision, DecisionDiagram, stepUnits } from '../../../src/template/proof/decision-diagram.ts';
import type { ConditionVariable } from '../../../src/template/resolve/program.ts';
import { runs } from '../../properties.ts';

const variables = [2, 3, 2, 5, 4].map((count, index) => variable(index, count));

/** Every choice of one class for each variable, by the index of the variable. */
const worlds = variables.reduce<readonly (readonly number[])[]>(
  (all, { classes }) => all.flatMap(world => classes.map((_, index) => [...world, index])),
  [[]],
);

function variable(index: number, count = 2): ConditionVariable {
  const classes = Array.from({ length: count }, (_, number) => `is ${number}`);
  return { name: `v${index}`, index, classes };
}

function diagramOf(steps: number): DecisionDiagram {
  return new DecisionDiagram(new Budget(steps * stepUnits));
}

/** A formula that both a decision diagram and a truth table can evaluate. */
type Formula =
  | boolean
  | { readonly kind: 'is-in'; readonly variable: ConditionVariable; readonly classes: readonly number[] }
  | { readonly kind: 'not'; readonly a: Formula }
  | { readonly kind: 'forget'; readonly a: Formula; readonly indexes: readonly number[] }
  | { readonly kind: 'and' | 'or'; readonly a: Formula; readonly b: Formula };

const { formula } = fc.letrec<{ formula: Formula }>(tie => ({
  formula: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.boolean(),
    fc.constantFrom(...variables).chain(variable =>
      fc.record({
        kind: fc.constant('is-in' as const),
        variable: fc.constant(variable),
        classes: fc.subarray([...variable.classes.keys()]),
      }),
    ),
    fc.record({ kind: fc.constant('not' as const), a: tie('formula') }),
    fc.record({
      kind: fc.constant('forget' as const),
      a: tie('formula'),
      indexes: fc.subarray([...variables.keys()], { maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      a: tie('formula'),
      b: tie('formula'),
    }),
  ),
}));

function compute(diagram: DecisionDiagram, formula: Formula): Decision {
  if (typeof formula === 'boolean') return formula;
  if (formula.kind === 'is-in') return diagram.isIn(formula.variable, formula.classes);
  const a = compute(diagram, formula.a);
  if (formula.kind === 'not') return diagram.not(a);
  if (formula.kind === 'forget') return diagram.forget(a, new Set(formula.indexes));
  return diagram[formula.kind](a, compute(diagram, formula.b));
}

function isTrue(formula: Formula, world: readonly number[]): boolean {
  if (typeof formula === 'boolean') return formula;
  switch (formula.kind) {
    case 'is-in':
      return formula.classes.some(index => index === world[formula.variable.index]);
    case 'not':
      return !isTrue(formula.a, world);
    case 'forget':
      return worldsLike(world, formula.indexes).some(other => isTrue(formula.a, other));
    case 'and':
      return isTrue(formula.a, world) && isTrue(formula.b, world);
    case 'or':
      return isTrue(formula.a, world) || isTrue(formula.b, world);
  }
}

/** The worlds that differ from one in the classes of these variables alone. */
function worldsLike(world: readonly number[], indexes: readonly number[]): readonly (readonly number[])[] {
  return indexes.reduce<readonly (readonly number[])[]>(
    (all, index) =>
      all.flatMap(each => [...(variables[index]?.classes.keys() ?? [])].map(kind => each.with(index, kind))),
    [world],
  );
}

function decide(decision: Decision, world: readonly number[]): boolean {
  if (typeof decision === 'boolean') return decision;
  const child = decision.children[world[decision.variable.index] ?? -1];
  if (child === undefined) throw new Error('a class without a child');
  return decide(child, world);
}

function table(says: (world: readonly number[]) => boolean): string {
  return worlds.map(world => Number(says(world))).join('');
}

function choicesIn(decision: Decision): readonly Exclude<Decision, boolean>[] {
  return typeof decision === 'boolean' ? [] : [decision, ...decision.children.flatMap(choicesIn)];
}

/** Needs twice the choices for each pair, since all first variables decide after all second ones. */
function pairs(diagram: DecisionDiagram, count: number): Decision {
  return Array.from({ length: count }, (_, index) =>
    diagram.and(isFirst(diagram, index), isFirst(diagram, index + count)),
  ).reduce<Decision>((some, pair) => diagram.or(some, pair), false);
}

function isFirst(diagram: DecisionDiagram, index: number): Decision {
  return diagram.isIn(variable(index), [0]);
}

describe('a decision diagram', () => {
  it('says what a truth table says, however many classes the variables have', () => {
    fc.assert(
      fc.property(formula, formula => {
        const decision = compute(diagramOf(10_000), formula);
        expect(table(world => decide(decision, world))).toBe(table(world => isTrue(formula, world)));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has one object for functions that are equal', () => {
    fc.assert(
      fc.property(formula, formula, (one, other) => {
        const diagram = diagramOf(10_000);
        const [a, b] = [compute(diagram, one), compute(diagram, other)];
        const areEqual = table(world => isTrue(one, world)) === table(world => isTrue(other, world));
        expect(a === b).toBe(areEqual);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('has one child for each class, never all equal, and decides by higher indexes first', () => {
    fc.assert(
      fc.property(formula, formula => {
        for (const { variable, children } of choicesIn(compute(diagramOf(10_000), formula))) {
          expect(children).toHaveLength(variable.classes.length);
          expect(new Set(children).size).toBeGreaterThan(1);
          for (const child of children)
            if (typeof child !== 'boolean') expect(child.variable.index).toBeLessThan(variable.index);
        }
      }),
    );
  });

  it('knows that a value is in exactly one class', () => {
    const diagram = diagramOf(1000);
    const event = variable(0, 3);
    const [started, completed] = [diagram.isIn(event, [0]), diagram.isIn(event, [1])];
    expect(diagram.and(started, completed)).toBe(false);
    expect(diagram.not(diagram.or(started, completed))).toBe(diagram.isIn(event, [2]));
    expect(diagram.or(diagram.isIn(event, [0, 2]), completed)).toBe(true);
    expect(diagram.isIn(event, [])).toBe(false);
  });

  it('takes no step twice', () => {
    const diagram = diagramOf(10_000);
    const result = pairs(diagram, 4);
    const { stepsTaken } = diagram;
    expect(stepsTaken).toBeGreaterThan(0);
    expect(pairs(diagram, 4)).toBe(result);
    expect(diagram.stepsTaken).toBe(stepsTaken);
  });

  it('forgets nothing twice', () => {
    const diagram = diagramOf(10_000);
    const result = pairs(diagram, 4);
    const before = diagram.stepsTaken;
    const some = new Set([1, 5]);
    const forgotten = diagram.forget(result, some);
    const { stepsTaken } = diagram;
    expect(stepsTaken).toBeGreaterThan(before);
    expect(diagram.forget(result, some)).toBe(forgotten);
    expect(diagram.forget(result, new Set())).toBe(result);
    expect(diagram.stepsTaken).toBe(stepsTaken);
  });

  it('pays for each class of a variable', () => {
    const attempt = (units: number) => {
      const diagram = new DecisionDiagram(new Budget(units));
      return diagram.attempt<Decision | undefined>(
        () => diagram.isIn(variable(0, 100), [1]),
        () => undefined,
      );
    };
    expect(attempt(99)).toBeUndefined();
    expect(attempt(100)).toBeDefined();
  });

  it('takes one step to learn of a variable that was not asked about before', () => {
    const diagram = diagramOf(1000);
    let all: Decision = true;
    for (let index = 0; index < 100; index++) all = diagram.and(all, isFirst(diagram, index));
    expect(diagram.stepsTaken).toBeLessThanOrEqual(100);
  });

  it('gives up where the steps would go beyond the budget, and not before', () => {
    const needed = diagramOf(10_000);
    pairs(needed, 5);
    const attempt = (budget: number): Decision | undefined => {
      const diagram = diagramOf(budget);
      return diagram.attempt<Decision | undefined>(
        () => pairs(diagram, 5),
        () => undefined,
      );
    };
    expect(attempt(needed.stepsTaken)).toBeDefined();
    expect(attempt(needed.stepsTaken - 1)).toBeUndefined();
  });

  it('passes on what else goes wrong in an attempt', () => {
    const fail = () => {
      throw new RangeError('another mistake');
    };
    expect(() => diagramOf(0).attempt(fail, () => undefined)).toThrow(RangeError);
  });

  it('gives up where choices are nested deeper than a stack', () => {
    const diagram = diagramOf(1_000_000);
    let some: Decision = false;
    for (let index = 0; index < 20_000; index++) some = diagram.or(some, isFirst(diagram, index));
    const attempt = (compute: () => Decision) =>
      diagram.attempt<Decision | undefined>(compute, () => undefined);
    expect(attempt(() => diagram.and(some, diagram.not(isFirst(diagram, 0))))).toBeUndefined();
    expect(attempt(() => diagram.not(some))).toBeUndefined();
    expect(attempt(() => diagram.forget(some, new Set([0])))).toBeUndefined();
    expect(attempt(() => diagram.and(some, isFirst(diagram, 18_000)))).not.toBeUndefined();
  });
});
