import { expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { defineReceiver } from '../../../src/webhook/receivers/define-receiver.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import {
  knownReceivers,
  type Receiver,
  receiverCategories,
} from '../../../src/webhook/receivers/receiver.ts';

const pager: Receiver = {
  id: 'pager',
  name: 'Our pager',
  hosts: ['pager.example.com'],
  method: 'POST',
  url: 'https://pager.example.com/pages',
  documentation: [],
  checked: '2026-11',
};

it('takes every receiver of the gallery as it is', () => {
  for (const receiver of receivers) expect(defineReceiver(receiver)).toEqual(receiver);
  expect(new Set(receivers.map(({ id }) => id)).size).toBe(receivers.length);
});

it('claims nothing of anybody without the public pages that it is from', () => {
  for (const { id, hosts, documentation } of receivers) {
    // What is plain is nobody's: there is nothing to claim of it.
    if (id.startsWith('plain-')) expect([...hosts, ...documentation], id).toEqual([]);
    else expect(documentation.length, id).toBeGreaterThan(0);
    for (const page of documentation) expect(page, id).toMatch(/^https:\/\/\S+$/);
    expect(new Set(documentation).size, id).toBe(documentation.length);
  }
});

it('returns a frozen copy', () => {
  const hosts = ['pager.example.com'];
  const defined = defineReceiver({ ...pager, hosts });
  hosts.push('evil.example.com');
  expect(defined).toEqual(pager);
  expect(Object.isFrozen(defined)).toBe(true);
  const required = ['text'];
  const { schema } = defineReceiver({ ...pager, schema: { anyOf: [{ required }] } });
  required.push('title');
  expect(schema).toEqual({ anyOf: [{ required: ['text'] }] });
  expect(Object.isFrozen(Object(schema).anyOf[0].required)).toBe(true);
});

it.each([
  [{ id: 'Our pager' }, 'receiver.id: expected an id of lower-case letters, digits and hyphens, at most 64'],
  [{ name: '' }, 'receiver.name: expected a name in one line, at most 64 characters'],
  [{ hosts: ['https://pager.example.com'] }, 'receiver.hosts[0]: expected the name of a host in lower case'],
  [
    { category: 'Chat' },
    'receiver.category: expected "chat" or "incidents" or "monitoring" or "generic"; did you mean "chat"?',
  ],
  [{ hosts: ['*'] }, 'receiver.hosts[0]: expected the name of a host'],
  [{ method: 'SEND' }, 'receiver.method: expected "GET"'],
  [{ url: 7 }, 'receiver.url: expected an address that begins with `https://` and a host, or a function'],
  [{ url: 'pager.example.com/pages' }, 'receiver.url: expected an address'],
  [{ url: 'https://$host$/pages' }, 'receiver.url: expected an address'],
  [{ url: 'https:///pages' }, 'receiver.url: expected an address'],
  [{ contentType: 'json' }, 'receiver.contentType: expected a content type such as `application/json`'],
  [{ contentType: '' }, 'receiver.contentType: expected a content type'],
  [
    { contentType: 'application/xml', schema: { type: 'object' } },
    'receiver.schema: expected a `contentType` of JSON or of JSON lines beside it',
  ],
  [{ headers: [{ name: 'X-Key' }] }, 'receiver.headers[0].value: expected text'],
  [{ schema: [] }, 'receiver.schema: expected'],
  [
    { schema: { properties: { text: { maxLength: '160' } } } },
    'receiver.schema/properties/text/maxLength: expected',
  ],
  [
    { schema: { properties: { text: { 'x-syntax': 'slackmrkdwn' } } } },
    'receiver.schema/…/x-syntax: expected one of `slack-mrkdwn`',
  ],
  [{ documentation: ['our wiki'] }, 'receiver.documentation[0]: expected the address of a page'],
  [{ checked: 'today' }, 'receiver.checked: expected a month such as `2026-11`'],
  [{ payload: '{}' }, 'receiver.payload: expected a function'],
  [{ host: 'pager.example.com' }, 'receiver.host: there is no such option; did you mean `hosts`?'],
])('refuses %j', (wrong, message) => {
  expect(() => defineReceiver({ ...pager, ...wrong } as Receiver)).toThrow(message);
});

