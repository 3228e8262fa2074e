import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DatabaseOptions } from '../../../src/outbox/index.ts';
import type { SourceSeed } from '../../../src/server/index.ts';
import { basicOf, passwords } from '../test-users.ts';

export interface ServerProcessSettings {
  readonly databaseOptions: DatabaseOptions;
  readonly leaseMs: number;
  /** Default: none. */
  readonly sources?: readonly SourceSeed[];
}

export interface ServerProcess {
  readonly processId: number;
  readonly origin: string;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Resolves once the process has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

const program = fileURLToPath(new URL('server-process.ts', import.meta.url));

/** A server that listens in a process of its own, killed when the test ends. */
export async function startServer(settings: ServerProcessSettings): Promise<ServerProcess> {
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  onTestFinished(() => ended(child, 'SIGKILL'));
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server has ended before it listened')));
    child.once('message', (told: { readonly origin: string }) => resolve(told.origin));
  });
  return {
    processId: child.pid ?? 0,
    origin,
    call: (method, path, body) =>
      fetch(origin + path, {
        method,
        headers: {
          authorization: basicOf('editor', passwords.editor),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    end: signal => ended(child, signal),
  };
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
