import { describe, expect, it } from 'vitest';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { alertmanager, github, gitlab, sources, stripe } from '../../../src/webhook/sources/index.ts';
import type { Source } from '../../../src/webhook/sources/source.ts';
import { httpServer } from '../../loopback-server.ts';
import { uuidPattern } from '../../uuid-pattern.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { dawdle } from '../dawdling.ts';
import { jsonOf, messagesAbout, type TestServer, testServer } from '../test-server.ts';
import { secretFor, sign } from './signed.ts';

const seedsFor = (...profiles: readonly string[]) =>
  sources.map(source => ({ id: source.id, kind: source.id, profiles, secret: secretFor(source) }));
const seeds = seedsFor('nightly');

const standard = sources.find(({ id }) => id === 'standard-webhooks') ?? github;
const seedOf = (source: Source) => ({
  ...{ id: source.id, kind: source.id, profiles: ['nightly'] },
  secret: secretFor(source),
});

const shopEvents = defineEvents({
  variables: { amount: 'number' },
  events: { 'order.paid': { title: 'Paid', sample: () => ({ amount: 1 }) } },
});

interface Accepted {
  readonly id: string;
  readonly event?: string;
  readonly problem?: string;
  readonly repeated?: true;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
  readonly profile?: string;
  readonly id?: string;
  /** The `webhook-id` of those who have one. */
  readonly message?: string;
  readonly bindings?: object;
}

/** Sends something as a sender does who has the secret, whatever `headers` replace. */
function send(
  { call }: TestServer,
  source: Source,
  { headers, body, profile = 'nightly', id = source.id, message, bindings }: Sent,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return call('POST', `/in/${id}/${encodeURIComponent(profile)}`, {
    as: 'nobody',
    body: text,
    headers: {
      ...sign(source, text, { secret: secretFor(source), ...(message && { id: message }) }),
      ...headers,
    },
    ...(bindings && { bindings }),
  });
}

interface Wanted {
  readonly profile: string;
  readonly catalogue: string;
  readonly event: string;
  readonly url: string;
}

const webhookFor = ({ event, ...rest }: Wanted) => ({
  ...{ ...rest, events: { [event]: true }, method: 'POST' },
  ...{ contentType: 'application/json', payload: '{"event":"$event$"}' },
});

const push = examples.find(({ source, event }) => source === github && event === 'push') ?? examples[0];
if (!push) throw new Error('There is no example of a push.');

