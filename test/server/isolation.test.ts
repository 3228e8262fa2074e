import { beforeAll, expect, it, vi } from 'vitest';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { alertmanager } from '../../src/webhook/sources/index.ts';
import { httpServer } from '../loopback-server.ts';
import { forAllTests } from '../shared/at-end.ts';
import { examples } from '../webhook/sources/examples.ts';
import { secretFor, sign } from './sources/signed.ts';
import { jsonOf, type TestServer, testServer } from './test-server.ts';
import { basicOf, copyTask, users } from './test-users.ts';

/** What a profile has: each is the id of one of its things. */
interface Owned {
  readonly profile: string;
  readonly webhook: string;
  readonly removed: string;
  readonly event: string;
  readonly message: string;
  readonly endpoint: string;
  readonly token: string;
  /** What belongs to the whole server, and knows the profile. */
  readonly source: string;
  readonly process: string;
  /** The host of its receiver. */
  readonly host: string;
}

/** Ids that nothing has, of the same form. */
const nobodys: Owned = {
  profile: 'nobody',
  webhook: 'wh_nobodysnobodysnobody',
  removed: 'wh_removedremovedremove',
  event: '0197a000-0000-7000-8000-000000000001',
  message: '0197a000-0000-7000-8000-000000000002',
  endpoint: '0197a000-0000-7000-8000-000000000003',
  token: 'tok_0197a000-0000-4000-8000-000000000004',
  ...{ source: 'source-of-nobody', process: '0197a000-0000-4000-8000-000000000005' },
  host: 'nobody.example',
};

const shop = defineEvents({
  variables: { customer: 'string' },
  events: { 'order.placed': { title: 'An order was placed' } },
});

const publicUrl = 'http://localhost';
const password = 'of-one-profile';
const editorOf = (profile: string) => `editor of ${profile}`;
const profiles = ['acme', 'globex'] as const;

const limited = profiles.map(profile => ({
  ...{ username: editorOf(profile), password, role: 'editor' as const },
  profiles: [profile],
}));

