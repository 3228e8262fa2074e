import { expect, it } from 'vitest';
import { createSealer } from '../../src/database/sealer.ts';
import { createEvents } from '../../src/events/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { createReach } from '../../src/server/access/reach.ts';
import { createWebhookStore } from '../../src/server/webhooks/webhook-store.ts';
import { openTestDatabase, testOutbox } from '../outbox/test-database.ts';

const of = (profile: string, url = 'https://receiver.example/') => ({
  settings: {
    config: { profile, events: { Started: true }, method: 'GET' as const, url },
    secretHeaders: [],
  },
});

async function stores() {
  const database = await openTestDatabase('PostgreSQL');
  const connection = readOutboxOptions({ database }).settings.database;
  const webhooks = createWebhookStore(connection, { sealer: createSealer([]), onError: () => {} });
  const outbox = await testOutbox(database);
  const events = createEvents({ database, outbox, webhooks: [] });
  const move = (id: string, profile: string) =>
    webhooks.update(id, { by: 'ops', matched: undefined, computeSettings: async () => of(profile) });
  return { webhooks, move, reach: createReach({ webhooks, outbox, events }) };
}

it('a webhook that is moved while somebody changes it is not given back, nor its settings to whom it left', async () => {
  const { webhooks, move, reach } = await stores();
  await webhooks.create('w', of('acme') as never, 'ops');
  const { webhooks: ofAcme } = reach({ profiles: ['acme'] });
  const seen: (string | undefined)[] = [];
  const changing = ofAcme.update('w', {
    ...{ by: 'ada', matched: undefined },
    computeSettings: async stored => {
      seen.push(stored?.config.profile);
      if (seen.length === 1) await move('w', 'globex');
      return of('acme') as never;
    },
  });
  await expect(changing).rejects.toMatchObject({ code: 'unknown-webhook' });
  expect(seen).toEqual(['acme']);
  expect(await webhooks.find('w')).toMatchObject({ profile: 'globex', version: 2 });
});

it('the history of a webhook that was moved here begins with its coming, and tells of no more', async () => {
  const { webhooks, move, reach } = await stores();
  await webhooks.create('w', of('globex') as never, 'ops');
  for (const profile of ['globex', 'globex', 'acme', 'acme']) await move('w', profile);
  const { webhooks: ofAcme } = reach({ profiles: ['acme'] });
  const first = await ofAcme.versions('w', { limit: 1 });
  expect(first).toMatchObject({ items: [{ version: 5 }], next: expect.any(String) });
  expect(await ofAcme.versions('w', { limit: 1, cursor: first.next })).toMatchObject({
    ...{ items: [{ version: 4 }], next: undefined },
  });
});
