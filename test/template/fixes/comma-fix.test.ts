import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { runs } from '../../properties.ts';

const variables = { isError: 'boolean', a: 'boolean', b: 'boolean', c: 'boolean', x: 'string' } as const;

/** The code of the first error, and the source with its first fix applied. */
function mend(source: string): { code: string | undefined; fixed: string | undefined } {
  const [first] = validateTemplate(source, { output: 'json', variables });
  const [fix] = first?.fixes ?? [];
  return { code: first?.code, fixed: fix && applyFix(source, fix) };
}

/** The JSON that a template of text and conditions yields for each context; `undefined` where its output is not JSON. */
function outcomes(source: string): unknown[] {
  const { render } = compileTemplate(source, { output: 'text', variables });
  return [0, 1, 2, 3, 4, 5, 6, 7].map(bits => {
    const text = render({ a: (bits & 1) > 0, b: (bits & 2) > 0, c: (bits & 4) > 0 });
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });
}

const { items } = fc.letrec<{ items: string; item: string }>(tie => ({
  items: fc.array(tie('item'), { maxLength: 4 }).map(list => list.join('')),
  item: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('true', '"x"', ',', ', ', ' ', 'null,', ',"y"', '[1,]', '{"k":2}', '"x","z"'),
    fc
      .tuple(fc.constantFrom('a', 'b', 'c', '!a', 'a || b', 'b && c'), tie('items'), fc.option(tie('items')))
      .map(([condition, then, otherwise]) => {
        const rest = otherwise === null ? '' : `$else$${otherwise}`;
        return `$if(${condition})$${then}${rest}$endif$`;
      }),
  ),
}));

const extra = [
  ['{"a":1,$if(isError)$"b":2$endif$}', '{"a":1$if(isError)$,"b":2$endif$}'],
  ['{"a":1, $if(isError)$ "b":2 $endif$}', '{"a":1 $if(isError)$ ,"b":2 $endif$}'],
  ['[1,$if(a)$2$endif$]', '[1$if(a)$,2$endif$]'],
  ['[1,$if(a)$$x$$endif$]', '[1$if(a)$,$x$$endif$]'],
  ['[1,$if(a)$2$elseif(b)$3$endif$]', '[1$if(a)$,2$elseif(b)$,3$endif$]'],
  ['[1,$if(a)$2,$endif$]', '[1$if(a)$,2$endif$]'],
  ['["1",$if(a)$"2"$endif$ $if(b)$"3"$endif$]', '["1"$if(a)$,"2"$endif$ $if(b)$,"3"$endif$]'],
  ['[1,$if(a)$$if(b)$2$endif$$endif$]', '[1$if(a)$$if(b)$,2$endif$$endif$]'],
  ['[$if(a)$1$endif$,2]', '[$if(a)$1,$endif$2]'],
  ['[$if(a)$1,$endif$$if(b)$2$endif$]', '[$if(a)$1$endif$$if(b)$$if(a)$,$endif$2$endif$]'],
  ['[$if(a)$1$endif$$if(b)$,2$endif$]', '[$if(a)$1$endif$$if(b)$$if(a)$,$endif$2$endif$]'],
  [
    '[$if(a && b)$"1",$endif$$if(c)$"2"$endif$]',
    '[$if(a && b)$"1"$endif$$if(c)$$if(a && b)$,$endif$"2"$endif$]',
  ],
  ['{"a":1,$if(a)$,"b":2$endif$}', '{"a":1$if(a)$,"b":2$endif$}'],
  [
    '{"p":"$x$",$if(a)$"e":1$endif$$if(b)$,"f":1$endif$}',
    '{"p":"$x$"$if(a)$,"e":1$endif$$if(b)$,"f":1$endif$}',
  ],
  ['[$if(a)$"x"$endif$,$if(b)$"y"$endif$]', '[$if(a)$"x"$endif$$if(b)$$if(a)$,$endif$"y"$endif$]'],
  ['[$if(a)$1$endif$,$if(b)$2$endif$]', '[$if(a)$1$endif$$if(b)$$if(a)$,$endif$2$endif$]'],
  ['["x"$if(a)$,"y",$endif$,"z"]', '["x"$if(a)$,"y"$endif$,"z"]'],
  ['{"a":1$if(a)$,"b":2,$endif$,"c":3}', '{"a":1$if(a)$,"b":2$endif$,"c":3}'],
  ['[$if(a)$"x",$else$"y",$endif$]', '[$if(a)$"x"$else$"y"$endif$]'],
  [
    '{$if(a)$"a":1,$endif$$if(b)$"b":2,$endif$$if(c)$"c":3$endif$}',
    '{$if(a)$"a":1$endif$$if(b)$$if(a)$,$endif$"b":2$endif$$if(c)$$if(a || b)$,$endif$"c":3$endif$}',
  ],
  [
    '{$if(a)$"a":1,$endif$$if(b)$"b":2,$endif$$if(c)$"c":3,$endif$}',
    '{$if(a)$"a":1$endif$$if(b)$$if(a)$,$endif$"b":2$endif$$if(c)$$if(a || b)$,$endif$"c":3$endif$}',
  ],
  ['[$if(b)$1$endif$$if(!b)$[2,]$endif$]', '[$if(b)$1$endif$$if(!b)$[2]$endif$]'],
  ['[$if(a)$1$endif$$if(!a)$2,,3$endif$]', '[$if(a)$1$endif$$if(!a)$2,3$endif$]'],
  ['{"p":1,$if(a)$"x":1$endif$,$if(b)$"y":2$endif$}', '{"p":1$if(a)$,"x":1$endif$$if(b)$,"y":2$endif$}'],
  ['[1,$if(a)$2$endif$,]', '[1$if(a)$,2$endif$]'],
  ['["a", $x$,]', '["a", $x$]'],
  ['[1,]', '[1]'],
  ['[1,,2]', '[1,2]'],
  ['{"a":1,}', '{"a":1}'],
] as const;