interface Asked {
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a route is asked about what somebody has. */
type Question = (of: Owned) => Asked;

const config = ({ profile }: Owned) => ({
  ...{ profile, events: { 'order.placed': true }, method: 'GET', url: 'https://receiver.example/' },
});
const anyVersion = { 'if-match': '*' };

/** Every route that is about profiles; the others are told apart by what they are about. */
const questions: Readonly<Record<string, readonly Question[]>> = {
  listWebhooks: [({ profile }) => ({ path: '', query: `?profile=${profile}` }), () => ({ path: '' })],
  createWebhook: [
    of => ({ path: '', body: { config: config(of) } }),
    of => ({ path: '', body: { config: { ...config(of), profile: 'acme', id: of.webhook } } }),
    of => ({ path: '', body: { config: { ...config(of), profile: 'acme', id: of.removed } } }),
  ],
  validateWebhook: [
    of => ({ path: '', body: { id: of.webhook, config: { ...config(of), profile: 'acme' } } }),
  ],
  previewWebhook: [
    of => ({ path: '', body: { id: of.webhook, config: { ...config(of), profile: 'acme' } } }),
  ],
  testDraft: [of => ({ path: '', body: { id: of.webhook, config: { ...config(of), profile: 'acme' } } })],
  testWebhook: [
    ({ webhook }) => ({ path: `/${webhook}`, body: {} }),
    ({ removed }) => ({ path: `/${removed}`, body: {} }),
  ],
  getWebhook: [({ webhook }) => ({ path: `/${webhook}` }), ({ removed }) => ({ path: `/${removed}` })],
  putWebhook: [
    of => ({
      path: `/${of.webhook}`,
      body: { config: { ...config(of), profile: 'acme' } },
      headers: anyVersion,
    }),
    of => ({ path: `/${of.webhook}`, body: { config: config(of) }, headers: { 'if-match': '"7"' } }),
  ],
  revealSigningSecret: [
    ({ webhook }) => ({ path: `/${webhook}` }),
    ({ removed }) => ({ path: `/${removed}` }),
  ],
  rotateSigningSecret: [
    ({ webhook }) => ({ path: `/${webhook}`, body: {} }),
    ({ removed }) => ({ path: `/${removed}`, body: { overlapMs: 0 } }),
  ],
  deleteWebhook: [({ webhook }) => ({ path: `/${webhook}`, headers: anyVersion })],
  listVersions: [({ webhook }) => ({ path: `/${webhook}` }), ({ removed }) => ({ path: `/${removed}` })],
  listMessages: [
    ({ profile }) => ({ path: '', query: `?profile=${profile}&count=true` }),
    ({ webhook }) => ({ path: '', query: `?webhook=${webhook}&count=true` }),
    ({ endpoint }) => ({ path: '', query: `?endpoint=${endpoint}&count=true` }),
    ({ message }) => ({ path: '', query: `?id=${message}&count=true` }),
    ({ host }) => ({ path: '', query: `?host=${host}&count=true` }),
    ({ process }) => ({ path: '', query: `?process=${process}&count=true` }),
  ],
  getMessage: [
    ({ message }) => ({ path: `/${message}` }),
    ({ message }) => ({ path: `/${message}`, query: '?include=request' }),
  ],
  resendMessage: [({ message }) => ({ path: `/${message}` })],
  retryMessage: [({ message }) => ({ path: `/${message}` })],
  cancelMessage: [({ message }) => ({ path: `/${message}` })],
  resendMessages: [
    ({ profile }) => ({ path: '', body: { profile, state: 'failed', since: '2020-01-01T00:00:00Z' } }),
    ({ webhook }) => ({ path: '', body: { webhook, state: 'failed', since: '2020-01-01T00:00:00Z' } }),
  ],
  getStats: [
    ({ profile }) => ({ path: '', query: `?profile=${profile}` }),
    ({ webhook }) => ({ path: '', query: `?webhook=${webhook}` }),
    ({ event: _ }) => ({ path: '', query: '?host=nothing' }),
  ],
  getOutcomes: [({ profile }) => ({ path: '', query: `?profile=${profile}` })],
  listProfiles: [() => ({ path: '' })],
  listMisfits: [() => ({ path: '' })],
  listEndpoints: [
    ({ profile }) => ({ path: '', query: `?profile=${profile}` }),
    ({ webhook }) => ({ path: '', query: `?webhook=${webhook}` }),
  ],
  getEndpoint: [({ endpoint }) => ({ path: `/${endpoint}` })],
  enableEndpoint: [
    ({ endpoint }) => ({ path: `/${endpoint}` }),
    ({ endpoint }) => ({ path: `/${endpoint}`, query: '?resend=failed' }),
  ],
  disableEndpoint: [({ endpoint }) => ({ path: `/${endpoint}`, body: { reason: 'no' } })],
  setEndpointRate: [({ endpoint }) => ({ path: `/${endpoint}`, body: { perSecond: 1 } })],
  listEvents: [
    ({ profile }) => ({ path: '', query: `?profile=${profile}` }),
    ({ source }) => ({ path: '', query: `?source=${source}` }),
    () => ({ path: '' }),
  ],
  getEvent: [
    ({ event }) => ({ path: `/${event}` }),
    ({ event }) => ({ path: `/${event}`, query: '?include=content' }),
  ],
  replayEvent: [({ event }) => ({ path: `/${event}` })],
  reportEvents: [
    ({ profile }) => ({ path: '', body: { event: 'order.placed', profile, facts: { customer: 'Ada' } } }),
  ],
  listTokens: [() => ({ path: '' })],
  createToken: [({ profile }) => ({ path: '', body: { name: 'mine', role: 'editor', profiles: [profile] } })],
  deleteToken: [({ token }) => ({ path: `/${token}` })],
  watch: [({ profile }) => ({ path: '', query: `?profile=${profile}` })],
};

/** The same for everybody, whose answers are asked for and searched. */
const common = ['getSession', 'getCatalogue', 'listReceivers', 'getReceiver', 'getOpenApi', 'openapi'];
/** Those that everybody may call, or that a signature opens, and what ends the caller's session. */
const open = ['healthz', 'readyz', 'signIn', 'signOut', 'openPortal', 'receive'];

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

let server: TestServer;
let acme: Owned;
let globex: Owned;
let operations: readonly Operation[];

beforeAll(async () => {
  const { value, end } = await forAllTests(async () => {
    server = await testServer({
      publicUrl,
      frameAncestors: ['https://shop.example'],
      events: shop,
      users: [...users, ...limited],
      delivery: { schedule: [], pollMs: 20 },
      projects: {
        etl: { tasks: Object.fromEntries(profiles.map(profile => [profile, { ...copyTask, profile }])) },
      },
      sources: profiles.map(profile => ({
        ...{
          id: `source-of-${profile}`,
          kind: 'alertmanager',
          profiles: [profile],
          secret: secretFor(alertmanager),
        },
      })),
    });
    const document = await server.json<{
      paths: Record<string, Record<string, { operationId?: string }>>;
    }>('GET', '/api/openapi.json');
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: id }]) =>
        id === undefined ? [] : [{ id, method: method.toUpperCase(), path }],
      ),
    );
    [acme, globex] = [await owned('acme'), await owned('globex')];
    return undefined;
  });
  void value;
  return end;
});

