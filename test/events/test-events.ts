import { onTestFinished } from 'vitest';
import { createEvents, type Events, type EventsOptions, type WebhooksOf } from '../../src/events/index.ts';
import { defineEvents, optional } from '../../src/index.ts';
import type { Database, Outbox } from '../../src/outbox/index.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import { type Backend, executorOf, openTestDatabase, testOutbox } from '../outbox/test-database.ts';

/** Events on a database, which nobody is told of before they are started; they end with the test. */
export async function testEvents(
  database: Database,
  options: Partial<Omit<EventsOptions, 'database'>> = {},
): Promise<Events> {
  const { outbox = await testOutbox(database), webhooks = [], ...others } = options;
  const events = createEvents({ database, outbox, webhooks, pollMs: 20, ...others });
  onTestFinished(() => events.stop({ timeoutMs: 0 }));
  return events;
}

export const orders = defineEvents({
  variables: { order: 'string' },
  events: {
    paid: {
      title: 'Paid',
      variables: { total: optional('number'), at: optional('date'), isFinal: 'boolean' },
      constants: { isFinal: true },
    },
    sent: { title: 'Sent' },
  },
});

export function webhook(id: string, changed: object = {}): WebhookConfig {
  return {
    ...{ id, profile: 'shop', events: { paid: true }, method: 'POST', url: 'https://receiver.example/in' },
    ...{ contentType: 'text/plain', payload: '$order$ $total$' },
    ...changed,
  } as WebhookConfig;
}

export interface Tried {
  readonly events: Events;
  readonly outbox: Outbox;
  readonly database: Awaited<ReturnType<typeof openTestDatabase>>;
  readonly rows: (text: string) => Promise<readonly object[]>;
}

export async function tried(
  backend: Backend,
  webhooks: readonly WebhookConfig[] | WebhooksOf = [webhook('chat'), webhook('mail')],
  more: object = {},
): Promise<Tried> {
  const database = await openTestDatabase(backend);
  const outbox = await testOutbox(database);
  const events = await testEvents(database, { outbox, webhooks, events: orders, ...more });
  const rows = async (text: string) => (await executorOf(database).query(text)).rows;
  return { events, outbox, database, rows };
}

export const paid = (order: string, facts: object = {}) => orders.create('paid', { order, ...facts });
export const toldOf = (events: Events, id: string) => async () => (await events.find(id))?.messages;

/** The bodies of messages to a webhook, in the order in which they were stored. */
export async function bodiesTo(id: string, { outbox }: Pick<Tried, 'outbox'>): Promise<readonly string[]> {
  const { items } = await outbox.messages({ webhook: id, limit: 500 });
  const details = await Promise.all(items.map(message => outbox.message(message.id, { request: true })));
  return details
    .toSorted((one, other) => Number(one?.createdAt) - Number(other?.createdAt))
    .map(message => message?.request?.body ?? '');
}
