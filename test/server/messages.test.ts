import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { OutcomesAnswer } from '../../src/api/answers.ts';
import { httpServer } from '../loopback-server.ts';
import { type TestServer, testServer } from './test-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const body = { job: { tables: [] } };

interface Message {
  readonly id: string;
  readonly state: string;
  readonly event: string;
  readonly endpoint: string;
}

interface Page {
  readonly items: readonly Message[];
  readonly next?: string;
}

async function addWebhook({ json }: TestServer, url: string, more: object = {}): Promise<string> {
  const config = {
    profile: 'nightly',
    events: { Started: true, Completed: true },
    method: 'POST',
    url: `${url}/in?event=$event$`,
    headers: [{ name: 'X-Key', value: 'sealed-secret', secret: true }],
    payload: 'done',
    ...more,
  };
  const { id } = await json<{ id: string }>('POST', '/api/webhooks', { body: { config } });
  return id;
}

async function endpointOf({ json }: TestServer): Promise<string> {
  const { items } = await json<{ items: { id: string }[] }>('GET', '/api/endpoints');
  return items[0]?.id ?? '';
}

async function ended({ json }: TestServer, state: string, count: number): Promise<readonly Message[]> {
  const list = async () => (await json<Page>('GET', `/api/messages?state=${state}`)).items;
  await expect.poll(list).toHaveLength(count);
  return list();
}

