import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { listMost, maxListed } from '../../src/diagnostics/list-most.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';

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
    ['{"due":"$if(isOn)$$dueAt$$endif$"}', '{"due":$if(isOn && dueAt)$"$dueAt$"$else$null$endif$}'],
    ['{"due":"$if(dueAt)$$dueAt$$endif$"}', '{"due":$if(dueAt)$"$dueAt$"$else$null$endif$}'],
    ['["$if(isOn || name)$$note$$endif$"]', '[$if((isOn || name) && note)$"$note$"$else$null$endif$]'],
  ])('gets one in a condition of its own, into which the quotes go: %s', (source, fixed) => {
    const [found, ...others] = validateTemplate(source, { variables, output: 'json' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'empty-optional', message: expect.stringContaining('`$else$null`') });
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual([fixed]);
    expect(hintsOf(fixed)).toEqual([]);
  });

  it.each([
    '{"due":"$if(isOn)$$dueAt$$else$never$endif$"}',
    '{"due":"$if(isOn)$on $dueAt$$endif$"}',
    '{"due":"$if(isOn)$$name$$endif$"}',
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

  it('is looked for once along a path of very many names', () => {
    const parts = '.a'.repeat(400_000);
    expect(hintsOf(`["$custom${parts}$"]`)).toEqual([]);
    expect(hintsOf(`[$if(isOn || custom.b)$"$custom${parts}$"$endif$]`)).toEqual([]);
  });

  it('gets none in another output, or beside an error', () => {
    expect(validateTemplate('"$note$"', { variables })).toEqual([]);
    expect(hintsOf('["$note$" 1]')).toEqual([expect.stringMatching(/^error /)]);
  });
});

describe('a value that is a whole path segment of a URL', () => {
  const customers = {
    ...variables,
    id: ['a', '..'],
    kind: ['a', 'b'],
    count: 'number',
    names: listOf({ name: 'string' }),
  } as const;
  const compared = Array.from({ length: 150 }, (_, i) => `name == "c${i}"`);
  const hintsIn = (path: string) =>
    validateTemplate(`https://crm.example.com/${path}`, { variables: customers, output: 'url' }).map(
      ({ severity, code, message }) => `${severity} ${code} ${message.split(',', 1)[0]}`,
    );

  it.each([
    ['customers/$name$/calls', 'If `name` is `.` or `..`'],
    ['$name$?a=b', 'If `name` is `.` or `..`'],
    ['$if(isOn)$c-$endif$$name$', 'If `name` is `.` or `..`'],
    ['$for(each in names)$$each.name$/$endfor$', 'If `each.name` is `.` or `..`'],
    ['$note; default="none"$', 'If `note` is `.` or `..`'],
    ['$custom$', 'If `custom` is `.` or `..`'],
    ['$id$', 'If `id` is `..`'],
    ['$name; max="1"$', 'If `name` is `.`'],
    ['$if(name == "..")$up$else$$name$$endif$', 'If `name` is `.`'],
    ['$if(name == ".." || name == ".")$up$else$$name; format="trim"$$endif$', 'If `name` is `.` or `..`'],
  ])('gets a hint of the texts that would lead to another path: %s', (path, message) => {
    expect(hintsIn(path)).toEqual([`hint perhaps-refused ${message}`]);
  });

  it.each([
    'customers/c-$name$/calls',
    '$name$.json',
    '?name=$name$',
    '$count$/$count; format="#.#"$/$isOn$/$kind$/$dueAt$/$dueAt; format="yyyy"$',
    '$name; format="markdown-escape"$',
    '$if(name != "." && name != "..")$$name$$endif$',
    '$if(name == "a")$$name$$endif$',
    '$if(custom != "." && custom != "..")$$custom$$endif$',
  ])('gets none where it cannot be one of them: %s', path => {
    expect(hintsIn(path)).toEqual([]);
  });

  it.each([
    [
      'that are compared with many texts',
      `${compared.map(is => `$if(${is})$x$endif$`).join('')}${'/$name$'.repeat(150)}`,
    ],
    ['under a condition of many texts', `$if(${compared.join(' || ')})$/$name$$endif$`.repeat(100)],
  ])('gets none at the cost of the proof: values %s', (_, path) => {
    expect(hintsIn(path).filter(hint => !hint.startsWith('hint'))).toEqual([]);
  });

  it('is looked for once in a large closed set, however many tags write it', () => {
    const members = Array.from({ length: 50_000 }, (_, i) => `text${i}`);
    const source = `https://crm.example.com${'/$big$'.repeat(16_000)}`;
    expect(validateTemplate(source, { variables: { big: members }, output: 'url' })).toEqual([]);
    const dots = { big: [...members, '.'] };
    expect(validateTemplate(source, { variables: dots, output: 'url' })).toHaveLength(maxListed);
  });

  it.each([
    [5_100, '/$big$', ['big']],
    [5_100, '/$big$/$name$', ['big', 'name']],
    // What would cost too much is left out, and nothing else.
    [50_000, '/$big$/$name$', ['name']],
  ])('is looked for in a closed set of %i texts together with all others: %s', (length, path, names) => {
    const big = Array.from({ length }, (_, i) => (i === 0 ? '.' : `text${i}`));
    const found = validateTemplate(`https://crm.example.com${path}`, {
      variables: { big, name: 'string' },
      output: 'url',
    });
    expect(found.map(({ facts }) => facts)).toMatchObject(names.map(name => ({ name })));
  });

  it('compiles, and fails for these values alone', () => {
    const source = 'https://crm.example.com/customers/$name$/calls';
    const { render } = compileTemplate(source, { variables: { name: 'string' }, output: 'url' });
    expect(render({ name: '...' })).toBe('https://crm.example.com/customers/.../calls');
    for (const name of ['.', '..'])
      expect(() => render({ name })).toThrow(expect.objectContaining({ code: 'refused-value' }));
  });

  it('gets none where it is the name of an event', () => {
    const events = defineEvents({ variables: {}, events: { 'order.paid': { title: 'Paid' } } });
    const config = { events: { 'order.paid': true }, method: 'GET', url: 'https://h.example/$event$' };
    expect(validateWebhook(config, { events })).toEqual([]);
  });
});