/** Something of everything, of one profile; its message has failed. */
async function owned(profile: (typeof profiles)[number]): Promise<Owned> {
  const receiver = await httpServer(response => response.writeHead(500).end(`answer to ${profile}`));
  const { call, json } = server;
  const headers = { authorization: basicOf(editorOf(profile), password) };
  const as = 'nobody' as const;
  const make = async (name: string): Promise<string> => {
    const body = { config: { ...config({ ...nobodys, profile }), name, url: receiver.url } };
    return (await jsonOf<{ id: string }>(await call('POST', '/api/webhooks', { as, headers, body }))).id;
  };
  const webhook = await make(`hook of ${profile}`);
  const removed = await make(`removed of ${profile}`);
  await call('DELETE', `/api/webhooks/${removed}`, { as, headers: { ...headers, ...anyVersion } });
  const facts = { customer: `customer of ${profile}` };
  const reported = await call('POST', '/api/v2/events', {
    ...{ as, headers, body: { event: 'order.placed', profile, facts, id: 'first' } },
  });
  const event = (await jsonOf<{ items: { id: string }[] }>(reported)).items[0]?.id ?? '';
  const { pid } = await json<{ pid: string }>('POST', `/api/v2/project/etl/task/${profile}/run?trigger=API`, {
    body: { job: { tables: [] } },
  });
  const sent = JSON.stringify(examples[0]?.body);
  await call('POST', `/in/source-of-${profile}/${profile}`, {
    ...{ as, body: sent, headers: sign(alertmanager, sent, { secret: secretFor(alertmanager) }) },
  });
  const messages = async () =>
    (
      await json<{ items: { id: string; state: string; endpoint: string }[] }>(
        'GET',
        `/api/messages?profile=${profile}`,
      )
    ).items;
  const [message] = await vi.waitFor(async () => {
    const found = await messages();
    expect(found).toMatchObject([{ state: 'failed' }]);
    return found;
  }, 20_000);
  const token = await call('POST', '/api/tokens', {
    ...{ as, headers, body: { name: `token of ${profile}`, role: 'editor' } },
  });
  return {
    ...{ profile, webhook, removed, event, message: message?.id ?? '', endpoint: message?.endpoint ?? '' },
    token: (await jsonOf<{ id: string }>(token)).id,
    ...{ source: `source-of-${profile}`, process: pid },
    host: new URL(receiver.url).host,
  };
}

type Ask = (operation: Operation, asked: Asked) => Promise<string>;

/** Status, headers and body of an answer; a stream is read until it is alive. */
async function answerTo(
  { method, path: pattern }: Operation,
  { path, query = '', body, headers = {} }: Asked,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const id = path.slice(1);
  const address = pattern.replace(/\{\+?\w+\}/, id || 'x').replaceAll(/\{\+?\w+\}/g, 'x') + query;
  const response = await server.call(method, address, {
    ...{ as: 'nobody', headers: { ...headers, ...credentials } },
    ...(body !== undefined && { body }),
  });
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const reader = isStream ? response.body?.getReader() : undefined;
  const text = reader ? new TextDecoder().decode((await reader.read()).value) : await response.text();
  await reader?.cancel();
  const shown = [...response.headers].filter(
    ([name]) => !/^(?:traceparent|x-request-id|retry-after)$/.test(name),
  );
  return JSON.stringify([response.status, shown, text]);
}

const wordsOf = (owner: Owned): readonly string[] => Object.values(owner);

let token = '';
let portal = '';
let element = '';

async function callers(): Promise<readonly (readonly [kind: string, ask: Ask])[]> {
  const basic = basicOf(editorOf('acme'), password);
  if (token === '') {
    const made = await server.call('POST', '/api/tokens', {
      ...{ as: 'nobody', headers: { authorization: basic } },
      body: { name: 'walker', role: 'editor' },
    });
    expect(made.status).toBe(201);
    token = (await jsonOf<{ token: string }>(made)).token;
    const link = (await server.server.portalLink({ profile: 'acme' })).split('/').at(-1);
    const opened = await server.call('POST', '/api/portal', { as: 'nobody', body: { link } });
    portal = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    element = await server.server.portalToken({ profile: 'acme' });
    expect(portal).toMatch(/^hookplate=hkpp_/);
  }
  return [
    ['a user', (operation, asked) => answerTo(operation, asked, { authorization: basic })],
    ['a token', (operation, asked) => answerTo(operation, asked, { authorization: `Bearer ${token}` })],
    ['a portal', (operation, asked) => answerTo(operation, asked, { cookie: portal, origin: publicUrl })],
    ['an element', (operation, asked) => answerTo(operation, asked, { authorization: `Bearer ${element}` })],
  ];
}

