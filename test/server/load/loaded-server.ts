import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../../outbox/postgres/postgres-server.ts';
import { loadPassword } from './load-route.ts';

const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));
const config = fileURLToPath(new URL('hookplate.config.ts', import.meta.url));

/** The built server in a process of its own. */
export interface LoadedServer {
  readonly origin: string;
  /** The memory of the process in MiB, sampled once a second since it began to listen. */
  readonly memoryMib: readonly number[];
  /** What the process has used of the processors so far. */
  readonly cpuSeconds: () => Promise<number>;
  /** The failures that it has logged so far. */
  readonly errors: () => readonly string[];
  /** Stops it, as a service manager would; resolves to its exit status. */
  readonly stop: () => Promise<unknown>;
}

/** A database that is removed with all that is in it: where it is, for the server's configuration. */
export interface TemporaryDatabase extends AsyncDisposable {
  readonly place: string;
}

export async function temporaryDatabase(kind: 'postgres' | 'embedded'): Promise<TemporaryDatabase> {
  if (kind === 'postgres') {
    const { url, remove } = await startPostgres();
    return { place: url, [Symbol.asyncDispose]: remove };
  }
  const parent = await mkdtemp(join(tmpdir(), 'hookplate-load-'));
  const remove = (): Promise<void> => rm(parent, { recursive: true, force: true });
  return { place: join(parent, 'data'), [Symbol.asyncDispose]: remove };
}

/** Starts `hookplate serve`, whose webhook leads to `receiver`, and waits until it listens. */
export async function startLoadedServer(place: string, receiver: string): Promise<LoadedServer> {
  const child = spawn(process.execPath, [program, 'serve', '--config', config, '--log', 'json'], {
    env: { ...process.env, DATABASE: place, RECEIVER: receiver, LOAD_PASSWORD: loadPassword },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  const errors: string[] = [];
  // It also has a line for each request.
  createInterface(child.stderr).on('line', line => {
    if (!line.includes('"level":"info"')) errors.push(line);
  });
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended.then(() => [])]);
  if (typeof line !== 'string') throw new Error(`It did not start:\n${errors.join('\n')}`);
  const memoryMib: number[] = [];
  const sampling = setInterval(() => {
    void figureOf(child.pid, 'rss').then(kib => memoryMib.push(Math.round(kib / 1024)));
  }, 1000);
  return {
    origin: line.trim(),
    memoryMib,
    cpuSeconds: () => figureOf(child.pid, 'cputimes'),
    errors: () => errors,
    stop: async () => {
      clearInterval(sampling);
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function figureOf(pid: number | undefined, name: 'rss' | 'cputimes'): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', `${name}=`, '-p', String(pid)]);
  return Number(stdout);
}