describe('what some events may lack', () => {
  const events = defineEvents({
    variables: { name: 'string' },
    events: {
      opened: { title: 'Opened', variables: { dueAt: optional('date'), by: 'string' } },
      planned: { title: 'Planned', variables: { dueAt: 'date' } },
      closed: { title: 'Closed' },
    },
  });
  const hints = (payload: string) =>
    validateWebhook(
      {
        events: { opened: true, planned: true, closed: true },
        method: 'POST',
        url: 'https://chat.example.com/x',
        contentType: 'application/json',
        payload,
      },
      { events },
    );

  it.each([
    [
      '{"due":"$if(event == "opened")$$dueAt$$endif$"}',
      '{"due":$if(event == "opened" && dueAt)$"$dueAt$"$else$null$endif$}',
    ],
    [
      '[$if(event == "opened")$"$dueAt$"$endif$]',
      '[$if(event == "opened")$$if(dueAt)$"$dueAt$"$else$null$endif$$endif$]',
    ],
  ])('gets a hint where such an event comes: %s', (payload, fixed) => {
    const found = hints(payload);
    expect(found.map(({ code }) => code)).toEqual(['empty-optional']);
    expect(found[0]?.fixes.map(fix => applyFix(payload, fix))).toEqual([fixed]);
    expect(hints(fixed)).toEqual([]);
  });

  it.each([
    '{"due":"$if(event == "planned")$$dueAt$$endif$"}',
    '["$if(event == "opened")$$by$$endif$"]',
    '[$if(event == "planned")$"$dueAt$"$endif$]',
    '["$if(event == "planned")$$name$$endif$"]',
  ])('gets none where those that have it always do: %s', payload => expect(hints(payload)).toEqual([]));
});

it('hints are the first to be left out of a long list, and are not counted', () => {
  const source = `[${'"$note$",'.repeat(maxListed + 5)}1]`;
  const options = { variables, output: 'json' } as const;
  expect(validateTemplate(source, options)).toHaveLength(maxListed);
  const warned = validateTemplate(`{"a":"$note$",${'"b":1,'.repeat(maxListed + 3)}"c":1}`, options);
  expect(warned.map(({ severity }) => severity)).not.toContain('hint');
  expect(warned.at(-1)).toMatchObject({ code: 'more-mistakes', facts: { errors: 0, warnings: 2 } });
  expect(listMost(warned.slice(0, 3))).toHaveLength(3);
});
