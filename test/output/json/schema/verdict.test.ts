import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/diagnostics/budget.ts';
import { Logic, type Reason, type SchemaVerdict } from '../../../../src/output/json/schema/verdict.ts';
import type { When } from '../../../../src/output/output.ts';
import { type Decision, DecisionDiagram } from '../../../../src/template/proof/decision-diagram.ts';

/** What a schema says of a value in one world. */
type Opinion = 'yes' | 'no' | 'unknown';

const variables = [0, 1].map(index => ({ name: `v${index}`, index, classes: ['is true', 'is false'] }));
/** Each chooses a class for each variable. */
const worlds = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

const diagram = new DecisionDiagram(new Budget(1e9));
// Those who walk make conditions by the diagram alone.
const logic = new Logic({
  and: (a, b) => diagram.and(a as Decision, b as Decision),
  or: (a, b) => diagram.or(a as Decision, b as Decision),
  not: when => diagram.not(when as Decision),
  budget: diagram.budget,
});

const perWorld = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 4, maxLength: 4 });
const flags = perWorld(fc.boolean());
const opinions = perWorld(fc.constantFrom<Opinion>('yes', 'no', 'unknown'));

function whenOf(holds: readonly boolean[]): When {
  return worlds.reduce<Decision>((any, world, index) => {
    if (!holds[index]) return any;
    const here = variables.reduce<Decision>(
      (all, variable, at) => diagram.and(all, diagram.isIn(variable, [world[at] ?? 0])),
      true,
    );
    return diagram.or(any, here);
  }, false);
}

function holdsIn(when: When, world: readonly number[]): boolean {
  let rest = when as Decision;
  while (typeof rest !== 'boolean') rest = rest.children[world[rest.variable.index] ?? 0] ?? false;
  return rest;
}

function verdictOf(given: readonly Opinion[], why?: Reason): SchemaVerdict {
  return {
    yes: whenOf(given.map(each => each === 'yes')),
    no: whenOf(given.map(each => each === 'no')),
    why,
  };
}

function opinionsOf({ yes, no }: SchemaVerdict): readonly (Opinion | 'both')[] {
  return worlds.map(world => {
    const [isYes, isNo] = [holdsIn(yes, world), holdsIn(no, world)];
    if (isYes) return isNo ? 'both' : 'yes';
    return isNo ? 'no' : 'unknown';
  });
}

/** Yes if all are, no if one is. */
function all(given: readonly Opinion[]): Opinion {
  if (given.includes('no')) return 'no';
  return given.includes('unknown') ? 'unknown' : 'yes';
}

const opposites = { yes: 'no', no: 'yes', unknown: 'unknown' } as const;

/** What is known if any of these may be the one. */
function agreed(given: readonly Opinion[]): Opinion {
  const [first = 'unknown', ...others] = given;
  return others.every(other => other === first) ? first : 'unknown';
}

function reason(start: number, expected: string, isDecisive = false): Reason {
  return { violation: { code: 'schema-value', start, end: start + 1, expected, found: '' }, isDecisive };
}

