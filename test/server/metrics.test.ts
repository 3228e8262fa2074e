import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMetrics, maxWebhooks } from '../../src/server/metrics.ts';
import { httpServer } from '../loopback-server.ts';
import { testServer } from './test-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';

/** The samples of a counter, without its name. */
function samplesOf(text: string): readonly string[] {
  return [...text.matchAll(/^hookplate_webhook_messages_total(\{.*)$/gm)].map(([, sample = '']) => sample);
}

it('metrics call a webhook by its name, or by its host without one', async () => {
  const [good, bad] = [await httpServer(), await httpServer(response => response.writeHead(410).end())];
  const { call } = await testServer();
  const base = { profile: 'nightly', events: { Completed: true }, method: 'GET' };
  for (const [name, { url }] of [
    ['Ops "chat"', good],
    [undefined, bad],
  ] as const) {
    const config = { ...base, ...(name !== undefined && { name }), url: `${url}/hidden-path` };
    expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
  }
  await call('POST', run, { body: { job: { tables: [] } } });
  const metrics = async () => samplesOf(await (await call('GET', '/metrics', { as: 'viewer' })).text());
  const host = new URL(bad.url).host;
  await expect
    .poll(async () => (await metrics()).toSorted())
    .toEqual([
      `{profile="nightly",webhook="${host}",state="gone"} 1`,
      '{profile="nightly",webhook="Ops \\"chat\\"",state="delivered"} 1',
    ]);
});

it('metrics have a bounded number of series, however many webhooks there are', async () => {
  const metrics = createMetrics({
    backlog: async () => ({
      ...{ pending: 0, sending: 0, unopened: 0, oldestMs: 0, oldestDueMs: 0 },
      events: { waiting: 0, untold: 0, oldestMs: 0 },
    }),
    inFlight: () => 0,
    streams: () => 0,
  });
  for (let time = 0; time < 2; time++) {
    for (let index = 0; index < maxWebhooks + 50; index++) {
      metrics.countMessage({ state: 'delivered', profile: 'p', name: `Ops ${index}`, host: 'h' });
    }
  }
  const samples = samplesOf(await metrics.text());
  expect(samples).toHaveLength(maxWebhooks + 1);
  expect(samples).toContain('{profile="p",webhook="Ops 0",state="delivered"} 2');
  expect(samples).toContain('{profile="",webhook="other",state="delivered"} 100');
  expect(readFileSync('docs/serve.md', 'utf8')).toContain(`the first ${maxWebhooks} webhooks of an instance`);
});
