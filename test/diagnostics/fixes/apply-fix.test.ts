import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';

describe('applyEdits', () => {
  it('replaces, inserts and removes, whatever the order of the edits', () => {
    const edits = [
      { range: { start: 5, end: 6 }, text: '' },
      { range: { start: 0, end: 1 }, text: 'XY' },
      { range: { start: 3, end: 3 }, text: '-' },
    ];
    expect(applyEdits('abcdef', edits)).toBe('XYbc-de');
    expect(applyEdits('abcdef', edits.toReversed())).toBe('XYbc-de');
  });

  it('inserts before what it replaces at the same place', () => {
    const edits = [
      { range: { start: 1, end: 2 }, text: 'B' },
      { range: { start: 1, end: 1 }, text: '+' },
    ];
    expect(applyEdits('abc', edits)).toBe('a+Bc');
  });

  it('without edits gives the source', () => {
    fc.assert(fc.property(fc.string(), source => applyEdits(source, []) === source));
  });

  it('undoes its own replacement', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.string(), (source, a, b, text) => {
        const [start = 0, end = 0] = [a, b].map(at => at % (source.length + 1)).toSorted((x, y) => x - y);
        const changed = applyEdits(source, [{ range: { start, end }, text }]);
        const back = { range: { start, end: start + text.length }, text: source.slice(start, end) };
        expect(applyEdits(changed, [back])).toBe(source);
      }),
    );
  });
});

it('applyFix applies every edit of a fix', () => {
  const edits = [
    { range: { start: 3, end: 4 }, text: '(' },
    { range: { start: 5, end: 5 }, text: ')' },
  ];
  expect(applyFix('$if a$', { title: 'Put it in parentheses', kind: 'suggestion', edits })).toBe('$if(a)$');
});
