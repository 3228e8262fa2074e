import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/diagnostics/catalogue.ts';
import { commandNames, directoryWith, runHookplate } from './run-hookplate.ts';

describe('hookplate explain', () => {
  it('prints the entry of a code, with its example mended', async () => {
    const { status, stdout, stderr } = await runHookplate(['explain', 'empty-url']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^# empty-url\n\n```json\n[\s\S]*> \*\*error:\*\* The URL is empty[\s\S]*```\n$/);
    expect(stdout).not.toContain('\n### ');
  });

  it('knows the last code of all, and what was meant by one that there is none of', async () => {
    const last = Object.keys(catalogue).at(-1) ?? '';
    expect(await runHookplate(['explain', last])).toMatchObject({ status: 0 });
    expect(await runHookplate(['explain', 'empty-ulr'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: There is no code empty-ulr. Did you mean empty-url?\n',
    });
  });
});

describe('hookplate schema', () => {
  it('prints the schema of the package, which allows one configuration or a list that may name it', async () => {
    const { stdout } = await runHookplate(['schema']);
    expect(stdout).toBe(readFileSync('dist/schema.json', 'utf8'));
    const validate = new Ajv().compile(JSON.parse(stdout));
    const webhook = { profile: 'a', events: { Started: true }, method: 'GET', url: 'https://e.example/' };
    expect(validate(webhook)).toBe(true);
    expect(validate([{ $schema: './schema.json', ...webhook }])).toBe(true);
    expect(validate({ ...webhook, ulr: '' })).toBe(false);
  });

  it('prints that for the events of a catalogue', async () => {
    const directory = directoryWith({ 'own.json': '{"events": {"paid": {"title": "Paid"}}}' });
    const { stdout } = await runHookplate(['schema', '--catalogue', 'own.json'], { directory });
    expect(Object.keys(JSON.parse(stdout).definitions.webhook.properties.events.properties)).toEqual([
      'paid',
    ]);
    const wrong = await runHookplate(['schema', '--catalogue', 'package.json'], {
      directory: directoryWith({ 'package.json': '{"name": "x"}' }),
    });
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: --catalogue: package\.json: /),
    });
  });
});

describe('hookplate init', () => {
  it.each(['webhook.json', 'a.jsonc', 'a.yaml', 'a.yml', 'a.properties'])(
    'writes %s, which is right as it stands',
    async name => {
      const directory = directoryWith();
      const args = name === 'webhook.json' ? [] : [name];
      const written = await runHookplate(['init', ...args], { directory });
      expect(written).toMatchObject({ status: 0, stdout: `${name}\n` });
      expect(await runHookplate(['check', name], { directory })).toMatchObject({ status: 0, stdout: '' });
    },
  );

  it('leaves a file that is there, and writes none of another kind', async () => {
    const directory = directoryWith({ 'webhook.json': 'mine' });
    expect(await runHookplate(['init'], { directory })).toMatchObject({
      status: 2,
      stderr: 'error: webhook.json already exists.\n',
    });
    expect(readFileSync(join(directory, 'webhook.json'), 'utf8')).toBe('mine');
    expect(await runHookplate(['init', 'a.toml'], { directory })).toMatchObject({ status: 2 });
  });
});

/** Bash's completions for the last of these words. */
async function complete(script: string, words: readonly string[]): Promise<readonly string[]> {
  const quoted = words.map(word => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _hookplate; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-uc', ask]);
  return stdout.trim().split('\n');
}

describe('hookplate completion', () => {
  it('completes commands, options and values in bash, and leaves files to it', async () => {
    const { stdout } = await runHookplate(['completion', 'bash']);
    expect(await complete(stdout, ['hookplate', 're'])).toEqual(['render']);
    expect(await complete(stdout, ['hookplate', 'check', '--f'])).toEqual([
      '--format',
      '--fix',
      '--fix-dry-run',
    ]);
    expect(await complete(stdout, ['hookplate', 'check', '--format', 's'])).toEqual(['sarif']);
    expect(await complete(stdout, ['hookplate', 'completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    expect(await complete(stdout, ['hookplate', 'check', 'web'])).toEqual(['']);
  });

  it.each(['zsh', 'fish'])('is a script of %s, which knows every command', async shell => {
    const { stdout } = await runHookplate(['completion', shell]);
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
    // Where the shell is installed, it reads the script.
    const read = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
    if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: '' });
  });

  it('knows three shells', async () => {
    expect(await runHookplate(['completion', 'tcsh'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
    });
  });
});
