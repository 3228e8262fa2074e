import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../examples/replication/demo/server-process.ts';
import { directoryWith, runHookplate } from '../cli/run-hookplate.ts';
import { httpServer } from '../loopback-server.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { migratedDirectory } from '../outbox/test-database.ts';

const page = readFileSync('docs/command-line.md', 'utf8');
const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
/** Runs the built program; the real `npx` would ask the registry. */
const npx = `npx() { shift; "${process.execPath}" "${program}" "$@"; }`;

/** Runs commands as a shell does that prints everything, also after one that failed. */
async function runCommands(commands: string, directory: string, options = '-uc') {
  return new Promise<{ readonly status: number; readonly printed: string }>(resolve => {
    const args = [options, `exec 2>&1\n${npx}\n${commands}`];
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    execFile('bash', args, { cwd: directory, env }, (error, printed) => {
      resolve({ status: Number(error?.code ?? 0), printed });
    });
  });
}

it('the page about the command line prints what its commands print', async () => {
  const inbox = await httpServer();
  const port = await freePort();
  const users = { ADA_PASSWORD: 'lovelace', GRACE_PASSWORD: 'hopper' };
  const server = await startServer({ ...users, INBOX: inbox.url }, await migratedDirectory());
  onTestFinished(() => server.stop().then(() => {}));
  const directory = directoryWith();
  const examples = commandsOf(page);
  expect(examples.length).toBeGreaterThan(7);
  for (const { commands, shown } of examples) {
    const real = commands.replaceAll('9000', String(port)).replaceAll('http://127.0.0.1:8080', server.origin);
    const { printed } = await runCommands(real, directory);
    const told = printed.replaceAll(`127.0.0.1:${port}`, '127.0.0.1:9000');
    // A terminal would end the line.
    expect(told === '' || told.endsWith('\n') ? told : `${told}\n`).toMatch(patternOf(shown));
  }
});

it('the page about precompiling prints what its commands print', async () => {
  const examples = commandsOf(readFileSync('docs/precompile.md', 'utf8'));
  expect(examples).toHaveLength(1);
  const directory = directoryWith();
  for (const { commands, shown } of examples)
    expect(await runCommands(commands, directory)).toEqual({ status: 0, printed: shown });
});

/** The blocks of commands of a page, each with what it prints. */
function commandsOf(page: string): readonly { readonly commands: string; readonly shown: string }[] {
  return [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map(
    ([, commands = '', shown = '']) => ({ commands, shown }),
  );
}

/** A pattern for an output shown on a page, where `…` stands for anything. */
function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

it('the workflows of GitHub do their steps, as far as they need no network', async () => {
  const workflows = [...page.matchAll(/^```yaml\n(name:.*?)^```/gms)].map(([, text = '']) => parse(text));
  expect(workflows).toHaveLength(2);
  const webhook = { profile: 'a', events: { Errored: true }, method: 'GET', url: 'https://e.example/$x$' };
  const ended = [];
  for (const { jobs } of workflows) {
    const directory = directoryWith({ 'webhook.json': JSON.stringify(webhook) });
    for (const { uses, run = '' } of jobs.check.steps) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@v\d+$/);
      if (run === '' || run === 'npm ci') continue;
      ended.push(await runCommands(run, directory, '-ec'));
    }
    if (existsSync(join(directory, 'hookplate.sarif'))) {
      const log = JSON.parse(readFileSync(join(directory, 'hookplate.sarif'), 'utf8'));
      expect(log.runs[0].results).toMatchObject([{ ruleId: 'unknown-variable' }]);
    }
  }
  expect(ended).toMatchObject([
    {
      status: 1,
      printed: expect.stringMatching(/^::error file=webhook\.json,line=1,.*title=unknown-variable::/),
    },
    { status: 0, printed: 'Found 1 error and 0 warnings in 1 file.\n' },
  ]);
});

it('the page has every option of check, and the defaults of send', async () => {
  const { stdout } = await runHookplate(['check', '--help']);
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);
  const [, table = ''] = page.split('| Option | Meaning |\n|---|---|\n');
  const shown = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(--[a-z-]+)`/gm)].map(([, name]) => name);
  expect(shown).toEqual(options);
  const send = await runHookplate(['send', '--help']);
  expect(send.stdout.replace(/\s+/g, ' ')).toMatch(
    /--retries <number> [^-]*\(default: 0\) .*\(default: 15s\)/,
  );
});