describe('verdicts', () => {
  it('of two schemas, both or one of which must accept', () => {
    fc.assert(
      fc.property(opinions, opinions, (a, b) => {
        const [one, other] = [verdictOf(a), verdictOf(b)];
        expect(opinionsOf(logic.all(one, other))).toEqual(
          worlds.map((_, at) => all([a[at] ?? 'no', b[at] ?? 'no'])),
        );
        expect(opinionsOf(logic.any(one, other))).toEqual(
          worlds.map((_, at) => opposites[all([opposites[a[at] ?? 'no'], opposites[b[at] ?? 'no']])]),
        );
        expect(opinionsOf(logic.negated(one, reason(0, '')))).toEqual(a.map(each => opposites[each]));
      }),
    );
  });

  it('of several schemas, exactly one of which must accept', () => {
    fc.assert(
      fc.property(fc.array(opinions, { maxLength: 4 }), given => {
        const found = logic.one(
          given.map(each => verdictOf(each)),
          reason(0, ''),
        );
        expect(opinionsOf(found)).toEqual(
          worlds.map((_, at) => {
            const here = given.map(each => each[at]);
            const [yes, no] = (['yes', 'no'] as const).map(wanted => here.filter(each => each === wanted));
            if (no?.length === here.length || (yes?.length ?? 0) > 1) return 'no';
            return yes?.length === 1 && no?.length === here.length - 1 ? 'yes' : 'unknown';
          }),
        );
      }),
    );
  });

  it('of a schema that another one chooses', () => {
    fc.assert(
      fc.property(opinions, opinions, opinions, (asked, then, otherwise) => {
        const found = logic.chosen(verdictOf(asked), verdictOf(then), verdictOf(otherwise));
        expect(opinionsOf(found)).toEqual(
          asked.map((each, at) => {
            const [yes = 'no', no = 'no'] = [then[at], otherwise[at]];
            if (each === 'unknown') return agreed([yes, no]);
            return each === 'yes' ? yes : no;
          }),
        );
      }),
    );
  });

  it('of whichever value comes, and where none does nothing is wrong', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(flags, opinions), { maxLength: 4 }), cases => {
        const found = logic.whichever(
          cases.map(([when, verdict]) => ({ when: whenOf(when), verdict: verdictOf(verdict) })),
        );
        expect(opinionsOf(found)).toEqual(
          worlds.map((_, at) => {
            const here = cases.flatMap(([when, verdict]) => (when[at] ? (verdict[at] ?? []) : []));
            return here.length === 0 ? 'yes' : agreed(here);
          }),
        );
      }),
    );
  });

  it('after two paths joined', () => {
    fc.assert(
      fc.property(opinions, flags, opinions, flags, (a, whenA, b, whenB) => {
        const [taken, other] = [whenOf(whenA), whenOf(whenB)];
        const found = opinionsOf(logic.joined(verdictOf(a), taken, verdictOf(b), other));
        const surely = (wanted: Opinion, how: 'surely' | 'perhaps') =>
          logic[how](
            whenOf(a.map(each => each === wanted)),
            taken,
            whenOf(b.map(each => each === wanted)),
            other,
          );
        for (const [at, world] of worlds.entries()) {
          const here = [...(whenA[at] ? [a[at] ?? 'no'] : []), ...(whenB[at] ? [b[at] ?? 'no'] : [])];
          if (here.length === 0) continue;
          expect(found[at]).toBe(agreed(here));
          expect(holdsIn(surely('yes', 'surely'), world)).toBe(here.every(each => each === 'yes'));
          expect(holdsIn(surely('yes', 'perhaps'), world)).toBe(here.includes('yes'));
        }
      }),
    );
  });
});

describe('the reason', () => {
  const no = (why: Reason) => verdictOf(['no', 'no', 'no', 'no'], why);
  const [first, second] = [reason(1, 'a'), reason(5, 'b')];
  const [wrongKind, anotherKind] = [reason(1, 'c', true), reason(1, 'd', true)];

  it('of all that is wrong is what decides, else the first', () => {
    const why = (a: Reason, b: Reason) => logic.all(no(a), no(b)).why;
    expect(why(first, second)).toBe(first);
    expect(why(second, first)).toBe(second);
    expect(why(first, wrongKind)).toBe(wrongKind);
    expect(why(wrongKind, first)).toBe(wrongKind);
    expect(why(wrongKind, anotherKind)).toBe(wrongKind);
    expect(logic.all(verdictOf(['yes', 'yes', 'no', 'no']), no(first)).why).toBe(first);
  });

  it('of no alternative is that of the one that came furthest, and of several kinds all', () => {
    const why = (a: Reason, b: Reason) => logic.any(no(a), no(b)).why;
    expect(why(first, second)).toBe(second);
    expect(why(second, first)).toBe(second);
    expect(why(first, reason(1, 'b'))).toBe(first);
    expect(why(first, wrongKind)).toBe(first);
    expect(why(reason(9, 'c', true), first)).toBe(first);
    expect(why(wrongKind, anotherKind)?.violation.expected).toBe('c or d');
    expect(why(wrongKind, reason(1, 'c', true))).toBe(wrongKind);
    expect(why(wrongKind, reason(5, 'd', true))?.violation.expected).toBe('d');
    const ofType = { ...anotherKind, violation: { ...anotherKind.violation, code: 'schema-type' } } as const;
    expect(why(wrongKind, ofType)).toBe(wrongKind);
  });

  it('of several alternatives that accept is that there are several', () => {
    const yes = verdictOf(['yes', 'yes', 'yes', 'yes']);
    expect(logic.one([yes, yes], second).why).toBe(second);
    expect(logic.one([no(first), no(wrongKind)], second).why).toBe(first);
  });

  it('of a choice is that of the schema that is chosen', () => {
    const asked = (given: Opinion) => verdictOf([given, given, given, given]);
    const why = (given: Opinion, then: SchemaVerdict, otherwise: SchemaVerdict) =>
      logic.chosen(asked(given), then, otherwise).why;
    const yes = verdictOf(['yes', 'yes', 'yes', 'yes']);
    expect(why('yes', no(first), no(second))).toBe(first);
    expect(why('no', no(first), no(second))).toBe(second);
    expect(why('no', no(first), yes)).toBe(first);
    expect(why('yes', yes, no(second))).toBe(second);
  });
});
