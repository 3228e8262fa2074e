import { describe, expect, expectTypeOf, it } from 'vitest';
import { type ContextOf, listOf } from '../../src/template/resolve/variables.ts';
import { compileTemplate, type Template } from '../../src/template/template.ts';

type Missing = null | undefined;

describe('the types of a context', () => {
  it('are those of a process event where no variables are given', () => {
    type Context = Parameters<Template['render']>[0];
    expectTypeOf<Context['event']>().toEqualTypeOf<'Started' | 'Completed' | 'Errored' | Missing>();
    expectTypeOf<Context['isError']>().toEqualTypeOf<boolean | Missing>();
    expectTypeOf<Context['errorCount']>().toEqualTypeOf<number | bigint | `${number}` | Missing>();
    expectTypeOf<Context['date']>().toEqualTypeOf<Date | number | string | Missing>();
    expectTypeOf(compileTemplate('')).toEqualTypeOf<Template>();
  });

  it('follow from the variables, without a note that they are constant', () => {
    const template = compileTemplate('', {
      variables: {
        state: ['open', 'shipped'],
        order: { id: 'number', at: 'date', tags: { first: 'string' } },
      },
    });
    type Context = Parameters<typeof template.render>[0];
    expectTypeOf<keyof Context>().toEqualTypeOf<'state' | 'order'>();
    expectTypeOf<Context['state']>().toEqualTypeOf<'open' | 'shipped' | Missing>();
    expectTypeOf<NonNullable<Context['order']>['id']>().toEqualTypeOf<
      number | bigint | `${number}` | Missing
    >();
    expectTypeOf<NonNullable<Context['order']>['at']>().toEqualTypeOf<Date | number | string | Missing>();
    type Tags = NonNullable<NonNullable<Context['order']>['tags']>;
    expectTypeOf<Tags['first']>().toEqualTypeOf<string | Missing>();
  });

  it('have lists of the values of their items, any of which may be missing', () => {
    const template = compileTemplate('', {
      variables: {
        words: listOf('string'),
        alerts: listOf({ state: ['on', 'off'], at: 'date' }),
        rows: listOf(listOf('number')),
      },
    });
    type Context = Parameters<typeof template.render>[0];
    expectTypeOf<Context['words']>().toEqualTypeOf<readonly (string | Missing)[] | Missing>();
    type Alert = NonNullable<NonNullable<Context['alerts']>[number]>;
    expectTypeOf<Alert['state']>().toEqualTypeOf<'on' | 'off' | Missing>();
    expectTypeOf<Alert['at']>().toEqualTypeOf<Date | number | string | Missing>();
    type Row = NonNullable<Context['rows']>[number];
    expectTypeOf<Row>().toEqualTypeOf<readonly (number | bigint | `${number}` | Missing)[] | Missing>();
    // @ts-expect-error A single text is not a list.
    expect(() => template.render({ words: 'a' })).not.toThrow();
  });

  it('let any value stand for json', () => {
    expectTypeOf<ContextOf<{ extra: 'json' }>['extra']>().toEqualTypeOf<unknown>();
  });

  it('refuse a value of another type, and a name that no variable has', () => {
    const template = compileTemplate('$state$', { variables: { state: ['open'], count: 'number' } });
    expectTypeOf(template.render).toBeCallableWith({ state: 'open', count: 1n });
    expectTypeOf<{ state: 'closed' }>().not.toExtend<Parameters<typeof template.render>[0]>();
    expectTypeOf<{ count: string }>().not.toExtend<Parameters<typeof template.render>[0]>();
    // @ts-expect-error Unknown variable `sate`.
    template.render({ sate: 'open' });
  });
});
