import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { configText } from './check/check-process.ts';
import { directoryWith, runHookplate } from './hookplate-process.ts';

const files = { 'webhook.json': configText(), 'broken.json': '{"a": ' };
const event = ['webhook.json', '--event', 'Errored'];

it.each([
  [['render', ...event, '--context', 'none.json'], 'none.json cannot be read (ENOENT).'],
  [['render', ...event, '--context', 'webhook.json/x.json'], 'x.json cannot be read (ENOTDIR).'],
  [['render', ...event, '--context', 'folder.json'], 'folder.json cannot be read (EISDIR).'],
  [
    ['render', ...event, '--context', 'broken.json'],
    'broken.json is not JSON: expected a value, found the end at line 1, column 7.',
  ],
  [['check', 'webhook.json', '--catalogue', 'none.json'], 'none.json cannot be read (ENOENT).'],
  [
    ['check', 'webhook.json', '--catalogue', 'none.mjs'],
    expect.stringMatching(/^none\.mjs cannot be loaded: /),
  ],
  [['send', ...event, '--catalogue', 'none.json'], 'none.json cannot be read (ENOENT).'],
  [['serve', '--config', 'none.json'], '--config: there is no file none.json.'],
  [['check', 'none.json'], 'There is no file none.json.'],
  [['render', 'none.json', '--event', 'Errored'], 'none.json cannot be read (ENOENT).'],
  [['preview', 'folder.json'], 'folder.json cannot be read (EISDIR).'],
  [['compile', 'webhook.json', '--out', 'webhook.json'], '--out: webhook.json cannot be written (EEXIST).'],
  [['init', 'none/webhook.json'], 'none/webhook.json cannot be written (ENOENT).'],
  [
    ['run', 'a', 'b', '--base-url', 'http://127.0.0.1:1', '--body', 'none.json'],
    'none.json cannot be read (ENOENT).',
  ],
])('%j ends with 2 and one line', async (args, message) => {
  const directory = directoryWith(files);
  mkdirSync(join(directory, 'folder.json'));
  const { status, stdout, stderr } = await runHookplate(args, { directory });
  expect({ status, stdout, said: stderr.replace(/^error: (.*)\n$/, '$1') }).toEqual({
    status: 2,
    stdout: '',
    said: message,
  });
});

it('an absolute pattern finds files outside the directory, but none that their .gitignore leaves out', async () => {
  const elsewhere = directoryWith({
    '.gitignore': 'b.json\n',
    'a.json': configText(),
    'b.json': configText(),
  });
  const wrong = configText({ method: 'get' });
  for (const name of ['a.json', 'b.json']) writeFileSync(join(elsewhere, name), wrong);
  for (const directory of [directoryWith(), directoryWith({ '.gitignore': 'a.json\n' })]) {
    const { status, stdout, stderr } = await runHookplate(
      ['check', join(elsewhere, '*.json'), '--format', 'concise'],
      { directory },
    );
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Found \d/) });
    expect(stdout).toContain(`${elsewhere}/a.json:6:14: error[unknown-method]`);
  }
});

it('a file that --fix cannot write stays as it is, and ends with 2 and one line', async () => {
  const file = configText({ contentType: ' application/json' });
  const directory = directoryWith({ 'a.json': file });
  const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
  // Root may write what is read-only; nobody may write a file that is larger than this.
  const command = `ulimit -f 0; exec "${process.execPath}" "${program}" check a.json --fix`;
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const ended = await new Promise(resolve => {
    execFile('bash', ['-c', command], { cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ status: error?.code, stdout, stderr });
    });
  });
  expect(ended).toEqual({ status: 2, stdout: '', stderr: 'error: a.json cannot be written (EFBIG).\n' });
  expect(readFileSync(join(directory, 'a.json'), 'utf8')).toBe(file);
});
