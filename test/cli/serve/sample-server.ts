import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { emptyPostgres } from '../../outbox/test-database.ts';
import { type HookplateProcess, spawnHookplate } from '../hookplate-process.ts';
import { directoryWith, type HookplateRun, startHookplate } from '../run-hookplate.ts';

const env = { ADA_PASSWORD: 'love:läce', KEYS: Buffer.alloc(32, 7).toString('base64') };

/** A configuration of one task, `etl/copy`, which is this command. */
export function configWith(command: readonly string[], more: object = {}): string {
  return JSON.stringify({
    users: [{ username: 'ada', role: 'editor', password: { env: 'ADA_PASSWORD' } }],
    projects: { etl: { tasks: { copy: { profile: 'Nightly', command } } } },
    database: { env: 'DATABASE_URL' },
    port: 0,
    ...more,
  });
}

/** The parts of an answer that the tests look at. */
interface AnswerBody {
  readonly pid?: unknown;
  readonly status?: unknown;
  readonly recordsProcessed?: unknown;
  readonly items?: unknown;
}

/** A server that listens. */
export interface Served {
  readonly origin: string;
  readonly directory: string;
  readonly databaseUrl: string;
  /** Calls it as `ada`; resolves to the status and the JSON of the answer. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly body: AnswerBody }>;
}

/** A run of `hookplate serve` that listens, in this process. */
export type ServedRun = HookplateRun & Served;
export type ServedProcess = HookplateProcess & Served;

export interface ServedSettings {
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** URL of a PostgreSQL database, passed as `DATABASE_URL`. Default: an empty database. */
  readonly databaseUrl?: string;
  /** That of an earlier run. */
  readonly directory?: string;
}

/** Starts `hookplate serve` in this process, in a directory with these files, and waits until it listens. */
export function serveFiles(settings: ServedSettings): Promise<ServedRun> {
  return serveBy(startHookplate, settings);
}

/** The same in a process of its own. */
export function spawnServe(settings: ServedSettings): Promise<ServedProcess> {
  return serveBy(spawnHookplate, settings);
}

async function serveBy<Run extends Pick<HookplateProcess, 'stdout' | 'stderr' | 'ended'>>(
  start: (args: readonly string[], settings: { directory: string; env: Record<string, string> }) => Run,
  settings: ServedSettings,
): Promise<Run & Served> {
  const { files, args = [], directory = directoryWith(files) } = settings;
  const { databaseUrl = await emptyPostgres() } = settings;
  const run = start(['serve', ...args], {
    directory,
    env: { ...env, DATABASE_URL: databaseUrl, ...settings.env },
  });
  const hasEnded = run.ended.then(() => true);
  await expect
    .poll(async () => run.stdout() !== '' || (await Promise.race([hasEnded, Promise.resolve(false)])))
    .toBe(true);
  const origin = run.stdout().trim();
  if (origin === '') throw new Error(`It did not start:\n${run.stderr()}`);
  const authorization = `Basic ${Buffer.from(`ada:${env.ADA_PASSWORD}`).toString('base64')}`;
  return {
    ...run,
    origin,
    directory,
    databaseUrl,
    call: async (method, path, body) => {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
  };
}

/** A port of this machine that somebody else listens on until the test ends. */
export async function takenPort(): Promise<number> {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  // A server that listens on a port has an address of this kind.
  return (other.address() as AddressInfo).port;
}