const missing = [
  ['{"a":1$if(isError)$"b":2$endif$}', '{"a":1$if(isError)$,"b":2$endif$}'],
  ['[1 $if(a)$$x$$endif$]', '[1 $if(a)$,$x$$endif$]'],
  ['[$if(a)$"1"$endif$ "2"]', '[$if(a)$"1",$endif$ "2"]'],
  ['[$if(a)$"1"$endif$ $if(b)$"2"$endif$]', '[$if(a)$"1"$endif$ $if(b)$$if(a)$,$endif$"2"$endif$]'],
  ['["1" "2"]', '["1", "2"]'],
  ['["1" $x$]', '["1", $x$]'],
  ['[$x$ "1"]', '[$x$, "1"]'],
  ['{"a":1 $if(isError)$\n"b":2 $endif$}', '{"a":1 $if(isError)$\n,"b":2 $endif$}'],
  ['{"a":1$if(a)$,"b":2,$endif$"c":3}', '{"a":1$if(a)$,"b":2$endif$,"c":3}'],
  [
    '[$if(a)$"1"$endif$$if(!b && a)$,2$endif$ $if(c)$"3"$endif$]',
    '[$if(a)$"1"$endif$$if(!b && a)$$if(a)$,$endif$2$endif$ $if(c)$$if(a || !b && a)$,$endif$"3"$endif$]',
  ],
] as const;

