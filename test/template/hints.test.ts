import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { listMost, mostListed } from '../../src/diagnostics/list-most.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';

const variables = {
  dueAt: optional('date'),
  note: optional('string'),
  name: 'string',
  isOn: 'boolean',
  order: optional({ customer: 'string' }),
  custom: 'json',
  rows: listOf({ left: optional('number') }),
} as const;

function hintsOf(source: string): readonly string[] {
  return validateTemplate(source, { variables, output: 'json' }).map(
    ({ severity, code, range }) => `${severity} ${code} ${source.slice(range.start, range.end)}`,
  );
}

describe('an optional variable that is the whole of a JSON string', () => {
  it.each([
    ['{"due":"$dueAt$"}', '$dueAt$', '{"due":$if(dueAt)$"$dueAt$"$else$null$endif$}'],
    ['{"due": "$dueAt; format="yyyy"$" }', '$dueAt; format="yyyy"$', undefined],
    ['["$order.customer$"]', '$order.customer$', '[$if(order.customer)$"$order.customer$"$else$null$endif$]'],
    ['[$for(row in rows)$"$row.left$"$sep$,$endfor$]', '$row.left$', undefined],
    ['{"a":$if(isOn)$"$note$"$else$1$endif$}', '$note$', undefined],
  ])('gets a hint: %s', (source, tag, fixed) => {
    expect(hintsOf(source)).toEqual([`hint empty-optional ${tag}`]);
    const [found] = validateTemplate(source, { variables, output: 'json' });
    const [fix] = found?.fixes ?? [];
    const mended = fix && applyFix(source, fix);
    if (fixed !== undefined) expect(mended).toBe(fixed);
    expect(hintsOf(mended ?? '')).toEqual([]);
    expect(compileTemplate(source, { variables, output: 'json' }).diagnostics).toHaveLength(1);
  });

  it.each([
    '{"due":$dueAt$}',
    '{"due":"on $dueAt$"}',
    '{"due":"$dueAt; null="never"$"}',
    '{"due":"$note; default="none"$"}',
    '{"due":"$name$","x":"$custom.part$"}',
    '{$if(dueAt)$"due":"$dueAt$",$endif$"a":1}',
    '{"a":$if(!note)$null$else$"$note$"$endif$}',
    '{"a":$if(order)$"$order.customer$"$else$1$endif$}',
    '[$for(row in rows if row.left)$"$row.left$"$sep$,$endfor$]',
    '{"$note$":1}',
    '{"a":"\\"$note$\\""}',
  ])('gets none where it is asked for, or where something else is said: %s', source => {
    expect(hintsOf(source)).toEqual([]);
  });

  it('gets none in another output, or beside an error', () => {
    expect(validateTemplate('"$note$"', { variables })).toEqual([]);
    expect(hintsOf('["$note$" 1]')).toEqual([expect.stringMatching(/^error /)]);
  });
});

it('hints are the first to be left out of a long list, and are not counted', () => {
  const source = `[${'"$note$",'.repeat(mostListed + 5)}1]`;
  const options = { variables, output: 'json' } as const;
  expect(validateTemplate(source, options)).toHaveLength(mostListed);
  const warned = validateTemplate(`{"a":"$note$",${'"b":1,'.repeat(mostListed + 3)}"c":1}`, options);
  expect(warned.map(({ severity }) => severity)).not.toContain('hint');
  expect(warned.at(-1)).toMatchObject({ code: 'more-mistakes', facts: { errors: 0, warnings: 2 } });
  expect(listMost(warned.slice(0, 3))).toHaveLength(3);
});
