import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { CatalogueBody, ShownWebhook } from '../../src/api/answers.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { draftWebhook } from '../../src/webhook/receivers/draft-webhook.ts';
import { slack } from '../../src/webhook/receivers/slack.ts';
import { openTestDatabase } from '../outbox/test-database.ts';
import { orders } from '../webhook/events/orders.ts';
import { messagesAbout, testServer } from './test-server.ts';

const shop = defineEvents({
  variables: { profile: 'string' },
  events: {
    Started: { title: 'Opened', variables: { till: 'number' }, sample: { profile: 'Shop', till: 4 } },
    closed: { title: 'Closed', sample: { profile: 'Shop' } },
  },
});
const catalogues = { shop, orders };

const webhook = {
  profile: 'Shop',
  catalogue: 'shop',
  events: { Started: true },
  method: 'POST' as const,
  url: 'https://example.com/hook',
  contentType: 'application/json',
  payload: '{"till":$till$}',
};
const ofProcesses = {
  ...{
    profile: 'Shop',
    method: 'POST' as const,
    url: 'https://example.com/hook',
    contentType: 'application/json',
  },
  events: { Started: true },
  payload: '{"pid":"$pid$"}',
};

interface Refused {
  readonly diagnostics: readonly {
    readonly field: string;
    readonly code: string;
    readonly message: string;
  }[];
}

describe('a webhook of a named catalogue', () => {
  it('is checked, stored, previewed and read by the events of that catalogue', async () => {
    const { call, json } = await testServer({ catalogues });
    const stored = await json<ShownWebhook>('POST', '/api/webhooks', {
      body: { config: { id: 'till', ...webhook } },
    });
    expect(stored).toMatchObject({ config: { catalogue: 'shop' }, diagnostics: [], events: ['Started'] });
    const wrong = { ...webhook, payload: '{"pid":"$pid$"}' };
    const { diagnostics } = await json<Refused>('POST', '/api/webhooks/validate', {
      body: { config: wrong },
    });
    expect(diagnostics).toMatchObject([{ field: 'payload', code: 'unknown-variable' }]);
    const shown = await json('POST', '/api/webhooks/preview', { body: { config: webhook } });
    expect(shown).toMatchObject({
      diagnostics: [],
      events: [{ kind: 'request', request: { body: '{"till":4}' } }],
    });
    const changed = await call('PUT', '/api/webhooks/till', {
      body: { config: { ...webhook, events: { closed: true }, payload: '{"at":"$date$"}' } },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.status).toBe(200);
    expect(await json('GET', '/api/webhooks/till')).toMatchObject({ diagnostics: [], events: ['closed'] });
  });

  it('is refused under a name that the server does not have, wherever it is tried', async () => {
    const { call, json } = await testServer({ catalogues });
    const config = { ...webhook, catalogue: 'shp' };
    const unknown = {
      field: 'catalogue',
      code: 'unknown-catalogue',
      message:
        'The server has no catalogue of this name: name one of "shop", "orders", "alertmanager", "grafana", "github", "gitlab", "sentry", "stripe", or leave it out, for the default one.',
    };
    for (const path of ['', '/test']) {
      const answer = await call('POST', `/api/webhooks${path}`, { body: { config } });
      expect([answer.status, await answer.json()]).toMatchObject([422, { diagnostics: [unknown] }]);
    }
    for (const path of ['validate', 'preview'])
      expect(await json('POST', `/api/webhooks/${path}`, { body: { config } })).toMatchObject({
        diagnostics: [unknown],
      });
    for (const name of ['default', 'toString', '__proto__']) {
      const body = { config: { ...webhook, catalogue: name } };
      const { diagnostics } = await json<Refused>('POST', '/api/webhooks/validate', { body });
      expect(diagnostics).toMatchObject([{ code: 'unknown-catalogue' }]);
    }
  });

  it('is told of the events of its catalogue and of no others, not even under the same name', async () => {
    const seeds = [
      { id: 'till', ...webhook },
      { id: 'processes', ...ofProcesses },
    ];
    const tested = await testServer({ catalogues, webhooks: seeds });
    const { server, json } = tested;
    const opened = shop.create('Started', { profile: 'Shop', till: 7 });
    const toldOf = async (id: string) => {
      const messages = await messagesAbout(tested, id);
      expect(messages).toHaveLength(1);
      return json('GET', `/api/messages/${messages[0]}`);
    };
    const { id } = await server.notify(opened, { catalogue: 'shop' });
    expect(await toldOf(id)).toMatchObject({ webhook: 'till' });
    const started = processEvents.sample('Started');
    const ofProcess = await server.notify(started, { profile: 'Shop' });
    expect(await toldOf(ofProcess.id)).toMatchObject({ webhook: 'processes' });
    await expect(server.notify(opened, { catalogue: 'shp' })).rejects.toThrow(
      'options.catalogue: expected the name of a catalogue',
    );
  });

  it('stays, with a diagnosis, when the server no longer has its catalogue', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const first = await testServer({ database, catalogues });
    await first.json('POST', '/api/webhooks', { body: { config: { id: 'till', ...webhook } } });
    await first.server.stop();
    const after = await testServer({ database });
    const { server, call, json } = after;
    expect(await json('GET', '/api/webhooks/till')).toMatchObject({
      config: { catalogue: 'shop' },
      diagnostics: [{ code: 'unknown-catalogue', field: 'catalogue' }],
    });
    expect((await call('POST', '/api/webhooks/till/test', { body: {} })).status).toBe(422);
    const { id } = await server.notify(processEvents.sample('Started'), { profile: 'Shop' });
    expect(await messagesAbout(after, id)).toEqual([]);
  });
});

