import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJavaPattern } from '../../../src/dates/pattern/java-pattern.ts';

/** Items as `kind:source`. */
function parts(source: string): string[] {
  return parseJavaPattern(source).items.map(
    ({ kind, range }) => `${kind}:${source.slice(range.start, range.end)}`,
  );
}

describe('a date pattern', () => {
  it.each([
    ["yyyy-MM'T'HH", ['field:yyyy', 'text:-', 'field:MM', "text:'T'", 'field:HH']],
    ["h 'o''clock'", ['field:h', 'text: ', "text:'o''clock'"]],
    ["''y''", ["text:''", 'field:y', "text:''"]],
    ['ddTHH', ['field:dd', 'illegal:T', 'field:HH']],
    ['dTH', ['field:d', 'illegal:T', 'field:H']],
    ['dd at HH', ['field:dd', 'text: ', 'illegal:at', 'text: ', 'field:HH']],
    ['mm Uhr', ['field:mm', 'text: ', 'illegal:Uhr']],
    ["yyyy 'of", ['field:yyyy', 'text: ', "unclosed:'of"]],
    ["dd'THH", ['field:dd', "unclosed:'T", 'field:HH']],
    ["dd'T’HH", ['field:dd', "unclosed:'T’", 'field:HH']],
    ['‘T’HH', ['text:‘T’', 'field:HH']],
    ['', []],
  ])('`%s` is taken apart', (source, expected) => {
    expect(parts(source)).toEqual(expected);
  });

  it('is covered by its items without gap or overlap, whatever it is', () => {
    const unit = fc.constantFrom(...'yMdHhmsTatX', "'", '‘', '’', '-', ' ', 'é', '😀');
    fc.assert(
      fc.property(fc.string({ unit }), source => {
        const { items } = parseJavaPattern(source);
        expect(items.map(({ range }) => source.slice(range.start, range.end)).join('')).toBe(source);
        expect(items.every(({ range }) => range.start < range.end)).toBe(true);
      }),
    );
  });

  it('may be a hundred thousand characters of any kind', () => {
    for (const unit of ['dM', 'T', 'T-', "'", '’', "'a'b", '‘T', 'yyyy', 'at ', '-']) {
      const source = unit.repeat(100_000 / unit.length);
      expect(parseJavaPattern(source).items.at(-1)?.range.end).toBe(source.length);
    }
  });
});