const talking = {
  text: { markup: 'plain', max: 100 },
  to: { label: 'Number' },
  payload: ['{"text":"', { part: 'text' }, '","to":"', { part: 'to' }, '"}'],
} as const;

it('takes how it reads messages, and a webhook sends them so', () => {
  const own = defineReceiver({ ...pager, contentType: 'application/json', message: talking });
  expect(own.message).toEqual(talking);
  const config = {
    profile: 'Nightly',
    events: { Errored: true },
    url: 'https://pager.example.com/pages',
    receiver: 'pager',
    message: { to: '+4212', text: 'It "$event$"' },
  } as const;
  for (const known of [[own], structuredClone(knownReceivers([own]))]) {
    const { requestFor } = compileWebhook(config, { receivers: known });
    expect(requestFor(processEvents.sample('Errored'))).toMatchObject({
      method: 'POST',
      body: '{"text":"It \\"Errored\\"","to":"+4212"}',
    });
  }
});

it.each<[wrong: object, message: string]>([
  [{ text: undefined }, 'receiver.message.text.markup: expected'],
  [
    { text: { markup: 'mrkdwn', max: 1 } },
    'receiver.message.text.markup: expected "plain" or "slack-mrkdwn"',
  ],
  [{ text: { markup: 'plain', max: 0 } }, 'receiver.message.text.max: expected'],
  [
    { to: undefined },
    "receiver.message.payload: expected { part: 'to' } exactly where there is `to` beside it",
  ],
  [{ title: talking.text }, "receiver.message.payload: expected { part: 'title' } exactly where there is"],
  [
    { payload: [...talking.payload, { part: 'text', max: 1 }] },
    'receiver.message.payload[5].max: there is no such option',
  ],
  [
    { payload: [...talking.payload, { part: 'subtitle' }] },
    'receiver.message.payload[5].part: expected "title"',
  ],
  [{ payload: [...talking.payload, { part: 'key' }] }, 'receiver.message.payload[5].max: expected'],
  [
    { payload: [...talking.payload, { part: 'level', texts: {} }] },
    'receiver.message.payload[5].texts.critical: expected',
  ],
  [{ payload: '{"text":"hello"}' }, 'receiver.message.payload: expected'],
])('refuses %j in how it reads messages', (wrong, message) => {
  const given = { ...pager, contentType: 'application/json', message: { ...talking, ...wrong } };
  expect(() => defineReceiver(given as Receiver)).toThrow(message);
});

it('takes a schema beside any content type of JSON', () => {
  for (const contentType of ['application/cloudevents+json', 'application/x-ndjson; charset=utf-8'])
    expect(defineReceiver({ ...pager, contentType, schema: true })).toMatchObject({ contentType });
});

it('has a category that no check asks', () => {
  for (const { id, category } of receivers) expect(receiverCategories, id).toContain(category);
  const defined = defineReceiver({ ...pager, category: 'incidents' });
  expect(defined.category).toBe('incidents');
  expect(knownReceivers([defined])[0]).not.toHaveProperty('category');
});

it('is known by plain data alone, which can be sent to a thread', () => {
  const known = structuredClone(knownReceivers(receivers));
  expect(known.map(({ id }) => id)).toEqual(receivers.map(({ id }) => id));
  const config = {
    profile: 'Nightly',
    events: { Errored: true },
    method: 'GET',
    url: pager.url,
    receiver: 'pager',
  };
  expect(validateWebhook(config, { receivers: knownReceivers([pager]) })).toEqual([]);
});

it.each([[[7]], [[{ id: 'pager' }]], ['slack']])('%j are no receivers', given => {
  expect(() => validateWebhook({}, { receivers: given as never })).toThrow(/^options\.receivers/);
});
