import { expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { expectUntouched, startPgBouncer } from '../../outbox/postgres/pgbouncer.ts';
import { emptyPostgres } from '../../outbox/test-database.ts';
import { configWith, type ServedRun, serveFiles } from './sample-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const behindPooler = { url: { env: 'DATABASE_URL' }, pooler: true, listenUrl: { env: 'DIRECT_URL' } };

async function runOnce(server: ServedRun): Promise<void> {
  const { status, body } = await server.call('POST', run, null);
  expect(status).toBe(202);
  await expect
    .poll(async () => (await server.call('GET', `/api/v2/status/${body.pid}`)).body.status)
    .toBe('completed');
}

it.each<readonly [args: readonly string[], more: object]>([
  [['--pooler'], {}],
  [[], { database: behindPooler }],
])('a server with %j leaves nothing in the connections of PgBouncer: %j', async (args, more) => {
  const receiver = await httpServer();
  const url = await emptyPostgres();
  const pooled = await startPgBouncer(url);
  const webhook = { id: 'chat', profile: 'Nightly', events: { Completed: true }, method: 'GET' };
  const config = configWith(['true'], {
    webhooks: [{ ...webhook, url: receiver.url }],
    allow: ['127.0.0.1/32'],
    ...more,
  });
  const settings = {
    ...{ files: { 'hookplate.config.json': config }, args, databaseUrl: pooled },
    env: { DIRECT_URL: url },
  };
  const servers = [await serveFiles(settings), await serveFiles(settings)];
  for (const server of servers) await runOnce(server);
  await expect.poll(() => receiver.hits.length).toBe(2);
  await expectUntouched(pooled, url);
});
