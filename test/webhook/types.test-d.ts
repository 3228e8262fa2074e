import { expectTypeOf, it } from 'vitest';
import { compileWebhook } from '../../src/webhook/compile.ts';
import type { SettingName, WebhookConfig } from '../../src/webhook/config/settings.ts';
import type { EventOf } from '../../src/webhook/events/event-catalogue.ts';
import { type EventName, type ProcessEvent, processEvents } from '../../src/webhook/events/process-events.ts';
import type { WebhookRequest } from '../../src/webhook/webhook-request.ts';
import { orders } from './events/orders.ts';
import { processFacts } from './process-facts.ts';
import { getConfig } from './webhook-configs.ts';

it('a configuration has the settings, of which it needs some', () => {
  expectTypeOf<keyof WebhookConfig>().toEqualTypeOf<SettingName>();
  expectTypeOf<WebhookConfig['profile']>().toEqualTypeOf<string>();
  expectTypeOf<WebhookConfig<typeof orders>['profile']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<WebhookConfig['output']>().toEqualTypeOf<
    'text' | 'json' | 'json-lines' | 'form' | 'xml' | undefined
  >();
  expectTypeOf<WebhookConfig['events']>().toEqualTypeOf<{
    readonly [Name in EventName]?: boolean | undefined;
  }>();
  expectTypeOf<NonNullable<WebhookConfig['headers']>[number]['secret']>().toEqualTypeOf<
    boolean | undefined
  >();
});

it('the names of process events are a closed set, and whether one is an error follows from it', () => {
  expectTypeOf<EventName>().toEqualTypeOf<'Started' | 'Completed' | 'Errored'>();
  expectTypeOf<ProcessEvent['isError']>().toEqualTypeOf<boolean>();
  expectTypeOf<Extract<ProcessEvent, { event: 'Errored' }>['isError']>().toEqualTypeOf<true>();
  expectTypeOf(
    processEvents.create('Completed', { ...processFacts, profile: 'p' }).isError,
  ).toEqualTypeOf<false>();
});

it('the events of a catalogue are known, and what each is made of', () => {
  expectTypeOf<EventOf<typeof orders>['event']>().toEqualTypeOf<
    'order.placed' | 'order.paid' | 'order.cancelled'
  >();
  const paid = orders.create('order.paid', { paidWith: 'invoice' });
  expectTypeOf(paid.event).toEqualTypeOf<'order.paid'>();
  expectTypeOf(paid.date).toEqualTypeOf<Date>();
  expectTypeOf(paid.paidWith).toEqualTypeOf<'card' | 'invoice' | null | undefined>();
  expectTypeOf(orders.create('order.cancelled').isTest).toEqualTypeOf<false>();
  const complete = orders.create('order.cancelled', {
    order: { id: 1, customer: '', total: 2 },
    reason: '',
  });
  expectTypeOf(complete.order?.id).toEqualTypeOf<number | bigint | `${number}` | undefined>();
  expectTypeOf(complete.reason).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(orders.sample).parameter(0).toEqualTypeOf<'order.placed' | 'order.paid' | 'order.cancelled'>();
});

it('requests are made from process events', () => {
  const webhook = compileWebhook(getConfig);
  expectTypeOf(webhook.requestFor).parameters.toEqualTypeOf<[event: ProcessEvent]>();
  expectTypeOf(webhook.requestFor).returns.toEqualTypeOf<WebhookRequest | undefined>();
  expectTypeOf(compileWebhook).parameter(0).toHaveProperty('url');
});
