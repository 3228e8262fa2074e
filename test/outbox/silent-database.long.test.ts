import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/outbox/index.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { postgresProxy } from './postgres/postgres-proxy.ts';
import { emptyPostgres, testOutbox } from './test-database.ts';

it('a database that falls silent is noticed, although no connection breaks', async () => {
  const receiver = await httpServer();
  const proxy = await postgresProxy();
  const url = proxy.urlOf(await emptyPostgres());
  const database = await openDatabase({ url, queryTimeoutMs: 2000 });
  onTestFinished(() => database.close());
  await database.migrate();
  const errors: unknown[] = [];
  const outbox = await testOutbox(database, { onError: error => void errors.push(error) });
  const stopped = await testOutbox(database, { onError: () => {} });
  await Promise.all([outbox.start(), stopped.start()]);
  proxy.silence();
  const unreachable = { code: 'database-unreachable' };
  await expect(outbox.enqueue(post(receiver.url), { id: 'again' })).rejects.toMatchObject(unreachable);
  await expect(outbox.backlog()).rejects.toMatchObject(unreachable);
  await expect(outbox.messages()).rejects.toMatchObject(unreachable);
  await expect(outbox.message('again')).rejects.toMatchObject(unreachable);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(errors[0]).toMatchObject(unreachable);
  await stopped.stop({ timeoutMs: 0 });
  await proxy.cut();
  await proxy.restore();
  await expect
    .poll(() => outbox.enqueue(post(receiver.url), { id: 'again' }).catch(() => 'rejected'))
    .toBe('again');
  await expect.poll(async () => (await outbox.message('again'))?.state).toBe('delivered');
});
