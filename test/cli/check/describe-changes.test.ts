import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedLines } from '../../../src/cli/check/describe-changes.ts';

const lines = fc.array(fc.constantFrom('{', '}', 'a', 'b', 'c'), { maxLength: 12 });

function applied(before: readonly string[], after: readonly string[]): readonly string[] {
  const text: string[] = [];
  let at = 0;
  for (const change of changedLines(before, after)) {
    text.push(...before.slice(at, change.before.start), ...after.slice(change.after.start, change.after.end));
    at = change.before.end;
  }
  return [...text, ...before.slice(at)];
}

it('makes of the lines before those after', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(applied(before, after)).toEqual(after);
    }),
  );
});

it('is nothing where nothing changed, and else as little as a line', () => {
  const before = ['{', 'a', '}', '{', 'a', '}', '{', 'a', '}'];
  expect(changedLines(before, before)).toEqual([]);
  expect(changedLines(before, before.with(4, 'b'))).toEqual([
    { before: { start: 4, end: 5 }, after: { start: 4, end: 5 } },
  ]);
});

it('goes on after more lines than it looks at together', () => {
  const [before, after] = ['a', 'b'].map(name => Array.from({ length: 2500 }, (_, at) => `${name} ${at}`));
  const changed = changedLines([...(before ?? []), 'end'], [...(after ?? []), 'end']);
  expect(changed.at(-1)).toMatchObject({ before: { end: 2500 }, after: { end: 2500 } });
  expect(applied(before ?? [], after ?? [])).toEqual(after);
});
