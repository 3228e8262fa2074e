import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { refusalToUnshare } from '../../debian-packages.ts';
import { httpServer } from '../../loopback-server.ts';
import { migratedDirectory } from '../../outbox/test-database.ts';
import { serveUnshared } from './unshared-server.ts';

const run = '/api/v2/project/etl/task/copy/run?trigger=API';
/** $1 stays writable in name spaces of its own; the rest runs there as a user who may write nowhere else. */
const confining = `mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 70
if touch probe 2>/dev/null; then exit 71; fi
shift; exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs "$@"`;

it('a server runs as another user, and writes nowhere but into the directory of its database', async context => {
  if (refusalToUnshare('--mount', 'true') !== undefined || process.getuid?.() !== 0) {
    context.skip('Only root may become another user and make a file system read-only.');
  }
  const receiver = await httpServer();
  const data = await migratedDirectory();
  execFileSync('chown', ['--recursive', 'nobody:nogroup', data]);
  const webhook = {
    ...{ id: 'chat', profile: 'Nightly', events: { Completed: true }, method: 'GET' },
    url: `${receiver.url}/$event$`,
  };
  const config = { webhooks: [webhook], allow: ['127.0.0.1/32'], database: data };
  const { ask, stop, said } = await serveUnshared({
    ...{ unshare: ['--mount'], script: confining, args: [data], config },
  });
  expect((await ask('POST', run, {})).status).toBe(202);
  await expect.poll(() => receiver.hits.map(({ path }) => path)).toEqual(['/Completed']);
  expect((await ask('GET', '/processes')).status).toBe(200);
  expect(await stop()).toBe(0);
  expect(said()).not.toContain('"level":"error"');
});
