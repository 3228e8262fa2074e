import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { configText } from './check/check-files.ts';
import { directoryWith, runHookplate } from './run-hookplate.ts';

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
  [['render', 'none.json', '--event', 'Errored'], 'none.json cannot be read (ENOENT).'],
  [['preview', 'folder.json'], 'folder.json cannot be read (EISDIR).'],
  [['compile', 'webhook.json', '--out', 'webhook.json'], '--out: webhook.json cannot be written (EEXIST).'],
  [['init', 'webhook.json/a.json'], 'webhook.json/a.json cannot be written (EEXIST).'],
  [['init', 'webhook.json/a/b.json'], 'webhook.json/a/b.json cannot be written (ENOTDIR).'],
  [
    ['run', 'a', 'b', '--base-url', 'http://127.0.0.1:1', '--body', 'none.json'],
    'none.json cannot be read (ENOENT).',
  ],
  [
    ['run', 'a', 'b', '--base-url', 'http://127.0.0.1:1', '--idempotency-key', 'a\nb'],
    '--idempotency-key: expected printable ASCII characters.',
  ],
  [
    ['check', 'webhook.json', '--allow', '10.0.0.0/8', '--allow', 'foo'],
    '--allow: expected a CIDR range such as "10.1.0.0/16" or "::1/128".',
  ],
  [
    ['send', ...event, '--allow', 'foo'],
    '--allow: expected a CIDR range such as "10.1.0.0/16" or "::1/128".',
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

/** Runs `hookplate` in a shell, which may set limits or send its output somewhere. */
async function runInShell(before: string, args: string, directory: string) {
  const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
  const command = `${before} "${process.execPath}" "${program}" ${args}`;
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  return new Promise(resolve => {
    execFile('bash', ['-c', command], { cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ status: error?.code ?? 0, stdout, stderr });
    });
  });
}

// Root may write what is read-only; nobody may write a file that is larger than this, in KiB.
it.each([
  [0, 'Nightly'],
  [1, 'Nightly '.repeat(500)],
])('a file that --fix cannot write beyond %d KiB stays byte for byte as it is', async (size, profile) => {
  const file = configText({ contentType: ' application/json', profile });
  const directory = directoryWith({ 'a.json': file });
  const ended = await runInShell(`trap "" XFSZ; ulimit -f ${size};`, 'check a.json --fix', directory);
  expect(ended).toEqual({ status: 2, stdout: '', stderr: 'error: a.json cannot be written (EFBIG).\n' });
  expect(readFileSync(join(directory, 'a.json'), 'utf8')).toBe(file);
  expect(readdirSync(directory)).toEqual(['a.json']);
});

it('output that cannot be written ends with 2 and one line, whatever was found', async () => {
  const directory = directoryWith({ 'a.json': configText(), 'b.json': configText({ method: 'get' }) });
  const stderr = expect.stringMatching(/(?:^|\n)error: The output cannot be written \(ENOSPC\)\.\n$/);
  for (const args of ['check a.json --format json', 'check b.json', 'schema', '--version'])
    expect(await runInShell('', `${args} > /dev/full`, directory)).toEqual({ status: 2, stdout: '', stderr });
  const unheard = await runInShell('', 'check a.json 2> /dev/full', directory);
  expect(unheard).toEqual({ status: 2, stdout: '', stderr: '' });
  const enough = await runInShell('set -o pipefail;', 'schema | head -c 1', directory);
  expect(enough).toEqual({ status: 0, stdout: '{', stderr: '' });
});

it('a directory is searched without following links out of it or in circles, and a file is read once', async () => {
  const directory = directoryWith({ 'a.json': configText({ method: 'get' }) });
  symlinkSync('.', join(directory, 'circle'));
  symlinkSync('a.json', join(directory, 'b.json'));
  symlinkSync('none.json', join(directory, 'c.json'));
  for (const named of ['.', '*.json'])
    expect(await runHookplate(['check', named, '--format', 'concise'], { directory })).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^a\.json:6:14: error\[unknown-method\]: .*\n$/),
      stderr: 'Found 1 error and 0 warnings in 1 file.\n',
    });
});

it('a directory has what links in it lead to, and a link that leads to itself is a finding', async () => {
  const elsewhere = directoryWith({ 'a.json': configText({ method: 'get' }) });
  const directory = directoryWith({ 'hooks/b.json': configText() });
  symlinkSync(join(elsewhere, 'a.json'), join(directory, 'hooks/a.json'));
  symlinkSync('c.json', join(directory, 'hooks/c.json'));
  symlinkSync('d', join(directory, 'hooks/d'));
  expect(await runHookplate(['check', '.', '--format', 'concise'], { directory })).toEqual({
    status: 1,
    stdout: expect.stringMatching(
      /^hooks\/a\.json:6:14: error\[unknown-method\]: .*\nhooks\/c\.json:1:1: error\[file-unreadable\]: The file cannot be read \(ELOOP\): .*\n$/,
    ),
    stderr: 'Found 2 errors and 0 warnings in 3 files.\n',
  });
});

it('pipes in a directory keep nobody waiting', async () => {
  const directory = directoryWith({ 'a.json': configText() });
  for (const name of ['hookplate.config.json', 'hookplate.config.ts', 'b.json', 'c.hookplate'])
    execFileSync('bash', ['-c', `mkfifo ${name}`], { cwd: directory });
  symlinkSync('hookplate.config.json', join(directory, 'hookplate.config.js'));
  symlinkSync('b.json', join(directory, 'd.json'));
  expect(await runHookplate(['check', '.'], { directory })).toEqual({
    status: 0,
    stdout: '',
    stderr: 'Found no mistakes in 1 file.\n',
  });
});

it('a module that is no catalogue is told what exports one', async () => {
  const directory = directoryWith({ 'a.json': configText(), 'events.mjs': 'export const events = {};' });
  expect(await runHookplate(['check', 'a.json', '--catalogue', 'events.mjs'], { directory })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'error: events.mjs exports no catalogue: write `export default defineEvents({ … })`.\n',
  });
});
