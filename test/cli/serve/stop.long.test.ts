import { describe, expect, it } from 'vitest';
import { configWith, type ServedProcess, type ServedRun, serveFiles, spawnServe } from './sample-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
const node = (program: string) => [process.execPath, '--input-type=module', '--eval', program];
const brief = node(`console.log('working'); setTimeout(() => console.log('done'), 500)`);
const deaf = node(
  `process.on('SIGTERM', () => {}); console.log('working ' + process.pid); setInterval(() => {}, 1000)`,
);

/** Starts a run, and waits until its command writes. */
async function working<Run extends ServedRun | ServedProcess>(started: Promise<Run>): Promise<Run> {
  const server = await started;
  await server.call('POST', run, null);
  await expect.poll(server.stderr).toContain('working');
  return server;
}

function files(command: readonly string[], more: object = {}) {
  return { files: { 'hookplate.config.json': configWith(command, more) } };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A configuration of one task of code, `etl/copy`, with this body. */
function configOfCode(code: string): string {
  return `export default {
    users: [{ username: 'ada', role: 'editor', password: { env: 'ADA_PASSWORD' } }],
    projects: { etl: { tasks: { copy: { profile: 'Nightly', run: async () => { ${code} } } } } },
    database: { env: 'DATABASE_URL' },
    port: 0,
  };`;
}

describe('a server that is told to stop', () => {
  it('by SIGTERM, lets what runs end, and ends with 0', async () => {
    const server = await working(spawnServe(files(brief)));
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stderr()).toMatch(/ Stopping, 15 s at most.*\n(?:.*\n)*.* done .*\n(?:.*\n)*.* Stopped\n$/);
  });

  it('by Ctrl-C, ends with 130', async () => {
    const server = await spawnServe(files(['true']));
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(130);
    expect(server.stderr()).toMatch(/ Stopped\n$/);
  });

  it('takes no more requests, and closes the connections that are idle', async () => {
    const server = await working(serveFiles(files(brief)));
    server.kill('SIGTERM');
    await expect.poll(server.stderr).toContain('Stopping');
    await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
    expect(await server.ended).toBe(0);
  });

  it('ends at its deadline, with the commands that do not stop', async () => {
    const server = await working(serveFiles(files(deaf, { stopTimeoutMs: 100 })));
    const pid = Number(/working (\d+)/.exec(server.stderr())?.[1]);
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('interrupts at its deadline what still runs, and leaves what is queued to the next start', async () => {
    const first = await working(
      serveFiles(files(deaf, { stopTimeoutMs: 100, processes: { concurrency: 1 } })),
    );
    const { items } = (await first.call('GET', '/api/processes')).body;
    const queued = (await first.call('POST', run, null)).body;
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const next = await serveFiles({ ...files(['true']), databaseUrl: first.databaseUrl });
    const statusOf = async (pid: unknown) => (await next.call('GET', `/api/v2/status/${pid}`)).body.status;
    await expect.poll(() => statusOf(queued.pid)).toBe('completed');
    expect(items).toMatchObject([{ status: 'running' }]);
    expect((await next.call('GET', '/api/processes?status=interrupted')).body.items).toHaveLength(1);
  });

  it('ends at once when it is told so twice, with the commands that run', async () => {
    const server = await working(spawnServe(files(deaf)));
    const pid = Number(/working (\d+)/.exec(server.stderr())?.[1]);
    server.child.kill('SIGINT');
    await expect.poll(server.stderr).toContain('Stopping');
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(130);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(server.stderr()).not.toContain('Stopped');
  });
});

describe('what a task throws where nothing catches it', () => {
  it.each([
    ['in a timer', "setTimeout(() => { throw new RangeError('canary'); })"],
    ['in a promise that nobody awaits', "void Promise.reject(new RangeError('canary'))"],
  ])('%s is logged without its message, and stops the server with 3', async (_, code) => {
    const files = { 'hookplate.config.mjs': configOfCode(code) };
    const server = await spawnServe({ files, args: ['--log', 'json'] });
    await server.call('POST', run, null);
    expect(await server.ended).toBe(3);
    expect(server.stderr()).not.toContain('canary');
    const entries = server
      .stderr()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: expect.stringMatching(
          /^Something was thrown where nothing catches it.*: RangeError at .*config\.mjs/,
        ),
      }),
    );
    expect(entries.at(-1)).toMatchObject({ message: 'Stopped' });
  });
});
