import { describe, expect, it, onTestFinished } from 'vitest';
import { createCommandTask } from '../../../src/workflow/command/command-task.ts';
import { longMs, watchLongTimers } from '../../long-timers.ts';
import { type CommandRun, runCommand, runNode } from './node-command.ts';

/** Resolves when the command has written a line that begins so, to the rest of that line. */
async function written(run: CommandRun, beginning: string): Promise<string> {
  const find = () => run.lines.find(({ text }) => text.startsWith(beginning));
  await expect.poll(find).toBeDefined();
  return find()?.text.slice(beginning.length) ?? '';
}

/** A zombie runs no more, also where nobody reaps it. */
async function isRunning(pid: number): Promise<boolean> {
  const state = runCommand(['ps', '-o', 'pid=', '-o', 'stat=', '-p', `${process.pid},${pid}`]);
  await state.ended;
  const states = new Map(
    state.lines.map(({ text }) => text.trim().split(/\s+/)).map(([id, stat]) => [Number(id), stat]),
  );
  // Without `ps`, nothing would be said to run.
  expect(states.get(process.pid)).toBeDefined();
  return /^[^Z]/.test(states.get(pid) ?? '');
}

describe('a command that is interrupted', () => {
  it('gets SIGTERM, and can end in its own way', async () => {
    const run = runNode(
      `
      process.on('SIGTERM', () => { console.log('tidied up'); process.exitCode = 1; clearInterval(timer); });
      const timer = setInterval(() => {}, 1000);
      console.log('ready');
    `,
      { graceMs: longMs },
    );
    await written(run, 'ready');
    run.interrupt();
    await run.ended;
    expect(run.lines.map(({ text }) => text)).toEqual(['ready', 'tidied up']);
  });

  it('is killed after the time of grace if it ignores that', async () => {
    const passGrace = watchLongTimers();
    const run = runNode(
      `process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('ready');`,
      { graceMs: longMs },
    );
    await written(run, 'ready');
    run.interrupt();
    await written(run, 'no');
    passGrace();
    expect(await run.ended).toMatchObject({ error: 'The command was ended by SIGKILL' });
  });

  it('ends with all the processes that it has started, also those that ignore SIGTERM', async () => {
    const deaf = `trap '' TERM; echo child $$; while :; do sleep 1; done`;
    const run = runCommand(['sh', '-c', `sh -c "$0" & wait`, deaf], { graceMs: 300 });
    const pid = Number(await written(run, 'child '));
    expect(await isRunning(pid)).toBe(true);
    run.interrupt();
    await run.ended;
    expect(await isRunning(pid)).toBe(false);
  });

  it('is not even started where the process was to stop before', async () => {
    const task = createCommandTask({ command: ['/no/such/program'], profile: 'Nightly' });
    const signal = AbortSignal.abort(new Error('The process was interrupted'));
    const run = async () => task.run({ parameters: {}, body: null, signal, report: () => {} });
    await expect(run()).rejects.toThrow('The process was interrupted');
  });
});

describe('a command that ends by itself', () => {
  it('takes with it what it has left running', async () => {
    const run = runCommand(['sh', '-c', 'sleep 1000 & echo child $!']);
    const pid = Number(await written(run, 'child '));
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(await isRunning(pid)).toBe(false);
  });

  it('does not wait for a process that has left it but holds its output', async () => {
    const run = runNode(
      `import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'inherit' });
      console.log('child ' + child.pid);
      child.unref();`,
      { graceMs: 200 },
    );
    const pid = Number(await written(run, 'child '));
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    expect(await run.ended).toEqual({ status: 'completed' });
    expect(await isRunning(pid)).toBe(true);
  });
});

it('a program that ends takes the commands with it that still run', async () => {
  const module = new URL('../../../src/workflow/command/command-task.ts', import.meta.url).href;
  const outer = runNode(`
    import { createCommandTask } from ${JSON.stringify(module)};
    const onOutput = ({ text }) => { console.log(text); process.exitCode = 0; process.exit(); };
    createCommandTask({ command: ['sh', '-c', 'echo child $$; exec sleep 1000'], profile: '', onOutput })
      .run({ parameters: {}, body: null, signal: new AbortController().signal, report: () => {} });
  `);
  expect(await outer.ended).toEqual({ status: 'completed' });
  expect(await isRunning(Number(await written(outer, 'child ')))).toBe(false);
});
