import { describe, expect, expectTypeOf, it } from 'vitest';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = { name: 'string', order: { id: 'number', notes: { first: 'json' } }, at: 'date' } as const;
const complete = { name: '', order: { id: 0, notes: { first: false } }, at: new Date(0) };
const strict = compileBothWays('$name$', { variables, missing: 'reject' });

describe('a template that rejects what is missing', () => {
  it('renders and traces a complete context, in which anything may be empty', () => {
    expect(strict.render(complete)).toBe('');
    expect(strict.trace({ ...complete, name: 'Ada' }).text).toBe('Ada');
    expect(strict.variables).toEqual(['name']);
    expect(strict.diagnostics).toEqual([]);
  });

  it.each<[variable: string, context: unknown]>([
    ['name', undefined],
    ['name', { ...complete, name: null }],
    ['at', { ...complete, at: undefined }],
    ['order.id', { ...complete, order: undefined }],
    ['order.id', { ...complete, order: 5 }],
    ['order.notes.first', { ...complete, order: { id: 1, notes: {} } }],
    ['order.notes.first', { ...complete, order: { id: 1, notes: Object.create({ first: 1 }) } }],
  ])('names the first that is missing: %s', (variable, context) => {
    for (const render of [strict.render, strict.trace]) {
      // JavaScript callers can pass values of any type.
      const rendering = () => render(context as typeof complete);
      expect(rendering).toThrow(RenderError);
      expect(rendering).toThrow(
        expect.objectContaining({ code: 'missing-value', variable, range: { start: 0, end: 0 } }),
      );
    }
  });

  it('looks into the items of lists, whether a template goes through them or not', () => {
    const lists = { rows: listOf(listOf('number')), notes: listOf({ by: { name: 'string' } }) } as const;
    const { render } = compileBothWays('', { variables: lists, missing: 'reject' });
    const whole = { rows: [[1], []], notes: [{ by: { name: 'Ada' } }] };
    expect(render(whole)).toBe('');
    const failing = (context: object) => () => render({ ...whole, ...context });
    const missing = (variable: string) => expect.objectContaining({ code: 'missing-value', variable });
    expect(failing({ rows: undefined })).toThrow(missing('rows'));
    expect(failing({ rows: [[1], null] })).toThrow(missing('rows[1]'));
    expect(failing({ rows: [[], [1, undefined]] })).toThrow(missing('rows[1][1]'));
    expect(failing({ notes: [...whole.notes, { by: {} }] })).toThrow(missing('notes[1].by.name'));
    expect(failing({ notes: {} })).toThrow(
      expect.objectContaining({ code: 'not-a-list', variable: 'notes' }),
    );
  });

  it('takes what is optional with and without a value, which has all of its own then', () => {
    const some = {
      due: optional('date'),
      by: optional({ name: 'string', city: optional('string') }),
      notes: optional(listOf(optional('string'))),
      data: 'json',
    } as const;
    const { render } = compileBothWays('$by.name$', { variables: some, missing: 'reject' });
    expect(render({ data: null })).toBe('');
    expect(render({ data: 0, due: null, by: { name: 'Ada', city: undefined }, notes: ['a', null] })).toBe(
      'Ada',
    );
    const failing = (context: unknown) => () => render(context as { data: unknown });
    const missing = (variable: string) => expect.objectContaining({ code: 'missing-value', variable });
    expect(failing({})).toThrow(missing('data'));
    expect(failing({ data: 0, by: {} })).toThrow(missing('by.name'));
    const bare = compileBothWays('', { variables: { by: { name: optional('string') } }, missing: 'reject' });
    expect(() => bare.render({} as { by: object })).toThrow(missing('by'));
  });

  it('drops what a context throws when it is read', () => {
    const { proxy, revoke } = Proxy.revocable({ ...complete }, {});
    revoke();
    expect(() => strict.render(proxy)).toThrow(
      expect.objectContaining({ code: 'unreadable', variable: 'name' }),
    );
  });
});

it('a template accepts what is missing unless it is told to reject it', () => {
  for (const missing of [undefined, 'accept'] as const)
    expect(compileBothWays('[$name$]', { variables, missing }).render({})).toBe('[]');
  expect(() => compileBothWays('', { missing: 'refuse' } as object)).toThrow(
    'options.missing: expected "accept" or "reject"',
  );
});

it('nothing else is optional then to TypeScript', () => {
  type Context = Parameters<typeof strict.render>[0];
  expectTypeOf<Context['name']>().toEqualTypeOf<string>();
  expectTypeOf<Context['order']['id']>().toEqualTypeOf<number | bigint | `${number}`>();
  expectTypeOf<Context['at']>().toEqualTypeOf<Date | number | string>();
  const incomplete = [
    // @ts-expect-error The name is missing.
    () => strict.render({ order: complete.order, at: complete.at }),
    // @ts-expect-error The number of the order is missing.
    () => strict.render({ ...complete, order: { notes: complete.order.notes } }),
    // @ts-expect-error So is the first note.
    () => strict.render({ ...complete, order: { id: 1, notes: {} } }),
    // @ts-expect-error A date must be something.
    () => strict.render({ ...complete, at: null }),
  ];
  for (const render of incomplete) expect(render).toThrow(RenderError);
});
