import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../../src/database/sealer.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { dump, executorOf, openTestDatabase, testOutbox } from './test-database.ts';

const key = (): string => randomBytes(32).toString('base64');

describe('a dump of the tables', () => {
  it('holds the request where nothing is sealed, and no secret where everything is', async () => {
    const receiver = await httpServer();
    for (const [encryptionKeys, secretsFound] of [
      [[], true],
      [[key()], false],
    ] as const) {
      const database = await openTestDatabase('PGlite');
      const outbox = await testOutbox(database, {
        encryptionKeys,
        secrets: [`whsec_${Buffer.from('canary-signing-secret-of-32-byte').toString('base64')}`],
      });
      const url = `${receiver.url.replace('//', '//user:canary-password@')}/canary-path?token=canary-query`;
      const { headers, ...request } = post(url, 'canary-body');
      await outbox.start();
      const id = await outbox.enqueue({ ...request, headers: [...headers, ['x-key', 'canary-header']] });
      await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
      const text = await dump(executorOf(database));
      expect(text).toContain(id);
      expect(text.includes('canary')).toBe(secretsFound);
      expect(text).not.toContain('whsec_');
      await outbox.stop();
    }
  });
});

describe('keys of encryption', () => {
  it('are rotated: a new one seals, the old one still opens', async () => {
    const [old, young] = [key(), key()];
    const receiver = await httpServer();
    const database = await openTestDatabase('PGlite');
    const before = await testOutbox(database, { encryptionKeys: [old] });
    const id = await before.enqueue(post(`${receiver.url}/old`));
    await before.stop();
    const after = await testOutbox(database, { encryptionKeys: [young, old] });
    await after.enqueue(post(`${receiver.url}/young`), { id: 'young' });
    await after.start();
    await expect.poll(async () => (await after.messages({ state: 'delivered' })).items.length).toBe(2);
    expect((await after.message(id, { request: true }))?.request?.url).toBe(`${receiver.url}/old`);
    await after.stop();
    const last = await testOutbox(database, { encryptionKeys: [young] });
    expect((await last.message('young', { request: true }))?.request?.url).toBe(`${receiver.url}/young`);
    await expect(last.message(id, { request: true })).rejects.toMatchObject({ code: 'wrong-key' });
  });

  it('refuse bytes of another message, and bytes that were changed', () => {
    const sealer = createSealer([key()]);
    const sealed = sealer.seal(Buffer.from('text'), 'one');
    expect(Buffer.from(sealer.open(sealed, 'one')).toString()).toBe('text');
    expect(() => sealer.open(sealed, 'two')).toThrow();
    // The first byte says whether it is sealed at all.
    for (const index of [...sealed.keys()].slice(1)) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(changed, 'one')).toThrow();
    }
  });

  it('that are missing leave a message to a process that has them, and are told of once', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PGlite');
    const young = await testOutbox(database, { encryptionKeys: [key()] });
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await young.enqueue(post(receiver.url), { id, ordered: 'line' });
    await young.enqueue(post(receiver.url), { id: 'alone' });
    const errors: unknown[] = [];
    const old = await testOutbox(database, {
      encryptionKeys: [key()],
      onError: error => void errors.push(error),
    });
    await old.start();
    const first = async () => await old.message('alone');
    await expect.poll(first).toMatchObject({ state: 'pending', reason: 'wrong-key', attempts: 0 });
    await expect.poll(async () => (await old.backlog()).unopened).toBe(2);
    const { nextAttemptAt } = (await first()) ?? {};
    await expect.poll(async () => (await first())?.nextAttemptAt).not.toEqual(nextAttemptAt);
    expect(errors).toMatchObject([{ code: 'wrong-key' }]);
    expect(receiver.hits).toEqual([]);
    // Else the two would take turns at each, by chance.
    await old.stop();
    await young.start();
    await expect.poll(async () => (await young.messages({ state: 'delivered' })).items.length).toBe(4);
    const { items: messages } = await young.messages();
    expect(messages.map(({ reason, attempts }) => [reason, attempts])).toEqual(Array(4).fill([undefined, 1]));
    const sent = receiver.hits.map(({ headers }) => String(headers['webhook-id']));
    expect(sent.filter(id => ids.includes(id))).toEqual(ids);
    expect(await young.backlog()).toMatchObject({ pending: 0, unopened: 0 });
  });

  it('that are missing hold up no later message of an order once that is old', async () => {
    const receiver = await httpServer();
    const database = await openTestDatabase('PGlite');
    const young = await testOutbox(database, { encryptionKeys: [key()] });
    const old = await testOutbox(database, { encryptionKeys: [key()], onError: () => {} });
    const ordered = { webhook: 'w', ordered: 'line' };
    await young.enqueue(post(receiver.url), { ...ordered, id: 'a' });
    await old.enqueue(post(receiver.url), { ...ordered, id: 'b' });
    await old.start();
    await expect.poll(async () => (await old.message('a'))?.reason).toBe('wrong-key');
    const { query } = executorOf(database);
    const waits = async () =>
      (await query("select due_at > now() as waits from hookplate.message where given_id = 'b'")).rows;
    await expect.poll(waits).toEqual([{ waits: true }]);
    // As if five minutes had passed.
    await query("update hookplate.job set due_at = now() where given_id = 'b'");
    await expect.poll(async () => (await old.message('b'))?.state).toBe('delivered');
    expect(await old.message('a')).toMatchObject({ state: 'pending', reason: 'wrong-key' });
  });
});