describe('a message', () => {
  it('is listed in pages, and shown with every attempt; its request to editors who ask for it', async () => {
    const receiver = await httpServer((response, _hit, before) => {
      response.writeHead(before === 0 ? 503 : 200).end('thanks for sealed-secret');
    });
    const tested = await testServer();
    const webhook = await addWebhook(tested, receiver.url);
    await tested.call('POST', run, { body });
    const [completed, started] = await ended(tested, 'delivered', 2);
    expect([completed?.event, started?.event]).toEqual(['Completed', 'Started']);
    const first = await tested.json<Page>('GET', `/api/messages?webhook=${webhook}&limit=1`);
    const second = await tested.json<Page>('GET', `/api/messages?limit=1&cursor=${first.next}`);
    expect([first, second].flatMap(({ items }) => items.map(({ id }) => id))).toEqual([
      completed?.id,
      started?.id,
    ]);
    const path = `/api/messages/${started?.id}`;
    const shown = await tested.json('GET', path);
    expect(shown).toMatchObject({
      state: 'delivered',
      history: [
        { number: 1, outcome: { status: 503 } },
        { number: 2, outcome: { status: 200, body: 'thanks for ***' } },
      ],
    });
    expect(shown).not.toHaveProperty('request');
    expect(await tested.json('GET', `${path}?include=request`)).toMatchObject({
      request: {
        url: `${receiver.url}/in?event=Started`,
        headers: expect.arrayContaining([['X-Key', '***']]),
        body: 'done',
      },
    });
  });

  it('is counted for its webhook and its profile, also where it fails', async () => {
    const receiver = await httpServer((response, _hit, before) =>
      response.writeHead(before === 0 ? 200 : 410).end(),
    );
    const tested = await testServer();
    const webhook = await addWebhook(tested, receiver.url);
    await tested.call('POST', run, { body });
    await ended(tested, 'gone', 1);
    const { items } = await tested.json<OutcomesAnswer>('GET', '/api/outcomes?profile=nightly');
    expect(items).toMatchObject([{ webhook, profile: 'nightly', retrying: 0 }]);
    const sum = (counts: readonly number[] = []) => counts.reduce((all, each) => all + each, 0);
    expect([items[0]?.delivered.length, sum(items[0]?.delivered), sum(items[0]?.failed)]).toEqual([24, 1, 1]);
    expect(await tested.json('GET', '/api/outcomes?profile=weekly')).toMatchObject({ items: [] });
    await tested.call('POST', `/api/endpoints/${await endpointOf(tested)}/disable`, { body: {} });
    expect(await tested.json('GET', '/api/profiles')).toEqual({
      items: [{ name: 'nightly', webhooks: 1, failing: 0, disabled: 1 }],
    });
  });

  it('is found by its process and by its id, counted, and says which process and attempt it is about', async () => {
    const receiver = await httpServer(response => response.end());
    const tested = await testServer({ delivery: { schedule: [1, 1], pollMs: 20 } });
    await addWebhook(tested, receiver.url);
    const pids: string[] = [];
    for (let runs = 0; runs < 2; runs++) {
      const { pid } = await tested.json<{ pid: string }>('POST', run, { body });
      pids.push(pid);
    }
    const [message] = await ended(tested, 'delivered', 4);
    const { pid } = await tested.json<{ pid: string }>('GET', `/api/messages/${message?.id}`, {
      as: 'viewer',
    });
    expect(pids).toContain(pid);
    const count = async (query: string) => {
      const page = await tested.json<Page & { count: number }>(
        'GET',
        `/api/messages?count=true&limit=1&${query}`,
      );
      expect(page.items).toHaveLength(Math.min(page.count, 1));
      return page.count;
    };
    expect(await count(`process=${pid}`)).toBe(2);
    expect(await count(`process=${pid}&event=Started`)).toBe(1);
    expect(await count('process=none')).toBe(0);
    expect(await count(`id=${message?.id.slice(0, 20)}`)).toBe(1);
    expect(await count('id=none')).toBe(0);
    const { items } = await tested.json<Page>('GET', '/api/messages');
    expect(items).toMatchObject(Array(4).fill({ attempts: 1, maxAttempts: 3 }));
    const resent = { state: 'delivered', since: '2020-01-01T00:00:00Z', process: pid, dryRun: true };
    expect(await tested.json('POST', '/api/messages/resend', { body: resent })).toEqual({ resent: 2 });
  });

  it('has the name that its webhook had', async () => {
    const receiver = await httpServer(response => response.end());
    const tested = await testServer();
    await addWebhook(tested, receiver.url, { name: 'Team chat', events: { Completed: true } });
    await tested.call('POST', run, { body });
    await ended(tested, 'delivered', 1);
    for (const list of ['messages', 'endpoints']) {
      const { items } = await tested.json<Page>('GET', `/api/${list}`, { as: 'viewer' });
      expect(items).toMatchObject([{ name: 'Team chat' }]);
    }
  });

  it('of a webhook without a name shows its host, as lists of webhooks and endpoints do', async () => {
    const receiver = await httpServer(response => response.end());
    const tested = await testServer();
    // Only names have to differ in a profile.
    for (const id of ['one', 'other'])
      await addWebhook(tested, receiver.url, { id, events: { Completed: true } });
    await tested.call('POST', run, { body });
    await ended(tested, 'delivered', 2);
    const { origin, host } = new URL(receiver.url);
    for (const [list, shown] of [
      ['webhooks', { host }],
      ['messages', { host }],
      ['endpoints', { origin }],
    ] as const) {
      const { items } = await tested.json<Page>('GET', `/api/${list}`, { as: 'viewer' });
      expect(items).toMatchObject([shown, shown]);
      for (const item of items) expect(item).not.toHaveProperty('name');
    }
  });

  it('shows to viewers whether it arrived, and nothing that a receiver sends back', async () => {
    const receiver = await httpServer((response, { path, headers, body: sent }) => {
      response.setHeader('x-echo', path).end(JSON.stringify({ path, headers, sent }));
    });
    const tested = await testServer();
    const headers = [{ name: 'X-Plain', value: 'hidden-header' }];
    const url = `${receiver.url}/hidden-path`;
    await addWebhook(tested, receiver.url, {
      events: { Started: true },
      headers,
      url,
      payload: 'hidden-text',
    });
    await tested.call('POST', run, { body });
    const [message] = await ended(tested, 'delivered', 1);
    const textFor = async (as: 'viewer' | 'operator' | 'editor') =>
      (await tested.call('GET', `/api/messages/${message?.id}`, { as })).text();
    for (const as of ['viewer', 'operator'] as const) {
      const text = await textFor(as);
      expect(text).not.toMatch(/hidden/);
      const outcome = { kind: 'answered', status: 200, truncated: false };
      expect(JSON.parse(text)).toMatchObject({ state: 'delivered', history: [{ number: 1 }] });
      expect(JSON.parse(text).history[0].outcome).toEqual(outcome);
    }
    const shown = await textFor('editor');
    for (const hidden of ['hidden-path', 'hidden-header', 'hidden-text']) expect(shown).toContain(hidden);
  });

  it('that was stored before its webhook moved is signed for the receiver that it goes to', async () => {
    const [here, there] = [await httpServer(), await httpServer()];
    const [former, latter] = [1, 2].map(byte => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    const tested = await testServer();
    const more = { events: { Started: true }, headers: [] };
    const webhook = await addWebhook(tested, here.url, more);
    const path = `/api/webhooks/${webhook}`;
    const lead = async (url: string, signingSecret: string | undefined): Promise<void> => {
      const { config } = await tested.json<{ config: object }>('GET', path);
      const changed = { config: { ...config, url: `${url}/in` }, signingSecret };
      const answer = await tested.call('PUT', path, { body: changed, headers: { 'if-match': '*' } });
      expect(answer.status).toBe(200);
    };
    await lead(here.url, former);
    await tested.call('POST', run, { body });
    const [message] = await ended(tested, 'delivered', 1);
    await lead(there.url, latter);
    await tested.call('POST', run, { body });
    await ended(tested, 'delivered', 2);
    await tested.call('POST', `/api/messages/${message?.id}/resend`, { as: 'operator' });
    await expect.poll(() => here.hits.length).toBe(2);
    for (const [{ hits }, secret = ''] of [
      [here, former],
      [there, latter],
    ] as const) {
      for (const hit of hits) {
        const verify = (): unknown =>
          new Webhook(secret).verify(hit.body, hit.headers as Record<string, string>, { jsonParse: false });
        expect(verify).not.toThrow();
      }
    }
  });

  it('does not show secrets that its webhook had before, however often it was changed since', async () => {
    const receiver = await httpServer((response, hit) => response.end(String(hit.headers['x-key'])));
    const tested = await testServer();
    const webhook = await addWebhook(tested, receiver.url, { events: { Started: true } });
    await tested.call('POST', run, { body });
    const [message] = await ended(tested, 'delivered', 1);
    const path = `/api/webhooks/${webhook}`;
    const { config } = await tested.json<{ config: object }>('GET', path);
    const without = { config: { ...config, headers: [] } };
    for (let change = 0; change < 101; change++) {
      await tested.call('PUT', path, { body: without, headers: { 'if-match': '*' } });
    }
    const shown = await (await tested.call('GET', `/api/messages/${message?.id}?include=request`)).text();
    expect(shown).toContain('["X-Key","***"]');
    expect(shown).not.toContain('sealed-secret');
  });

  it('that failed is sent again by an operator, alone or with all that failed', async () => {
    let status = 400;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const tested = await testServer();
    await addWebhook(tested, receiver.url);
    await tested.call('POST', run, { body });
    const [failed] = await ended(tested, 'failed', 2);
    const resend = `/api/messages/${failed?.id}/resend`;
    status = 200;
    expect((await tested.call('POST', resend, { as: 'operator' })).status).toBe(204);
    await ended(tested, 'delivered', 1);
    const filter = { state: 'failed', since: '2020-01-01T00:00:00Z' };
    const resendAll = (endpoint: string | undefined, more: object = {}) =>
      tested.json('POST', '/api/messages/resend', {
        as: 'operator',
        body: { ...filter, endpoint, ...more },
      });
    expect(await resendAll(failed?.endpoint, { dryRun: true })).toEqual({ resent: 1 });
    expect(await resendAll(failed?.endpoint, { before: filter.since })).toEqual({ resent: 0 });
    expect(await resendAll('another')).toEqual({ resent: 0 });
    expect(await resendAll(failed?.endpoint)).toEqual({ resent: 1 });
    for (const which of [{}, { state: 'failed', failing: true }]) {
      const both = { ...which, since: '1970-01-01T00:00:00Z' };
      expect((await tested.call('POST', '/api/messages/resend', { body: both })).status).toBe(422);
    }
    await ended(tested, 'delivered', 2);
    expect((await tested.call('POST', `/api/messages/${failed?.id}/cancel`)).status).toBe(409);
  });

  it('that waits for its next attempt can be tried at once', async () => {
    let status = 500;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const tested = await testServer({ delivery: { schedule: [3_600_000], pollMs: 20 } });
    await addWebhook(tested, receiver.url, { events: { Started: true } });
    await tested.call('POST', run, { body });
    await expect.poll(() => receiver.hits.length).toBe(1);
    const [pending] = await ended(tested, 'pending', 1);
    const idsOf = async (failing: boolean) =>
      (await tested.json<Page>('GET', `/api/messages?failing=${failing}`)).items.map(({ id }) => id);
    expect([await idsOf(true), await idsOf(false)]).toEqual([[pending?.id], []]);
    const many = { failing: true, since: '1970-01-01T00:00:00Z', dryRun: true };
    expect(await tested.json('POST', '/api/messages/resend', { body: many })).toEqual({ resent: 1 });
    const { items, nextAttemptAt } = await tested.json<Page & { nextAttemptAt?: string }>(
      'GET',
      '/api/messages?failing=true&count=true',
    );
    expect(items).toMatchObject([{ nextAttemptAt, lastOutcome: { kind: 'answered', status: 500 } }]);
    const attemptsAt = async (endpoint: string) => {
      const { buckets } = await tested.json<{ buckets: { attempts: number }[] }>(
        'GET',
        `/api/stats?endpoint=${endpoint}`,
      );
      return buckets.reduce((sum, { attempts }) => sum + attempts, 0);
    };
    expect(await attemptsAt('none')).toBe(0);
    expect(await attemptsAt(pending?.endpoint ?? '')).toBe(1);
    const retry = `/api/messages/${pending?.id}/retry`;
    expect((await tested.call('POST', retry, { as: 'viewer' })).status).toBe(403);
    status = 200;
    expect((await tested.call('POST', retry, { as: 'operator' })).status).toBe(204);
    await ended(tested, 'delivered', 1);
    expect([await idsOf(true), await idsOf(false)]).toEqual([[], [pending?.id]]);
    expect((await tested.call('POST', retry)).status).toBe(409);
  });

  it('that is tried again and again can be given up', async () => {
    const receiver = await httpServer(response => response.writeHead(500).end());
    const tested = await testServer({ delivery: { schedule: [3_600_000], pollMs: 20 } });
    await addWebhook(tested, receiver.url, { events: { Started: true } });
    await tested.call('POST', run, { body });
    await expect.poll(() => receiver.hits.length).toBe(1);
    const [pending] = await ended(tested, 'pending', 1);
    expect((await tested.call('POST', `/api/messages/${pending?.id}/cancel`)).status).toBe(204);
    await ended(tested, 'cancelled', 1);
  });
});

it('a time in a query is of any day that there is', async () => {
  const { call } = await testServer();
  const statusOf = async (day: string) =>
    (await call('GET', `/api/messages?since=${day}T00:00:00Z&before=${day}T23:59:59.999Z`)).status;
  for (const day of ['2026-01-29', '2026-01-30', '2026-12-31', '2028-02-29', '2000-02-29']) {
    expect([day, await statusOf(day)]).toEqual([day, 200]);
  }
  for (const day of ['2026-02-29', '2028-02-30', '2026-04-31', '2100-02-29', '2026-01-32', '2026-01-00']) {
    expect([day, await statusOf(day)]).toEqual([day, 400]);
  }
});

it('an endpoint that is gone is shown, and can be enabled', async () => {
  const receiver = await httpServer(response => response.writeHead(410).end());
  const tested = await testServer();
  await addWebhook(tested, receiver.url, { events: { Started: true } });
  await tested.call('POST', run, { body });
  await ended(tested, 'gone', 1);
  const endpoints = () => tested.json<{ items: { id: string }[] }>('GET', '/api/endpoints');
  const { items } = await endpoints();
  expect(items).toMatchObject([{ origin: receiver.url, failures: 0, disabledBecause: 'gone' }]);
  expect((await tested.call('POST', `/api/endpoints/${items[0]?.id}/enable`)).status).toBe(204);
  expect((await endpoints()).items[0]).not.toHaveProperty('disabledAt');
});

it('an endpoint can be disabled for a reason, enabled with what failed for it, and have a rate', async () => {
  let status = 500;
  const receiver = await httpServer(response => response.writeHead(status).end());
  const tested = await testServer({ delivery: { schedule: [3_600_000], pollMs: 20 } });
  await addWebhook(tested, receiver.url, { events: { Started: true } });
  await tested.call('POST', run, { body });
  await expect.poll(() => receiver.hits.length).toBe(1);
  const [message] = await ended(tested, 'pending', 1);
  const path = `/api/endpoints/${message?.endpoint}`;
  const disable = { body: { reason: 'it moves' } };
  expect((await tested.call('POST', `${path}/disable`, { ...disable, as: 'viewer' })).status).toBe(403);
  expect((await tested.call('POST', `${path}/disable`, { ...disable, as: 'operator' })).status).toBe(204);
  expect(await tested.json('GET', path, { as: 'viewer' })).toMatchObject({
    disabledBecause: 'asked',
    disabledReason: 'it moves',
    disabledBy: 'operator',
    failures: 1,
    lastFailure: { kind: 'answered', status: 500 },
  });
  await ended(tested, 'failed', 1);
  status = 200;
  expect(await tested.json('POST', `${path}/enable?resend=failed`)).toEqual({ resent: 1 });
  await ended(tested, 'delivered', 1);
  for (const perSecond of [5, null]) {
    expect((await tested.call('POST', `${path}/rate`, { body: { perSecond } })).status).toBe(204);
    expect((await tested.json<{ perSecond?: number }>('GET', path)).perSecond).toBe(perSecond ?? undefined);
  }
  expect((await tested.call('POST', `${path}/rate`, { body: { perSecond: 0 } })).status).toBe(422);
  expect((await tested.call('GET', '/api/endpoints/none')).status).toBe(404);
});

it('an endpoint has the profile of its messages, also once its webhook was deleted, and is found by it', async () => {
  const receiver = await httpServer(response => response.end());
  const tested = await testServer();
  const webhook = await addWebhook(tested, receiver.url, { events: { Started: true } });
  await tested.call('POST', run, { body });
  await ended(tested, 'delivered', 1);
  const path = `/api/endpoints/${await endpointOf(tested)}`;
  const known = { webhook, profile: 'nightly', former: false };
  expect(await tested.json('GET', path, { as: 'viewer' })).toMatchObject(known);
  const headers = { 'if-match': '"1"' };
  expect((await tested.call('DELETE', `/api/webhooks/${webhook}`, { headers })).status).toBe(204);
  expect(await tested.json('GET', path)).toMatchObject({ ...known, former: true });
  const endpointsOf = (profile: string) => tested.json('GET', `/api/endpoints?profile=${profile}`);
  expect(await endpointsOf('nightly')).toMatchObject({ items: [{ webhook }] });
  expect(await endpointsOf('weekly')).toMatchObject({ items: [] });
});

it('an endpoint is a former one, and no trouble of its profile, once its webhook sends elsewhere', async () => {
  const receivers = [await httpServer(response => response.end()), await httpServer()];
  const tested = await testServer();
  const events = { Started: true };
  const webhook = await addWebhook(tested, receivers[0]?.url ?? '', { events });
  await tested.call('POST', run, { body });
  await ended(tested, 'delivered', 1);
  const path = `/api/endpoints/${await endpointOf(tested)}`;
  expect((await tested.call('POST', `${path}/disable`, { body: {} })).status).toBe(204);
  const disabled = async () => {
    const { items } = await tested.json<{ items: { disabled: number }[] }>('GET', '/api/profiles');
    return items.reduce((sum, each) => sum + each.disabled, 0);
  };
  const moveTo = async (url: string, version: number) => {
    const { config } = await tested.json<{ config: object }>('GET', `/api/webhooks/${webhook}`);
    const headers = { 'if-match': `"${version}"` };
    // A secret header is not sent to another host as it is.
    const moved = { config: { ...config, url, headers: [] } };
    expect((await tested.call('PUT', `/api/webhooks/${webhook}`, { body: moved, headers })).status).toBe(200);
  };
  await moveTo(`${receivers[0]?.url}/another-path`, 1);
  expect([await tested.json('GET', path), await disabled()]).toMatchObject([{ former: false }, 1]);
  await moveTo(`${receivers[1]?.url}/in`, 2);
  expect([await tested.json('GET', path), await disabled()]).toMatchObject([
    { former: true, profile: 'nightly' },
    0,
  ]);
});

it('endpoints are listed in pages, and by their health', async () => {
  const receivers = [await httpServer(), await httpServer(response => response.writeHead(500).end())];
  const tested = await testServer({ delivery: { schedule: [3_600_000], pollMs: 20 } });
  for (const { url } of receivers) await addWebhook(tested, url, { events: { Started: true } });
  await tested.call('POST', run, { body });
  const idsOf = async (query: string) => {
    const { items, next } = await tested.json<Page>('GET', `/api/endpoints?${query}`);
    return { ids: items.map(({ id }) => id), next };
  };
  await expect.poll(async () => (await idsOf('state=failing')).ids.length).toBe(1);
  await expect.poll(async () => (await idsOf('')).ids.length).toBe(2);
  const first = await idsOf('limit=1');
  const second = await idsOf(`limit=1&cursor=${first.next}`);
  expect([...first.ids, ...second.ids]).toEqual((await idsOf('')).ids);
  expect(second.next).toBeUndefined();
  expect((await idsOf('state=disabled')).ids).toEqual([]);
});

it('an endpoint that fails says until when it may', async () => {
  const receiver = await httpServer(response => response.writeHead(500).end());
  const hour = 3_600_000;
  const tested = await testServer({ delivery: { schedule: [hour], pollMs: 20, disableAfterMs: 24 * hour } });
  await addWebhook(tested, receiver.url, { events: { Started: true } });
  await tested.call('POST', run, { body });
  interface Failing {
    readonly failingSince: string;
    readonly disablesAt: string;
  }
  const failing = async () => (await tested.json<{ items: Failing[] }>('GET', '/api/endpoints')).items[0];
  await expect.poll(async () => (await failing())?.failingSince).toBeDefined();
  const { failingSince = '', disablesAt = '' } = (await failing()) ?? {};
  expect(Date.parse(disablesAt) - Date.parse(failingSince)).toBe(24 * hour);
});

it('processes are listed by status in pages', async () => {
  const tested = await testServer();
  const held = '/api/v2/project/etl/task/held/run?trigger=API';
  const pids: string[] = [];
  for (const path of [held, run, run]) {
    pids.unshift((await tested.json<{ pid: string }>('POST', path, { body })).pid);
  }
  interface Processes {
    readonly items: readonly { readonly pid: string }[];
    readonly next?: string;
  }
  const pidsOf = async (query: string) => {
    const { items, next } = await tested.json<Processes>('GET', `/api/processes?${query}`);
    return { found: items.map(({ pid }) => pid), next };
  };
  await expect.poll(async () => (await pidsOf('status=completed')).found).toHaveLength(2);
  expect((await pidsOf('status=unfinished')).found).toEqual([pids[2]]);
  const first = await pidsOf('limit=2');
  const rest = await pidsOf(`limit=2&cursor=${first.next}`);
  expect([...first.found, ...rest.found].toSorted()).toEqual(pids.toSorted());
  expect(rest.next).toBeUndefined();
  expect((await pidsOf('projectId=etl&taskId=held')).found).toEqual([pids[2]]);
  expect((await pidsOf('projectId=etl&taskId=none')).found).toEqual([]);
});
