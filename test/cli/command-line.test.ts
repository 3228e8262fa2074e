import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runProcess, spawnHookplate } from './hookplate-process.ts';
import { commandNames, runHookplate } from './run-hookplate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('hookplate', () => {
  it('prints its version, and what there is, as data', async () => {
    for (const run of [runProcess, runHookplate])
      expect(await run(['--version'])).toEqual({
        status: 0,
        stdout: `${packageJson.version}\n`,
        stderr: '',
      });
    const help = await runHookplate(['--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    const names = [...help.stdout.matchAll(/^ {2}([a-z]\S+) /gm)].map(([, name]) => name);
    expect(names).toEqual([...commandNames, 'help']);
  });

  it('prints its version without loading anything that it does not need for that', () => {
    const read = (name: string): string => readFileSync(join(root, 'dist', name), 'utf8');
    const imported = (name: string): readonly string[] =>
      [...read(name).matchAll(/^(?:import|\} from|export .* from)\b.*?"([^"]+)";$/gm)].map(
        ([, from = '']) => from,
      );
    const waiting = ['hookplate.js'];
    const loaded = new Set<string>();
    for (const name of waiting) {
      for (const from of imported(name)) {
        if (loaded.has(from)) continue;
        loaded.add(from);
        if (from.startsWith('./')) waiting.push(from);
      }
    }
    expect(loaded.size).toBe(1);
    expect([...loaded].filter(from => !from.startsWith('./'))).toEqual([]);
  });

  it.each([
    ['18.20.8', ['--version']],
    ['22.18.0', ['check', 'a.json']],
    ['8.17.0', ['--version']],
  ])('says in one line that Node.js %s is too old', async (version, args) => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
    expect(await runProcess(args, { nodeOptions })).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: hookplate needs Node.js 22.19 or later; this is ${version}.\n`,
    });
  });

  it('says what there is where no command is named', async () => {
    const { status, stdout, stderr } = await runHookplate([]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Usage: hookplate [options] [command]');
  });

  it.each([
    [['sreve'], "error: unknown command 'sreve'\n(Did you mean serve?)\n"],
    [['chekc', 'a.json'], "error: unknown command 'chekc'\n(Did you mean check?)\n"],
    [['check', 'a.json', '--formt', 'json'], "error: unknown option '--formt'\n(Did you mean --format?)\n"],
    [['compile'], "error: required option '--out <directory>' not specified\n"],
    [['run', 'etl', 'copy'], "error: required option '--base-url <url>' not specified\n"],
    [
      ['check', 'a.json', '--format', 'xml'],
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, jsonl, sarif, github, concise, junit, gitlab.\n",
    ],
    [['serve', '--prot', '1'], "error: unknown option '--prot'\n(Did you mean --port?)\n"],
    [['serve', '--port'], "error: option '--port <number>' argument missing\n"],
    [
      ['serve', '--port', '65536'],
      "error: option '--port <number>' argument '65536' is invalid. It is a number from 0 to 65535.\n",
    ],
    [
      ['serve', '--log', 'xml'],
      "error: option '--log <format>' argument 'xml' is invalid. Allowed choices are text, json.\n",
    ],
    [['lsp'], 'error: lsp: an editor starts this with --stdio, and speaks with it over stdin and stdout.\n'],
    [['serve', 'here'], "error: too many arguments for 'serve'. Expected 0 arguments but got 1: here.\n"],
  ])('refuses %j with the status 2 and a word for the person', async (args, stderr) => {
    expect(await runHookplate(args)).toEqual({ status: 2, stdout: '', stderr });
  });

  it('does not mind that nobody reads what it prints', async () => {
    const { child, ended, stderr } = spawnHookplate(['--help']);
    child.stdout?.destroy();
    expect(await ended).toBe(0);
    expect(stderr()).toBe('');
  });
});