describe('the fix of a wrong comma', () => {
  it.each(extra)('leaves no comma too many on any path: %s', (source, fixed) => {
    expect(mend(source)).toEqual({ code: 'json-extra-comma', fixed });
    expect(mend(fixed)).toEqual({});
  });

  it.each(missing)('puts the missing comma on every path that needs it: %s', (source, fixed) => {
    expect(mend(source)).toEqual({ code: 'json-missing-comma', fixed });
    expect(mend(fixed)).toEqual({});
  });

  it.each(['[$if(a)$1,$endif$2]', '[$if(a)$1$endif$]', '{"a":1$if(isError)$,"b":2$endif$}'])(
    'is not needed where every path is right: %s',
    source => {
      expect(mend(source)).toEqual({});
    },
  );

  it.each([
    ['{\n  "a": "x"«»\n  "b": 1\n}'],
    ['{\r\n  "a": $x$«»  \r\n\r\n  "b": 1\r\n}'],
    ['[\n  $x$«»\n  $x$\n]'],
    ['{\n  $if(a)$\n  "b": 2«»\n  $endif$\n  "a": 1\n}'],
    ['{\n  "a": "x" «"»b": 1\n}'],
    ['{\n  "a": 1\n  $if(a)$\n  «"»b": 2\n  $endif$\n}'],
  ])('is on the line that the mark of a missing comma is on: %s', marked => {
    const [before = '', within = '', after = ''] = marked.split(/[«»]/);
    const [first] = validateTemplate(before + within + after, { output: 'json', variables });
    expect(first).toMatchObject({
      code: 'json-missing-comma',
      range: { start: before.length, end: before.length + within.length },
    });
  });

  it('changes nothing on the paths that were right', () => {
    let fixed = 0;
    fc.assert(
      fc.property(items, text => {
        const source = `[${text}]`;
        const before = outcomes(source);
        for (const { code, fixes } of validateTemplate(source, { output: 'json', variables })) {
          for (const fix of code.endsWith('comma') ? fixes : []) {
            fixed++;
            const after = outcomes(applyFix(source, fix));
            expect(after, applyFix(source, fix)).toEqual(after.map((value, index) => before[index] ?? value));
          }
        }
      }),
      { numRuns: runs(3000) },
    );
    expect(fixed / runs(3000)).toBeGreaterThan(1 / 3);
  });

  it('is offered although other mistakes follow', () => {
    const source = '{"a":[1,$if(a)$2$endif$], "b":[3,], "c" 4}';
    expect(mend(source)).toEqual({
      code: 'json-extra-comma',
      fixed: '{"a":[1$if(a)$,2$endif$], "b":[3,], "c" 4}',
    });
  });

  it.each([
    ['{"x":1$if(a)$, "a": 1 "b": 2 "c": 3$endif$}', '{"x":1$if(a)$, "a": 1, "b": 2 "c": 3$endif$}'],
    ['[$if(b)$, "x",$endif$]', '[$if(b)$ "x"$endif$]'],
    ['["a" $x$ "b"]', '["a", $x$ "b"]'],
    ['["a" $x$,]', '["a" ,$x$]'],
  ])('is offered although the same branch has other mistakes: %s', (source, fixed) => {
    expect(mend(source).fixed).toBe(fixed);
  });

  it('is not offered where none is right on every path', () => {
    expect(mend('[$if(a)$"1"$else$ $endif$$if(b)$,"2"$else$$if(c)$,3$endif$$endif$]')).toEqual({
      code: 'json-extra-comma',
    });
  });

  it('is tried for many of them, but not for all, since each means checking all again', () => {
    const branches = Array.from({ length: 66 }, (_, index) => `$elseif(v${index})$[1,]`).join('');
    const flags = Object.fromEntries(
      Array.from({ length: 66 }, (_, index) => [`v${index}`, 'boolean'] as const),
    );
    const found = validateTemplate(`[$if(a)$[]${branches}$endif$]`, {
      output: 'json',
      variables: { ...variables, ...flags },
    });
    const counts = found.map(({ fixes }) => fixes.length);
    expect(counts).toHaveLength(66);
    expect(counts.slice(0, 9)).toEqual(Array(9).fill(1));
    expect(counts.slice(-2)).toEqual([0, 0]);
  });

  it('is tried only as long as checks can be paid for, and needs no trial where there is but one path', () => {
    const text = `"${'x'.repeat(2 ** 19)}"`;
    expect(mend(`[${text},]`).fixed).toBe(`[${text}]`);
    expect(mend(`[${text},$if(a)$1$endif$]`).fixed).toBe(`[${text}$if(a)$,1$endif$]`);
    const branches = '$elseif(b)$1,,2$elseif(c)$1,,2$elseif(!a)$1,,2'.repeat(2);
    const found = validateTemplate(`[$if(a)$${text}${branches}$endif$]`, { output: 'json', variables });
    expect(found.map(({ fixes }) => fixes.length).at(-1)).toBe(0);
  });

  it('does not move a comma to where it is as wrong', () => {
    expect(mend('[$if(c)$2$endif$,$if(a)$3$endif$,]').fixed).not.toBe('[$if(c)$2$endif$,$if(a)$3,$endif$]');
  });

  it('is not tried where there were too many states to follow', () => {
    const flags = Array.from({ length: 9 }, (_, index) => `v${index}`);
    const opened = flags.map(name => `$if(${name})$[$else$ {"a":$endif$`).join('');
    const closed = flags
      .map(name => `$if(${name})$]$else$}$endif$`)
      .reverse()
      .join('');
    const source = `[$if(a)$${opened}1${closed}$if(b)$$endif$$elseif(b)$6$endif$,3]`;
    const declared = Object.fromEntries(flags.map(name => [name, 'boolean'] as const));
    const found = validateTemplate(source, { output: 'json', variables: { ...variables, ...declared } });
    expect(found.map(({ code, fixes }) => [code, fixes])).toEqual([
      ['too-many-paths', []],
      ['json-extra-comma', []],
    ]);
  });

  it.each(['!= 1', '>= 2', '> 1.5'])('is not needed where each item but the first has one: %s', asked => {
    const source = `[$for(i in items)$$if(i.number ${asked})$,$endif$"$i.name$"$endfor$]`;
    expect(
      validateTemplate(source, { output: 'json', variables: { items: listOf({ name: 'string' }) } }),
    ).toEqual([]);
  });

  it.each([
    '$if(i.number > 2)$,$endif$"a"',
    '$if(i.number != 2)$,$endif$"a"',
    '"a"$if(i.number < 3)$,$endif$',
    '"a"$if(i.last)$ ,$else$ $endif$',
    '$if(i.last)$,$endif$"a"',
  ])('stands between the items, in place of a condition that writes it for some: %s', body => {
    const items = listOf({ last: 'boolean' });
    const source = `[$for(i in items)$${body}$endfor$]`;
    const found = validateTemplate(source, { output: 'json', variables: { items } });
    expect(found.flatMap(({ fixes }) => fixes.map(fix => applyFix(source, fix)))).toEqual([
      '[$for(i in items)$"a"$sep$,$endfor$]',
    ]);
  });

  it('belongs between the items where a condition that cannot be asked writes it, which is what is reported', () => {
    const items = listOf({ name: 'string' });
    const source = '[$for(i in items)$"$i.name$"$if(i.number < items.count)$,$endif$$endfor$]';
    const [found, ...more] = validateTemplate(source, { output: 'json', variables: { items } });
    expect(found).toMatchObject({ code: 'invalid-condition', facts: { found: 'i.number < items.count' } });
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual([
      '[$for(i in items)$"$i.name$"$sep$,$endfor$]',
    ]);
    expect(more).toEqual([]);
  });

  it('is offered once for a comma that is wrong on several paths', () => {
    const source = '[$if(a)$"x"$endif$,$if(b)$"y"$endif$]';
    expect(validateTemplate(source, { output: 'json', variables })).toHaveLength(1);
  });
});