it('each route is known here', async () => {
  const hidden = await hiddenRoutes();
  const known = [...Object.keys(questions), ...common, ...open, ...hidden];
  expect(operations.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
});

/** Those that a caller who is limited cannot tell from an address where there is nothing. */
async function hiddenRoutes(): Promise<readonly string[]> {
  const [[, ask] = ['', async () => '']] = await callers();
  const others = operations.filter(
    ({ id }) => !(id in questions) && !common.includes(id) && !open.includes(id),
  );
  const found: string[] = [];
  for (const operation of others) {
    const nothing = await ask({ ...operation, path: '/api/nothing-here' }, { path: '' });
    const answer = await ask(operation, { path: '/etl', body: operation.method === 'GET' ? undefined : {} });
    if (answer === nothing) found.push(operation.id);
  }
  return found;
}

it('what belongs to the whole server is not there for whoever is limited to profiles', async () => {
  expect((await hiddenRoutes()).toSorted()).toEqual([
    ...['createSource', 'deleteFlowApi', 'deleteSource', 'exportAuditLog', 'getFlowApi', 'getProcess'],
    ...['getSource', 'interrupt', 'interruptByPost', 'listAuditLog', 'listFlows', 'listProcesses'],
    ...['listSources', 'metrics', 'putFlowApi', 'putSource', 'rotateSourceSecret', 'run', 'runFullForm'],
    ...['status', 'testFlowApi'],
  ]);
});

it.each(Object.keys(questions))(
  'a foreign id is answered by %s like one that nothing has, byte for byte, and names nothing of its owner',
  async id => {
    const operation = operations.find(each => each.id === id);
    if (!operation) throw new Error(`There is no ${id}.`);
    for (const [kind, ask] of await callers()) {
      for (const question of questions[id] ?? []) {
        const [foreign, unknown] = [question(globex), question(nobodys)];
        const [first, second] = [await ask(operation, foreign), await ask(operation, unknown)];
        expect(first).not.toMatch(/^\[(?:401|500),/);
        expect([kind, withoutWords(first, globex)]).toEqual([kind, withoutWords(second, nobodys)]);
        const given = JSON.stringify(foreign);
        expect([kind, wordsOf(globex).filter(word => first.includes(word) && !given.includes(word))]).toEqual(
          [kind, []],
        );
      }
    }
  },
);

/** What was asked for may be repeated. */
function withoutWords(text: string, owner: Owned): string {
  return wordsOf(owner).reduce((shown, word) => shown.replaceAll(word, '?'), text);
}

it('what is the same for everybody names nothing of another profile', async () => {
  for (const [kind, ask] of await callers()) {
    for (const id of common) {
      const operation = operations.find(each => each.id === id);
      const answer = operation && (await ask(operation, { path: '/slack' }));
      const told = wordsOf(globex).filter(word => answer?.includes(word));
      expect([kind, id, told]).toEqual([kind, id, []]);
    }
  }
});

it('nothing of the other profile has changed', async () => {
  const { json } = server;
  const { items } = await json<{ items: object[] }>('GET', '/api/webhooks?profile=globex');
  expect(items).toMatchObject([{ id: globex.webhook, version: 1 }]);
  expect(await json('GET', `/api/messages/${globex.message}`)).toMatchObject({ state: 'failed' });
  const endpoint = await json('GET', `/api/endpoints/${globex.endpoint}`);
  expect(endpoint).not.toHaveProperty('disabledAt');
  expect(endpoint).not.toHaveProperty('perSecond');
  const { items: tokens } = await json<{ items: { id: string }[] }>('GET', '/api/tokens');
  expect(tokens.map(token => token.id)).toContain(globex.token);
  const events = await json<{ items: object[] }>('GET', '/api/events?profile=globex&source=');
  expect(events.items).toHaveLength(1);
});

it('whoever is limited sees and changes what is their own', async () => {
  const [[, ask] = ['', async () => '']] = await callers();
  const operationOf = (id: string): Operation =>
    operations.find(each => each.id === id) ?? { id, method: 'GET', path: '/' };
  for (const id of ['getWebhook', 'listVersions', 'getMessage', 'getEndpoint', 'getEvent', 'resendMessage']) {
    const [question] = questions[id] ?? [];
    const answer = question && (await ask(operationOf(id), question(acme)));
    expect([id, answer?.slice(0, 4)]).toEqual([id, expect.stringMatching(/^\[20[04]$/)]);
  }
  for (const id of [
    'listWebhooks',
    'listMessages',
    'listEvents',
    'listEndpoints',
    'listProfiles',
    'getOutcomes',
  ]) {
    const answer = await ask(operationOf(id), { path: '' });
    expect([id, answer.includes('acme')]).toEqual([id, true]);
    expect([id, wordsOf(globex).filter(word => answer.includes(word))]).toEqual([id, []]);
    // What belongs to the whole server has no name there, though it is about the profile.
    expect([id, answer.includes(acme.source), answer.includes(acme.process)]).toEqual([id, false, false]);
  }
});
