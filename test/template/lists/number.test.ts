import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateTemplate } from '../../../src/template/template.ts';
import { isJson } from '../../is-json.ts';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  items: listOf({ name: 'string', isOn: 'boolean', tags: listOf('string') }),
  words: listOf('string'),
  tickets: listOf({ number: 'number' }),
  data: listOf('json'),
} as const;

const items = [
  { name: 'a', isOn: false, tags: ['x', 'y'] },
  { name: 'b', isOn: true, tags: [] },
  { name: 'c', isOn: true, tags: ['z'] },
];

function render(source: string, context: object): string {
  return compileBothWays(source, { variables }).render(context);
}

function codes(source: string, output: 'json' | 'text' = 'text'): readonly string[] {
  return validateTemplate(source, { variables, output }).map(({ code }) => code);
}

describe('the number of an item', () => {
  it('is its place in the list, from 1, and can have a format', () => {
    expect(render('$for(x in items)$$x.number$. $x.name$$sep$, $endfor$', { items })).toBe(
      '1. a, 2. b, 3. c',
    );
    expect(render('$for(w in words)$$w.number; format="00"$$endfor$', { words: ['', null] })).toBe('0102');
    expect(render('$for(w in words)$$w.number; scale="-1"$ $endfor$', { words: ['', ''] })).toBe('0.1 0.2 ');
  });

  it('counts only the items that the filter takes', () => {
    expect(render('$for(x in items if x.isOn)$$x.number$$x.name$$endfor$', { items })).toBe('1b2c');
    expect(
      render('$for(x in items if x.isOn)$$if(x.number == 2)$<$x.name$>$else$$x.name$$endif$$endfor$', {
        items,
      }),
    ).toBe('b<c>');
  });

  it('is that of its own list, in lists inside one another and after them', () => {
    const source =
      '$for(x in items)$$for(t in x.tags)$$x.number$.$t.number$$t$ $endfor$$x.number$ $sep$$for(w in words)$$w.number$$endfor$ $endfor$';
    expect(render(source, { items, words: ['', ''] })).toBe('1.1x 1.2y 1 12 2 12 3.1z 3 ');
  });

  it('can be compared', () => {
    const sides = ['==', '!=', '<', '<=', '>', '>='].map(
      operator => `$for(w in words if w != "x")$$if(w.number ${operator} 2)$1$else$0$endif$$endfor$`,
    );
    expect(render(sides.join(' '), { words: ['', 'x', '', ''] })).toBe('010 101 100 110 001 011');
    expect(render('$for(w in words)$$if(w.number > 1.5)$1$else$0$endif$$endfor$', { words: ['', ''] })).toBe(
      '01',
    );
  });

  it('is followed by the proof as a whole number from 1', () => {
    expect(codes('[$for(w in words)$$if(w.number >= 1)$1$endif$$sep$,$endfor$]', 'json')).toEqual([]);
    expect(codes('[$for(w in words)$$if(w.number < 1)$1$endif$$endfor$]', 'json')).toEqual(['never-holds']);
    expect(
      codes('[$for(w in words)$$if(w.number == 1)$1$elseif(w.number > 1)$2$endif$$sep$,$endfor$]', 'json'),
    ).toEqual([]);
    const [found] = validateTemplate('[$for(w in words)$$if(w.number > 2)$,$endif$1$sep$,$endfor$]', {
      variables,
      output: 'json',
    });
    expect(found?.message).toContain('and `w.number` is 3 or more');
  });

  it.each([
    'w.number > 1',
    'w.number >= 2',
    'w.number != 1',
    '!(w.number == 1)',
    'w.number > 1 && (isOn || w.number < 9 || !isOn)',
  ])('is known to be 1 and then more, so that commas may depend on it: %s', condition => {
    const comma = `$if(${condition})$,$endif$`;
    const isOn = { ...variables, isOn: 'boolean' } as const;
    for (const body of [
      `${comma}1`,
      `${comma}[$for(x in items if x.isOn)$$if(x.number > 1)$,$endif$2$endfor$]`,
    ]) {
      const source = `[$for(w in words if w != "x")$${body}$endfor$]`;
      expect(validateTemplate(source, { variables: isOn, output: 'json' })).toEqual([]);
      const template = compileBothWays(source, { variables: isOn, output: 'json' });
      expect(
        JSON.parse(template.render({ words: ['x', 'a', 'x', 'b', 'c'], items, isOn: true })),
      ).toHaveLength(3);
    }
  });

  it(`is told by the proof from that of every other item (HOOKPLATE_SEED=${propertySeed})`, () => {
    const tests = [
      ['== 1', (number: number) => number === 1, true],
      ['> 1', (number: number) => number > 1, true],
      ['< 2', (number: number) => number < 2, true],
      ['>= 1', (number: number) => number >= 1, true],
      ['== 0', () => false, true],
      ['== 2', (number: number) => number === 2, false],
      ['> 3', (number: number) => number > 3, false],
    ] as const;
    const text = fc.constantFrom('', ',', '1', ',1', '1,');
    const piece = fc
      .tuple(fc.constantFrom(...tests), text, text)
      .map(([[asked, holds, isExact], one, other]) => ({
        source: `$if(w.number ${asked})$${one}$else$${other}$endif$`,
        write: (number: number) => (holds(number) ? one : other),
        isExact,
      }));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 3 }),
        text,
        fc.constantFrom('', ','),
        (pieces, last, between) => {
          const body = pieces.map(({ source }) => source).join('') + last;
          const source = `[$for(w in words)$${body}$sep$${between}$endfor$]`;
          const found = validateTemplate(source, { variables, output: 'json' });
          const isRefused = found.some(({ severity }) => severity === 'error');
          const outputs = Array.from({ length: 8 }, (_, length) => {
            const items = Array.from({ length }, (_, index) => index + 1);
            return `[${items.map(number => pieces.map(({ write }) => write(number)).join('') + last).join(between)}]`;
          });
          const isWrong = !outputs.every(isJson);
          if (isWrong || pieces.every(({ isExact }) => isExact))
            expect({ source, isRefused }).toEqual({ source, isRefused: isWrong });
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['$for(w in words)$$if(w.number)$1$endif$$endfor$', ['never-missing']],
    ['$for(w in words)$$if(w.number == "1")$1$endif$$endfor$', ['wrong-constant']],
    ['$for(x in items if x.number < 3)$$x.name$$endfor$', ['number-in-filter']],
    ['$for(x in items)$$for(t in x.tags if x.number < 3)$$t$$endfor$$endfor$', []],
    ['$for(x in items)$$x.name$$sep$$x.number$$endfor$', ['item-outside-list']],
    ['$words.number$', ['list-as-value']],
    ['$for(w in words)$$w.number; max="3"$$endfor$', ['max-without-text']],
  ])('is checked like any number: %s', (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  it('gives way to a part of that name, with one warning, and is a property of JSON', () => {
    const source = '$for(t in tickets)$$t.number$$if(t.number > 7)$!$endif$$endfor$';
    expect(codes(source)).toEqual(['declared-number']);
    expect(render(source, { tickets: [{ number: 7 }, { number: 8 }] })).toBe('78!');
    expect(codes('$for(d in data)$$d.number$$endfor$')).not.toContain('declared-number');
  });
});
