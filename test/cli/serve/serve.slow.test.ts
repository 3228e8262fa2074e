import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHookplate } from '../../../src/server/index.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { httpServer } from '../../loopback-server.ts';
import { emptyPostgres, query } from '../../outbox/test-database.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { configWith, type Served, serveFiles, takenPort } from './sample-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const printBody = `
  for await (const chunk of process.stdin) console.log('got ' + chunk);
  console.log('\\u001b[2Jred ' + JSON.stringify(Object.keys(process.env).sort()));
  console.log('{"recordsProcessed":7}');
`;
const printing = [process.execPath, '--input-type=module', '--eval', printBody];

async function endOf({ call }: Served, pid: unknown): Promise<object> {
  const status = async () => (await call('GET', `/api/v2/status/${pid}`)).body;
  await expect.poll(async () => (await status()).status).toMatch(/completed|error|interrupted/);
  return status();
}

describe('hookplate serve', () => {
  it('says after its start how many stored webhooks do not fit the events any more', async () => {
    const databaseUrl = await emptyPostgres();
    const of = { profile: 'acme', method: 'GET', events: { paid: true } } as const;
    const before = defineEvents({
      events: { paid: { title: 'Paid', variables: { id: 'string', no: 'string' } } },
    });
    const stored = await createHookplate({
      ...{
        database: { url: databaseUrl },
        events: before,
        encryptionKeys: [Buffer.alloc(32, 7).toString('base64')],
      },
      webhooks: ['id', 'no', 'no'].map((name, index) => ({
        ...{ ...of, id: `hook-${index}`, url: `https://shop.example/?${name}=$${name}$` },
      })),
    });
    await stored.stop();
    const after = 'events: { paid: { title: Paid, variables: { id: string } } }';
    const config = configWith(['true'], { catalogue: 'shop.yaml', encryptionKeys: { env: 'KEYS' } });
    const server = await serveFiles({
      ...{ databaseUrl, files: { 'shop.yaml': after, 'hookplate.config.json': config } },
    });
    await expect
      .poll(server.stderr)
      .toMatch(
        /^\S+ (?:warn|WARN)\S* Stored webhooks do not fit the events any more: `hookplate check --database` says why webhooks=2$/m,
      );
  });

  it('prints its address alone as data, runs commands, and logs what they write without steering the terminal', async () => {
    const server = await serveFiles({ files: { 'hookplate.config.json': configWith(printing) } });
    expect(server.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const started = await server.call('POST', run, { a: 1 });
    expect(started.status).toBe(202);
    const { pid } = started.body;
    expect(await endOf(server, pid)).toMatchObject({ status: 'completed', recordsProcessed: 7 });
    expect(server.stderr()).toMatch(/^\d\d:\d\d:\d\d got {"a":1} project=etl task=copy stream=stdout$/m);
    expect(server.stderr()).toContain('␛[2Jred ');
    expect(server.stderr()).not.toContain('\u001b');
    expect(server.stderr()).not.toContain('ADA_PASSWORD');
    expect(server.stderr()).toMatch(/ POST \/api\/v2\/project\/\{projectId\}\/task\/\{taskId\}\/run 202 /);
  });

  it('prints the address at which its paths begin, which answers', async () => {
    const server = await serveFiles({
      files: { 'hookplate.config.json': configWith(printing, { basePath: '/hooks' }) },
    });
    expect(server.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\n$/);
    expect(server.stderr()).toMatch(/ Listening on http:\S+\/hooks with 1 task$/m);
    expect((await server.call('GET', '/api/session')).status).toBe(200);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });

  it('logs the error behind a 500 under the id that its answer has', async () => {
    const files = { 'hookplate.config.json': configWith(['true'], { encryptionKeys: { env: 'KEYS' } }) };
    const server = await serveFiles({ files, args: ['--log', 'json'] });
    await query(server.databaseUrl, 'alter table hookplate.token rename to hidden_name');
    const authorization = `Basic ${Buffer.from('ada:love:läce').toString('base64')}`;
    const response = await fetch(`${server.origin}/api/tokens`, { headers: { authorization } });
    const requestId = response.headers.get('x-request-id');
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
    const entries = () =>
      server
        .stderr()
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
        .filter(entry => entry.requestId === requestId);
    await expect.poll(entries).toHaveLength(2);
    const asked = { method: 'GET', route: '/api/tokens' };
    expect(entries()).toMatchObject([
      { ...asked, level: 'error', message: expect.stringMatching(/^A request was answered with 500: \w+ /) },
      { ...asked, level: 'info', status: 500, problem: 'internal' },
    ]);
  });

  it('writes one object of JSON on each line with --log json, without secrets', async () => {
    const files = { 'hookplate.config.json': configWith(printing, { encryptionKeys: { env: 'KEYS' } }) };
    const server = await serveFiles({ files, args: ['--log', 'json'] });
    const { body } = await server.call('POST', run, null);
    await endOf(server, body.pid);
    const lines = server.stderr().trim().split('\n');
    const entries = lines.map(line => JSON.parse(line));
    for (const entry of entries) {
      expect(entry).toMatchObject({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/) });
    }
    expect(entries).toContainEqual(
      expect.objectContaining({ message: 'got null', project: 'etl', task: 'copy', stream: 'stdout' }),
    );
    expect(entries).toContainEqual({
      time: expect.any(String),
      level: 'info',
      message: 'POST /api/v2/project/{projectId}/task/{taskId}/run 202',
      method: 'POST',
      route: '/api/v2/project/{projectId}/task/{taskId}/run',
      status: 202,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      durationMs: expect.any(Number),
      caller: expect.any(String),
    });
    expect(server.stderr()).not.toContain('läce');
  });

  it('has no password in a log of JSON where no users are configured, and says what to do', async () => {
    const files = { 'hookplate.config.json': configWith(printing, { users: undefined }) };
    const server = await serveFiles({ files, args: ['--log', 'json'] });
    const entries = server
      .stderr()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(entries.at(-1)).toEqual({
      time: expect.any(String),
      level: 'warn',
      message: expect.stringMatching(/^No users are configured.*configure `users`/),
    });
  });

  it('says in a log of JSON as well why it cannot start', async () => {
    const directory = directoryWith({ 'hookplate.config.json': configWith(printing, { prot: 1 }) });
    const { status, stderr } = await runHookplate(['serve', '--log', 'json'], { directory });
    expect(status).toBe(2);
    expect(JSON.parse(stderr)).toEqual({
      time: expect.any(String),
      level: 'error',
      message: expect.stringContaining('hookplate.config.json: config.prot: '),
    });
  });

  it('reads TypeScript, secrets from files, and keys; relative paths begin at the configuration', async () => {
    const hash = (await runHookplate(['hash-password'], { stdin: 'love:läce' })).stdout.trim();
    const source = `
      import type { Task } from ${JSON.stringify(new URL('../../../src/workflow/task.ts', import.meta.url).pathname)};
      const copy: Task = { profile: 'Nightly', run: ({ report }) => void report({ recordsProcessed: 3 }) };
      export default {
        users: [
          { username: 'ada', role: 'editor', passwordHash: '${hash}' },
          { username: 'grace', role: 'viewer', password: { file: 'grace' } },
        ],
        projects: { etl: { tasks: { copy } } },
        encryptionKeys: { env: 'KEYS' },
        database: { env: 'DATABASE_URL' },
        port: 0,
      };`;
    const directory = directoryWith({ 'hookplate.config.ts': source, grace: 'hopper\n' });
    const server = await serveFiles({ files: {}, directory });
    const { body } = await server.call('POST', run, null);
    expect(await endOf(server, body.pid)).toMatchObject({ recordsProcessed: 3 });
    const grace = { authorization: `Basic ${Buffer.from('grace:hopper').toString('base64')}` };
    expect((await fetch(`${server.origin}/api/processes`, { headers: grace })).status).toBe(200);
    expect((await fetch(server.origin + run, { method: 'POST', headers: grace })).status).toBe(403);
  });

  it('makes a user for itself where none is configured, on this machine alone', async () => {
    const files = { 'hookplate.config.json': '{"port":0,"database":{"env":"DATABASE_URL"}}' };
    const { stderr, origin, databaseUrl } = await serveFiles({ files });
    const [, password = ''] = /admin has the password (\S+)/.exec(stderr()) ?? [];
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    expect((await fetch(`${origin}/api/session`, { headers: { authorization } })).status).toBe(200);
    const refused = await runHookplate(['serve', '--host', '0.0.0.0'], {
      directory: directoryWith(files),
      env: { DATABASE_URL: databaseUrl },
    });
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('config.host: pass `users`');
  });

  it('opens the program that BROWSER names with --open, and says so where there is none', async () => {
    const folder = directoryWith({ browser: '#!/bin/sh\necho "$1" > "$0.opened"\n' });
    const browser = join(folder, 'browser');
    chmodSync(browser, 0o755);
    const files = { 'hookplate.config.json': configWith(['true']) };
    const server = await serveFiles({ files, args: ['--open'], env: { BROWSER: browser } });
    const opened = () => existsSync(`${browser}.opened`) && readFileSync(`${browser}.opened`, 'utf8').trim();
    await expect.poll(opened).toBe(server.origin);
    rmSync(browser);
    const other = await serveFiles({ files, args: ['--open'], env: { BROWSER: browser } });
    await expect.poll(other.stderr).toContain(`No browser could be started; open ${other.origin} yourself`);
  });
});

