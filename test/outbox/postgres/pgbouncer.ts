import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Row } from '../../../src/database/row.ts';
import { needsPackages } from '../../debian-packages.ts';
import { freePort } from './postgres-server.ts';

/** The user and group `nobody` of Debian: PgBouncer refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Connections that all clients of one database share. */
const serverConnections = 4;

/**
 * Starts a PgBouncer in transaction mode before the server of this URL, until the test ends; resolves to the URL of the
 * same database through it.
 */
export async function startPgBouncer(url: string): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-pgbouncer-'));
  await chmod(directory, 0o755);
  const listenPort = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(join(directory, 'users.txt'), `"${username}" "${password}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${directory}/users.txt
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
`,
  );
  const asUser = process.getuid?.() === 0 ? nobody : {};
  const child = spawn(pgBouncer(), [file], { ...asUser, stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', chunk => log.push(String(chunk)));
  onTestFinished(async () => {
    await end(child);
    await rm(directory, { recursive: true });
  });
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`PgBouncer does not start: ${log.join('')}`);
    const socket = connect(listenPort, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  };
  await expect.poll(answers).toBe(true);
  return url.replace(`:${port}/`, `:${listenPort}/`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

function pgBouncer(): string {
  const { PATH = '' } = process.env;
  const folders = [...PATH.split(delimiter), '/usr/sbin'];
  const found = folders.map(folder => join(folder, 'pgbouncer')).find(existsSync);
  if (found !== undefined) return found;
  throw new Error(needsPackages('pgbouncer'));
}

/** What a session of the server has that others would meet in it. Each transaction has its own isolation. */
const lookingAround = `
select (select jsonb_object_agg(name, setting) from pg_settings
    where source = 'session' and name <> 'transaction_isolation' or name like '%timeout%') as settings,
  (select count(*)::int from pg_prepared_statements) as prepared,
  array(select pg_listening_channels()) as listening,
  (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`;

/** What strangers meet who have all connections of a pooler at the same time, each its own; or one without a pooler. */
async function sessionsOf(url: string, count: number): Promise<readonly Row[]> {
  const clients = Array.from({ length: count }, () => new pg.Client(url));
  for (const client of clients) {
    await client.connect();
    await client.query('begin');
  }
  const rows: Row[] = [];
  for (const client of clients) rows.push(...(await client.query<Row>(lookingAround)).rows);
  for (const client of clients) {
    await client.query('commit');
    await client.end();
  }
  return rows;
}

/** Expects that strangers find each of the connections that a pooler shares like a new one to its server. */
export async function expectUntouched(pooled: string, url: string): Promise<void> {
  const [fresh] = await sessionsOf(url, 1);
  const sessions = await sessionsOf(pooled, serverConnections);
  expect(sessions).toEqual(sessions.map(() => fresh));
  expect(fresh).toMatchObject({ prepared: 0, listening: [], locks: 0 });
}
