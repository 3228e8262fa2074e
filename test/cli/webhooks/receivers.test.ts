import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

/* Receivers of one's own, which each command with webhooks takes in the same way. */

const pager = {
  ...{ id: 'pager', name: 'Our pager', hosts: [], method: 'POST', url: 'https://pager.example.com/' },
  ...{ contentType: 'application/json', documentation: [], checked: '2026-11' },
  schema: { type: 'object', required: ['page'], properties: { page: { type: 'string', maxLength: 20 } } },
};

function directoryFor(payload: string, url = 'https://pager.example.com/'): string {
  const webhook = {
    ...{ receiver: 'pager', profile: 'Nightly', events: { Errored: true }, method: 'POST', url },
    ...{ contentType: 'application/json', payload },
  };
  return directoryWith({
    'webhook.json': JSON.stringify(webhook),
    'receivers.json': JSON.stringify([pager]),
    'receivers.mjs': `export default [{ ...${JSON.stringify(pager)}, payload: ({ names }) => JSON.stringify({ page: names.join() }) }];`,
    'partial.json': JSON.stringify([{ id: 'pager', name: 'Our pager', hosts: [] }]),
    'wrong.json': '{"id": "pager"}',
  });
}

const own = ['--receivers', 'receivers.json'];

describe.each([
  ['render', ['--event', 'Errored']],
  ['preview', []],
  ['send', ['--event', 'Errored', '--allow', '127.0.0.0/8']],
  ['compile', ['--out', 'out']],
])('hookplate %s --receivers', (command, more) => {
  it('refuses what a receiver of the file does not accept, and nothing else', async () => {
    const { url, hits } = await httpServer();
    const run = async (payload: string, args: readonly string[]) => {
      const directory = directoryFor(payload, url);
      const ended = await runHookplate([command, 'webhook.json', ...more, ...args], { directory });
      return { ...ended, hasWritten: existsSync(join(directory, 'out')) };
    };
    const refused = await run('{"pge": "$event$"}', own);
    expect(refused).toMatchObject({ status: 1, stdout: '', hasWritten: false });
    expect(refused.stderr).toContain('error[schema-missing-key]: Our pager needs the key `page`');
    expect(hits).toEqual([]);
    expect(await run('{"page": "$event$"}', own)).toMatchObject({ status: 0 });
    expect(await run('{"pge": "$event$"}', [])).toMatchObject({ status: 0 });
  });

  it('says what is wrong with the file', async () => {
    const directory = directoryFor('{}');
    const run = (file: string) =>
      runHookplate([command, 'webhook.json', ...more, '--receivers', file], { directory });
    expect(await run('wrong.json')).toMatchObject({
      status: 2,
      stderr: 'error: --receivers: wrong.json: receivers: expected a list\n',
    });
    expect(await run('none.json')).toMatchObject({
      status: 2,
      stderr: 'error: none.json cannot be read (ENOENT).\n',
    });
  });
});

it('preview says what a receiver of the file refuses in a body that is shown', async () => {
  const directory = directoryFor('{"page": "$profile$ failed"}');
  const args = ['preview', 'webhook.json', ...own];
  expect((await runHookplate(args, { directory })).stderr).toBe('');
  const long = directoryFor('{"page": "$errorMessage$"}');
  expect((await runHookplate(['preview', 'webhook.json', ...own], { directory: long })).stderr).toMatch(
    /^warning: webhook, Errored: Our pager expects at most 20 characters/,
  );
});

describe('hookplate init --for, with --receivers', () => {
  const init = (directory: string, ...args: readonly string[]) =>
    runHookplate(['init', 'new.json', ...args], { directory });

  it('writes the message of a receiver of the file, which its check has nothing against', async () => {
    const directory = directoryFor('{}');
    const written = await init(directory, '--for', 'pager', '--receivers', 'receivers.mjs');
    expect(written).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Next: npx hookplate check new.json --receivers receivers.mjs, and'),
    });
    const checked = ['check', 'new.json', '--receivers', 'receivers.mjs'];
    expect(await runHookplate(checked, { directory })).toMatchObject({ status: 0, stdout: '' });
  });

  it('needs a receiver that is described whole, and the option `--for`', async () => {
    const directory = directoryFor('{}');
    const said = async (...args: readonly string[]) => (await init(directory, ...args)).stderr;
    expect(await said('--for', 'pager')).toBe(
      'error: There is no receiver pager. npx hookplate receivers lists them.\n',
    );
    expect(await said('--for', 'pager', '--receivers', 'partial.json')).toContain(
      'error: --for: the receiver pager has no url',
    );
    expect(await said('--receivers', 'receivers.json')).toContain('error: --receivers goes with --for');
  });
});
