import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInTerminal } from '../pseudo-terminal.ts';
import { runHookplate, startHookplate } from '../run-hookplate.ts';
import { configWith, serveFiles } from '../serve/sample-server.ts';

const password = 'love:läce';
const counting = [process.execPath, '--eval', 'console.log(JSON.stringify({ recordsProcessed: 7 }))'];
const waiting = [process.execPath, '--eval', 'setTimeout(() => {}, 600_000)'];
const failing = [process.execPath, '--eval', 'console.error("no such table"); process.exitCode = 1'];

async function serve(command: readonly string[]) {
  const { origin } = await serveFiles({ files: { 'hookplate.config.json': configWith(command) } });
  return ['--base-url', origin, '--user', 'ada'];
}

const env = { HOOKPLATE_PASSWORD: password };

describe('hookplate run, status and interrupt', () => {
  it('start a task, wait for its end, and print its status', async () => {
    const server = await serve(counting);
    const run = await runHookplate(['run', 'etl', 'copy', ...server, '--wait'], { env });
    expect(run.status).toBe(0);
    const [, pid = ''] = /^pid: (.*)\nstatus: completed\n/.exec(run.stdout) ?? [];
    expect(run.stdout).toContain('\nrecordsProcessed: 7\n');
    expect(run.stderr).toBe(`Waiting for ${pid}; Ctrl-C leaves it running.\n`);
    const status = await runHookplate(['status', pid, ...server, '--format', 'json'], { env });
    expect(JSON.parse(status.stdout)).toMatchObject({
      version: 1,
      pid,
      status: 'completed',
      recordsProcessed: 7,
      taskId: 'copy',
    });
    const api = server.with(1, `${server[1]}/api/v2`);
    expect((await runHookplate(['status', pid, ...api], { env })).stdout).toContain('status: completed\n');
  });

  it('interrupt a process, and leave one alone after Ctrl-C', async () => {
    const server = await serve(waiting);
    const { kill, ended, stderr } = startHookplate(['run', 'etl', 'copy', ...server, '--wait'], { env });
    await expect.poll(stderr).toContain('Waiting for');
    kill('SIGINT');
    expect(await ended).toBe(130);
    const [, pid = ''] = /Waiting for (.*?);/.exec(stderr()) ?? [];
    const status = await runHookplate(['status', pid, ...server], { env });
    expect(status).toMatchObject({ status: 0, stdout: expect.stringMatching(/status: (?:queued|running)/) });
    const interrupted = await runHookplate(['interrupt', pid, ...server, '--wait'], { env });
    expect(interrupted).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('status: interrupted\n'),
    });
  });

  it('end with 1 for a process that ended in error, and for what the server does not know', async () => {
    const server = await serve(failing);
    const run = await runHookplate(['run', 'etl', 'copy', ...server, '--wait', '--format', 'json'], { env });
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 'error', error: 'no such table' });
    const unknown = await runHookplate(['run', 'etl', 'nope', ...server], { env });
    expect(unknown).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: POST .* answered 404: /),
    });
    const stranger = await runHookplate(['status', 'x', ...server], { env: { HOOKPLATE_PASSWORD: 'wrong' } });
    expect(stranger).toMatchObject({ status: 1, stderr: expect.stringContaining('answered 401') });
  });

  it('take the password from stdin or a terminal, which does not show it, and no list of processes has it', async () => {
    const server = await serve(counting);
    const args = ['run', 'etl', 'copy', ...server];
    expect(await runHookplate(args, { stdin: `${password}\n` })).toMatchObject({ status: 0 });
    expect(await runHookplate(args, { stdin: '' })).toMatchObject({
      status: 2,
      stderr: 'error: No password: set HOOKPLATE_PASSWORD, or pass it on stdin.\n',
    });
    const typed = await runInTerminal(args, { prompt: 'Password: ', answer: `${password}\n` });
    expect(typed.status).toBe(0);
    expect(typed.shown).toMatch(/Password: \r?\n[\s\S]*pid: /);
    expect(typed.shown).not.toContain('läce');
    expect(typed.listed).toContain('--base-url');
    expect(typed.listed).not.toContain('läce');
    const [, pid = ''] = /pid: (\S+)/.exec(typed.shown) ?? [];
    for (const command of ['status', 'interrupt']) {
      const ask = [command, pid, ...server];
      expect(await runHookplate(ask, { stdin: `${password}\n` })).toMatchObject({ status: 0 });
      const again = await runInTerminal(ask, { prompt: 'Password: ', answer: `${password}\n` });
      expect(again.status).toBe(0);
      expect(again.listed).toContain(`${command} ${pid}`);
      expect(again.shown + again.listed).not.toContain('läce');
    }
  });

  it('read a body, and say what is wrong with how they are called', async () => {
    const server = await serve(counting);
    const body = await runHookplate(['run', 'etl', 'copy', ...server, '--body', '-'], {
      env,
      stdin: '{"a": 1}',
    });
    expect(body.status).toBe(0);
    const both = await runHookplate(['run', 'etl', 'copy', ...server, '--body', '-'], { stdin: '{}' });
    expect(both).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the password goes into HOOKPLATE_PASSWORD'),
    });
    const argument = await runHookplate(['status', 'x', ...server, '--password', password]);
    expect(argument).toEqual({ status: 2, stdout: '', stderr: "error: unknown option '--password'\n" });
    const inUrl = await runHookplate(['status', 'x', '--base-url', 'http://ada:geheim@127.0.0.1:1']);
    expect(inUrl).toMatchObject({ status: 2, stdout: '' });
    expect(inUrl.stderr).toMatch(/^error: --base-url: .*which belong in --user and HOOKPLATE_PASSWORD\.\n$/);
    expect(inUrl.stderr).not.toContain('geheim');
    const none = await runHookplate(['status', 'x', '--base-url', 'http://127.0.0.1:1']);
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('got no answer') });
    const wrong = await runHookplate(['status', 'x', '--base-url', 'ftp://x']);
    expect(wrong).toMatchObject({ status: 2, stderr: 'error: --base-url: expected an http or https URL.\n' });
    expect(readFileSync('docs/command-line.md', 'utf8')).toContain('HOOKPLATE_PASSWORD');
  });
});
