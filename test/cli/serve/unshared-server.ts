import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { directoryWith } from '../run-hookplate.ts';
import { configWith } from './sample-server.ts';

const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));

interface UnsharedSettings {
  /** Options of `unshare`. */
  readonly unshare: readonly string[];
  /** What the shell does there before it runs the rest of its arguments, which follow these. */
  readonly script: string;
  readonly args: readonly string[];
  /** Settings of the server beside those of every sample. */
  readonly config: object;
}

/** A server with mounts of its own. */
export interface UnsharedServer {
  /** How others reach a path as the server sees it. */
  readonly pathOf: (path: string) => string;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** All that it has written to stderr. */
  readonly said: () => string;
  /** Stops it as a service manager would; resolves to its exit status. */
  readonly stop: () => Promise<unknown>;
}

/** Starts `hookplate serve` behind a script in name spaces of its own, until the test ends; it has to listen. */
export async function serveUnshared({
  unshare,
  script,
  args,
  config,
}: UnsharedSettings): Promise<UnsharedServer> {
  const directory = directoryWith({ 'hookplate.config.json': configWith(['true'], config) });
  chmodSync(directory, 0o755);
  const command = [process.execPath, program, 'serve', '--log', 'json'];
  const child = spawn('unshare', [...unshare, 'sh', '-c', script, 'sh', ...args, ...command], {
    cwd: directory,
    env: { ...process.env, ADA_PASSWORD: 'secret' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([status]) => status);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const listening = once(child.stdout.setEncoding('utf8'), 'data').then(([line]) => String(line).trim());
  const origin = await Promise.race([listening, ended.then(status => `${status}: ${said}`)]);
  if (!origin.startsWith('http:')) throw new Error(`It did not start: ${origin}`);
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json', 'if-match': '*' };
  return {
    pathOf: path => `/proc/${child.pid}/root${path}`,
    ask: (method, path, body) =>
      fetch(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
    said: () => said,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
