import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { createWebhookSchema } from '../../../src/webhook/config/json-schema.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import { orders } from '../events/orders.ts';
import { getConfig, postConfig } from '../webhook-configs.ts';

const order = { ...getConfig, profile: undefined, events: { 'order.paid': true } };
const message = {
  profile: 'Nightly copy',
  events: { Errored: true },
  receiver: 'slack',
  url: 'https://hooks.slack.com/services/T0/B0/x1',
  message: { text: '*$profile$*: $event$' },
};
const isProcessConfig = new Ajv().compile(createWebhookSchema());
const isOrderConfig = new Ajv().compile(createWebhookSchema({ events: orders }));

it('the schema of a catalogue has its events, with what people call them', () => {
  expect(createWebhookSchema({ events: orders })).toMatchObject({
    properties: {
      events: {
        properties: {
          'order.placed': { type: 'boolean', title: 'An order was placed' },
          'order.paid': { title: 'An order was paid', description: 'The money has arrived.' },
          'order.cancelled': { title: 'An order was cancelled' },
        },
        additionalProperties: false,
      },
    },
    required: ['events', 'url'],
    anyOf: [{ required: ['method'] }, { required: ['message'] }, { required: ['messages'] }],
  });
});

it.each<[what: string, config: object]>([
  ['a GET', getConfig],
  ['a POST', postConfig],
  ['a DELETE', { ...getConfig, method: 'DELETE' }],
  ['credentials', { ...getConfig, authentication: { username: 'a', password: 'b' } }],
  ['credentials without a password', { ...getConfig, authentication: { username: 'a' } }],
  ['an output', { ...postConfig, output: 'json' }],
  ['an unknown output', { ...postConfig, output: 'csv' }],
  ['an unknown method', { ...postConfig, method: 'HEAD' }],
  ['an unknown setting', { ...postConfig, colour: 'red' }],
  ['an event of another catalogue', { ...postConfig, events: { 'order.paid': true } }],
  ['an order', order],
  ['an order with a profile', { ...order, profile: 'p' }],
  ['a message', message],
  ['a message with an unknown part', { ...message, message: { ...message.message, subtitle: 'a' } }],
  ['a message that is a text', { ...message, message: 'done' }],
  ['messages of events', { ...message, messages: { Errored: { text: 'failed' } } }],
  ['messages without a text', { ...message, messages: { Errored: { title: 'failed' } } }],
  ['messages of unknown events', { ...message, messages: { Eroded: { text: 'failed' } } }],
  ['messages of an order', { ...order, messages: { 'order.paid': { text: 'paid' } } }],
  ['messages of a lost order', { ...order, messages: { 'order.lost': { text: 'lost' } } }],
  ['an order that was lost', { ...order, events: { 'order.lost': true } }],
])('what the schema says of %s is what the check says of its structure', (_what, config) => {
  const json: unknown = JSON.parse(JSON.stringify(config));
  expect(isProcessConfig(json)).toBe(
    validateWebhook(json, { receivers }).every(({ severity }) => severity !== 'error'),
  );
  const problems = validateWebhook(json, { events: orders, receivers });
  expect(isOrderConfig(json)).toBe(
    problems.every(({ code }) => !/^(?:unknown|missing)-(?!variable)|^wrong-setting/.test(code)),
  );
});
