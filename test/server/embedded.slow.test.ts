import { expect, it } from 'vitest';
import { openTestDatabase } from '../outbox/test-database.ts';
import { testServer } from './test-server.ts';

const body = { job: { tables: [] } };

it('a server works on an embedded database as well', async () => {
  const { call, json } = await testServer({ database: await openTestDatabase('PGlite') });
  const config = { profile: 'nightly', events: { Started: true }, method: 'GET', url: 'http://127.0.0.1:9/' };
  expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
  const { pid } = await json<{ pid: string }>('POST', '/api/v2/project/etl/task/copy/run?trigger=API', {
    body,
  });
  await expect
    .poll(() => json('GET', `/api/processes/${pid}`))
    .toMatchObject({
      status: 'completed',
      events: [
        { event: 'Started', messages: [{ host: '127.0.0.1:9' }] },
        { event: 'Completed', messages: [] },
      ],
    });
});
