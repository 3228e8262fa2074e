import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { propertySeed, runs } from '../properties.ts';
import { compileBothWays } from './precompile/both-ways.ts';

const variables = {
  text: optional('string'),
  count: optional('number'),
  flag: optional('boolean'),
  state: optional(['on', 'off']),
  dueAt: optional('date'),
  data: optional('json'),
  by: optional({ name: 'string', age: 'number', city: optional('string') }),
  tags: optional(listOf(optional('string'))),
  name: 'string',
  more: 'json',
} as const;

function asks(condition: string, context: object): boolean {
  const { render } = compileBothWays(`$if(${condition})$yes$else$no$endif$`, { variables });
  return render(context) === 'yes';
}

describe('the name of a variable alone in a condition', () => {
  it.each<[condition: string, holds: readonly unknown[], fails: readonly unknown[]]>([
    ['text', ['a', ' ', 0, {}], ['', null, undefined]],
    ['name', ['a'], ['', null, undefined]],
    ['state', ['on', 'other'], ['', null]],
    ['count', [0, -1, 5n, Number.POSITIVE_INFINITY], [null, undefined, Number.NaN, 'x', {}]],
    ['flag', [true], [false, null, 1, 'true']],
    ['dueAt', [new Date(0), 0, '2026-01-01T00:00:00Z', ''], [null, undefined]],
    ['data', [0, '', 'a', true, [], {}], [null, undefined, false]],
    ['more', [0, '', 'a', true, [], {}], [null, undefined, false]],
    ['by', [{}, { name: '' }, 0], [null, undefined]],
    ['tags', [['a'], [null]], [[], null, undefined]],
  ])('%s asks whether there is a value', (name, holds, fails) => {
    for (const value of holds) expect([value, asks(name, { [name]: value })]).toEqual([value, true]);
    for (const value of fails) expect([value, asks(name, { [name]: value })]).toEqual([value, false]);
    for (const value of [...holds, ...fails])
      expect(asks(`!${name}`, { [name]: value })).toBe(!asks(name, { [name]: value }));
  });

  it('asks for the parts of what may be missing, and for items', () => {
    expect(asks('by.age', { by: { age: 0 } })).toBe(true);
    expect(asks('by.age', { by: {} })).toBe(false);
    expect(asks('by.age', {})).toBe(false);
    const { render } = compileBothWays('$for(tag in tags if tag)$$tag$$sep$,$endfor$', { variables });
    expect(render({ tags: ['a', null, '', 'b'] })).toBe('a,b');
  });

  it.each([
    ['date', undefined],
    ['errorCount', 'errorCount > 0'],
    ['order', undefined],
  ])('of what is never missing is an error: %s', (name, meant) => {
    const always = { date: 'date', errorCount: 'number', order: { id: 'number' } } as const;
    const [found, ...more] = validateTemplate(`$if(${name})$x$endif$`, { variables: always });
    expect(more).toEqual([]);
    expect(found?.code).toBe('never-missing');
    expect(found?.fixes.flatMap(({ edits }) => edits.map(({ text }) => text))).toEqual(
      meant === undefined ? [] : [meant],
    );
  });

  it.each([
    ['custmer', ['customer']],
    ['customer.adress', ['customer.address']],
    // It is never missing.
    ['oder', []],
  ])('of a misspelt group is that of one that may be missing: %s', (name, meant) => {
    const groups = {
      customer: optional({ address: { city: 'date' } }),
      order: { id: 'date' },
    } as const;
    const [found, ...more] = validateTemplate(`$if(${name})$x$endif$`, { variables: groups });
    expect([found?.code, more]).toEqual(['unknown-variable', []]);
    expect(found?.fixes.flatMap(({ edits }) => edits.map(({ text }) => text))).toEqual(meant);
  });
});

