import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockDirectory } from '../../../src/database/directory-lock.ts';
import { openDatabase } from '../../../src/outbox/index.ts';
import { post } from '../../delivery/loopback-dispatcher.ts';
import { httpServer } from '../../loopback-server.ts';
import { migratedDirectory, testOutbox } from '../test-database.ts';
import { WorkerPool } from './worker-pool.ts';

/** Above what Linux gives to any process. */
const pidOfNobody = 4_194_305;

/** Locks the directories that it is told, all at once; says of each whether it has it, and keeps what it has. */
const program = `
  const { lockDirectory } = await import('${new URL('../../../src/database/directory-lock.ts', import.meta.url).href}');
  process.on('message', async directories => {
    const locks = await Promise.allSettled(directories.map(lockDirectory));
    process.send(locks.map(({ status }) => status === 'fulfilled'));
  });
  process.send('ready');
`;

/** A directory that somebody has locked, as the file says. */
async function lockedDirectory(owner: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-lock-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'hookplate.lock'), `${owner} ${hostname()}`);
  return directory;
}

async function startContender(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

it('of four processes that find the lock of a dead one, one takes it over', async () => {
  const contenders = await Promise.all(Array.from({ length: 4 }, startContender));
  const directories = await Promise.all(Array.from({ length: 20 }, () => lockedDirectory(pidOfNobody)));
  const answers = await Promise.all(
    contenders.map(async contender => {
      const answer = once(contender, 'message');
      contender.send(directories);
      const [taken]: readonly boolean[][] = await answer;
      return taken ?? [];
    }),
  );
  const owners = directories.map((_, index) => answers.filter(taken => taken[index]).length);
  expect(owners).toEqual(directories.map(() => 1));
});

it('a lock that nobody touches is taken over, although another process has the pid of its owner by now', async () => {
  const lock = await lockDirectory(await lockedDirectory(process.ppid));
  await lock.release();
});

it('what another process has taken over is not released', async () => {
  const directory = await lockedDirectory(pidOfNobody);
  const lock = await lockDirectory(directory);
  const file = join(directory, 'hookplate.lock');
  await writeFile(file, 'of another');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('of another');
});

it('two processes do not open one directory; that of a killed one is taken over with its messages', async () => {
  const hanging: ServerResponse[] = [];
  const receiver = await httpServer((response, _hit, before) => {
    if (before === 0) hanging.push(response);
    else response.end();
  });
  const directory = await migratedDirectory();
  const workers = await WorkerPool.start(1, { database: { directory }, url: receiver.url });
  onTestFinished(() => workers.close());
  const messages = [{ id: 'm', webhook: 'w', request: post(receiver.url), isEvent: false }];
  await expect.poll(() => workers.tell({ messages })).toBe(true);
  await expect.poll(() => hanging.length).toBe(1);
  await expect(openDatabase({ directory })).rejects.toMatchObject({ code: 'directory-in-use' });
  await workers.close();
  const database = await openDatabase({ directory });
  onTestFinished(() => database.close());
  const outbox = await testOutbox(database);
  await outbox.start();
  await expect.poll(async () => (await outbox.message('m'))?.state).toBe('delivered');
});
