/** Fills the disk that its database is on, and frees it again; its output is what it finds. */
import { randomBytes } from 'node:crypto';
import { statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';

const [url = '', disk = ''] = process.argv.slice(2);
const mebibyte = 2 ** 20;
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : error);
// Random, so that the database cannot compress it.
const body = randomBytes(mebibyte / 4).toString('base64');
const request = { method: 'POST', url, headers: [], body } as const;
const errors: unknown[] = [];

const database = await openDatabase({ directory: join(disk, 'data'), reserveBytes: 32 * mebibyte });
const onError = (error: unknown): void => void errors.push(codeOf(error));
const outbox = await createOutbox({ database, allow: ['127.0.0.0/8'], pollMs: 20, onError });
await outbox.start();
// Leaves room for some messages.
const filler = join(disk, 'filler');
writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes() - 40 * mebibyte), 1));
const stored: string[] = [];
let refused: unknown;
while (refused === undefined) {
  await outbox.enqueue(request).then(
    id => stored.push(id),
    error => {
      refused = codeOf(error);
    },
  );
}
while (errors.length === 0) await sleep(20);
const whileFull = { refused, told: [...new Set(errors)], hasRoom: freeBytes() > 8 * mebibyte };

unlinkSync(filler);
stored.push(await outbox.enqueue(request));
for (let left = 1; left > 0; await sleep(20)) {
  const backlog = await outbox.backlog();
  left = backlog.pending + backlog.sending;
}
const { items: messages } = await outbox.messages({ state: 'delivered', limit: 500 });
const isWhole = stored.every(id => messages.some(message => message.id === id));
await outbox.stop();
await database.close();
console.log(JSON.stringify({ whileFull, stored: stored.length, delivered: messages.length, isWhole }));
