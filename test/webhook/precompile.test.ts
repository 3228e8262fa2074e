import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWebhook } from '../../src/webhook/compile.ts';
import type { AnyConfig } from '../../src/webhook/config/settings.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import type { AnyCatalogue } from '../../src/webhook/events/event-catalogue.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { precompileWebhook } from '../../src/webhook/precompile/precompile-webhook.ts';
import type { WebhookOptions } from '../../src/webhook/webhook-options.ts';
import { propertySeed, runs } from '../properties.ts';
import { evaluateModule } from '../template/precompile/evaluate-module.ts';
import { orders } from './events/orders.ts';
import { processFacts } from './process-facts.ts';
import { getConfig, postConfig, validConfig } from './webhook-configs.ts';

type Make = (event: unknown) => unknown;

/** Both ways to make a request. */
function bothOf(
  config: AnyConfig,
  options: WebhookOptions<AnyCatalogue> = {},
): readonly [compiled: Make, precompiled: Make] {
  // The configurations of the tests are right for the catalogues that they come with.
  const given = config as Parameters<typeof compileWebhook<AnyCatalogue>>[0];
  const { requestFor } = compileWebhook<AnyCatalogue>(given, options);
  return [requestFor as Make, evaluateModule(precompileWebhook(given, options).code).requestFor];
}

function outcomeOf(make: Make, event: unknown): unknown {
  try {
    return { request: make(event) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ...error, name: error.name, message: error.message };
  }
}

function expectSame([compiled, precompiled]: ReturnType<typeof bothOf>, event: unknown): unknown {
  const outcome = outcomeOf(compiled, event);
  expect(outcomeOf(precompiled, event)).toEqual(outcome);
  return outcome;
}

const errored = processEvents.create(
  'Errored',
  { ...processFacts, profile: 'A & B/ü', errorCount: 3 },
  { now: () => 0 },
);

describe('a precompiled webhook', () => {
  it('makes the requests of the compiled one, and none for an event that is off', () => {
    const both = bothOf({
      ...postConfig,
      authentication: { username: 'ü', password: '"</script>' },
      headers: [],
    });
    expect(expectSame(both, errored)).toMatchObject({ request: { method: 'POST' } });
    for (const name of processEvents.names) expectSame(both, processEvents.sample(name, { now: () => 0 }));
    expect(both[1](processEvents.sample('Completed'))).toBeUndefined();
    expectSame(bothOf(getConfig), errored);
  });

  it('makes the requests of events of one’s own, whose names may be anything', () => {
    const config = {
      events: { 'order.placed': true, 'order.paid': true },
      method: 'PUT',
      url: 'https://h.example/$order.id$',
      contentType: 'application/json',
      payload: '{"who":"$order.customer$","total":$order.total; format="0.00"$,"test":$isTest$}',
    } as const;
    const both = bothOf(config, { events: orders });
    for (const name of orders.names) expectSame(both, orders.sample(name, { now: () => 0 }));
  });

  it('refuses an event that the catalogue does not have, and says which was meant', () => {
    const outcome = expectSame(bothOf(getConfig), { event: 'Starte' });
    expect(outcome).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('"Started"?'),
    });
    expectSame(bothOf(getConfig), {});
  });

  it('rejects what is missing, what a URL refuses, and what is too long, as the compiled one does', () => {
    const complete = processEvents.sample('Errored', { now: () => 0 });
    const strict = bothOf(postConfig, { missing: 'reject' });
    expect(expectSame(strict, complete)).toHaveProperty('request');
    const { pid: _, ...lacking } = errored;
    expect(expectSame(strict, lacking)).toMatchObject({ name: 'RenderError', code: 'missing-value' });
    const inPath = { ...postConfig, url: 'https://example.com/hook/$profile$' };
    const refused = expectSame(bothOf(inPath), { ...complete, profile: '..' });
    expect(refused).toMatchObject({ code: 'refused-value', variable: 'profile' });
    const long = expectSame(bothOf(postConfig, { maxOutputBytes: 30 }), complete);
    expect(long).toMatchObject({ code: 'output-too-long' });
  });

  it('is not written where it does not compile', () => {
    const config = { ...getConfig, url: 'https://h.example/$profil$' };
    expect(() => precompileWebhook(config)).toThrow(WebhookError);
    expect(() => precompileWebhook(getConfig, { event: processEvents } as object)).toThrow('`events`?');
    expect(precompileWebhook(getConfig).diagnostics).toEqual(compileWebhook(getConfig).diagnostics);
  });

  it('has types of the events of its catalogue', () => {
    const { types } = precompileWebhook(
      { events: { 'order.paid': true }, method: 'GET', url: 'https://h.example/' },
      { events: orders, missing: 'reject' },
    );
    expect(types).toContain(
      'export interface OrderCancelled {\n  readonly event: "order.cancelled";\n  readonly date: DateValue;\n  readonly isTest: false;\n',
    );
    expect(types).toContain('  readonly paidWith?: "card" | "invoice" | null | undefined;\n');
    expect(types).toContain('readonly order?: {\n    readonly id: NumberValue;\n');
    expect(types).toMatch(/export type Event = (?:\w+ \| )+OrderCancelled/);
  });
});

describe(`any configuration (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('makes the same requests compiled and precompiled', () => {
    fc.assert(
      fc.property(validConfig, fc.string({ unit: 'binary' }), fc.nat(), (config, profile, errorCount) => {
        const both = bothOf(config);
        for (const event of processEvents.names)
          expectSame(both, { event, profile, errorCount, date: new Date(0), isError: event === 'Errored' });
      }),
      { numRuns: runs(200) },
    );
  });
});
