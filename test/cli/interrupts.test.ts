import { once } from 'node:events';
import { expect, it } from 'vitest';
import { spawnHookplate } from './hookplate-process.ts';
import { runInTerminal } from './pseudo-terminal.ts';
import { directoryWith, startHookplate } from './run-hookplate.ts';

const server = ['--base-url', 'http://127.0.0.1:1'];

it.each([
  ['check', '-'],
  ['render', '-', '--event', 'Errored'],
  ['preview', '-'],
  ['send', '-', '--event', 'Errored'],
  ['compile', '-', '--out', 'out'],
  ['run', 'a', 'b', ...server, '--body', '-'],
  ['run', 'a', 'b', ...server, '--user', 'ada'],
  ['status', 'a', ...server, '--user', 'ada'],
  ['hash-password'],
])('the first Ctrl-C ends hookplate %s … with 130 while it reads stdin', async (...args) => {
  const { stdin, kill, ended, stdout, stderr } = startHookplate(args, {
    directory: directoryWith(),
    stdin: { isOpen: true },
  });
  // More than a stream holds: it is taken as soon as somebody reads, and that goes on.
  stdin.write(' '.repeat(1_000_000));
  await once(stdin, 'drain');
  kill('SIGINT');
  expect(await ended).toBe(130);
  expect({ stdout: stdout(), stderr: stderr() }).toEqual({ stdout: '', stderr: '' });
});

it('the first Ctrl-C ends a process of its own with 130 while it reads stdin', async () => {
  const { child, ended, stdout, stderr } = spawnHookplate(['check', '-'], { stdin: { isOpen: true } });
  // More than a pipe holds.
  child.stdin?.write(' '.repeat(1_000_000));
  await once(child.stdin ?? child, 'drain');
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect({ stdout: stdout(), stderr: stderr() }).toEqual({ stdout: '', stderr: '' });
});

it('Ctrl-C ends it with 130 while a terminal is asked for a password', async () => {
  const args = ['status', 'a', ...server, '--user', 'ada'];
  const { status, shown } = await runInTerminal(args, { prompt: 'Password: ', answer: '\u0003' });
  expect(status).toBe(130);
  expect(shown).toMatch(/^Password: \r?\n$/);
});
