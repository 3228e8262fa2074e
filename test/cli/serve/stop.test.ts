import { describe, expect, it } from 'vitest';
import { configWith, type ServedProcess, serveFiles } from './sample-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const node = (program: string) => [process.execPath, '--input-type=module', '--eval', program];
const brief = node(`console.log('working'); setTimeout(() => console.log('done'), 500)`);
const deaf = node(
  `process.on('SIGTERM', () => {}); console.log('working ' + process.pid); setInterval(() => {}, 1000)`,
);

/** Starts a run, and waits until its command writes. */
async function working(command: readonly string[], more: object = {}): Promise<ServedProcess> {
  const server = await serveFiles({ files: { 'hookplate.config.json': configWith(command, more) } });
  await server.call('POST', run, null);
  await expect.poll(server.stderr).toContain('working');
  return server;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a server that is told to stop', () => {
  it('by SIGTERM, lets what runs end, and ends with 0', async () => {
    const server = await working(brief);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toMatch(/ Stopping, 15 s at most.*\n(?:.*\n)*.* done .*\n(?:.*\n)*.* Stopped\n$/);
  });

  it('by Ctrl-C, ends with 130', async () => {
    const server = await serveFiles({ files: { 'hookplate.config.json': configWith(['true']) } });
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(130);
    expect(server.stderr()).toMatch(/ Stopped\n$/);
  });

  it('takes no more requests, and closes the connections that are idle', async () => {
    const server = await working(brief);
    server.child.kill('SIGTERM');
    await expect.poll(server.stderr).toContain('Stopping');
    await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
    expect(await server.ended).toBe(0);
  });

  it('ends at its deadline, with the commands that do not stop', async () => {
    const server = await working(deaf, { stopTimeoutMs: 100 });
    const pid = Number(/working (\d+)/.exec(server.stderr())?.[1]);
    expect(isRunning(pid)).toBe(true);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends at once when it is told so twice, with the commands that run', async () => {
    const server = await working(deaf);
    const pid = Number(/working (\d+)/.exec(server.stderr())?.[1]);
    server.child.kill('SIGINT');
    await expect.poll(server.stderr).toContain('Stopping');
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(130);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(server.stderr()).not.toContain('Stopped');
  });
});
