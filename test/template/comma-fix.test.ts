import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fix.ts';
import { validateTemplate } from '../../src/template/template.ts';

const variables = { isError: 'boolean', a: 'boolean', b: 'boolean', c: 'boolean', x: 'string' } as const;

/** The code of the first error, and the source with its first fix applied. */
function mend(source: string): { code: string | undefined; fixed: string | undefined } {
  const [first] = validateTemplate(source, { output: 'json', variables });
  const [fix] = first?.fixes ?? [];
  return { code: first?.code, fixed: fix && applyFix(source, fix) };
}

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
  ['[1,]', '[1]'],
  ['[1,,2]', '[1,2]'],
  ['{"a":1,}', '{"a":1}'],
] as const;

const missing = [
  ['{"a":1$if(isError)$"b":2$endif$}', '{"a":1$if(isError)$,"b":2$endif$}'],
  ['[1 $if(a)$$x$$endif$]', '[1 $if(a)$,$x$$endif$]'],
  ['[$if(a)$"1"$endif$ "2"]', '[$if(a)$"1",$endif$ "2"]'],
  ['[$if(a)$"1"$endif$ $if(b)$"2"$endif$]', '[$if(a)$"1"$endif$ $if(b)$$if(a)$,$endif$"2"$endif$]'],
  ['["1" "2"]', '["1" ,"2"]'],
  [
    '[$if(a)$"1"$endif$$if(!b && a)$,2$endif$ $if(c)$"3"$endif$]',
    '[$if(a)$"1"$endif$$if(!b && a)$,2$endif$ $if(c)$$if(a || !b && a)$,$endif$"3"$endif$]',
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

  it('is offered although other mistakes follow', () => {
    const source = '{"a":[1,$if(a)$2$endif$], "b":[3,], "c" 4}';
    expect(mend(source)).toEqual({
      code: 'json-extra-comma',
      fixed: '{"a":[1$if(a)$,2$endif$], "b":[3,], "c" 4}',
    });
  });

  it('is not offered where none is right on every path', () => {
    expect(mend('[$if(a)$"1"$else$ $endif$$if(b)$,"2"$else$$if(c)$,3$endif$$endif$]')).toEqual({
      code: 'json-extra-comma',
    });
  });

  it('is tried for three of them, since each means checking all again', () => {
    const source = '[$if(a)$[1,]$elseif(b)$[1,]$elseif(c)$[1,]$elseif(isError)$[1 $x$]$endif$]';
    const found = validateTemplate(source, { output: 'json', variables });
    expect(found.map(({ fixes }) => fixes.length)).toEqual([1, 1, 1, 0]);
  });
});