describe('what a source sends', () => {
  it('is kept, and told to the webhooks of the profile', async () => {
    const receiver = await httpServer();
    const tested = await testServer({
      sources: seedsFor(...examples.map(({ source }, index) => `${source.id} ${index}`)),
    });
    const reported = examples.filter(({ source, event }) => event !== undefined && source.catalogue);
    for (const [index, { source, headers, body, event, title }] of examples.entries()) {
      const profile = `${source.id} ${index}`;
      const isReported = event !== undefined && source.catalogue !== undefined;
      if (isReported) {
        const config = webhookFor({ profile, catalogue: source.id, event, url: receiver.url });
        expect((await tested.call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
      }
      const answer = await send(tested, source, {
        headers,
        body,
        profile,
        message: headers['webhook-id'] ?? `msg_${index}`,
      });
      expect([title, answer.status]).toEqual([title, 202]);
      const accepted = await jsonOf<Accepted>(answer);
      const { items } = await tested.json<{ items: object[] }>(
        'GET',
        `/api/events?profile=${encodeURIComponent(profile)}`,
      );
      const kept = { id: accepted.id, source: source.id, profile, reportedBy: `source ${source.id}` };
      if (isReported) {
        expect(accepted).toEqual({ id: expect.stringMatching(uuidPattern), event });
        expect(items).toMatchObject([{ ...kept, catalogue: source.id, event }]);
        expect(await messagesAbout(tested, accepted.id)).toHaveLength(1);
      } else {
        expect(accepted).toEqual({
          id: expect.stringMatching(uuidPattern),
          problem: expect.stringMatching(/\.$/),
        });
        expect(items).toMatchObject([{ ...kept, problem: accepted.problem, messages: [] }]);
      }
    }
    await expect
      .poll(() => receiver.hits.map(hit => JSON.parse(hit.body).event).toSorted())
      .toEqual(reported.map(({ event }) => event).toSorted());
  });

  it('once more, byte by byte, is the same event, and sends nothing more', async () => {
    const tested = await testServer({ sources: seeds });
    const both = await Promise.all([send(tested, github, push), send(tested, github, push)]);
    const answers = await Promise.all(
      [...both, await send(tested, github, push)].map(each => jsonOf<Accepted>(each)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ repeated }) => repeated)).toHaveLength(2);
    expect(await tested.json('GET', '/api/events')).toMatchObject({ items: [{ event: 'push' }] });
  });

  it('with the identity of an earlier event adds nothing: the first one counts', async () => {
    const tested = await testServer({ sources: seeds });
    const invoice = examples.find(({ source, event }) => source === stripe && event !== undefined);
    const first = { ...invoice?.body, pending_webhooks: 2 };
    const other = JSON.parse(JSON.stringify(first).replace(/"amount_paid":\d+/, '"amount_paid":1'));
    expect(other).not.toEqual(first);
    const kept = await jsonOf<Accepted>(await send(tested, stripe, { body: first }));
    expect(kept).toEqual({ id: kept.id, event: invoice?.event });
    for (const body of [{ ...first, pending_webhooks: 1 }, other, other]) {
      const again = await send(tested, stripe, { body });
      expect([again.status, await again.json()]).toEqual([200, { ...kept, repeated: true }]);
    }
    expect(await tested.json('GET', `/api/events/${kept.id}?include=content`)).toMatchObject({
      content: { body: { pending_webhooks: 2 } },
    });
    expect((await tested.json<{ items: object[] }>('GET', '/api/events')).items).toHaveLength(1);
  });

  it('is kept with the reason if no event can be made of it', async () => {
    const tested = await testServer({ sources: seeds });
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const [body, problem] of [
      ['{"ref":', 'The body is not JSON: see line 1, column 8.'],
      [' ', 'The body is not JSON: see line 1, column 2.'],
      ['7', 'The body is not an object.'],
      [deep, 'The body is nested more than 100 deep.'],
      ['{"__proto__":{"repository":{}}}', '`repository` is missing.'],
    ] as const) {
      const answer = await send(tested, github, { headers: { 'x-github-event': 'push' }, body });
      expect([answer.status, await answer.json()]).toEqual([202, { id: expect.any(String), problem }]);
    }
  });

  it('as a form, as GitHub does unless it is told otherwise, is kept with what to change there', async () => {
    const tested = await testServer({ sources: seeds });
    const headers = { 'x-github-event': 'push', 'content-type': 'application/x-www-form-urlencoded' };
    const body = `payload=${encodeURIComponent(JSON.stringify(push.body))}`;
    const { problem } = await jsonOf<Accepted>(await send(tested, github, { headers, body }));
    expect(problem).toBe(
      'The body is a form: choose the content type `application/json` where the sender is set up.',
    );
  });

  it('that is no text is kept with the reason', async () => {
    const { server, json } = await testServer({ sources: seeds });
    const bytes = Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]);
    const { createHmac } = await import('node:crypto');
    const mac = createHmac('sha256', secretFor(github)).update(bytes).digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${mac}`, 'x-github-event': 'push' };
    const answer = await server.fetch(
      new Request('http://localhost/in/github/nightly', { method: 'POST', headers, body: bytes }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { problem: 'The body is not text in UTF-8.' },
    ]);
    expect(await json('GET', '/api/events')).toMatchObject({ items: [{ problem: expect.any(String) }] });
  });

  it('of which its catalogue knows nothing is kept with the reason, and can be replayed when it does', async () => {
    const tested = await testServer({
      sources: [{ ...seedOf(standard), id: 'shop' }],
    });
    const answer = await send(tested, standard, {
      id: 'shop',
      body: { type: 'order.paid', timestamp: '2026-11-23T21:00:00Z', data: {} },
    });
    const { problem } = await jsonOf<Accepted>(answer);
    expect([answer.status, problem]).toEqual([
      202,
      expect.stringMatching(/^No event `order\.paid` can be made of it: .*\.$/),
    ]);
  });

  it('goes to the profile that its address names', async () => {
    const names = ['a profile', 'ümläut/slash', '50%', 'a%2Fb', '?x=1#y', '\u{1f600}', 'x'.repeat(256)];
    const tested = await testServer({ sources: seedsFor(...names) });
    for (const profile of names) {
      const body = { ...push.body, after: profile };
      expect((await send(tested, github, { ...push, body, profile })).status).toBe(202);
    }
    const { items } = await tested.json<{ items: { profile: string }[] }>('GET', '/api/events');
    expect(items.map(({ profile }) => profile).toSorted()).toEqual(names.toSorted());
  });

  it('to a profile that its source does not report to is answered like an unknown source, and explained on its page', async () => {
    const tested = await testServer({ sources: seeds });
    const ask = async (sent: Partial<Sent>) => {
      const answer = await send(tested, github, { ...push, bindings: {}, ...sent });
      return [answer.status, await answer.json()];
    };
    const unknown = await ask({ id: 'nowhere' });
    expect(unknown).toMatchObject([401, { code: 'unsigned' }]);
    for (const profile of ['weekly', 'Nightly', 'nightly ', 'a\0b', 'x'.repeat(257)])
      expect([profile, await ask({ profile })]).toEqual([profile, unknown]);
    expect(await tested.json('GET', '/api/events')).toMatchObject({ items: [] });
    await expect
      .poll(() => tested.json('GET', '/api/sources/github'))
      .toMatchObject({ profiles: ['nightly'], lastRefusal: { because: 'other-profile' } });
  });

  it('and signed is one event when it comes again, whatever its headers say that are not signed', async () => {
    const tested = await testServer({ sources: seedsFor('nightly', 'weekly') });
    const first = await jsonOf<Accepted>(await send(tested, github, push));
    expect(first).toMatchObject({ event: 'push' });
    for (const event of ['release', 'workflow_run', 'ping', 'nonsense', '']) {
      const headers = { ...push.headers, 'x-github-event': event, 'content-type': 'text/plain' };
      const again = await send(tested, github, { ...push, headers });
      expect(await jsonOf(again)).toEqual({ ...first, repeated: true });
    }
    const elsewhere = await send(tested, github, { ...push, profile: 'weekly' });
    expect(await jsonOf(elsewhere)).toEqual({ ...first, repeated: true });
    expect(await tested.json('GET', '/api/events')).toMatchObject({ items: [{ id: first.id }] });
  });

  it('with a token that signs nothing is known by its body alone', async () => {
    const secret = 'a-token-of-the-sender';
    const tested = await testServer({
      sources: [gitlab, alertmanager].map(source => ({ ...seedOf(source), secret })),
    });
    const sent = (of: Source, body: object | undefined, message = '') => {
      const text = JSON.stringify(body);
      const signature = of.signatures.find(({ kind }) => kind === 'token');
      const headers = {
        ...sign(of, text, { secret, ...(signature && { signature }) }),
        'idempotency-key': message,
      };
      return send(tested, of, { body: text, headers: { ...headers, 'webhook-id': message } });
    };
    const [failed, running] = examples.filter(({ source }) => source === gitlab);
    const first = await jsonOf<Accepted>(await sent(gitlab, failed?.body, 'one'));
    expect(first).toMatchObject({ event: 'pipeline.failed' });
    expect(await jsonOf(await sent(gitlab, failed?.body, 'two'))).toEqual({ ...first, repeated: true });
    expect(await jsonOf(await sent(gitlab, running?.body, 'one'))).toEqual({
      id: expect.not.stringMatching(first.id),
      event: 'pipeline.changed',
    });
    const [alerts] = examples.filter(({ source }) => source === alertmanager);
    const reminders = [await sent(alertmanager, alerts?.body), await sent(alertmanager, alerts?.body)];
    expect(reminders.map(({ status }) => status)).toEqual([202, 202]);
  });

  it('and cannot be read is one event, however often and whenever it is signed', async () => {
    const tested = await testServer({ sources: seeds });
    const signing = sources.filter(({ signatures: [{ kind }] }) => kind !== 'token');
    for (const source of signing) {
      const body = '{"type":"order.paid"';
      const ids: string[] = [];
      const now = Date.now();
      for (const at of source.id === 'grafana' ? [0, 0] : [-60_000, 0, 60_000]) {
        const headers = sign(source, body, { secret: secretFor(source), at: now + at });
        const { id, repeated } = await jsonOf<Accepted>(await send(tested, source, { body, headers }));
        expect([source.id, repeated]).toEqual([source.id, ids.length > 0 ? true : undefined]);
        ids.push(id);
      }
      expect(new Set(ids).size).toBe(1);
    }
    expect(signing.length).toBeGreaterThan(3);
  });

  it('and reminds of an alert is an event of its own, since it is signed at another time', async () => {
    const tested = await testServer({ sources: seeds });
    const grafana = sources.find(({ id }) => id === 'grafana') ?? github;
    const { body = {} } = examples.find(({ source }) => source === grafana) ?? {};
    const text = JSON.stringify(body);
    const [now, secret] = [Date.now(), secretFor(grafana)];
    const ask = async (at: number) =>
      jsonOf<Accepted>(
        await send(tested, grafana, { body: text, headers: sign(grafana, text, { secret, at }) }),
      );
    const first = await ask(now - 60_000);
    expect(await ask(now - 60_000)).toEqual({ ...first, repeated: true });
    expect((await ask(now)).id).not.toBe(first.id);
  });

  it('and has the id of what cannot be read is an event of its own, where one can be made of it', async () => {
    const tested = await testServer({ events: shopEvents, sources: seeds });
    const paid = (amount: number) => ({ type: 'order.paid', data: { amount } });
    const bodies = ['nope', { type: 'nonsense', data: {} }, paid(7), paid(8)];
    const ask = async (index: number) =>
      jsonOf<Accepted>(await send(tested, standard, { body: bodies[index] ?? '', message: 'm1' }));
    const first = [await ask(0), await ask(1), await ask(2), await ask(3)];
    expect(first).toEqual([
      { id: expect.any(String), problem: expect.stringMatching(/^The body is not JSON/) },
      { id: expect.any(String), problem: expect.stringMatching(/^No event `nonsense`/) },
      { id: expect.any(String), event: 'order.paid' },
      { id: first[2]?.id, event: 'order.paid', repeated: true },
    ]);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
    for (const [index, each] of first.entries())
      expect(await ask(index)).toEqual({ ...each, repeated: true });
    const { items } = await tested.json<{ items: object[] }>('GET', '/api/events');
    expect(items).toHaveLength(3);
  });

  it('and could not be read before, whatever a header said then, is an event when it comes again', async () => {
    const receiver = await httpServer();
    const tested = await testServer({ sources: seeds });
    const wanted = { profile: 'nightly', catalogue: 'github', event: 'push', url: receiver.url };
    await tested.call('POST', '/api/webhooks', { body: { config: webhookFor(wanted) } });
    const ask = async (event: string) =>
      jsonOf<Accepted>(
        await send(tested, github, { ...push, headers: { ...push.headers, 'x-github-event': event } }),
      );
    const replayed = await ask('zzz');
    expect(replayed).toMatchObject({ problem: expect.any(String) });
    expect(await ask('yyy')).toEqual({ ...replayed, repeated: true });
    const [genuine, other] = await Promise.all([ask('push'), ask('push')]);
    const counted = genuine.repeated ? other : genuine;
    expect(counted).toEqual({ id: expect.not.stringMatching(replayed.id), event: 'push' });
    expect([genuine, other]).toContainEqual({ ...counted, repeated: true });
    for (const event of ['push', 'zzz']) expect(await ask(event)).toEqual({ ...counted, repeated: true });
    expect(await tested.json('GET', '/api/events')).toMatchObject({
      items: [{ id: counted.id }, { id: replayed.id, problem: replayed.problem }],
    });
    await expect.poll(() => receiver.hits.length).toBe(1);
  });
});

describe('what nobody has signed', () => {
  const unsigned = { type: 'about:blank', title: 'Unauthorized', status: 401, code: 'unsigned' };

  it('is refused in the same words, whatever is wrong with it', async () => {
    const tested = await testServer({
      sources: [...seeds, { ...seedOf(github), id: 'shop', secret: 'another-secret-of-its-own' }],
    });
    const body = JSON.stringify(push.body);
    const other = sign(github, body, { secret: 'another-secret-of-its-own' });
    const right = sign(github, body, { secret: secretFor(github) });
    const paths = [
      'github/nightly',
      'nowhere/nightly',
      '__proto__/nightly',
      'GITHUB/nightly',
      'github%20/x',
      `${'x'.repeat(300)}/y`,
      `github/${'x'.repeat(257)}`,
      'github/%00',
      'github/%ff',
      'nowhere/%00',
    ];
    for (const path of paths) {
      const answer = await tested.call('POST', `/in/${path}`, {
        as: 'nobody',
        body,
        headers: { ...push.headers, ...other },
        bindings: {},
      });
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        401,
        { ...unsigned, detail: expect.any(String) },
      ]);
    }
    for (const headers of [
      {},
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': 'sha256=' },
      { authorization: `Bearer ${secretFor(github)}` },
    ]) {
      const answer = await tested.call('POST', '/in/github/nightly', {
        as: 'nobody',
        body,
        headers,
        bindings: {},
      });
      expect([headers, answer.status]).toEqual([headers, 401]);
    }
    // Somebody who may do everything else is no sender either.
    expect((await tested.call('POST', '/in/github/nightly', { body, bindings: {} })).status).toBe(401);
    expect(
      (await tested.call('POST', '/in/shop/nightly', { as: 'nobody', body, headers: right, bindings: {} }))
        .status,
    ).toBe(401);
    expect(await tested.json('GET', '/api/events')).toEqual({ items: [], retentionDays: 30 });
    expect(await tested.json('GET', '/api/messages')).toEqual({ items: [] });
    // Those who look after it learn more, but only of the first of many.
    const lastRefusal = async (id: string) =>
      (await tested.json<{ lastRefusal?: object }>('GET', `/api/sources/${id}`)).lastRefusal;
    for (const id of ['github', 'shop'])
      await expect
        .poll(() => lastRefusal(id))
        .toEqual({ at: expect.any(String), because: 'wrong-signature' });
    expect(await lastRefusal('stripe')).toBeUndefined();
  });

  it('is told to wait after ten from one address, from which what is signed is taken all the same', async () => {
    const tested = await testServer({ sources: seeds });
    const wrong = () =>
      send(tested, github, { body: push.body, headers: { 'x-hub-signature-256': 'sha256=00' } });
    for (let time = 0; time < 10; time++) expect((await wrong()).status).toBe(401);
    const late = await wrong();
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await send(tested, github, push)).status).toBe(202);
    // Nor are people locked out by a sender who shares their address.
    expect((await tested.call('GET', '/api/session')).status).toBe(200);
  });

  it('counts as no wrong password where its path is wrong, however often', async () => {
    const alertmanager = sources.find(({ id }) => id === 'alertmanager') ?? github;
    const tested = await testServer({ sources: seeds, basePath: '/base' });
    const headers = sign(alertmanager, '{}', { secret: secretFor(alertmanager) });
    const ask = (method: string, path: string) =>
      tested.call(method, path, { as: 'nobody', headers, ...(method === 'POST' && { body: '{}' }) });
    for (const [method, path, status] of [
      ['POST', '/base/in', 404],
      ['POST', '/base/in/alertmanager', 404],
      ['POST', '/base/in/alertmanager/nightly/', 404],
      ['POST', '/base/hooks/alertmanager/nightly', 404],
      ['POST', '/in/alertmanager/nightly', 404],
      ['GET', '/base/in/alertmanager/nightly', 405],
      ['POST', '/base/api/in/alertmanager/nightly', 401],
      ['GET', '/base/api/session', 401],
    ] as const) {
      for (let time = 0; time < 11; time++)
        expect([method, path, (await ask(method, path)).status]).toEqual([method, path, status]);
    }
    expect((await ask('POST', '/base/in/alertmanager/nightly')).status).toBe(202);
    expect((await tested.call('GET', '/base/api/session')).status).toBe(200);
  });

  it('is not read beyond 1 MiB, nor if it is compressed', async () => {
    const { call, json } = await testServer({ sources: seeds });
    for (const id of ['github', 'nowhere']) {
      const large = await call('POST', `/in/${id}/x`, { as: 'nobody', body: 'x'.repeat(1024 * 1024 + 1) });
      expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
      const packed = await call('POST', `/in/${id}/x`, {
        as: 'nobody',
        body: 'x',
        headers: { 'content-encoding': 'gzip' },
      });
      expect(packed.status).toBe(415);
    }
    expect(await json('GET', '/api/events')).toEqual({ items: [], retentionDays: 30 });
  });

  it('fills no memory: of bodies that are being read, one address has so much room, and gets it back', async () => {
    const tested = await testServer({ sources: seeds });
    const address = '203.0.113.7';
    const { answers, end } = dawdle(tested.server, '/in/github/x', { count: 20, address });
    await expect.poll(() => answers().map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers()[0]?.headers.get('retry-after')).toBe('5');
    // Others are not concerned.
    expect((await send(tested, github, push)).status).toBe(202);
    const unsigned = await end();
    expect(unsigned.filter(status => status === 401 || status === 429)).toHaveLength(16);
    const again = await send(tested, github, {
      ...push,
      body: { ...push.body, ref: 'refs/heads/next' },
      bindings: { incoming: { socket: { remoteAddress: address } } },
    });
    expect(again.status).toBe(202);
  });

  it('is refused under another name of the server', async () => {
    const tested = await testServer({ sources: seeds });
    const { body, headers } = push;
    expect(
      (await send(tested, github, { body, headers: { ...headers, host: 'rebound.example' } })).status,
    ).toBe(421);
  });

  it('is what a signature was made for at another time', async () => {
    const tested = await testServer({ sources: seeds });
    const invoice = examples.find(({ source, event }) => source === stripe && event !== undefined);
    const body = JSON.stringify(invoice?.body);
    for (const away of [-301, 301]) {
      const at = Date.now() + away * 1000;
      const headers = sign(stripe, body, { secret: secretFor(stripe), at });
      expect((await send(tested, stripe, { body, headers })).status).toBe(401);
    }
  });
});

describe('a page of another site', () => {
  it('can send nothing that is not signed, whoever is signed in there', async () => {
    const { call } = await testServer({ sources: seeds });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await call('POST', '/in/github/x', { body: '{}', headers })).status).toBe(401);
    expect(
      (await call('POST', '/api/sources', { body: { id: 'a', kind: 'github', profiles: ['x'] }, headers }))
        .status,
    ).toBe(403);
    expect((await call('POST', '/api/events/none/replay', { headers })).status).toBe(403);
  });

  it('does not matter where a sender mentions one', async () => {
    const tested = await testServer({ sources: seeds });
    const { body, headers } = push;
    const origin = { origin: 'https://github.com', 'sec-fetch-site': 'cross-site' };
    expect((await send(tested, github, { body, headers: { ...headers, ...origin } })).status).toBe(202);
  });
});

describe('a server that has no room', () => {
  it('says so to senders, who send it again', async () => {
    const tested = await testServer({ sources: seeds, intake: { maxQueued: 0 } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(tested, github, { ...push, body: { ...push.body, after: `${index}` } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5');
    const { items } = await tested.json<{ items: object[] }>('GET', '/api/events');
    expect(items).toHaveLength(answers.length - refused.length);
  });
});
