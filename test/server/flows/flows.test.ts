import { describe, expect, it } from 'vitest';
import { createHookplate } from '../../../src/server/index.ts';
import type { TaskInput } from '../../../src/workflow/task.ts';
import { executorOf, openTestDatabase } from '../../outbox/test-database.ts';
import { callerOf, testServer } from '../test-server.ts';
import { copyTask, heldTask, users } from '../test-users.ts';

const path = '/api/flows/etl/copy/api';
const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const sample = { job: { tables: ['orders'] } };
const api = { enabled: true, parameters: { tables: 'job/tables' }, sampleBody: sample };

describe('the API of a flow', () => {
  it('is seeded from code, and shows its endpoints in both forms', async () => {
    const { call, json } = await testServer();
    const response = await call('GET', path);
    expect(response.headers.get('etag')).toBe('"1"');
    const shown = await response.json();
    expect(shown).toMatchObject({
      profile: 'nightly',
      baseUrl: 'http://localhost/api/v2',
      enabled: true,
      parameters: { tables: 'job/tables' },
      sampleBody: { job: { tables: 'example' } },
      updatedBy: 'hookplate',
      endpoints: [
        { method: 'POST', path: '/project/etl/task/copy/run?trigger=API' },
        { method: 'POST', path: '/projects/etl/tasks/copy/run?trigger=API' },
        { method: 'GET', path: '/status/{pid}' },
        { method: 'GET', path: '/interrupt/{pid}' },
      ],
    });
    expect(await json('GET', '/api/flows')).toMatchObject({
      items: [{ taskId: 'copy', api: { enabled: true } }, { taskId: 'held' }],
    });
  });

  it('keeps its sample body where none is given, or makes it from the new parameters as it was made before', async () => {
    const { json } = await testServer();
    const put = (body: object) =>
      json('PUT', path, { body: { enabled: true, ...body }, headers: { 'if-match': '*' } });
    const parameters = { region: 'value of region', rows: 'job/rows' };
    expect(await put({ parameters })).toMatchObject({
      sampleBody: { region: 'example', job: { rows: 'example' } },
    });
    expect(await put({ parameters: {} })).toMatchObject({ sampleBody: {} });
    expect(await put({ parameters: {}, sampleBody: null })).toMatchObject({ sampleBody: null });
    expect(await put({ parameters })).toMatchObject({ sampleBody: null });
  });

  it('is seeded with the sample body of its task', async () => {
    const task = { ...copyTask, sampleBody: sample };
    const { json } = await testServer({ projects: { etl: { tasks: { copy: task } } } });
    expect(await json('GET', path)).toMatchObject({ sampleBody: sample });
  });

  it('shows commands that say who runs them, and hold no password', async () => {
    interface Api {
      readonly endpoints: readonly { readonly curl: string }[];
    }
    const { json } = await testServer();
    const { endpoints } = await json<Api>('GET', path, { as: 'viewer' });
    expect(endpoints.map(({ curl }) => curl.includes("--user 'viewer'"))).toEqual([true, true, true, true]);
    const { token } = await json<{ token: string }>('POST', '/api/tokens', {
      body: { name: 'ci', role: 'viewer' },
    });
    const headers = { authorization: `Bearer ${token}` };
    expect(JSON.stringify(await json('GET', path, { headers }))).not.toMatch(/--user|hkp_/);
  });

  it('shows commands that ask for no password where its base URL is not the server’s', async () => {
    const { json } = await testServer({ publicUrl: 'https://hooks.example.com/base' });
    const commandsFor = async (baseUrl: string) => {
      await json('PUT', path, { body: { ...api, baseUrl }, headers: { 'if-match': '*' } });
      return JSON.stringify(await json('GET', path));
    };
    expect(await commandsFor('https://hooks.example.com/other')).toContain('--user');
    for (const foreign of ['https://hooks.example.com.evil.example', 'https://hooks.example.com:8443/base']) {
      const shown = await commandsFor(foreign);
      expect(shown).toContain(`--url '${foreign}/`);
      expect(shown).not.toContain('--user');
    }
  });

  it('shows its sample body to those who may start it, and not to viewers', async () => {
    const { call, json } = await testServer();
    const body = { ...api, sampleBody: { job: { tables: ['hidden-in-sample'] } } };
    await json('PUT', path, { body, headers: { 'if-match': '*' } });
    const textFor = async (as: 'viewer' | 'operator' | 'editor') => (await call('GET', path, { as })).text();
    for (const as of ['operator', 'editor'] as const) {
      const shown = JSON.parse(await textFor(as));
      expect(shown.sampleBody).toEqual(body.sampleBody);
      expect(shown.endpoints[0].curl).toContain(`--data-raw '${JSON.stringify(body.sampleBody)}'`);
    }
    const shown = await textFor('viewer');
    expect(shown).not.toMatch(/hidden-in-sample|sampleBody|--data-raw/);
    expect(JSON.parse(shown)).toMatchObject({ enabled: true, parameters: api.parameters });
  });

  it('that is switched off answers runs with 403, and a deleted one with 404, until it is set up again', async () => {
    const { call, json } = await testServer();
    const starts = async () => (await call('POST', run, { body: sample })).status;
    expect(await starts()).toBe(202);
    const off = await call('PUT', path, { body: { ...api, enabled: false }, headers: { 'if-match': '"1"' } });
    expect([off.status, off.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await starts()).toBe(403);
    expect((await call('DELETE', path, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await call('DELETE', path, { headers: { 'if-match': '"2"' } })).status).toBe(204);
    expect(await starts()).toBe(404);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', `${path}/test`, { body: {} })).status).toBe(404);
    expect((await call('PUT', path, { body: api, headers: { 'if-match': '*' } })).status).toBe(404);
    expect((await call('PUT', path, { body: api })).status).toBe(428);
    expect((await call('PUT', path, { body: api, headers: { 'if-none-match': '*' } })).status).toBe(201);
    expect((await call('PUT', path, { body: api, headers: { 'if-none-match': '*' } })).status).toBe(412);
    expect(await starts()).toBe(202);
    expect(
      await json('POST', '/api/v2/project/etl/task/missing/run?trigger=API', { body: {} }),
    ).toMatchObject({
      code: 'unknown-task',
    });
  });

  it('stays changed or deleted when the server starts again', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const options = { database, users, projects: { etl: { tasks: { copy: copyTask, held: heldTask } } } };
    const first = await createHookplate(options);
    await first.start();
    await callerOf(first).call('DELETE', path, { headers: { 'if-match': '*' } });
    const held = '/api/flows/etl/held/api';
    await callerOf(first).call('PUT', held, {
      body: { ...api, enabled: false },
      headers: { 'if-match': '*' },
    });
    await first.stop();
    const { call, json } = await testServer({ database });
    expect((await call('POST', run, { body: sample })).status).toBe(404);
    expect(await json('GET', held)).toMatchObject({ enabled: false, updatedBy: 'editor', version: 2 });
  });

  it('shows no sample body of an earlier version that was put back', async () => {
    const database = await openTestDatabase('PostgreSQL');
    const encryptionKeys = [Buffer.alloc(32, 1).toString('base64')];
    const { call } = await testServer({ database, encryptionKeys });
    const { query } = executorOf(database);
    const ofCopy = "where task_id = 'copy'";
    const { rows } = await query(`select sample_body from hookplate.flow_api ${ofCopy}`);
    expect((await call('PUT', path, { body: api, headers: { 'if-match': '"1"' } })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(200);
    await query(`update hookplate.flow_api set sample_body = $1 ${ofCopy}`, Object.values(rows[0] ?? {}));
    expect((await call('GET', path)).status).toBe(409);
    expect((await call('DELETE', path, { headers: { 'if-match': '"2"' } })).status).toBe(204);
    const again = await call('PUT', path, { body: api, headers: { 'if-none-match': '*' } });
    expect([again.status, again.headers.get('etag')]).toEqual([201, '"4"']);
    expect(await (await call('GET', path)).json()).toMatchObject(api);
  });

  it('maps parameters as it says, not as the code did', async () => {
    const inputs: TaskInput[] = [];
    const task = { ...copyTask, run: (input: TaskInput) => void inputs.push(input) };
    const { call } = await testServer({
      projects: { etl: { tasks: { copy: { ...task, run: async input => task.run(input) } } } },
    });
    const parameters = { tables: 'value of names', region: 'where/region' };
    await call('PUT', path, { body: { ...api, parameters }, headers: { 'if-match': '*' } });
    const body = { deep: { names: ['a'] }, where: { region: 'eu' } };
    expect((await call('POST', run, { body })).status).toBe(202);
    await expect.poll(() => inputs.map(input => input.parameters)).toEqual([{ tables: ['a'], region: 'eu' }]);
    expect((await call('POST', run, { body: sample })).status).toBe(400);
    const wrong = await call('PUT', path, {
      body: { ...api, parameters: { x: 'a~2' } },
      headers: { 'if-match': '*' },
    });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { diagnostics: [{ field: 'parameters.x', code: 'invalid-reference' }] },
    ]);
    const named = await call('PUT', path, {
      body: { ...api, parameters: { 'x: expected y': 'a~2' } },
      headers: { 'if-match': '*' },
    });
    expect(await named.json()).toMatchObject({
      diagnostics: [
        { field: 'parameters.x: expected y', message: 'Expected `~0` for a tilde or `~1` for a slash.' },
      ],
    });
  });

  it.each([
    ['an escape', '\u001b[2K'],
    ['a delete', '\u007f'],
    ['a C1 control', '\u009b'],
    ['a change of direction', '\u202e'],
    ['a space without width', '\u200b'],
  ])('takes no base URL with %s: what is copied is what is shown', async (_what, character) => {
    const { call } = await testServer();
    const given = { ...api, baseUrl: `https://etl.example.com/${character}api` };
    const refused = await call('PUT', path, { body: given, headers: { 'if-match': '*' } });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { diagnostics: [{ field: 'baseUrl' }] },
    ]);
  });

  it('is tested with the sample body through its own endpoint, wherever its base URL points', async () => {
    const { call, json } = await testServer();
    const elsewhere = 'https://etl.example.com/api/v2/';
    await call('PUT', path, { body: { ...api, baseUrl: elsewhere }, headers: { 'if-match': '*' } });
    expect(await json('GET', path)).toMatchObject({ baseUrl: 'https://etl.example.com/api/v2' });
    const tested = await call('POST', `${path}/test`, { body: {} });
    expect(tested.status).toBe(202);
    const { pid } = (await tested.json()) as { pid: string };
    await expect
      .poll(() => json('GET', `/api/processes/${pid}`))
      .toMatchObject({
        status: 'completed',
        recordsProcessed: 3,
        profile: 'nightly',
        events: [{ event: 'Started' }, { event: 'Completed' }],
      });
    const failed = await call('POST', `${path}/test`, { body: { body: { job: {} } } });
    expect([failed.status, await failed.json()]).toMatchObject([400, { code: 'missing-field' }]);
    await call('PUT', path, { body: { ...api, enabled: false }, headers: { 'if-match': '*' } });
    expect((await call('POST', `${path}/test`, { body: {} })).status).toBe(403);
  });
});
