import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createCommandTask,
  maxLineBytes,
  maxLoggedBytes,
  maxParameterBytes,
} from '../../../src/workflow/command/command-task.ts';
import { sampleService } from '../sample-service.ts';
import { runCommand, runNode } from './node-command.ts';

const readAll = `
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const input = Buffer.concat(chunks).toString();
`;

describe('a command', () => {
  it('gets the body of the run on stdin, and the parameters in a variable', async () => {
    const run = runNode(`${readAll} console.log(input, process.env.HOOKPLATE_PARAMETERS)`, {
      body: { text: 'ä\n', list: [1] },
      given: { region: 'eu' },
    });
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(run.lines).toEqual([{ stream: 'stdout', text: '{"text":"ä\\n","list":[1]} {"region":"eu"}' }]);
  });

  it('reports its progress and its end in lines of JSON, and writes all else to the log', async () => {
    const run = runNode(`
      console.log('copying');
      console.log('{"recordsProcessed":100}');
      console.log('{"recordsProcessed":200,"errorCount":1}');
      console.error('one row is odd');
      console.log('{"status":"error","error":"A row is odd"}');
    `);
    expect(await run.ended).toEqual({ status: 'error', error: 'A row is odd' });
    expect(run.reports).toEqual([{ recordsProcessed: 100 }, { recordsProcessed: 200, errorCount: 1 }, {}]);
    expect(run.lines.map(({ text }) => text).toSorted()).toEqual(['copying', 'one row is odd']);
  });

  it.each([
    '{"recordsProcessed":-1}',
    '{"recordsProcessed":1.5}',
    '{"recordsProcessed":"1"}',
    '{"recordsProcessed":1,"other":2}',
    '{"status":"running"}',
    '{"status":"completed","error":"no"}',
    '{"error":"no"}',
    '{}',
    '{"recordsProcessed":',
    '[1]',
    ' {"recordsProcessed":1}',
  ])('does not report with %s, which goes to the log', async line => {
    const run = runNode(`console.log(${JSON.stringify(line)})`);
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(run.reports).toEqual([]);
    expect(run.lines).toEqual([{ stream: 'stdout', text: line }]);
  });

  it('fails with the last line of stderr when it ends with another status than 0', async () => {
    const run = runNode(
      `console.error('first'); console.error('disk full'); console.error(' '); process.exitCode = 3`,
    );
    expect(await run.ended).toEqual({ status: 'error', error: 'disk full' });
  });

  it('fails with its status where it says nothing, and with the signal that ended it', async () => {
    expect(await runNode('process.exitCode = 3').ended).toEqual({
      status: 'error',
      error: 'The command ended with the status 3',
    });
    expect(await runNode(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`).ended).toEqual({
      status: 'error',
      error: 'The command was ended by SIGKILL',
    });
  });

  it('fails although it said that it had completed, if its status says otherwise', async () => {
    const run = runNode(`console.log('{"status":"completed"}'); process.exitCode = 1`);
    expect(await run.ended).toMatchObject({ status: 'error' });
  });

  it('gives a reason of 1,000 characters at most', async () => {
    const run = runNode(`console.error('x'.repeat(5000)); process.exitCode = 1`);
    expect(await run.ended).toEqual({ status: 'error', error: 'x'.repeat(1000) });
  });

  it('is not read by a shell', async () => {
    const args = ['$(id)', '; id', '*', '"', "'", '%PATH%'] as const;
    const run = runCommand([
      process.execPath,
      '--eval',
      'console.log(...process.argv.slice(1))',
      '--',
      ...args,
    ]);
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(run.lines).toEqual([{ stream: 'stdout', text: args.join(' ') }]);
  });

  it('runs in the directory that it is given', async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookplate-command-')));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const run = runNode('console.log(process.cwd())', { directory });
    await run.ended;
    expect(run.lines).toEqual([{ stream: 'stdout', text: directory }]);
  });

  it('sees no variables of this process but those that it inherits, and those that it is given', async () => {
    vi.stubEnv('CANARY_SECRET', 'canary');
    vi.stubEnv('CANARY_SHARED', 'shared');
    onTestFinished(() => void vi.unstubAllEnvs());
    const run = runNode('console.log(JSON.stringify(process.env))', {
      inherit: ['CANARY_SHARED'],
      environment: { OWN: 'own' },
    });
    await run.ended;
    const seen = JSON.parse(run.lines[0]?.text ?? '');
    expect(seen).toMatchObject({ CANARY_SHARED: 'shared', OWN: 'own', PATH: expect.any(String) });
    expect(seen).not.toHaveProperty('CANARY_SECRET');
  });

  it('that cannot be started is an error that says why', async () => {
    expect(await runCommand(['/no/such/program']).ended).toEqual({
      status: 'error',
      error: 'The program /no/such/program was not found',
    });
    expect(await runNode('', { directory: '/no/such/directory' }).ended).toMatchObject({
      error: expect.stringContaining('or there is no directory /no/such/directory'),
    });
    expect(await runCommand(['/dev/null']).ended).toEqual({
      status: 'error',
      error: 'The program /dev/null may not be executed',
    });
    expect(await runNode('', { given: { long: 'x'.repeat(3_000_000) } }).ended).toMatchObject({
      error: expect.stringContaining('too long'),
    });
  });
});

describe('what a command is given', () => {
  const copy = createCommandTask({ command: ['true'], profile: 'p', parameters: { a: 'a' } });

  it('is refused at once where its parameters are longer than the system allows', async () => {
    const service = sampleService({ tasks: { copy } });
    const longest = { a: 'x'.repeat(maxParameterBytes - '{"a":""}'.length) };
    const { pid } = await service.run('etl', 'copy', longest);
    await expect.poll(async () => (await service.status(pid)).status).toBe('completed');
    await expect(service.run('etl', 'copy', { a: `${longest.a}x` })).rejects.toMatchObject({
      code: 'parameters-too-long',
      message: expect.stringContaining(`at most ${maxParameterBytes} bytes`),
    });
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const bodyBytes = Buffer.from(deep);
    await expect(service.run('etl', 'copy', JSON.parse(deep), { bodyBytes })).rejects.toMatchObject({
      code: 'parameters-too-long',
    });
  });

  it('is nested as deep as JSON can be written', async () => {
    const body = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const { signal } = new AbortController();
    expect(await copy.run({ parameters: {}, body, signal, report: () => {} })).toEqual({
      status: 'error',
      error: 'The body is nested too deeply to be written for a command',
    });
  });
});

describe('what a command writes', () => {
  it('is logged up to a megabyte of a run, however much it is, and its last status still counts', async () => {
    const run = runNode(`
      const line = 'x'.repeat(999) + '\\n';
      for (let index = 0; index < 20_000; index++) {
        if (!process.stdout.write(line)) await new Promise(resolve => process.stdout.once('drain', resolve));
      }
      console.log('{"recordsProcessed":7,"status":"completed"}');
    `);
    expect(await run.ended).toEqual({ status: 'completed' });
    const logged = run.lines.reduce((sum, { text }) => sum + text.length + 1, 0);
    expect(logged).toBeLessThan(maxLoggedBytes + 100);
    expect(run.lines.at(-1)?.text).toBe('The rest of the output is not logged.');
    expect(run.reports).toEqual([{ recordsProcessed: 7 }]);
  });

  it('is cut where a line does not end', async () => {
    const run = runNode(`process.stdout.write('{"recordsProcessed":' + '1'.repeat(100_000) + '\\nnext')`);
    await run.ended;
    expect(run.lines.map(({ text }) => text.length)).toEqual([maxLineBytes, 4]);
  });

  it('need not be UTF-8', async () => {
    const run = runNode(`process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0x0d, 0x0a, 0xc3]))`);
    await run.ended;
    expect(run.lines.map(({ text }) => text)).toEqual(['a\ufffd\ufffd', '\ufffd']);
  });

  it('is read to its end although the program does not read its input', async () => {
    const run = runNode(`process.stdin.destroy(); console.log('{"recordsProcessed":3}')`, {
      body: 'x'.repeat(1_000_000),
    });
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(run.reports).toEqual([{ recordsProcessed: 3 }]);
  });
});

it('a command is an option that is checked', () => {
  const make = (options: object) => () => createCommandTask({ profile: 'p', command: ['x'], ...options });
  expect(make({ command: [] })).toThrow('options.command: expected a program and its arguments');
  expect(make({ command: 'node copy.js' })).toThrow('options.command: expected a list');
  expect(make({ comand: ['x'] })).toThrow('did you mean `command`?');
  expect(make({ environment: { A: 1 } })).toThrow('options.environment.A: expected text');
});
