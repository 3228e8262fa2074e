import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type RotateKeysOptions, rotateKeys } from '../../../src/server/reseal.ts';
import { post } from '../../delivery/loopback-dispatcher.ts';
import { backends, executorOf, openTestDatabase, testOutbox } from '../../outbox/test-database.ts';

const [oldKey, newKey, foreignKey] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [
  string,
  string,
  string,
];
const both = [newKey, oldKey];
/** More than are sealed at once. */
const count = 120;
const requests = Array.from({ length: count }, (_, number) => ({ id: `old-${number}`, number }));

describe.each(backends)('on %s, the rotation of keys', backend => {
  async function sealedByOldKey() {
    const database = await openTestDatabase(backend);
    const old = await testOutbox(database, { encryptionKeys: [oldKey] });
    for (const { id, number } of requests) {
      await old.enqueue(post('http://127.0.0.1:1/', `body ${number}`), { id });
    }
    const rotate = (
      onProgress: RotateKeysOptions['onProgress'] = () => {},
      signal = new AbortController().signal,
    ) => rotateKeys({ database, encryptionKeys: both, onProgress, signal });
    return { database, old, rotate };
  }

  it('goes on where it was interrupted, and leaves nothing for the former key', async () => {
    const { database, rotate } = await sealedByOldKey();
    const abort = new AbortController();
    const first = await rotate(resealed => void (resealed > 0 && abort.abort()), abort.signal);
    expect(first.resealed).toBeGreaterThan(0);
    expect(first.resealed).toBeLessThan(count);
    const told: (readonly [number, number])[] = [];
    const rest = await rotate((resealed, total) => void told.push([resealed, total]));
    expect(first.resealed + rest.resealed).toBe(count);
    expect(rest).toMatchObject({ unreadable: 0, late: 0 });
    expect(told.at(-1)).toEqual([rest.resealed, rest.resealed]);
    expect(await rotate()).toEqual({ resealed: 0, unreadable: 0, late: 0 });
    const outbox = await testOutbox(database, { encryptionKeys: [newKey] });
    for (const { id, number } of requests) {
      const message = await outbox.message(id, { request: true });
      expect(Buffer.from(message?.request?.body ?? '').toString()).toBe(`body ${number}`);
    }
  });

  it('tells of what others stored under the former key meanwhile, and of what no key opens', async () => {
    const { database, old, rotate } = await sealedByOldKey();
    const foreign = await testOutbox(database, { encryptionKeys: [foreignKey] });
    await foreign.enqueue(post('http://127.0.0.1:1/'), { id: 'foreign' });
    // Its id comes before those that are sealed already.
    const insertLate = async (resealed: number): Promise<void> => {
      if (resealed > 0) await old.enqueue(post('http://127.0.0.1:1/'), { id: 'a' });
    };
    expect(await rotate(insertLate)).toEqual({ resealed: count, unreadable: 1, late: 1 });
    expect(await rotate()).toEqual({ resealed: 1, unreadable: 1, late: 0 });
    const { rows } = await executorOf(database).query('select count(*)::int as count from hookplate.request');
    expect(rows).toEqual([{ count: count + 2 }]);
  });
});
