import { expect, it } from 'vitest';
import { createAuditLog } from '../../../src/server/audit/audit-log.ts';
import { httpServer } from '../../loopback-server.ts';
import { executorOf, fillDisk, openTestDatabase } from '../../outbox/test-database.ts';
import { jsonOf, type TestServer, testServer } from '../test-server.ts';
import { basicOf, copyTask, heldTask, passwords, users } from '../test-users.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly by?: string;
  readonly operation: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectId?: string;
  readonly profile?: string;
  readonly tokenMadeBy?: string;
  readonly address?: string;
}

const entries = async ({ json }: Pick<TestServer, 'json'>, search = ''): Promise<readonly Entry[]> =>
  (await json<{ items: readonly Entry[] }>('GET', `/api/audit-log${search}`, { as: 'operator' })).items;

const acmes = { username: 'ada', password: 'of-one-profile', role: 'editor', profiles: ['acme'] } as const;
const asAda = { as: 'nobody', headers: { authorization: basicOf(acmes.username, acmes.password) } } as const;

async function aServer() {
  const receiver = await httpServer();
  const database = await openTestDatabase('PostgreSQL');
  const { server, call, json } = await testServer({
    database,
    users: [...users, acmes],
    projects: {
      etl: { tasks: { copy: { ...copyTask, profile: 'acme' }, held: { ...heldTask, profile: 'acme' } } },
    },
  });
  const config = {
    ...{ profile: 'acme', events: { Completed: true }, url: receiver.url },
    method: 'GET' as const,
  };
  return { database, server, call, json, config };
}

