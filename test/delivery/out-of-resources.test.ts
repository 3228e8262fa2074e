import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { httpServer } from '../loopback-server.ts';

const entry = new URL('../../src/delivery/index.ts', import.meta.url).href;

/** Opens all the files that it may, tries to deliver, closes them, and tries again. */
const script = `
  const { openSync, closeSync } = await import('node:fs');
  const { createDispatcher } = await import(${JSON.stringify(entry)});
  const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'] });
  const send = () => dispatcher.send({ method: 'GET', url: process.argv[1], headers: [] });
  const opened = [];
  try {
    for (;;) opened.push(openSync('/dev/null'));
  } catch {}
  const lacking = await send();
  opened.forEach(file => closeSync(file));
  const { outcome } = await send();
  await dispatcher.close();
  console.log(JSON.stringify([lacking.outcome, outcome.status]));
`;

it('a lack of open files is not blamed on the receiver', async context => {
  if (process.platform === 'win32') context.skip('Windows limits the open files of no process.');
  const server = await httpServer();
  const command = 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1" "$2"';
  const args = ['-c', command, process.execPath, script, server.url];
  const { stdout } = await promisify(execFile)('sh', args, { cwd: fileURLToPath(new URL('.', entry)) });
  expect(JSON.parse(stdout)).toEqual([
    {
      kind: 'failed',
      error: 'out-of-resources',
      message:
        'This machine has no room for a connection to `127.0.0.1`: it ran out of open files or memory. (EMFILE)',
    },
    200,
  ]);
});
