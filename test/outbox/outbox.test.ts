import { describe, expect, it } from 'vitest';
import type { EndedMessage } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { backends, openTestDatabase, testOutbox } from './test-database.ts';

describe.each(backends)('the outbox on %s', backend => {
  it('delivers what was enqueued before and after it was started, and records the attempts', async () => {
    const receiver = await httpServer();
    const ended: EndedMessage[] = [];
    const outbox = await testOutbox(await openTestDatabase(backend), { onDelivery: m => void ended.push(m) });
    const first = await outbox.enqueue(post(`${receiver.url}/a?secret`), {
      webhook: 'chat',
      event: 'Started',
    });
    expect(await outbox.message(first)).toMatchObject({ state: 'pending', history: [] });
    await outbox.start();
    const second = await outbox.enqueue(post(`${receiver.url}/b`), { id: 'second' });
    await expect.poll(() => ended.length).toBe(2);
    expect(second).toBe('second');
    expect(receiver.hits.map(({ path, headers }) => [path, headers['webhook-id']]).sort()).toEqual([
      ['/a?secret', first],
      ['/b', 'second'],
    ]);
    const { items: messages } = await outbox.messages();
    expect(messages.map(({ id, state, attempts }) => [id, state, attempts])).toEqual([
      ['second', 'delivered', 1],
      [first, 'delivered', 1],
    ]);
    expect(JSON.stringify(messages)).not.toContain('secret');
    const healthy = { failures: 0, lastSuccessAt: expect.any(Date), lastFailureAt: undefined };
    expect((await outbox.endpoints()).items).toMatchObject([healthy, healthy]);
    const details = await outbox.message(first, { request: true });
    expect(details).toMatchObject({
      webhook: 'chat',
      event: 'Started',
      request: post(`${receiver.url}/a?secret`),
      history: [{ round: 0, number: 1, outcome: { kind: 'answered', status: 200, body: 'ok' } }],
    });
  });

  it('delivers beside another one of the same process on a database of its own, each its own messages', async () => {
    const receiver = await httpServer();
    const groups = ['north', 'south'];
    const outboxes = await Promise.all(
      groups.map(async group => {
        const ended: EndedMessage[] = [];
        const outbox = await testOutbox(await openTestDatabase(backend), {
          onDelivery: message => void ended.push(message),
        });
        // Ids, lines and endpoints may be the same in both.
        for (const id of ['a', 'b', 'c']) {
          await outbox.enqueue(post(receiver.url, `${group} ${id}`), {
            id,
            endpoint: 'same',
            ordered: 'line',
            profile: group,
          });
        }
        return { group, outbox, ended };
      }),
    );
    await Promise.all(outboxes.map(({ outbox }) => outbox.start()));
    for (const { group, outbox, ended } of outboxes) {
      await expect.poll(() => ended.map(({ id, profile }) => `${profile} ${id}`)).toEqual(own(group));
      expect((await outbox.messages()).items.map(({ profile }) => profile)).toEqual(Array(3).fill(group));
    }
    const bodies = receiver.hits.map(({ body }) => body);
    expect(bodies).toHaveLength(6);
    for (const group of groups) expect(bodies.filter(body => body.startsWith(group))).toEqual(own(group));

    function own(group: string): readonly string[] {
      return ['a', 'b', 'c'].map(id => `${group} ${id}`);
    }
  });

  it('sends the same id and bytes again until an answer is a success', async () => {
    const receiver = await httpServer((response, _hit, before) => {
      response.writeHead(before < 2 ? 503 : 204).end();
    });
    const outbox = await testOutbox(await openTestDatabase(backend));
    await outbox.start();
    const id = await outbox.enqueue(post(receiver.url, '{"é":"\u{1f600}"}'));
    await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    expect(receiver.hits).toHaveLength(3);
    expect(new Set(receiver.hits.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(
      1,
    );
    const message = await outbox.message(id);
    expect(message?.history.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
