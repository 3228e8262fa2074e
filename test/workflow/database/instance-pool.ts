import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DatabaseOptions } from '../../../src/outbox/index.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';

export interface InstanceSettings {
  readonly databaseOptions: DatabaseOptions;
  readonly webhooks: readonly WebhookConfig[];
  readonly leaseMs: number;
  /** Default 100. */
  readonly concurrency?: number;
}

export interface InstanceOrder {
  readonly task: 'brief' | 'busy' | 'held';
  readonly body: number;
}

export interface InstanceProcess {
  readonly run: (task: InstanceOrder['task'], times: number) => void;
  /** The pids of what it has taken. */
  readonly pids: readonly string[];
  /** By SIGKILL. */
  readonly kill: () => Promise<void>;
}

const program = fileURLToPath(new URL('instance-process.ts', import.meta.url));

/** A service in a process of its own, killed when the test ends. */
export async function startInstance(settings: InstanceSettings): Promise<InstanceProcess> {
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  onTestFinished(() => killed(child));
  const pids: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the instance has ended before it was ready')));
    child.on('message', (told: 'ready' | { readonly pid: string }) => {
      if (told === 'ready') resolve();
      else pids.push(told.pid);
    });
  });
  return {
    pids,
    run: (task, times) => {
      for (let index = 0; index < times; index++)
        child.send({ task, body: index } satisfies InstanceOrder, () => {});
    },
    kill: () => killed(child),
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