describe('webhooks of a configuration', () => {
  const webhooks = (url: string, id = 'chat') => [
    { id, profile: 'Nightly', events: { Completed: true }, method: 'GET', url: `${url}/?event=$event$` },
  ];

  it('are stored once, send, and stay deleted over a restart', async () => {
    const inbox = await httpServer();
    const config = configWith(['true'], { webhooks: webhooks(inbox.url), allow: ['127.0.0.1/32'] });
    const first = await serveFiles({ files: { 'hookplate.config.json': config } });
    const { directory, databaseUrl } = first;
    const { body } = await first.call('POST', run, null);
    await endOf(first, body.pid);
    await expect.poll(() => inbox.hits.map(({ path }) => path)).toEqual(['/?event=Completed']);
    const headers = { authorization: `Basic ${Buffer.from('ada:love:läce').toString('base64')}` };
    const address = `${first.origin}/api/webhooks/chat`;
    const etag = (await fetch(address, { headers })).headers.get('etag') ?? '';
    const deleted = await fetch(address, { method: 'DELETE', headers: { ...headers, 'if-match': etag } });
    expect(deleted.status).toBe(204);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await serveFiles({ files: {}, directory, databaseUrl });
    expect((await second.call('GET', '/api/webhooks')).body).toEqual({ items: [] });
    expect((await second.call('GET', `/api/v2/status/${body.pid}`)).body).toMatchObject({
      status: 'completed',
    });
  });

  it.each([
    [webhooks('https://example.com', 'no id!'), 'config.webhooks[0].id: '],
    [
      [{ ...webhooks('https://example.com')[0], url: 'https://example.com/$profle$' }],
      'config.webhooks[0].url:1:22: There is no variable `profle`',
    ],
    [[{ ...webhooks('https://example.com')[0], id: undefined }], 'config.webhooks[0].id: expected an id'],
    [
      [...webhooks('https://a.example'), ...webhooks('https://b.example')],
      'config.webhooks[1].id: expected an id',
    ],
    [[{ id: 'chat' }], 'config.webhooks[0].profile: expected the name of its profile'],
    [
      [{ ...webhooks('https://example.com')[0], profile: 'nul \0' }],
      'config.webhooks[0].profile: The name of a profile has at most 256 characters',
    ],
  ])('that have errors are refused with the field: %j', async (given, message) => {
    const directory = directoryWith({ 'hookplate.config.json': configWith(['true'], { webhooks: given }) });
    const env = { ADA_PASSWORD: 'x', DATABASE_URL: await emptyPostgres() };
    const { status, stderr } = await runHookplate(['serve'], { directory, env });
    expect(status).toBe(2);
    expect(stderr).toContain(`error: hookplate.config.json: ${message}`);
  });

  it('that have errors are refused with the first of them, with its line and column', async () => {
    const files = {
      'shop.yaml':
        'events:\n  paid: { title: Paid, schema: { properties: { id: { type: integer } }, required: [id] } }\n',
    };
    const [valid] = webhooks('http://10.1.2.3/x');
    const refused = async (config: object, log: 'text' | 'json' = 'text'): Promise<string> => {
      const text = configWith(['true'], {
        catalogues: { shop: 'shop.yaml' },
        webhooks: [
          ...webhooks('https://example.com', 'first'),
          { ...valid, events: { paid: true }, ...config },
        ],
      });
      const directory = directoryWith({ ...files, 'hookplate.config.json': text });
      const env = { ADA_PASSWORD: 'x', DATABASE_URL: await emptyPostgres() };
      const { status, stdout, stderr } = await runHookplate(['serve', '--log', log], { directory, env });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      return stderr.slice(stderr.indexOf('hookplate.config.json: '));
    };
    const ofShop = { catalogue: 'shop', method: 'POST', contentType: 'application/json' };
    const payload = '{\n  "text": "$idd$"\n}';
    expect(await refused({ ...ofShop, payload })).toBe(
      'hookplate.config.json: config.webhooks[1].payload:2:13: There is no variable `idd`; you can use `event`, `date`, `id`.\n',
    );
    expect(await refused({ ...ofShop, payload }, 'json')).toContain('config.webhooks[1].payload:2:13: ');
    expect(await refused({ ...ofShop, payload: '{}', events: { payd: true } })).toContain(
      'config.webhooks[1].events.payd: There is no event `payd`: did you mean `paid`?',
    );
    expect(await refused({ catalogue: 'shp' })).toContain(
      'config.webhooks[1].catalogue: The server has no catalogue of this name: name one of "shop", ',
    );
  });
});

