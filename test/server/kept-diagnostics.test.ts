import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { ShownWebhook } from '../../src/api/answers.ts';
import type { Misfit } from '../../src/server/index.ts';
import { migratedPostgres, query } from '../outbox/test-database.ts';

// Test files share their modules, so those of the server are loaded anew, over a check that counts.
vi.resetModules();
vi.doMock('../../src/webhook/check.ts', { spy: true });
const { checkWebhook } = await import('../../src/webhook/check.ts');
const { defineEvents } = await import('../../src/webhook/events/define-events.ts');
const { openDatabase } = await import('../../src/outbox/index.ts');
const { testServer } = await import('./test-server.ts');

afterAll(() => {
  vi.doUnmock('../../src/webhook/check.ts');
  vi.resetModules();
});

/** How many webhooks were proved while something was done. */
async function proofsOf(work: () => Promise<unknown>): Promise<number> {
  vi.mocked(checkWebhook).mockClear();
  await work();
  return vi.mocked(checkWebhook).mock.calls.length;
}

const webhook = {
  profile: 'nightly',
  events: { Started: true },
  method: 'POST',
  url: 'https://example.com/hook',
  contentType: 'application/json',
  // The year that the week belongs to, which warns.
  payload: '{"day": "$date; format="dd.MM.YYYY"$"}',
};

interface List {
  readonly items: readonly ShownWebhook[];
}

const codesOf = ({ diagnostics = [] }: ShownWebhook): readonly string[] =>
  diagnostics.map(({ code }) => code);

async function shared() {
  const url = await migratedPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  return { url, database };
}

it('a webhook is proved once when it is saved, and not again when it is shown, in a list of 50 neither', async () => {
  const { call, json } = await testServer();
  for (let index = 0; index < 50; index++) {
    const body = { config: { ...webhook, id: `wh${index}` } };
    expect(await proofsOf(() => call('POST', '/api/webhooks', { body }))).toBe(1);
  }
  const body = { config: { ...webhook, payload: '{"at": "$date; format="MM.YYYY"$"}' } };
  const headers = { 'if-match': '"1"' };
  expect(await proofsOf(() => call('PUT', '/api/webhooks/wh0', { headers, body }))).toBe(1);
  const seen: ShownWebhook[] = [];
  const proofs = await proofsOf(async () => {
    seen.push(...(await json<List>('GET', '/api/webhooks?limit=50')).items);
    seen.push(await json<ShownWebhook>('GET', '/api/webhooks/wh7'));
  });
  expect([proofs, seen.length]).toEqual([0, 51]);
  expect(seen.map(codesOf).filter(([code]) => code === undefined)).toEqual([]);
});

it('a webhook is proved again once, and by the new catalogue, where that has changed since it was saved', async () => {
  const { database } = await shared();
  const variables = { shop: 'string' } as const;
  const before = defineEvents({ variables, events: { paid: { title: 'Paid' } } });
  const after = defineEvents({ variables: { store: 'string' }, events: { paid: { title: 'Paid' } } });
  const config = { ...webhook, events: { paid: true }, payload: '{"shop": "$shop$"}' };
  const first = await testServer({ database, events: before });
  for (const id of ['a', 'b']) {
    await first.call('POST', '/api/webhooks', { body: { config: { ...config, id } } });
  }
  const again = await testServer({ database, events: before });
  expect(await proofsOf(() => again.call('GET', '/api/webhooks'))).toBe(0);
  // They look for those that do not fit as well.
  for (const { server } of [first, again]) await server.stop({ timeoutMs: 0 });
  const found: (readonly Misfit[])[] = [];
  const lists: List[] = [];
  const proofs = await proofsOf(async () => {
    // After its start, the server looks for those that do not fit.
    const onMisfits = (misfits: readonly Misfit[]) => found.push(misfits);
    const changed = await testServer({ database, events: after, onMisfits });
    await expect.poll(() => found.length).toBe(1);
    const list = async () => lists.push(await changed.json<List>('GET', '/api/webhooks'));
    await list();
    await list();
  });
  expect(proofs).toBe(2);
  for (const { items } of lists)
    expect(items.map(codesOf)).toEqual([['unknown-variable'], ['unknown-variable']]);
});

it('a webhook of a configuration is proved after the start, and one that a former version has stored when it is first shown', async () => {
  const { url, database } = await shared();
  const webhooks = [{ ...webhook, id: 'seed', method: 'POST' }] as const;
  const { call, json } = await testServer({ database, webhooks });
  const isKept = 'select diagnostics is not null as is_kept from hookplate.webhook';
  await expect.poll(() => query(url, isKept)).toEqual([{ is_kept: true }]);
  expect(await proofsOf(() => call('GET', '/api/webhooks', { as: 'viewer' }))).toBe(0);
  expect(await proofsOf(() => call('GET', '/api/webhooks/seed'))).toBe(0);
  await query(url, 'update hookplate.webhook set diagnostics = null');
  expect(await proofsOf(() => call('GET', '/api/webhooks'))).toBe(1);
  expect((await json<List>('GET', '/api/webhooks')).items.map(codesOf)).not.toEqual([[]]);
});

it('diagnostics of a secret are in no answer, and all are sealed like the settings', async () => {
  const { url, database } = await shared();
  const encryptionKeys = [Buffer.alloc(32, 7).toString('base64')];
  const { call } = await testServer({ database, encryptionKeys });
  const config = {
    ...webhook,
    headers: [{ name: 'X-Note', value: 'canary $date; format="dd.MM.YYYY"$', secret: true }],
  };
  const said = [];
  said.push(await (await call('POST', '/api/webhooks', { body: { config: { ...config, id: 'a' } } })).json());
  said.push(await (await call('GET', '/api/webhooks/a')).json());
  await query(url, 'update hookplate.webhook set diagnostics = null');
  said.push((await (await call('GET', '/api/webhooks')).json()).items[0]);
  const kept = { ...said[0].config, events: { Started: true } };
  const headers = { 'if-match': '"1"' };
  said.push(await (await call('PUT', '/api/webhooks/a', { body: { config: kept }, headers })).json());
  for (const { diagnostics } of said) {
    expect(diagnostics).toMatchObject([
      { field: 'payload', message: expect.stringMatching(/^`YYYY` is the year that the week belongs to/) },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('canary');
  }
  const rows = await query(url, 'select get_byte(diagnostics, 0) as format from hookplate.webhook');
  expect(rows).toEqual([{ format: 1 }]);
  const plain = "position('severity'::bytea in diagnostics)";
  expect(await query(url, `select ${plain} as at from hookplate.webhook`)).toEqual([{ at: 0 }]);
});

it('diagnostics do not tell whether a text is a stored secret: they are the same with any other', async () => {
  const { call, json } = await testServer();
  const answers: unknown[] = [];
  // A message quotes the first one.
  for (const [index, password] of ['YYYY', 'other'].entries()) {
    const id = `wh${index}`;
    const authentication = { username: 'ada', password };
    await call('POST', '/api/webhooks', { body: { config: { ...webhook, id, authentication } } });
    const asked = { ...webhook, authentication: { username: 'ada', password: { set: true } } };
    const changed = await json<ShownWebhook>('PUT', `/api/webhooks/${id}`, {
      ...{ body: { config: asked }, headers: { 'if-match': '"1"' } },
    });
    const stored = await json<ShownWebhook>('GET', `/api/webhooks/${id}`);
    answers.push([changed.diagnostics, stored.diagnostics]);
  }
  expect(answers[0]).toMatchObject([[{ code: expect.any(String) }], [{ code: expect.any(String) }]]);
  expect(answers[0]).toEqual(answers[1]);
});
