import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { anOpenDatabase } from '../../src/database/open-database.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { httpServer } from '../loopback-server.ts';
import { migratedPostgres, query } from '../outbox/test-database.ts';
import { laterMigrations } from './later-migrations.ts';

const ours = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('version-process.ts', import.meta.url));

/** The code of a version in a folder of its own, which a later one cannot change. */
async function copyOfVersion(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'hookplate-version-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const part of ['src', 'grammar', 'package.json'])
    cpSync(join(ours, part), join(root, part), { recursive: true });
  symlinkSync(join(ours, 'node_modules'), join(root, 'node_modules'));
  return root;
}

async function start(root: string, url: string, receiver: string): Promise<ChildProcess> {
  const child = fork(program, [JSON.stringify({ root, url, receiver })], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await told(child, 'ready');
  return child;
}

function told(child: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the process has ended')));
    child.on('message', message => message === what && resolve());
  });
}

/** Has a process store events and messages, and waits until it has. */
async function store(child: ChildProcess, writer: string, line: string): Promise<void> {
  const stored = told(child, 'stored');
  child.send({ writer, line, count });
  await stored;
}

const count = 40;

it('a version goes on beside the next one, which has added a column to every table', async () => {
  const receiver = await httpServer();
  const url = await migratedPostgres();
  const older = await start(await copyOfVersion(), url, receiver.url);
  await store(older, 'older', 'before');
  const tables = await query(
    url,
    `select c.relname as name from pg_class c where c.relnamespace = 'hookplate'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const adding = tables.map(
    ({ name }) => `alter table hookplate.${name} add column later text default 'later'`,
  );
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const during = store(older, 'older', 'during');
  await anOpenDatabase(database, 'database').migrate(
    await laterMigrations(adding.join(';\n--> statement-breakpoint\n')),
  );
  await during;
  // Its migrations are those of ours, which it does not look at again.
  await query(url, "delete from hookplate.migration where tag = '0099_later'");
  const newer = await start(ours, url, receiver.url);
  await Promise.all([store(older, 'older', 'after'), store(newer, 'newer', 'after')]);
  const lines = ['older before', 'older during', 'older after', 'newer after'];
  await expect.poll(() => receiver.hits.length).toBeGreaterThanOrEqual(lines.length * 2 * count);
  const paths = receiver.hits.map(({ path }) => path);
  expect(paths).toHaveLength(lines.length * 2 * count);
  for (const line of lines) {
    const [writer, name] = line.split(' ');
    for (const start of [`/${writer}/${name}/`, `/own/${writer}/${name}/`]) {
      const numbers = paths
        .filter(path => path.startsWith(start))
        .map(path => Number(path.slice(start.length)));
      expect([start, numbers]).toEqual([start, Array.from({ length: count }, (_, index) => index + 1)]);
    }
  }
  expect(await query(url, 'select id from hookplate.event')).toEqual([]);
});