describe('the proof', () => {
  const problems = (payload: string) =>
    validateTemplate(payload, { output: 'json', variables }).map(({ code }) => code);

  it('knows presence, comparisons and emptiness of a variable from one another', () => {
    expect(problems('$if(count)$1$elseif(count > 5)$$else$2$endif$')).toEqual(['never-holds']);
    expect(problems('[$if(count > 5)$1$endif$$if(count)$$if(count > 5)$,$endif$2$endif$]')).toEqual([]);
    expect(problems('[$if(text)$1$endif$$if(text != "")$$else$2$endif$]')).toEqual([]);
    expect(problems('[$if(!data)$1$endif$$if(data == "a" || data == 5)$2$elseif(data)$3$endif$]')).toEqual(
      [],
    );
    expect(problems('[$if(data == "")$"1"$endif$$if(!data)$"2"$endif$]')).toEqual(['json-missing-comma']);
    expect(problems('[$if(dueAt)$1$endif$$if(!dueAt)$2$endif$]')).toEqual([]);
    expect(problems('[$if(by)$"1"$endif$$if(by.name)$"2"$endif$]')).toEqual(['json-missing-comma']);
  });

  it('does not forget that 0 is a number, and the empty text a value of JSON', () => {
    expect(problems('$if(count == 0)$$if(count)$1$endif$$else$2$endif$')).toEqual([]);
    expect(problems('$if(data == "")$$if(data)$1$else$2$endif$$else$3$endif$')).toEqual([]);
  });
});

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'a', 'on', 0, 5, 6, -1, Number.NaN, 7n, true, false, {}, []),
  fc.anything(),
);
const anyQuestion = fc.constantFrom(
  'text',
  'text == "a"',
  'text == ""',
  'count',
  'count > 5',
  'count == 0',
  'count <= 5',
  'flag',
  'state',
  'state != "on"',
  'data',
  'data == ""',
  'data == "a"',
  'data == 5',
  'data < 5',
  'more',
  'by',
  'by.name',
  'by.age',
  'by.age >= 0',
  'dueAt',
);
const anyCondition = fc
  .array(fc.tuple(fc.boolean(), anyQuestion), { minLength: 1, maxLength: 4 })
  .chain(parts =>
    fc
      .constantFrom(' && ', ' || ')
      .map(joint => parts.map(([not, asked]) => (not ? `!(${asked})` : asked)).join(joint)),
  );

describe(`any conditions about what may be missing (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('write JSON whatever the values are, compiled and precompiled alike', () => {
    const context = fc.record({
      text: anyValue,
      count: anyValue,
      flag: anyValue,
      state: anyValue,
      dueAt: fc.constantFrom<unknown>(undefined, null, 0, ''),
      data: anyValue,
      more: anyValue,
      by: fc.oneof(anyValue, fc.record({ name: anyValue, age: anyValue })),
    });
    let sound = 0;
    const check = (conditions: readonly string[], context: object) => {
      // Brackets that one condition opens and another closes: right only where the proof follows both.
      const [a = '', b = '', c = ''] = conditions;
      const source = `$if(${a})$[$endif$$if(${b})$[1]$else$2$endif$$if(${c})$]$endif$`;
      if (
        validateTemplate(source, { output: 'json', variables }).some(({ severity }) => severity === 'error')
      )
        return;
      sound++;
      const { render } = compileBothWays(source, { output: 'json', variables });
      expect(() => JSON.parse(render(context))).not.toThrow();
    };
    fc.assert(fc.property(fc.array(anyCondition, { minLength: 3, maxLength: 3 }), context, check), {
      numRuns: runs(2000, 200),
    });
    fc.assert(
      fc.property(anyCondition, anyCondition, context, (a, b, context) => check([a, b, a], context)),
      { numRuns: runs(2000, 200) },
    );
    expect(sound).toBeGreaterThan(0);
  });
});

describe('a preview', () => {
  const events = defineEvents({
    variables: { dueAt: optional('date'), by: optional({ name: 'string' }) },
    events: {
      a: { title: 'A', sample: { dueAt: new Date(0) } },
      b: { title: 'B', sample: {} },
    },
  });
  const config = { method: 'POST', url: 'https://h/', contentType: 'application/json' };

  it('shows what is optional with and without a value, whatever the sample has', () => {
    for (const event of events.names) {
      const payload = '[$if(dueAt)$1$else$2$endif$,$if(by)$"$by.name$"$else$0$endif$]';
      const { coverage, diagnostics } = previewWebhook(
        { ...config, payload, events: { [event]: true } },
        { events },
      );
      expect(diagnostics).toEqual([]);
      expect(coverage.unvisited).toEqual([]);
    }
  });
});

describe('events that agree but for what may be missing', () => {
  const config = { profile: 'p', method: 'POST', url: 'https://h/', contentType: 'application/json' };
  const payload = '{"seconds":$if(durationSeconds)$$durationSeconds; format="0"$$else$0$endif$}';

  it('are one group, in which it may be missing', () => {
    expect(validateWebhook({ ...config, payload, events: { Started: true, Errored: true } })).toEqual([]);
    // Where Started is off, the condition always holds, and is right when it comes back.
    expect(validateWebhook({ ...config, payload, events: { Errored: true } })).toEqual([]);
    expect(Object.keys(processEvents.sample('Started'))).not.toContain('durationSeconds');
  });
});

it('a type that is no type, or optional twice, is refused', () => {
  const compile = (type: unknown) => () => compileTemplate('', { variables: { a: type } } as object);
  expect(compile({ kind: 'optional', of: 'strin' })).toThrow('options.variables.a.of: expected');
  expect(compile({ kind: 'optional', of: optional('string') })).toThrow(
    'options.variables.a.of: is optional already',
  );
});
