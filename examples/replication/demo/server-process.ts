import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));
const config = fileURLToPath(new URL('../hookplate.config.ts', import.meta.url));

export interface ServerProcess {
  readonly origin: string;
  /** Stops it as a service manager would, and resolves to the status that it ended with. */
  readonly stop: () => Promise<number | null>;
}

/**
 * The server of the example in a process of its own, on a free port, with an embedded database that is deleted afterwards:
 * a new one where no directory of one is given.
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  directory?: string,
): Promise<ServerProcess> {
  directory ??= await mkdtemp(join(tmpdir(), 'hookplate-demo-'));
  const args = [program, 'serve', '--config', config, '--database', directory, '--port', '0'];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(server, 'exit');
  const address = await Promise.race([
    once(server.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim()),
    ended.then(() => undefined),
  ]);
  if (address === undefined) throw new Error(`The server did not start:\n${log}`);
  return {
    origin: address,
    stop: async () => {
      server.kill('SIGTERM');
      const [status] = await ended;
      await rm(directory, { recursive: true });
      return status;
    },
  };
}