describe('the option `catalogues`', () => {
  it.each([
    [[], 'options.catalogues: expected an object with a catalogue for each name'],
    [
      { default: shop },
      'options.catalogues.default: expected another name: the catalogue without one is the default',
    ],
    [{ Shop: shop }, 'options.catalogues.Shop: expected a name of up to 64 letters'],
    [{ shop: {} }, 'options.catalogues.shop: expected a catalogue made by `defineEvents()`'],
    [{ shop: undefined }, 'options.catalogues.shop: expected a catalogue made by `defineEvents()`'],
  ])('refuses %j', async (given, message) => {
    await expect(testServer({ catalogues: given as never })).rejects.toThrow(message);
  });

  it('says which catalogue cannot be sent to a thread', async () => {
    const json = { toJSON: () => 'text' };
    const odd = defineEvents({
      events: { made: { title: 'Made', variables: { json: 'json' }, sample: { json } } },
    });
    await expect(testServer({ catalogues: { odd } })).rejects.toThrow(
      'options.catalogues.odd: expected a catalogue whose constants and samples are plain data',
    );
  });
});

it('the receivers report the events of the catalogue that is asked for', async () => {
  const { call, json } = await testServer({ catalogues });
  const { payload } = await json<{ payload: string }>('GET', '/api/receivers/slack?catalogue=shop');
  expect(payload).toContain('$till;');
  const refused = await call('GET', '/api/receivers?catalogue=shp');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'invalid-request' });
});

it('a receiver has a message for the events that are asked for, and the names of others are refused', async () => {
  const { call, json } = await testServer({ catalogues });
  const read = (query: string) => json<{ payload: string }>('GET', `/api/receivers/slack${query}`);
  const { payload } = await read('?events=Completed,Started');
  const both = draftWebhook(slack, processEvents, ['Started', 'Completed']);
  expect(payload).toBe(both.payload);
  expect((await read('')).payload).toBe(draftWebhook(slack, processEvents).payload);
  expect((await read('?catalogue=shop&events=closed')).payload).toBe(
    draftWebhook(slack, shop, ['closed']).payload,
  );
  for (const query of ['events=closed', 'events=Started,', 'events=', 'catalogue=shop&events=Errored']) {
    const refused = await call('GET', `/api/receivers/slack?${query}`);
    expect([refused.status, await refused.json()], query).toMatchObject([
      400,
      { code: 'invalid-request', issues: [{ field: 'events', code: 'unknown-event' }] },
    ]);
  }
});

it('the API describes the events of every catalogue, each with a schema that its sample fulfils', async () => {
  const { json } = await testServer({ catalogues });
  const { events, catalogues: named } = await json<CatalogueBody>('GET', '/api/catalogue');
  expect(events.map(({ name }) => name)).toEqual(['Started', 'Completed', 'Errored']);
  expect(named.slice(0, 2)).toMatchObject([
    { name: 'shop', events: [{ name: 'Started', title: 'Opened', sample: { till: 4 } }, { name: 'closed' }] },
    { name: 'orders' },
  ]);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const { components } = await json<Document>('GET', '/api/openapi.json');
  for (const { name: catalogue, events: all } of [{ name: 'default', events }, ...named])
    for (const { name, schema, sample } of all) {
      const { event: _, ...facts } = sample;
      expect([name, ajv.validate(schema, facts), ajv.errors]).toEqual([name, true, null]);
      const { examples, ...described } = components.schemas[`Facts.${catalogue}.${name}`] ?? {};
      expect(described).toEqual(schema);
      expect(examples).toHaveLength(1);
    }
});

it('the OpenAPI document has every event under a name of its own, whatever the events are called', async () => {
  const alike = [
    'a:b',
    'a/b',
    'a_b',
    'a.b',
    'a-b',
    'A:b',
    'a_3Ab',
    'a_5F3Ab',
    'a:_3Ab',
    'a_:b',
    'constructor',
  ];
  const catalogueOf = (titled: string) =>
    defineEvents({ events: Object.fromEntries(alike.map(name => [name, { title: `${titled} ${name}` }])) });
  const { json } = await testServer({
    events: catalogueOf('own'),
    catalogues: { shop: catalogueOf('shop'), constructor: catalogueOf('built'), github: catalogueOf('hub') },
  });
  const document = await json<Document>('GET', '/api/openapi.json');
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  const { schemas } = document.components;
  expect(Object.keys(schemas).filter(name => !/^[\w.-]+$/.test(name))).toEqual([]);
  expect(schemas).toMatchObject({
    'Facts.default.a_3Ab': { title: 'own a:b' },
    'Facts.shop.a_2Fb': { title: 'shop a/b' },
    'Facts.shop.a_b': { title: 'shop a_b' },
    'Facts.constructor.a_5F3Ab': { title: 'built a_3Ab' },
    'Facts.github.constructor': { title: 'hub constructor' },
  });
  const titles = Object.values(schemas).map(({ title }) => title);
  for (const titled of ['own', 'shop', 'built', 'hub'])
    expect(alike.filter(name => !titles.includes(`${titled} ${name}`))).toEqual([]);
});

interface Document {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly title?: string; readonly examples?: readonly object[] }>
    >;
  };
}

it('a viewer learns the catalogue of a webhook, whose events have its titles', async () => {
  const { json } = await testServer({ catalogues, webhooks: [{ id: 'till', ...webhook }] });
  const shown = await json<ShownWebhook>('GET', '/api/webhooks/till', { as: 'viewer' });
  expect(shown).toMatchObject({ catalogue: 'shop', events: ['Started'] });
  expect(shown.config).toBeUndefined();
});