it('each act is logged once it has succeeded, with who did it, to what, of which profile', async () => {
  const { call, json, config } = await aServer();
  const made = await call('POST', '/api/webhooks', { ...asAda, body: { config } });
  const { id: webhook } = await jsonOf<{ id: string }>(made);
  const change = { ...config, name: 'Orders' };
  const headers = { 'if-match': '*' };
  await json('PUT', `/api/webhooks/${webhook}`, { headers, body: { config: change } });
  await json('POST', `/api/webhooks/${webhook}/test`, { body: {} });
  await json('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { body: { job: { tables: [] } } });
  const message = await expect
    .poll(async () => (await json<{ items: { id: string }[] }>('GET', '/api/messages?state=delivered')).items)
    .toHaveLength(1)
    .then(async () => (await json<{ items: { id: string }[] }>('GET', '/api/messages')).items[0]?.id);
  await call('POST', `/api/messages/${message}/resend`, { as: 'operator' });
  const token = await json<{ id: string; token: string }>('POST', '/api/tokens', {
    body: { name: 'Deploy', role: 'editor' },
  });
  await call('DELETE', `/api/webhooks/${webhook}`, {
    as: 'nobody',
    headers: { authorization: `Bearer ${token.token}`, ...headers },
  });
  const of = { subject: 'webhook', subjectId: webhook, profile: 'acme', address: '127.0.0.1' };
  expect(await entries({ json })).toEqual(
    [
      {
        ...of,
        by: 'token Deploy',
        tokenMadeBy: 'editor',
        operation: 'deleteWebhook',
        action: 'Delete a webhook',
      },
      {
        by: 'editor',
        operation: 'createToken',
        subject: 'token',
        subjectId: token.id,
        action: 'Make an API token',
      },
      { by: 'operator', operation: 'resendMessage', subject: 'message', subjectId: message, profile: 'acme' },
      { ...of, by: 'editor', operation: 'testWebhook' },
      { ...of, by: 'editor', operation: 'putWebhook', action: 'Change a webhook' },
      { ...of, by: 'ada', operation: 'createWebhook', action: 'Add a webhook to its profile' },
    ].map(entry => expect.objectContaining(entry)),
  );
});

it('what was refused, what only reads, runs and reports are not logged', async () => {
  const { call, json, config } = await aServer();
  const refused = [
    await call('POST', '/api/webhooks', { as: 'viewer', body: { config } }),
    await call('POST', '/api/webhooks', { body: { config: { ...config, url: '$nothing$' } } }),
    await call('POST', '/api/messages/nothing/resend'),
    await call('DELETE', '/api/webhooks/wh_nothing', { headers: { 'if-match': '*' } }),
    await call('POST', '/api/session', { as: 'nobody', body: { name: 'editor', password: 'wrong' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 422, 404, 404, 401]);
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  await call('POST', '/api/session', { as: 'nobody', body: 'name=editor&password=wrong', headers: form });
  await call('POST', '/api/webhooks/validate', { body: { config } });
  await json('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { body: { job: { tables: [] } } });
  const event = { event: 'Completed', profile: 'acme', facts: {} };
  await call('POST', '/api/v2/events', { body: event });
  await call('HEAD', '/api/v2/interrupt/nothing');
  expect(await entries({ json })).toEqual([]);
});

it('who signs in and out is logged, and who interrupts a process', async () => {
  const { call, json } = await aServer();
  const body = { name: 'editor', password: passwords.editor };
  const signedIn = await call('POST', '/api/session', { as: 'nobody', body });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const from = { as: 'nobody', headers: { cookie, origin: 'http://localhost' } } as const;
  expect((await call('DELETE', '/api/session', from)).status).toBe(204);
  const { pid } = await json<{ pid: string }>('POST', '/api/v2/project/etl/task/held/run?trigger=API', {
    body: { job: { tables: [] } },
  });
  await call('GET', `/api/v2/interrupt/${pid}`, { as: 'operator' });
  expect(await entries({ json })).toMatchObject([
    { by: 'operator', operation: 'interrupt', subject: 'process', subjectId: pid, profile: 'acme' },
    { by: 'editor', operation: 'signOut', subject: 'session' },
    { by: 'editor', operation: 'signIn', subject: 'session' },
  ]);
});

it('an application that acts in code is logged by the name that it gives', async () => {
  const { server, json, config } = await aServer();
  const { profile: _, ...own } = config;
  const { id } = await server.forProfile('acme', { by: 'Grace' }).save(own);
  await server.remove(id);
  expect(await entries({ json })).toMatchObject([
    { by: 'application', operation: 'deleteWebhook', subjectId: id, profile: 'acme' },
    { by: 'Grace', operation: 'createWebhook', subjectId: id, profile: 'acme' },
  ]);
});

it('an operator narrows the log, goes through its pages, and downloads all of it', async () => {
  const { call, json, config } = await aServer();
  const made = [];
  for (const profile of ['acme', 'globex', 'acme']) {
    made.push(
      await json<{ id: string }>('POST', '/api/webhooks', { body: { config: { ...config, profile } } }),
    );
  }
  await call('DELETE', `/api/webhooks/${made[0]?.id}`, {
    ...asAda,
    headers: { ...asAda.headers, 'if-match': '*' },
  });
  const found = async (search: string) => (await entries({ json }, search)).map(({ subjectId }) => subjectId);
  const [first, second, third] = made.map(({ id }) => id);
  expect(await found('')).toEqual([first, third, second, first]);
  expect(await found('?by=ada')).toEqual([first]);
  expect(await found('?profile=globex')).toEqual([second]);
  expect(await found(`?subjectId=${first}`)).toEqual([first, first]);
  const all = await entries({ json });
  expect(await found(`?until=${all[1]?.at}`)).not.toContain(third);
  expect(await found(`?since=${all[0]?.at}&by=ada`)).toEqual([first]);
  type Page = { items: Entry[]; next?: string; retentionDays: number };
  const page = await json<Page>('GET', '/api/audit-log?limit=3');
  expect(page).toMatchObject({ items: [{}, {}, {}], retentionDays: 365 });
  expect(await found(`?cursor=${page.next}`)).toEqual([first]);
  const file = await call('GET', '/api/audit-log/export?profile=acme', { as: 'operator' });
  expect(file.headers.get('content-disposition')).toContain('audit-log.jsonl');
  const lines = (await file.text()).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line))).toEqual(all.filter(({ profile }) => profile === 'acme'));
});

it('an act on several things names none of them', async () => {
  const { json, call } = await aServer();
  const body = { profile: 'acme', state: 'failed', since: '2020-01-01T00:00:00Z' };
  await call('POST', '/api/messages/resend', { ...asAda, body });
  const [entry, ...others] = await entries({ json });
  await call('POST', '/api/messages/resend', { as: 'operator', body });
  expect((await entries({ json }))[0]).toMatchObject({ by: 'operator', profile: 'acme' });
  expect(entry).toMatchObject({
    operation: 'resendMessages',
    subject: 'message',
    profile: 'acme',
    by: 'ada',
  });
  expect(entry).not.toHaveProperty('subjectId');
  expect(others).toEqual([]);
});

it('what only asks how many there are is not logged, and nobody names a profile of others', async () => {
  const { json, call } = await aServer();
  const body = { state: 'failed', since: '2020-01-01T00:00:00Z' };
  await call('POST', '/api/messages/resend', { ...asAda, body: { ...body, dryRun: true } });
  expect(await entries({ json })).toEqual([]);
  await call('POST', '/api/messages/resend', { ...asAda, body: { ...body, profile: 'globex' } });
  expect(await entries({ json })).toMatchObject([{ by: 'ada', profile: 'acme' }]);
});

it('each route that changes something is logged, but for what programs report and run, and what is only tried', async () => {
  const { json } = await aServer();
  const document = await json<{
    paths: Record<string, Record<string, { operationId: string; description: string }>>;
  }>('GET', '/api/openapi.json');
  const operations = Object.values(document.paths).flatMap(methods => Object.entries(methods));
  const changing = operations.filter(
    ([method, { operationId }]) => method !== 'get' || operationId === 'interrupt',
  );
  const isLogged = ({ description }: { description: string }) =>
    description.endsWith('Stands in the audit log.');
  const unlogged = changing.filter(([, operation]) => !isLogged(operation));
  expect(unlogged.map(([, { operationId }]) => operationId).toSorted()).toEqual([
    ...['previewWebhook', 'receive', 'reportEvents', 'run', 'runFullForm', 'validateWebhook'],
  ]);
  expect(operations.filter(([, operation]) => isLogged(operation))).toHaveLength(
    changing.length - unlogged.length,
  );
});

it('an act that cannot be logged is not answered as done', async () => {
  const { server, json, config, database } = await aServer();
  const mend = await fillDisk(executorOf(database), ['audit_entry']);
  await expect(server.save(config)).rejects.toMatchObject({ status: 503 });
  await mend();
  await server.save(config);
  expect(await entries({ json })).toHaveLength(1);
});

it('a download has what is on all pages, each entry once, also of those of one time', async () => {
  const { call, database } = await aServer();
  await executorOf(database).query(
    `insert into hookplate.audit_entry (id, bucket, at, operation, subject)
     select gen_random_uuid(), 0, now() - (i / 700) * interval '1 second', 'putWebhook', 'webhook'
     from generate_series(1, 1203) i`,
  );
  const file = await call('GET', '/api/audit-log/export', { as: 'operator' });
  const lines = (await file.text()).trimEnd().split('\n');
  const found = lines.map(line => JSON.parse(line) as Entry);
  expect(new Set(found.map(({ id }) => id)).size).toBe(1203);
  expect(found.map(({ at }) => at)).toEqual(
    found
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

it('of the acts on a profile that is erased, only ids stay, and who erased it', async () => {
  const { server, call, json, config } = await aServer();
  const { id } = await jsonOf<{ id: string }>(
    await call('POST', '/api/webhooks', { ...asAda, body: { config } }),
  );
  const other = await server.save({ ...config, profile: 'globex' });
  await server.forProfile('acme', { by: 'Grace' }).erase();
  const [erasing, kept, erased] = await entries({ json });
  expect(erasing).toMatchObject({ by: 'Grace', action: 'Erase a profile', subject: 'profile' });
  expect(JSON.stringify(erasing)).not.toContain('acme');
  expect(kept).toMatchObject({ by: 'application', subjectId: other.id, profile: 'globex' });
  expect(Object.keys(erased ?? {}).toSorted()).toEqual([
    'action',
    'at',
    'id',
    'operation',
    'subject',
    'subjectId',
  ]);
  expect(erased?.subjectId).toBe(id);
});

it('entries are kept for as long as an option says', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const log = createAuditLog({ executor: executorOf(database) }, 2, error => {
    throw error;
  });
  const done = {
    by: { name: 'ada' },
    operation: 'putWebhook',
    subject: 'webhook',
    address: undefined,
  } as const;
  for (const subjectId of ['old', 'new']) await log.add({ ...done, subjectId, profile: undefined });
  await executorOf(database).query(
    `update hookplate.audit_entry set at = now() - interval '49 hours' where subject_id = 'old'`,
  );
  expect(await log.prune()).toBe(1);
  expect((await log.page({})).items).toMatchObject([{ subjectId: 'new' }]);
});

it('names of any length and any characters are logged', async () => {
  const log = createAuditLog({ executor: executorOf(await openTestDatabase('PostgreSQL')) }, 2, () => {});
  const of = { operation: 'putWebhook', subject: 'webhook', subjectId: 'one', profile: undefined } as const;
  const name = `a\0\ud800${'\u{1f600}'.repeat(5000)}`;
  await log.add({ ...of, by: { name, tokenMadeBy: name }, address: name });
  const { items } = await log.page({});
  expect(items[0]?.by).toMatch(/^a\ufffd\ufffd/);
});

it('the log is for operators, of all profiles', async () => {
  const { call } = await aServer();
  for (const path of ['/api/audit-log', '/api/audit-log/export']) {
    expect((await call('GET', path, { as: 'viewer' })).status).toBe(403);
    expect((await call('GET', path, asAda)).status).toBe(404);
  }
});
