import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/diagnostics/catalogue.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import { commandNames, directoryWith, runHookplate } from './run-hookplate.ts';

describe('hookplate explain', () => {
  it('prints the entry of a code, with its example mended', async () => {
    const { status, stdout, stderr } = await runHookplate(['explain', 'empty-url']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^empty-url\n\n {4}\{[\s\S]*\nerror: The URL is empty[\s\S]*\n {4}\}\n$/);
  });

  it('explains every code of the page about errors', async () => {
    const page = readFileSync('docs/errors.md', 'utf8');
    const codes = new Set(Array.from(page.matchAll(/^\| `([a-z0-9-]+)` \|/gm), ([, code = '']) => code));
    expect(codes).toContain('refused-value');
    for (const code of codes) {
      const { status, stdout } = await runHookplate(['explain', code]);
      expect({ code, status }).toEqual({ code, status: 0 });
      expect(stdout).toMatch(new RegExp(`^${code}\\n\\n *\\S`));
    }
    const { stdout } = await runHookplate(['explain', 'unknown-project']);
    expect(stdout).toBe(
      'unknown-project\n\n`WorkflowError`: no project has this id\n\nHTTP answer 404: no project has this id\n',
    );
  });

  it.each(Object.keys(catalogue))('prints no Markdown for %s', async code => {
    const { stdout } = await runHookplate(['explain', code]);
    expect(stdout).not.toMatch(/^(?:```|#|> )|\*\*|\]\(/m);
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
      stderr: expect.stringMatching(/^error: --catalogue: package\.json:1:2: /),
    });
  });
});

describe('hookplate receivers', () => {
  it('lists the gallery, with what is secret and where it goes', async () => {
    const { status, stdout } = await runHookplate(['receivers']);
    expect(status).toBe(0);
    expect(stdout.split('\n').map(line => line.split(' ')[0])).toEqual([
      ...receivers.map(({ id }) => id),
      '',
    ]);
    expect(stdout).toMatch(
      /^pagerduty +PagerDuty +routing_key in its payload +https:\/\/events\.pagerduty\.com/m,
    );
    expect(stdout).toMatch(/^splunk +Splunk +header Authorization +https:/m);
  });

  it('shows one whole: each place that it reads, with its limits, and where that is from', async () => {
    const { stdout, stderr } = await runHookplate(['receivers', 'slack-blocks']);
    expect(stderr).toBe('Next: npx hookplate init --for slack-blocks\n');
    expect(stdout).toContain('\n          https://docs.slack.dev/reference/block-kit/blocks\n');
    expect(stdout).toContain('\ncompared: 2026-11\n');
    expect(stdout).toContain(
      '\n  blocks[header].text.text (required): The heading, in at most 150 characters.\n',
    );
    expect(stdout).toContain('\n  blocks[].type (required): ');
    expect(stdout).toContain('\n  text (required unless `blocks` or `attachments` is there): ');
    expect(stdout).toMatch(/^ {2}blocks\[section\]\.fields \(required unless .* \(1 to 10 items\)$/m);
  });

  it('writes JSON, with the message for the events of a catalogue', async () => {
    const directory = directoryWith({ 'own.json': '{"events": {"paid": {"title": "Paid"}}}' });
    const asJson = async (...args: readonly string[]) =>
      JSON.parse((await runHookplate(['receivers', ...args, '--format', 'json'], { directory })).stdout);
    const all = await asJson();
    expect(all).toMatchObject({ version: 1, receivers: { length: receivers.length } });
    expect(all.receivers[0]).toMatchObject({
      id: 'slack',
      secret: 'url',
      method: 'POST',
      checked: '2026-11',
    });
    const { schema } = receivers.find(({ id }) => id === 'pagerduty') ?? {};
    const one = await asJson('pagerduty', '--catalogue', 'own.json');
    expect(one).toMatchObject({ version: 1, id: 'pagerduty', schema });
    expect(one.payload).toContain('Paid');
  });

  it('knows what was meant by an id, or by a name', async () => {
    const said = async (id: string) => (await runHookplate(['receivers', id])).stderr;
    expect(await said('slak')).toBe('error: There is no receiver slak. Did you mean slack?\n');
    expect(await said('microsoft teams')).toBe(
      'error: There is no receiver microsoft teams. Did you mean teams?\n',
    );
    expect(await said('?')).toBe('error: There is no receiver ?. npx hookplate receivers lists them.\n');
  });
});

describe('hookplate init', () => {
  it('knows the receivers of the configuration, and begins with every variable where one has no message', async () => {
    const pager = {
      ...{ id: 'pager', name: 'Our pager', hosts: [], method: 'POST', url: 'https://pager.example.com/' },
      ...{ contentType: 'application/json', documentation: [], checked: '2026-11' },
    };
    const directory = directoryWith({ 'hookplate.config.json': JSON.stringify({ receivers: [pager] }) });
    const listed = await runHookplate(['receivers'], { directory });
    expect(listed.stdout).toMatch(/^pager +Our pager/);
    expect(await runHookplate(['init', 'a.json', '--for', 'pager'], { directory })).toMatchObject({
      status: 0,
    });
    const checked = await runHookplate(['check', 'a.json'], { directory });
    expect(checked).toMatchObject({ status: 0, stdout: '' });
  });

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

  it.each(receivers.map(({ id }) => id))(
    'writes a webhook for %s, in which its check misses only what is to be filled in',
    async id => {
      const directory = directoryWith();
      for (const name of ['a.json', 'a.yaml', 'a.properties']) {
        expect(await runHookplate(['init', name, '--for', id], { directory })).toMatchObject({
          status: 0,
          stdout: `${name}\n`,
        });
        const { status, stdout } = await runHookplate(['check', name, '--format', 'concise'], { directory });
        expect(status).toBe(0);
        for (const line of stdout.trimEnd().split('\n'))
          expect(line).toContain(': warning[placeholder]: Put');
      }
      const written = JSON.parse(readFileSync(join(directory, 'a.json'), 'utf8'));
      expect(written).toMatchObject({ receiver: id, events: { Completed: true, Errored: true } });
      // The same text, whichever the notation.
      const bodies = ['a.json', 'a.yaml', 'a.properties'].map(name =>
        runHookplate(['render', name, '--event', 'Errored', '--now', '2026-03-01T12:00:00Z'], { directory }),
      );
      expect(new Set((await Promise.all(bodies)).map(({ stdout }) => stdout)).size).toBe(1);
    },
  );

  it.each([
    ['a.json', './node_modules/hookplate/dist/schema.json'],
    ['hooks/b.yaml', '../node_modules/hookplate/dist/schema.json'],
    ['hooks/chat/c.jsonc', '../../node_modules/hookplate/dist/schema.json'],
  ])('names in %s the schema where it is', async (name, schema) => {
    const directory = directoryWith();
    mkdirSync(join(directory, 'hooks/chat'), { recursive: true });
    await runHookplate(['init', `before-${basename(name)}`], { directory });
    expect(readFileSync(join(directory, `before-${basename(name)}`), 'utf8')).not.toContain('schema');
    mkdirSync(join(directory, 'node_modules/hookplate/dist'), { recursive: true });
    writeFileSync(join(directory, 'node_modules/hookplate/dist/schema.json'), '{}');
    expect(await runHookplate(['init', name], { directory })).toMatchObject({ status: 0 });
    const text = readFileSync(join(directory, name), 'utf8');
    expect(/schema(?:=|": ")([^\s"]*)/.exec(text)?.[1]).toBe(schema);
    const checked = await runHookplate(['check', name], { directory });
    expect(checked).toMatchObject({ status: 0, stdout: '' });
  });

  it('makes the folders that are missing, and leaves alone what is there', async () => {
    const directory = directoryWith();
    const args = ['init', 'hooks/chat/a.json'];
    expect(await runHookplate(args, { directory })).toMatchObject({
      status: 0,
      stdout: 'hooks/chat/a.json\n',
    });
    expect(await runHookplate(args, { directory })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: hooks/chat/a.json already exists.\n',
    });
  });

  it('writes the message for events of your own, and says what to fill in', async () => {
    const directory = directoryWith({
      'own.json': '{"events": {"paid": {"title": "Paid"}, "sent": {"title": "Sent"}}}',
    });
    const ask = ['init', '--for', 'jira', '--catalogue', 'own.json'];
    const { status, stderr } = await runHookplate(ask, { directory });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'Fill in: YOUR_SITE, YOUR_NAME, YOUR_PASSWORD, YOUR_PROJECT\nNext: npx hookplate check webhook.json --catalogue own.json, and npx hookplate preview webhook.json --catalogue own.json\n',
    });
    const checked = await runHookplate(['check', 'webhook.json', '--catalogue', 'own.json'], { directory });
    expect(checked).toMatchObject({ status: 0, stderr: 'Found 0 errors and 4 warnings in 1 file.\n' });
    const written = JSON.parse(readFileSync(join(directory, 'webhook.json'), 'utf8'));
    expect(written).toMatchObject({ events: { paid: true, sent: true } });
    expect(written).not.toHaveProperty('$schema');
  });

  it('knows no other receiver, and a catalogue only for one', async () => {
    expect(await runHookplate(['init', '--for', 'slck'])).toMatchObject({
      status: 2,
      stderr: 'error: There is no receiver slck. Did you mean slack?\n',
    });
    expect(await runHookplate(['init', '--catalogue', 'own.json'])).toMatchObject({
      status: 2,
      stderr: 'error: --catalogue goes with --for, whose message reports its events.\n',
    });
  });

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
    expect(await complete(stdout, ['hookplate', 're'])).toEqual(['render', 'receivers']);
    expect(await complete(stdout, ['hookplate', 'check', '--f'])).toEqual([
      '--format',
      '--fix',
      '--fix-suggestions',
      '--fix-dry-run',
    ]);
    for (const written of [['--format'], ['--format', '=']]) {
      expect(await complete(stdout, ['hookplate', 'check', ...written, 's'])).toEqual(['sarif']);
    }
    expect(await complete(stdout, ['hookplate', 'lsp', '--'])).toEqual(['--stdio', '--help']);
    expect(await complete(stdout, ['hookplate', 'completion', ''])).toEqual([
      'bash',
      'zsh',
      'fish',
      'events',
    ]);
    expect(await complete(stdout, ['hookplate', 'check', 'web'])).toEqual(['']);
    const slacks = ['slack', 'slack-blocks'];
    expect(await complete(stdout, ['hookplate', 'receivers', 'sl'])).toEqual(slacks);
    expect(await complete(stdout, ['hookplate', 'init', '--for', 'sl'])).toEqual(slacks);
    expect(await complete(stdout, ['hookplate', 'explain', 'unknown-v'])).toEqual(['unknown-variable']);
    const asking = stdout.replaceAll('hookplate completion events', 'echo order.paid order.lost');
    expect(await complete(asking, ['hookplate', 'check', '--event', 'order.p'])).toEqual(['order.paid']);
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
      stderr: expect.stringContaining('Allowed choices are bash, zsh, fish, events.'),
    });
  });
});
