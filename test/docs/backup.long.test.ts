import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { configWith, type Served, spawnServe } from '../cli/serve/sample-server.ts';
import { needsPackages } from '../debian-packages.ts';
import { httpServer } from '../loopback-server.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { migratedDirectory } from '../outbox/test-database.ts';

const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
const run = '/api/v2/project/etl/task/copy/run?trigger=API';

/** The commands of a section of the page, one text for each block. */
function commandsOf(heading: string): readonly string[] {
  const page = readFileSync('docs/operate.md', 'utf8');
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/\n##+ /);
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

/** Runs a block as a person would, who types what is printed; the server that it starts writes its address to a file. */
async function runBlock(commands: string, directory: string, { env = {}, systemctl = 'true' } = {}) {
  const serve = `npx() { shift; "${process.execPath}" "${program}" "$@" > address 2> log & echo $! > pid; }`;
  const script = `systemctl() { ${systemctl}; }\n${serve}\n${commands}`;
  await promisify(execFile)('bash', ['-euc', script], { cwd: directory, env: { ...process.env, ...env } });
}

/** The server that a block has started, until the test ends. */
async function startedIn(directory: string): Promise<string> {
  const pid = Number(readFileSync(join(directory, 'pid'), 'utf8'));
  const isRunning = (): boolean => existsSync(`/proc/${pid}`);
  onTestFinished(async () => {
    if (isRunning()) process.kill(pid, 'SIGKILL');
    await expect.poll(isRunning).toBe(false);
  });
  const address = (): string => readFileSync(join(directory, 'address'), 'utf8').trim();
  await expect.poll(() => address() !== '' || !isRunning()).toBe(true);
  if (address() === '') throw new Error(readFileSync(join(directory, 'log'), 'utf8'));
  return address();
}

const allow = ['127.0.0.1/32'];
const files = {
  'hookplate.config.json': configWith(['true'], { encryptionKeys: { env: 'KEYS' }, allow }),
};
/** An embedded database has a key of its own. */
const filesWithoutKeys = { 'hookplate.config.json': configWith(['true'], { allow }) };

/** Stores a webhook and the messages of five runs, of which the receiver took none yet. */
async function fill({ call }: Served): Promise<readonly string[]> {
  const receiver = await httpServer(response => response.writeHead(503).end());
  const config = {
    ...{ id: 'chat', profile: 'Nightly', events: { Started: true, Completed: true }, method: 'POST' },
    ...{ url: receiver.url, contentType: 'text/plain', payload: '$event$ of $pid$' },
  };
  expect((await call('POST', '/api/webhooks', { config })).status).toBe(201);
  for (let index = 0; index < 5; index++) await call('POST', run, {});
  const ids = async (): Promise<readonly string[]> => {
    const { items } = (await call('GET', '/api/messages?limit=500')).body;
    return (items as readonly { id: string }[]).map(({ id }) => id);
  };
  await expect.poll(ids).toHaveLength(10);
  return (await ids()).toSorted();
}

/** Finds every message, with the request that its key opens, and the webhook. */
async function expectAll(origin: string, ids: readonly string[]): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from('ada:love:läce').toString('base64')}` };
  const get = async (path: string) => (await fetch(origin + path, { headers })).json();
  const { items } = await get('/api/messages?limit=500');
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
  for (const id of ids) {
    const { request } = await get(`/api/messages/${id}?include=request`);
    expect(request.body).toMatch(/^(?:Started|Completed) of /);
  }
  expect(await get('/api/webhooks')).toMatchObject({ items: [{ id: 'chat' }] });
}

const secrets = { ADA_PASSWORD: 'love:läce', KEYS: Buffer.alloc(32, 7).toString('base64') };

it('the commands for an embedded database bring every message back in another directory', async () => {
  const data = await migratedDirectory();
  const args = ['--database', data];
  const server = await spawnServe({ files: filesWithoutKeys, args, databaseUrl: 'unused' });
  const ids = await fill(server);
  const restored = join(server.directory, 'restored');
  const [backUp = '', restore = ''] = commandsOf('Embedded database').map(commands =>
    commands.replaceAll('/var/lib/hookplate', data).replaceAll('/srv/restored', restored),
  );
  const pid = server.child.pid;
  const systemctl = `if [ "$1" = stop ]; then kill ${pid}; while [ -e /proc/${pid} ]; do sleep 0.1; done; fi`;
  await runBlock(backUp, server.directory, { systemctl });
  expect(await server.ended).toBe(0);
  rmSync(data, { recursive: true });
  const archived = execFileSync('tar', ['--list', '--file=hookplate.tar'], { cwd: server.directory });
  expect(String(archived)).not.toContain('hookplate.key');
  await runBlock(restore, server.directory, { env: { ...secrets, DATABASE_URL: 'unused' } });
  await expectAll(await startedIn(server.directory), ids);
});

/** Where Debian puts the programs of the PostgreSQL whose `pg_dump` is called, if it is there. */
function programsOfDebian(): string | undefined {
  try {
    const [, major = ''] =
      /\) (\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })) ?? [];
    const folder = `/usr/lib/postgresql/${major}/bin`;
    return existsSync(join(folder, 'postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** A server as old as `pg_dump`, which dumps no newer one; resolves to the URL of its own database. */
async function postgresOfDebian(programs: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'hookplate-debian-'));
  chmodSync(directory, 0o777);
  const port = await freePort();
  const asNobody = (...command: string[]) =>
    execFileSync('setpriv', ['--reuid=nobody', '--regid=nogroup', '--clear-groups', ...command], {
      cwd: directory,
      stdio: 'ignore',
    });
  const control = (...args: string[]) => asNobody(join(programs, 'pg_ctl'), '--pgdata=data', ...args);
  asNobody(join(programs, 'initdb'), '--pgdata=data', '--username=postgres', '--auth=trust', '--no-sync');
  control('start', '--wait', '--log=log', `--options=-p ${port} -k ${directory} -c fsync=off`);
  onTestFinished(() => {
    control('stop', '--mode=immediate');
    rmSync(directory, { recursive: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

it('the commands for PostgreSQL bring every message back in another database', async context => {
  if (process.getuid?.() !== 0) return context.skip('Only root may become the user of PostgreSQL.');
  const programs = programsOfDebian();
  if (programs === undefined) throw new Error(needsPackages('postgresql'));
  const databaseUrl = await postgresOfDebian(programs);
  const server = await spawnServe({ files, databaseUrl });
  const ids = await fill(server);
  const [backUp = '', restore = ''] = commandsOf('PostgreSQL');
  const env = { ...secrets, DATABASE_URL: databaseUrl };
  await runBlock(backUp, server.directory, { env });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await runBlock(restore, server.directory, { env });
  await expectAll(await startedIn(server.directory), ids);
});
