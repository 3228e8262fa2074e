import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/database/new-id.ts';
import { keyOf } from '../../src/outbox/given-id.ts';
import type { DisabledEndpoint, FailingEndpoint, MessageFilter } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

const nowhere = 'http://127.0.0.1:9/';

describe.each(backends)('messages on %s', backend => {
  it('are listed newest first, in pages, by what they are', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    for (let index = 0; index < 5; index++) {
      await outbox.enqueue(post(nowhere), { id: `m${index}`, webhook: index === 3 ? 'other' : 'chat' });
    }
    const first = await outbox.messages({ limit: 2 });
    const second = await outbox.messages({ limit: 2, ...(first.next && { cursor: first.next }) });
    const third = await outbox.messages({ limit: 2, ...(second.next && { cursor: second.next }) });
    const ids = [first, second, third].map(({ items }) => items.map(({ id }) => id));
    expect(ids.flat().toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
    expect(ids.map(page => page.length)).toEqual([2, 2, 1]);
    expect(third.next).toBeUndefined();
    const { items: messages } = await outbox.messages({ webhook: 'other', state: 'pending' });
    expect(messages.map(({ id }) => id)).toEqual(['m3']);
  });

  it('are found by their ids and by how these begin, and counted', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    for (const id of ['msg_a1', 'msg_a2', 'msg_b1', 'MSG_a1'])
      await outbox.enqueue(post(nowhere), { id, ordered: 'one' });
    const found = async (filter: MessageFilter) => {
      const { items } = await outbox.messages(filter);
      expect(await outbox.count(filter)).toBe(items.length);
      return items.map(({ id }) => id).toSorted();
    };
    expect(await found({ idPrefix: 'msg_a' })).toEqual(['msg_a1', 'msg_a2']);
    expect(await found({ idPrefix: 'msg_b1' })).toEqual(['msg_b1']);
    expect(await found({ idPrefix: 'msg_b1\0' })).toEqual([]);
    expect(await found({ ids: ['msg_b1', 'msg_a1', 'msg_\0', 'other'] })).toEqual(['msg_a1', 'msg_b1']);
    expect(await found({ ids: [] })).toEqual([]);
    expect(await found({ ids: ['msg_b1'], idPrefix: 'msg_a' })).toEqual([]);
    expect(await outbox.count()).toBe(4);
    expect(await outbox.message('msg_a1')).toMatchObject({ ordered: 'one' });
  });

  it('have the id that was given, whatever it is, and another one never leads to them', async () => {
    const receiver = await httpServer();
    const outbox = await testOutbox(await openTestDatabase(backend));
    const uuid = '6f1c1f0e-5b8e-4c0a-9d6e-2f7b8a1c3d4e';
    const keyOfOther = keyOf('order-1');
    // A UUID is the key of its message itself, any other id has one that is made of it: also one that somebody made so before.
    const given = [
      'order-1',
      uuid,
      uuid.toUpperCase(),
      keyOfOther,
      keyOf(keyOfOther),
      newId(),
      '~'.repeat(256),
    ];
    for (const id of given) expect(await outbox.enqueue(post(receiver.url, id), { id })).toBe(id);
    for (const id of given) {
      expect(await outbox.message(id, { request: true })).toMatchObject({ id, request: { body: id } });
      await expect(outbox.enqueue(post(receiver.url, 'other'), { id })).rejects.toMatchObject({
        code: 'id-conflict',
        message: `A message with the id ${id} is there already, with other content.`,
      });
      expect(await outbox.enqueue(post(receiver.url, id), { id })).toBe(id);
    }
    const { items } = await outbox.messages();
    expect(items.map(({ id }) => id).toSorted()).toEqual(given.toSorted());
    await outbox.start();
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(given.length);
    const sent = receiver.hits.map(({ headers, body }) => [headers['webhook-id'], body]);
    expect(sent.toSorted()).toEqual(given.map(id => [id, id]).toSorted());
    for (const id of given) await outbox.resend(id);
  });

  it('keep an id that we made to themselves: nobody can give it', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const ours = await outbox.enqueue(post(nowhere, 'ours'));
    const [ended = ''] = await outbox.enqueueAll([{ request: post(nowhere, 'ended') }]);
    await outbox.cancel(ended);
    for (const id of [ours, ended]) {
      await expect(outbox.enqueue(post(nowhere, 'other'), { id })).rejects.toMatchObject({
        code: 'id-conflict',
      });
      const both = outbox.enqueueAll([{ request: post(nowhere) }, { request: post(nowhere, 'other'), id }]);
      await expect(both).rejects.toMatchObject({ code: 'id-conflict' });
    }
    expect(await outbox.count()).toBe(2);
    expect(await outbox.message(ours, { request: true })).toMatchObject({ request: { body: 'ours' } });
  });

  it('are unknown by an id that none has, whatever it looks like', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const known = await outbox.enqueue(post(nowhere), { id: 'order-1' });
    const ids = ['', 'order', '\0', '\ud800', 'x'.repeat(10_000), newId(), keyOf(known), known.toUpperCase()];
    for (const id of ids) {
      expect(await outbox.message(id)).toBeUndefined();
      for (const change of [outbox.resend, outbox.retryNow, outbox.cancel])
        await expect(change(id)).rejects.toMatchObject({ code: 'unknown-message' });
      expect((await outbox.messages({ ids: [id] })).items).toEqual([]);
      expect((await outbox.messages({ endpoint: id })).items).toEqual([]);
      expect(await outbox.endpoint(id)).toBeUndefined();
      await expect(outbox.setRate(id, 1)).rejects.toMatchObject({ code: 'unknown-endpoint' });
    }
  });

  it('are found by the beginning of an id that was given, and of one that we made', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const ours = await outbox.enqueue(post(nowhere));
    const uuid = '6f1c1f0e-5b8e-4c0a-9d6e-2f7b8a1c3d4e';
    for (const id of [uuid, '6f1c1f0e', '6f1', 'x'])
      await outbox.enqueue(post(nowhere), { id, notBefore: new Date(Date.now() + 3_600_000) });
    await outbox.cancel('6f1');
    const found = async (idPrefix: string) =>
      (await outbox.messages({ idPrefix })).items.map(({ id }) => id).toSorted();
    expect(await found('6f1')).toEqual(['6f1', '6f1c1f0e', uuid].toSorted());
    expect(await found('6f1c1f0e')).toEqual(['6f1c1f0e', uuid].toSorted());
    expect(await found('6f1c1f0e-')).toEqual([uuid]);
    expect(await found(uuid)).toEqual([uuid]);
    expect(await found(ours.slice(0, 20))).toEqual([ours]);
    expect(await found(`${ours}0`)).toEqual([]);
    // What the id of another is stored under is nothing that anybody sees.
    expect(await found(keyOf('x').slice(0, 12))).toEqual([]);
    expect((await outbox.messages({ idPrefix: '' })).items).toHaveLength(5);
  });

  it('are stored as failed where they could not be rendered, and cannot be resent', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const id = await outbox.enqueue({ failed: 'missing-value' }, { webhook: 'chat' });
    expect(await outbox.message(id, { request: true })).toMatchObject({
      state: 'failed',
      reason: 'missing-value',
      history: [],
    });
    await expect(outbox.resend(id)).rejects.toMatchObject({ code: 'wrong-state' });
    expect((await outbox.endpoints()).items).toEqual([]);
  });

  it('are stored although others that come with them are refused', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const { method, ...noMethod } = post(nowhere);
    const refused = [
      outbox.enqueue(JSON.parse(JSON.stringify(noMethod))),
      outbox.enqueue(JSON.parse(JSON.stringify({ ...noMethod, method: `${method}\0` }))),
      outbox.enqueue({ failed: 'no\0 value' }),
      outbox.enqueue(post(nowhere), { notBefore: new Date(8.64e15) }),
      outbox.enqueue(post(nowhere), { notBefore: new Date(Number.NaN) }),
    ];
    const good = ['a', 'b', 'c'].map(id => outbox.enqueue(post(nowhere), { id }));
    const codes = refused.map(enqueued => enqueued.catch(error => error.code));
    expect(await Promise.all(codes)).toEqual(refused.map(() => 'invalid-argument'));
    expect(await Promise.all(good)).toEqual(['a', 'b', 'c']);
  });

  it('of one id that come at the same time are one, and only the other content is refused', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const bodies = ['first', 'other', 'first'];
    const enqueued = bodies.map(body => outbox.enqueue(post(nowhere, body), { id: 'm' }));
    const answers = enqueued.map(one => one.catch(error => error.code));
    expect(await Promise.all(answers)).toEqual(['m', 'id-conflict', 'm']);
    expect(await outbox.message('m', { request: true })).toMatchObject({ request: { body: 'first' } });
  });

  it('are cancelled together, of one profile, and none that is enqueued meanwhile', async () => {
    const outbox = await testOutbox(await openTestDatabase(backend));
    const add = (profile: string) => outbox.enqueue(post(nowhere), { profile });
    const mine = await Promise.all(Array.from({ length: 1200 }, () => add('acme')));
    const other = await add('other');
    expect(await outbox.cancelAll({ profile: 'acme', dryRun: true })).toBe(mine.length);
    const later: Promise<string>[] = [];
    const cancelled = await outbox.cancelAll({ profile: 'acme', onProgress: () => later.push(add('acme')) });
    expect(cancelled).toBe(mine.length);
    expect(later.length).toBeGreaterThan(1);
    const states = (ids: readonly string[]) =>
      Promise.all(ids.map(async id => (await outbox.message(id))?.state));
    expect(new Set(await states(mine))).toEqual(new Set(['cancelled']));
    expect(new Set(await states([other, ...(await Promise.all(later))]))).toEqual(new Set(['pending']));
  });

  it('can be cancelled once, wait for their time, and be resent under the same id', async () => {
    const receiver = await httpServer();
    const outbox = await testOutbox(await openTestDatabase(backend));
    const later = new Date(Date.now() + 3_600_000);
    const id = await outbox.enqueue(post(receiver.url), { notBefore: later });
    expect((await outbox.message(id))?.nextAttemptAt).toEqual(later);
    await outbox.start();
    await outbox.cancel(id);
    await expect(outbox.cancel(id)).rejects.toMatchObject({ code: 'wrong-state' });
    await expect(outbox.cancel('none')).rejects.toMatchObject({ code: 'unknown-message' });
    expect((await outbox.message(id))?.state).toBe('cancelled');
    expect(receiver.hits).toEqual([]);
    await outbox.resend(id);
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const delivered = { state: 'delivered', since: new Date(0) } as const;
    expect(await outbox.resendAll({ ...delivered, endpoint: 'another' })).toBe(0);
    const [{ id: endpoint } = { id: '' }] = (await outbox.endpoints()).items;
    expect(await outbox.resendAll({ ...delivered, endpoint })).toBe(1);
    await expect.poll(() => receiver.hits.length).toBe(2);
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const message = await outbox.message(id);
    expect(message).toMatchObject({ resent: 2, attempts: 1, history: [{ round: 1 }, { round: 2 }] });
    expect(new Set(receiver.hits.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  });

  it('carry the trace of their enqueuing in every attempt, also of another process, and when they are resent', async () => {
    const receiver = await httpServer((response, _hit, before) =>
      response.writeHead(before === 0 ? 500 : 200).end(),
    );
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const id = await outbox.enqueue(post(receiver.url), { traceparent });
    const noTrace = `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`;
    await expect(outbox.enqueue(post(receiver.url), { traceparent: noTrace })).rejects.toThrow(
      'options.traceparent: expected a `traceparent` such as',
    );
    await outbox.stop();
    const other = await testOutbox(database);
    await other.start();
    await expect.poll(async () => (await other.message(id))?.state).toBe('delivered');
    await other.resend(id);
    await expect.poll(async () => (await other.message(id))?.state).toBe('delivered');
    const sent = receiver.hits.map(({ headers: { traceparent } }) => traceparent);
    expect(sent).toEqual([traceparent, traceparent, traceparent]);
  });

  it('leave in their order where they are in a line, also after failures', async () => {
    const receiver = await httpServer((response, { headers }, before) => {
      response.writeHead(headers['webhook-id'] === 'l0' && before < 1 ? 500 : 200).end();
    });
    const outbox = await testOutbox(await openTestDatabase(backend));
    await outbox.start();
    const ids = ['l0', 'l1', 'l2'];
    for (const id of ids) await outbox.enqueue(post(receiver.url), { id, ordered: 'run-1' });
    await expect.poll(async () => (await outbox.messages({ state: 'delivered' })).items.length).toBe(3);
    expect(receiver.hits.map(({ headers }) => headers['webhook-id'])).toEqual(['l0', ...ids]);
  });

  it('of an endpoint that is gone fail until it is enabled', async () => {
    let status = 410;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const disabled: DisabledEndpoint[] = [];
    const outbox = await testOutbox(await openTestDatabase(backend), {
      onEndpointDisabled: endpoint => void disabled.push(endpoint),
    });
    await outbox.start();
    const gone = await outbox.enqueue(post(receiver.url), { webhook: 'chat' });
    await expect.poll(() => disabled.length).toBe(1);
    const failed = await outbox.enqueue(post(receiver.url, '2'), { webhook: 'chat' });
    expect((await outbox.message(gone))?.state).toBe('gone');
    expect(await outbox.message(failed)).toMatchObject({ state: 'failed', reason: 'endpoint-disabled' });
    await expect(outbox.resend(failed)).rejects.toThrow('Enable it, then resend');
    const [endpoint] = (await outbox.endpoints()).items;
    expect(endpoint).toMatchObject({
      ...{ webhook: 'chat', origin: receiver.url, disabledBecause: 'gone' },
      ...{ failures: 0, failingSince: undefined },
      ...{ lastFailureAt: expect.any(Date), lastFailure: { kind: 'answered', status: 410 } },
    });
    await outbox.enableEndpoint(endpoint?.id ?? '');
    await expect(outbox.enableEndpoint('none')).rejects.toMatchObject({ code: 'unknown-endpoint' });
    status = 200;
    await outbox.resend(failed);
    await expect.poll(async () => (await outbox.message(failed))?.state).toBe('delivered');
    expect((await outbox.messages({ state: 'given-up' })).items).toMatchObject([{ id: gone, state: 'gone' }]);
    expect(await outbox.resendAll({ state: 'given-up', dryRun: true })).toBe(1);
    expect(await outbox.enableEndpoint(endpoint?.id ?? '', { resend: true })).toBe(1);
    await expect.poll(async () => (await outbox.message(gone))?.state).toBe('delivered');
  });

  it('of an endpoint that only fails fail with it, after a warning at half the time', async () => {
    const receiver = await httpServer(response => response.writeHead(500).end());
    const told: (readonly [string, FailingEndpoint])[] = [];
    const database = await openTestDatabase(backend);
    const failSince = (ms: number) =>
      executorOf(database).query(
        "update hookplate.endpoint set failing_since = now() - $1 * interval '1 millisecond'",
        [ms],
      );
    const outbox = await testOutbox(database, {
      disableAfterMs: 1_000_000,
      schedule: Array.from({ length: 1000 }, () => 0),
      onEndpointFailing: endpoint => void told.push(['failing', endpoint]),
      onEndpointDisabled: endpoint => void told.push(['disabled', endpoint]),
    });
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url), { webhook: 'chat' });
    await expect.poll(() => receiver.hits.length).toBeGreaterThan(1);
    expect(told).toEqual([]);
    await failSince(600_000);
    await expect.poll(() => told.map(([what]) => what)).toEqual(['failing']);
    await failSince(1_100_000);
    await expect.poll(() => told.map(([what]) => what)).toEqual(['failing', 'disabled']);
    expect(told[1]?.[1]).toMatchObject({ webhook: 'chat', origin: receiver.url, because: 'failing' });
    await expect.poll(async () => (await outbox.message(id))?.reason).toBe('endpoint-disabled');
  });

  it('seal their requests with the first key, and open them with any', async () => {
    const database = await openTestDatabase(backend);
    const [old, current] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const before = await testOutbox(database, { encryptionKeys: [old] });
    const id = await before.enqueue(post(`${nowhere}?canary`));
    const after = await testOutbox(database, { encryptionKeys: [current, old] });
    expect((await after.message(id, { request: true }))?.request?.url).toBe(`${nowhere}?canary`);
    const without = await testOutbox(database);
    await expect(without.message(id, { request: true })).rejects.toMatchObject({ code: 'wrong-key' });
  });

  it('are counted by their profile, with their attempts', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead(path === '/refuses' ? 400 : 200).end(),
    );
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [] });
    await outbox.enqueueAll([
      ...['/', '/', '/refuses'].map(path => ({
        request: post(`${receiver.url}${path}`),
        profile: 'north',
        webhook: path,
      })),
      { request: post(`${receiver.url}/`), profile: 'south' },
      { request: post(`${receiver.url}/`) },
      { request: { failed: 'missing-value' }, profile: 'south' },
    ]);
    await outbox.start();
    const ended = async () => (await outbox.messages()).items.filter(({ finishedAt }) => finishedAt).length;
    await expect.poll(ended).toBe(6);
    // By figures, and by what history has.
    for (const since of [anHourAgo(), new Date(anHourAgo().getTime() + 1)]) {
      const counted = async (profile?: string, webhook?: string) =>
        (await outbox.stats({ since, bucketMs: 10_800_000, profile, webhook })).buckets;
      expect(await counted('north', '/refuses')).toMatchObject([{ enqueued: 1, attempts: 1, succeeded: 0 }]);
      expect(await counted('north')).toMatchObject([{ enqueued: 3, attempts: 3, succeeded: 2, failed: 1 }]);
      expect(await counted('south')).toMatchObject([{ enqueued: 2, attempts: 1, succeeded: 1, failed: 1 }]);
      expect(await counted('nobody')).toMatchObject([{ enqueued: 0, attempts: 0, succeeded: 0, failed: 0 }]);
      expect(await counted()).toMatchObject([{ enqueued: 6, attempts: 5, succeeded: 4, failed: 2 }]);
    }
  });

  it('are counted by their webhook, with what became of them', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead({ '/gone': 410, '/busy': 503 }[path] ?? 200).end(),
    );
    const since = anHourAgo();
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [3_600_000] });
    const of = { webhook: 'chat', profile: 'north' };
    await outbox.enqueueAll([
      ...['/', '/', '/gone', '/busy'].map(path => ({ request: post(`${receiver.url}${path}`), ...of })),
      { request: post(`${receiver.url}/`), webhook: 'pager', profile: 'south' },
      { request: post(`${receiver.url}/`) },
    ]);
    await outbox.start();
    await expect
      .poll(async () => (await outbox.messages()).items.filter(({ finishedAt }) => finishedAt).length)
      .toBe(5);
    await expect.poll(async () => (await outbox.messages({ failing: true })).items.length).toBe(1);
    const query = { since, periodMs: 3_600_000, periods: 2 };
    const chat = {
      ...{ webhook: 'chat', profile: 'north', delivered: [0, 2], failed: [0, 1] },
      ...{ retrying: 1, waiting: 0, sending: 0, cancelled: 0 },
    };
    expect(await outbox.outcomes({ ...query, profile: 'north' })).toEqual([chat]);
    const all = await outbox.outcomes(query);
    expect(all).toHaveLength(3);
    expect(all).toContainEqual(chat);
    expect(all).toContainEqual({
      webhook: undefined,
      profile: undefined,
      delivered: [0, 1],
      failed: [0, 0],
      ...{ retrying: 0, waiting: 0, sending: 0, cancelled: 0 },
    });
    const later = { ...query, since: new Date(since.getTime() + 86_400_000) };
    // What is retried counts, whenever it was enqueued.
    expect(await outbox.outcomes(later)).toEqual([{ ...chat, delivered: [0, 0], failed: [0, 0] }]);
    await expect(outbox.outcomes({ ...query, periods: 101 })).rejects.toThrow('periods');
    await expect(outbox.outcomes({ ...query, since: new Date(since.getTime() + 1) })).rejects.toThrow(
      'options.since: expected the beginning of an hour (UTC)',
    );
    await expect(outbox.outcomes({ ...query, periodMs: 5_400_000 })).rejects.toThrow(
      'options.periodMs: expected',
    );
  });

  it('count as failed when they are given up, however long that took', async () => {
    const receiver = await httpServer(response => response.writeHead(500).end());
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database, { schedule: [] });
    await outbox.enqueue(post(receiver.url), { webhook: 'chat', profile: 'north' });
    await executorOf(database).query("update hookplate.job set created_at = now() - interval '3 days'");
    await outbox.start();
    const since = anHourAgo();
    const given = { state: 'given-up', endedSince: since } as const;
    await expect.poll(() => outbox.count(given)).toBe(1);
    expect(await outbox.count({ state: 'given-up', since })).toBe(0);
    expect(await outbox.count({ ...given, endedSince: new Date(Date.now() + 60_000) })).toBe(0);
    expect(await outbox.outcomes({ since, periodMs: 3_600_000, periods: 1 })).toEqual([
      {
        ...{ webhook: 'chat', profile: 'north', delivered: [0], failed: [1] },
        ...{ retrying: 0, waiting: 0, sending: 0, cancelled: 0 },
      },
    ]);
  });

  it('are each in one figure of what became of them, also those that wait or were cancelled', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead({ '/gone': 410, '/busy': 503 }[path] ?? 200).end(),
    );
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [3_600_000] });
    const notBefore = new Date(Date.now() + 3_600_000);
    const of = { webhook: 'chat', profile: 'north' };
    const ids = await outbox.enqueueAll([
      ...['/', '/gone', '/busy'].map(path => ({ request: post(`${receiver.url}${path}`), ...of })),
      ...[1, 2, 3].map(() => ({ request: post(`${receiver.url}/`), notBefore, ...of })),
      { request: post(`${receiver.url}/busy`), ordered: 'line', ...of },
      { request: post(`${receiver.url}/`), ordered: 'line', ...of },
    ]);
    await outbox.cancel(ids[3] ?? '');
    await outbox.start();
    await expect.poll(() => outbox.count({ failing: true })).toBe(2);
    await expect.poll(() => outbox.count({ state: 'gone' })).toBe(1);
    const since = anHourAgo();
    expect(await outbox.outcomes({ since, periodMs: 7_200_000, periods: 1 })).toEqual([
      { ...of, delivered: [1], failed: [1], retrying: 2, waiting: 3, sending: 0, cancelled: 1 },
    ]);
    expect(ids).toHaveLength(8);
  });

  it('count as waiting only until their first attempt begins, as in the list of those that wait', async () => {
    const held: ServerResponse[] = [];
    const receiver = await httpServer(response => void held.push(response));
    const outbox = await testOutbox(await openTestDatabase(backend));
    const notBefore = new Date(Date.now() + 3_600_000);
    await outbox.enqueueAll([
      { request: post(receiver.url) },
      { request: post(receiver.url), notBefore },
      { request: post(receiver.url), notBefore },
    ]);
    await outbox.start();
    await expect.poll(() => held).toHaveLength(1);
    const since = anHourAgo();
    const [counts] = await outbox.outcomes({ since, periodMs: 7_200_000, periods: 1 });
    expect(counts).toMatchObject({ waiting: 2, sending: 1 });
    expect(await outbox.count({ state: 'pending', failing: false })).toBe(2);
    held[0]?.end();
  });

  it('that wait in a line name the message that holds them up', async () => {
    const receiver = await httpServer(response => response.writeHead(503).end());
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [3_600_000] });
    const of = { ordered: 'line', webhook: 'w' };
    const [first, second, third] = await outbox.enqueueAll(
      ['Started', 'Halfway', 'Completed'].map(event => ({ request: post(receiver.url), event, ...of })),
    );
    await outbox.start();
    await expect.poll(async () => (await outbox.message(second ?? ''))?.nextAttemptAt).toBeDefined();
    const { items } = await outbox.messages();
    expect(items.map(({ id, heldBy }) => [id, heldBy])).toEqual(
      [
        [third, { id: second, event: 'Halfway' }],
        [second, { id: first, event: 'Started' }],
        [first, undefined],
      ].toSorted(([one], [other]) => (String(one) < String(other) ? 1 : -1)),
    );
    await outbox.cancel(first ?? '');
    expect((await outbox.message(second ?? ''))?.heldBy).toBeUndefined();
  });

  it('that failed are counted where they failed, also after they were resent', async () => {
    let status = 500;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database, { schedule: [1] });
    const { query } = executorOf(database);
    await outbox.start();
    const ids = await outbox.enqueueAll(
      [1, 2].map(() => ({ request: post(receiver.url), profile: 'north' })),
    );
    await expect.poll(() => outbox.count({ state: 'failed' })).toBe(2);
    // What failed, failed five hours ago.
    await query("update hookplate.attempt set recorded_at = now() - interval '5 hours'");
    await query("update hookplate.ended set finished_at = now() - interval '5 hours'");
    await query("update hookplate.new_figure set hour = hour - interval '5 hours'");
    const since = new Date(anHourAgo().getTime() - 5 * 3_600_000);
    const ofFour = { bucketMs: 4 * 3_600_000 };
    const counted = async (profile?: string) => {
      const figures = await outbox.stats({ since, ...ofFour, profile });
      const history = await outbox.stats({ since: new Date(since.getTime() + 1), ...ofFour, profile });
      const failures = (each: typeof figures) =>
        each.buckets.map(({ failed, succeeded }) => ({ failed, succeeded }));
      expect(failures(history)).toEqual(failures(figures));
      return figures.buckets;
    };
    const failures = [{ failed: 2, succeeded: 0 }, { failed: 0 }];
    expect(await counted()).toMatchObject(failures);
    const bars = async () => {
      const query = { since, periodMs: ofFour.bucketMs, periods: 2, profile: 'north' };
      const [counts] = await outbox.outcomes(query);
      return [counts?.delivered, counts?.failed];
    };
    expect(await bars()).toEqual([
      [0, 0],
      [2, 0],
    ]);
    status = 200;
    for (const id of ids) await outbox.resend(id);
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(2);
    for (const profile of [undefined, 'north'])
      expect(await counted(profile)).toMatchObject([
        { failed: 2, succeeded: 0 },
        { failed: 0, succeeded: 2 },
      ]);
    expect(await counted('south')).toMatchObject([{ failed: 0 }, { failed: 0, succeeded: 0 }]);
    expect(await bars()).toEqual([
      [0, 2],
      [2, 0],
    ]);
    // One that was delivered before it is resent had not failed.
    for (const id of ids) await outbox.resend(id);
    await expect.poll(async () => (await counted()).map(({ succeeded }) => succeeded)).toEqual([0, 4]);
    expect(await counted()).toMatchObject([{ failed: 2 }, { failed: 0 }]);
    expect(await bars()).toEqual([
      [0, 4],
      [2, 0],
    ]);
  });

  it('that failed once and were cancelled do not count as failed after they were resent', async () => {
    let status = 500;
    const receiver = await httpServer(response => response.writeHead(status).end());
    const outbox = await testOutbox(await openTestDatabase(backend), { schedule: [3_600_000] });
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url));
    await expect.poll(() => outbox.count({ failing: true })).toBe(1);
    await outbox.cancel(id);
    status = 200;
    await outbox.resend(id);
    await expect.poll(() => outbox.count({ state: 'delivered' })).toBe(1);
    const since = anHourAgo();
    const { buckets } = await outbox.stats({ since, bucketMs: 10_800_000 });
    expect(buckets).toMatchObject([{ attempts: 2, succeeded: 1, failed: 0 }]);
    expect(await outbox.outcomes({ since, periodMs: 7_200_000, periods: 1 })).toMatchObject([
      { delivered: [1], failed: [0], cancelled: 1 },
    ]);
  });

  it('are counted once they have ended', async () => {
    const receiver = await httpServer();
    const outbox = await testOutbox(await openTestDatabase(backend));
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url));
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const stats = await outbox.stats({ since: new Date(Date.now() - 60_000), bucketMs: 120_000 });
    expect(stats).toMatchObject({ pending: 0, sending: 0, oldestDueMs: 0 });
    expect(stats.buckets).toMatchObject([{ enqueued: 1, attempts: 1, succeeded: 1 }]);
  });
});

/** The beginning of the hour before the current one. */
function anHourAgo(): Date {
  return new Date(Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000);
}
