import { describe, expect, it } from 'vitest';
import type { DisabledEndpoint } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { numberedInSql, numberedUuid } from './numbered-uuid.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

describe.each(backends)('endpoints on %s', backend => {
  it('of one URL that is gone are disabled, those of several are not', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead(path === '/gone' ? 410 : 200).end(),
    );
    const disabled: DisabledEndpoint[] = [];
    const outbox = await testOutbox(await openTestDatabase(backend), {
      onEndpointDisabled: endpoint => void disabled.push(endpoint),
    });
    await outbox.start();
    const stateOf = async (path: string, webhook: string): Promise<string | undefined> => {
      const id = await outbox.enqueue(post(`${receiver.url}${path}`), { webhook });
      await expect.poll(async () => (await outbox.message(id))?.finishedAt).toBeDefined();
      return (await outbox.message(id))?.state;
    };
    expect(await stateOf('/there', 'several')).toBe('delivered');
    expect(await stateOf('/gone', 'several')).toBe('gone');
    expect(await stateOf('/there', 'several')).toBe('delivered');
    expect(disabled).toEqual([]);
    expect(await stateOf('/gone', 'one')).toBe('gone');
    expect(await stateOf('/gone', 'one')).toBe('failed');
    expect(disabled).toMatchObject([{ webhook: 'one', because: 'gone' }]);
    // Others at its host go on.
    expect(await stateOf('/there', 'several')).toBe('delivered');
  });

  it('that are disabled fail what waits for them, in chunks, and resend it once they are enabled, also in two calls', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase(backend);
    const outbox = await testOutbox(database);
    const notBefore = new Date(Date.now() + 3_600_000);
    const count = 1500;
    const requests = Array.from({ length: count }, (_, index) => ({
      request: post(receiver.url),
      webhook: 'w',
      ...(index < 1100 ? { notBefore } : { ordered: 'line' }),
    }));
    await outbox.enqueueAll([{ request: post(receiver.url), webhook: 'other', id: 'other' }, ...requests]);
    await outbox.start();
    await expect.poll(async () => (await outbox.endpoints({ webhook: 'w' })).items.length).toBe(1);
    const [{ id } = { id: '' }] = (await outbox.endpoints({ webhook: 'w' })).items;
    await outbox.disableEndpoint(id, { reason: 'they asked us to', by: 'ada' });
    await expect(outbox.disableEndpoint('none')).rejects.toMatchObject({ code: 'unknown-endpoint' });
    const { items } = await outbox.endpoints({ state: 'disabled' });
    expect(items).toMatchObject([
      { id, disabledBecause: 'asked', disabledReason: 'they asked us to', disabledBy: 'ada' },
    ]);
    const left = async () => {
      const { pending, sending } = await outbox.backlog();
      return pending + sending;
    };
    await expect.poll(left).toBe(0);
    const { items: failed } = await outbox.messages({ state: 'failed', limit: 1 });
    expect(failed).toMatchObject([{ reason: 'endpoint-disabled', attempts: 0 }]);
    const delivered = (await outbox.messages({ state: 'delivered', webhook: 'w', limit: 500 })).items.length;
    const done: number[] = [];
    const interrupting = new AbortController();
    const onProgress = (resent: number): void => {
      done.push(resent);
      interrupting.abort();
    };
    const { signal } = interrupting;
    expect(await outbox.enableEndpoint(id, { resend: true, onProgress, signal })).toBe(1000);
    const rest = count - delivered - 1000;
    expect(await outbox.resendAll({ state: 'failed', endpoint: id, dryRun: true })).toBe(rest);
    expect(await outbox.enableEndpoint(id, { resend: true, onProgress })).toBe(rest);
    expect(done).toEqual([1000, rest]);
    await expect.poll(left).toBe(0);
    expect((await outbox.endpoints({ state: 'disabled' })).items).toEqual([]);
  });

  it('of two profiles are two, with limits, health, rate and lines of their own, also where their URL or their given name is the same', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead(path === '/fails' ? 500 : 200).end(),
    );
    const disabled: DisabledEndpoint[] = [];
    const outbox = await testOutbox(await openTestDatabase(backend), {
      schedule: [],
      disableAfterMs: 1,
      onEndpointDisabled: endpoint => void disabled.push(endpoint),
    });
    const request = post(receiver.url);
    const facts = [
      { profile: 'a', endpoint: 'crm' },
      { profile: 'b', endpoint: 'crm' },
      { endpoint: 'crm' },
      { profile: 'a' },
      { profile: 'b' },
      {},
      { profile: 'a', webhook: 'w' },
      { profile: 'b', webhook: 'w' },
      { webhook: 'w' },
      // Named like others, which makes them no endpoint of those.
      { profile: 'a', endpoint: `w${receiver.url}` },
      { profile: 'a', endpoint: receiver.url },
    ].map(each => ({ ...each, ordered: 'line' }));
    const ids = await outbox.enqueueAll(facts.map(each => ({ request, ...each })));
    const endpointsOf = async (given: readonly string[]) =>
      Promise.all(given.map(async id => (await outbox.message(id))?.endpoint ?? ''));
    const endpoints = await endpointsOf(ids);
    expect(new Set(endpoints).size).toBe(facts.length);
    const again = await outbox.enqueueAll(facts.map(each => ({ request, ...each })));
    expect(await endpointsOf(again)).toEqual(endpoints);
    await outbox.start();
    for (const id of again)
      await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const named = await outbox.endpoints({ givenName: 'crm' });
    expect(named.items.map(({ id }) => id).toSorted()).toEqual(endpoints.slice(0, 3).toSorted());
    for (const { givenName, origin } of named.items)
      expect({ givenName, origin }).toEqual({ givenName: 'crm', origin: receiver.url });
    expect(named.items.map(({ profile }) => profile ?? '').toSorted()).toEqual(['', 'a', 'b']);
    const ofB = (await outbox.endpoints({ profile: 'b' })).items;
    expect(ofB.map(({ id }) => id).toSorted()).toEqual([1, 4, 7].map(index => endpoints[index]).toSorted());
    const [first = '', second = ''] = endpoints;
    await outbox.setRate(first, 3);
    expect([await outbox.endpoint(first), await outbox.endpoint(second)]).toMatchObject([
      { profile: 'a', perSecond: 3 },
      { profile: 'b', perSecond: undefined },
    ]);
    // One that keeps failing is disabled, for its profile alone.
    const failed = { webhook: 'failing' };
    for (let sent = 0; disabled.length === 0; sent++) {
      const id = await outbox.enqueue(post(`${receiver.url}/fails`), { ...failed, profile: 'a' });
      await expect.poll(async () => (await outbox.message(id))?.state).toBe('failed');
      expect(sent).toBeLessThan(100);
    }
    expect(disabled).toMatchObject([{ profile: 'a', webhook: 'failing', because: 'failing' }]);
    const other = await outbox.enqueue(post(receiver.url), { ...failed, profile: 'b' });
    await expect.poll(async () => (await outbox.message(other))?.state).toBe('delivered');
  });

  it('are listed in pages', async () => {
    const database = await openTestDatabase(backend);
    await executorOf(database).query(`insert into hookplate.endpoint (bucket, id, origin, host, failing_since)
      select 0, ${numberedInSql('e', 'n')}, 'http://h', 'h', case when n % 2 = 0 then now() end from generate_series(1, 7) n`);
    const outbox = await testOutbox(database);
    const first = await outbox.endpoints({ limit: 5 });
    const second = await outbox.endpoints({ limit: 5, cursor: first.next });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    const numbered = (...numbers: readonly number[]) => numbers.map(number => numberedUuid('e', number));
    expect(ids).toEqual(numbered(1, 2, 3, 4, 5, 6, 7));
    expect(second.next).toBeUndefined();
    const { items: failing } = await outbox.endpoints({ state: 'failing' });
    expect(failing.map(({ id }) => id)).toEqual(numbered(2, 4, 6));
    await expect(outbox.endpoints({ cursor: 'x' })).rejects.toThrow('options.cursor');
  });
});