describe('a server that cannot start', () => {
  async function refusal(more: object, args: readonly string[] = []): Promise<string> {
    const directory = directoryWith({ 'hookplate.config.json': configWith(['true'], more) });
    const env = { ADA_PASSWORD: 'lovelace', DATABASE_URL: await emptyPostgres() };
    const { status, stdout, stderr } = await runHookplate(['serve', ...args], { directory, env });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    return stderr.slice(stderr.indexOf('error: '));
  }

  it('names the port that is taken, and another one', async () => {
    const port = await takenPort();
    expect(await refusal({}, ['--port', String(port)])).toBe(
      `error: Port ${port} of 127.0.0.1 is used by another program: end that one, or choose another port with --port, 0 for any that is free.\n`,
    );
  });

  it('names the address that this machine does not have', async () => {
    expect(await refusal({ host: '192.0.2.1' })).toBe(
      'error: This machine does not have the address 192.0.2.1: choose another one with --host.\n',
    );
  });

  it.each([
    [{ hosts: ['a b'] }, 'config.hosts[0]: expected the name of a host'],
    [{ trustedProxies: ['10.0.0.1'] }, 'config.trustedProxies[0]: expected a CIDR range'],
    [{ allow: ['10.0.0.0/99'] }, 'config.allow'],
    [{ processes: { concurency: 1 } }, 'did you mean `concurrency`?'],
    [{ http: { maxConections: 1 } }, 'did you mean `maxConnections`?'],
    [
      { http: { headersTimeoutMs: 30_001 } },
      'config.http.headersTimeoutMs: expected at most the 30000 of `requestTimeoutMs`',
    ],
  ])('names the key that the server refuses: %j', async (more, message) => {
    const said = await refusal(more);
    expect(said).toMatch(/^error: hookplate\.config\.json: config\./);
    expect(said).toContain(message);
  });

  it('says that the database does not answer, without its password', async () => {
    const directory = directoryWith({ 'hookplate.config.json': configWith(['true']) });
    const env = { ADA_PASSWORD: 'lovelace', DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/hookplate' };
    const { status, stderr } = await runHookplate(['serve'], { directory, env });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: .*database/im);
    expect(stderr).not.toContain('secret');
  });
});
