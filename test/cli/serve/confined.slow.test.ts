import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { migratedDirectory } from '../../outbox/test-database.ts';
import { directoryWith } from '../run-hookplate.ts';
import { configWith } from './sample-server.ts';

const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));
const run = '/api/v2/project/etl/task/copy/run?trigger=API';
/** $1 stays writable in name spaces of its own; the rest runs there as a user who may write nowhere else. */
const confining = `mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 70
if touch probe 2>/dev/null; then exit 71; fi
shift; exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs "$@"`;

it('a server runs as another user, and writes nowhere but into the directory of its database', async context => {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) {
    context.skip('Only root may become another user and make a file system read-only.');
  }
  const receiver = await httpServer();
  const data = await migratedDirectory();
  execFileSync('chown', ['--recursive', 'nobody:nogroup', data]);
  const webhook = {
    ...{ id: 'chat', profile: 'Nightly', events: { Completed: true }, method: 'GET' },
    url: `${receiver.url}/$event$`,
  };
  const config = configWith(['true'], { webhooks: [webhook], allow: ['127.0.0.1/32'], database: data });
  const directory = directoryWith({ 'hookplate.config.json': config });
  chmodSync(directory, 0o755);
  const command = [process.execPath, program, 'serve'];
  const child = spawn('unshare', ['--mount', 'sh', '-c', confining, 'sh', data, ...command], {
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
  expect(origin).toMatch(/^http:/);
  const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  expect((await fetch(origin + run, { method: 'POST', headers, body: '{}' })).status).toBe(202);
  await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/Completed']);
  expect((await fetch(`${origin}/processes`, { headers })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said).not.toContain('error: ');
});
