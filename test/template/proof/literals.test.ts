import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  common,
  holdsBy,
  type Literals,
  listLiterals,
  withLiteral,
} from '../../../src/template/proof/literals.ts';

/** Whether each variable holds, by its index. */
type Facts = readonly (boolean | undefined)[];

function literalsOf(facts: Facts): Literals {
  return facts.reduce<Literals>(
    (all, holds, index) =>
      holds === undefined ? all : withLiteral(all, { name: `v${index}`, index, holds }),
    undefined,
  );
}

const facts = fc.array(fc.constantFrom(true, false, undefined), { minLength: 40, maxLength: 40 });

describe('literals', () => {
  it('say what was put in, and nothing else', () => {
    fc.assert(
      fc.property(facts, known => {
        expect(known.map((_, index) => holdsBy(literalsOf(known), index))).toEqual(known);
      }),
    );
  });

  it('keep thousands of variables apart', () => {
    const many = Array.from({ length: 5000 }, (_, index) => index % 3 === 0);
    const all = literalsOf(many);
    expect(many.map((_, index) => holdsBy(all, index))).toEqual(many);
  });

  it('are listed in the order of their variables', () => {
    expect(listLiterals(literalsOf([undefined, true, undefined, false]))).toEqual([
      { name: 'v1', index: 1, holds: true },
      { name: 'v3', index: 3, holds: false },
    ]);
    expect(listLiterals(literalsOf([true, true, true]), 2)).toHaveLength(2);
  });

  it('have in common what both say', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const both = a.map((holds, index) => (holds === b[index] ? holds : undefined));
        const found = common(literalsOf(a), literalsOf(b), { left: 100 });
        expect(a.map((_, index) => holdsBy(found, index))).toEqual(both);
        expect(listLiterals(found)).toHaveLength(both.filter(holds => holds !== undefined).length);
      }),
    );
  });

  it('have a part of it in common where the steps run out', () => {
    fc.assert(
      fc.property(facts, facts, fc.nat({ max: 40 }), (a, b, left) => {
        const found = common(literalsOf(a), literalsOf(b), { left });
        for (const { index, holds } of listLiterals(found))
          expect([holds, holds]).toEqual([a[index], b[index]]);
      }),
    );
  });
});
