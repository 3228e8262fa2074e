import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileTemplate, compileWebhook } from 'hookplate';
import { describe, expect, it } from 'vitest';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const webhook = {
  profile: 'Nightly',
  events: { Errored: true },
  method: 'POST',
  url: 'https://chat.example.com/$profile$',
  contentType: 'application/json',
  payload: '{"text": "$errorMessage$", "at": "$date; format="HH:mm", timezone="Europe/Vienna"$"}',
} as const;
const errored = {
  event: 'Errored',
  isError: true,
  profile: 'x "y"',
  errorMessage: 'a\n"b"',
  errorCount: 0,
  recordsProcessed: 0,
  pid: '7',
  sequence: 2,
  startedAt: '2026-03-04T05:06:00Z',
  durationSeconds: 7,
  date: '2026-03-04T05:06:07Z',
} as const;
const yaml = [
  '# yaml-language-server: $schema=schema.json',
  'id: ping',
  'profile: Nightly',
  'events: {Errored: true}',
  'method: GET',
  'url: https://ping.example.com/$profile$',
  'authentication: {username: ada, password: lovelace}',
  '---',
  'id: pong',
  'profile: Nightly',
  'events: {Errored: true}',
  'method: GET',
  'url: https://pong.example.com/',
].join('\n');
const properties = [
  'notification.webhook.profile=Nightly',
  'notification.webhook.event.Errored=true',
  'notification.webhook.method=GET',
  'notification.webhook.url=https://flat.example.com/',
].join('\n');
const line = '{"text": "$profile$"$if(errorCount > 0)$, "errors": $errorCount$$endif$}';
const files = {
  'package.json': '{"type": "module"}',
  'nightly.json': JSON.stringify(webhook),
  'chat.jsonc': JSON.stringify({ $schema: 'schema.json', id: 'chat', ...webhook }),
  'ping.yaml': yaml,
  'flat.properties': properties,
  'line.hookplate': line,
  'line.txt': line,
};

/** A directory with these files, in which hookplate is installed. */
function installedWith(files: Readonly<Record<string, string>>): string {
  const directory = directoryWith(files);
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(resolve('.'), join(directory, 'node_modules', 'hookplate'), 'junction');
  return directory;
}

async function compileIn(directory: string, ...args: readonly string[]) {
  return runHookplate(['compile', ...args], { directory });
}

/** The value of an expression in a process that may not generate code from strings. */
async function evaluate(expression: string, directory: string): Promise<unknown> {
  writeFileSync(join(directory, 'run.mjs'), `console.log(JSON.stringify(${expression}));`);
  const flags = ['--disallow-code-generation-from-strings'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, 'run.mjs'], { cwd: directory });
  return JSON.parse(stdout);
}

describe('hookplate compile', () => {
  it('writes a module for each webhook, named after its id or its file', async () => {
    const directory = installedWith(files);
    expect(await compileIn(directory, '.', '--out', 'dist/hooks')).toEqual({
      status: 0,
      stdout: '',
      stderr: [
        'Wrote dist/hooks/chat.js and dist/hooks/chat.d.ts.',
        'Wrote dist/hooks/flat.js and dist/hooks/flat.d.ts.',
        'Wrote dist/hooks/line.js and dist/hooks/line.d.ts.',
        'Wrote dist/hooks/nightly.js and dist/hooks/nightly.d.ts.',
        'Wrote dist/hooks/ping.js and dist/hooks/ping.d.ts, with the credentials of its webhook.',
        'Wrote dist/hooks/pong.js and dist/hooks/pong.d.ts.',
        '',
      ].join('\n'),
    });
    const names = ['chat', 'flat', 'nightly', 'ping', 'pong'];
    const requests = names.map(name => `(await import('./dist/hooks/${name}.js')).requestFor(event)`);
    const answers = await evaluate(
      `await (async event => [${requests}])(${JSON.stringify(errored)})`,
      directory,
    );
    const compiled = compileWebhook(webhook).requestFor(errored);
    expect(answers).toMatchObject([
      JSON.parse(JSON.stringify(compiled)),
      { url: 'https://flat.example.com/' },
      JSON.parse(JSON.stringify(compiled)),
      {
        url: 'https://ping.example.com/x%20%22y%22',
        headers: [['authorization', `Basic ${btoa('ada:lovelace')}`]],
      },
      { url: 'https://pong.example.com/' },
    ]);
  });

  it('writes the same modules whenever it is called', async () => {
    const directory = installedWith(files);
    await compileIn(directory, 'chat.jsonc', '--out', 'out');
    for (const end of ['js', 'd.ts'])
      await expect(readFileSync(join(directory, `out/chat.${end}`), 'utf8')).toMatchFileSnapshot(
        `golden/chat.${end}.txt`,
      );
    const before = readFileSync(join(directory, 'out/chat.js'), 'utf8');
    expect(await compileIn(directory, 'chat.jsonc', '--out', 'out')).toMatchObject({ status: 0 });
    expect(readFileSync(join(directory, 'out/chat.js'), 'utf8')).toBe(before);
  });

  it('writes source maps, which lead from each line of a tag to that tag in its file', async () => {
    const directory = installedWith({ ...files, 'marked.hookplate': `\ufeff${line}` });
    expect(await compileIn(directory, '.', '--out', 'out')).toMatchObject({ status: 0 });
    const sources = {
      chat: 'chat.jsonc',
      ping: 'ping.yaml',
      nightly: 'nightly.json',
      marked: 'marked.hookplate',
    };
    for (const [name, file] of Object.entries(sources)) {
      const read = (path: string) => readFileSync(join(directory, path), 'utf8');
      const lines = read(`out/${name}.js`).split('\n');
      expect(lines.at(-2)).toBe(`//# sourceMappingURL=${name}.js.map`);
      const map = JSON.parse(read(`out/${name}.js.map`));
      expect(map).toMatchObject({ file: `${name}.js`, sources: [`../${file}`] });
      const source = read(file).split('\n');
      const mapped = lines.flatMap((code, line) => {
        const entry = new SourceMap(map).findEntry(line, 0);
        if (!('originalLine' in entry) || entry.generatedLine !== line) return [];
        return [[code.trim(), source[entry.originalLine]?.slice(entry.originalColumn)] as const];
      });
      expect(mapped.length).toBeGreaterThan(1);
      for (const [code, place = ''] of mapped) {
        expect(place).toMatch(/^\$/);
        const [, variable] = /^value = readOwn\([^"]*"(\w+)"\)/.exec(code) ?? [];
        if (variable !== undefined) expect(place.startsWith(`$${variable}`)).toBe(true);
      }
    }
  });

  it('warns where Node.js would not load the modules, with what helps', async () => {
    const directory = installedWith({ ...files, 'package.json': '{"type": "commonjs"}' });
    const { status, stderr } = await compileIn(directory, 'chat.jsonc', '--out', 'dist/hooks');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'Wrote dist/hooks/chat.js and dist/hooks/chat.d.ts.\n' +
        'warning: These are ES modules, but their package.json says "type": "commonjs", so Node.js will not load them: write {"type": "module"} to dist/hooks/package.json.\n',
    });
    const call = "typeof (await import('./dist/hooks/chat.js')).requestFor";
    await expect(evaluate(call, directory)).rejects.toThrow();
    writeFileSync(join(directory, 'dist/hooks/package.json'), '{"type": "module"}');
    expect(await evaluate(call, directory)).toBe('function');
    const again = await compileIn(directory, 'chat.jsonc', '--out', 'dist/hooks');
    expect(again.stderr).not.toContain('warning');
  });

  it('writes a bare template as a module that renders it', async () => {
    const directory = installedWith(files);
    expect(await compileIn(directory, 'line.hookplate', '--output', 'json', '--out', 'out')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Wrote out/line.js and out/line.d.ts.\n',
    });
    const context = { profile: 'x "y"', errorCount: 2 };
    const call = `(await import('./out/line.js')).render(${JSON.stringify(context)})`;
    expect(await evaluate(call, directory)).toBe(compileTemplate(line, { output: 'json' }).render(context));
  });

  it('takes the events of a catalogue, of which a bare template is for one', async () => {
    const own = {
      events: {
        paid: { title: 'Paid', variables: { amount: 'number' } },
        refunded: { title: 'Refunded' },
      },
    };
    const paid = {
      ...webhook,
      events: { paid: true },
      url: 'https://e.example/$amount$',
      payload: '$amount$',
    };
    const { profile: _, ...settings } = paid;
    const directory = installedWith({
      'own.json': JSON.stringify(own),
      'paid.json': JSON.stringify(settings),
      'line.txt': '{"amount": $amount$}',
    });
    const catalogue = ['--catalogue', 'own.json', '--out', 'out'];
    expect(await compileIn(directory, 'paid.json', ...catalogue)).toMatchObject({ status: 0 });
    const event = { event: 'paid', amount: 12, date: 0 };
    const call = `(await import('./out/paid.js')).requestFor(${JSON.stringify(event)})`;
    expect(await evaluate(call, directory)).toMatchObject({ url: 'https://e.example/12', body: '12' });
    const bare = [...catalogue, '--output', 'json', 'line.txt'];
    expect(await compileIn(directory, ...bare)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: A bare template is for one event: name it with --event: paid, refunded.\n',
    });
    expect(await compileIn(directory, ...bare, '--event', 'refunded')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error[unknown-variable]'),
    });
    expect(await compileIn(directory, ...bare, '--event', 'paid')).toMatchObject({ status: 0 });
    expect(await evaluate(`(await import('./out/line.js')).render({amount: 3})`, directory)).toBe(
      '{"amount": 3}',
    );
  });

  it('writes nothing where a file has errors, and prints them as check does', async () => {
    const url = 'https://chat.example.com/';
    const wrong = JSON.stringify({ ...webhook, url, payload: '{"text": "$profil$"}' }, null, 2);
    const directory = installedWith({ ...files, 'wrong.json': wrong });
    const checked = await runHookplate(['check', 'wrong.json'], { directory });
    const args = ['wrong.json', 'chat.jsonc', '--out', 'out'];
    expect(await compileIn(directory, ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${checked.stdout}\nNothing was written.\n`,
    });
    expect(readdirSync(directory)).not.toContain('out');
  });

  it('shows warnings, but no password, and writes all the same', async () => {
    const secret = { username: 'ada', password: 'geheim' };
    const warned = { ...webhook, authentication: secret, payload: '{"text": "{{ profile }}"}' };
    const directory = installedWith({ 'warned.json': JSON.stringify(warned) });
    const { status, stderr } = await compileIn(directory, 'warned.json', '--out', 'out');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^warning\[[\s\S]*\nWrote /),
    });
    expect(stderr).not.toContain('geheim');
  });

  it('refuses modules of one name, also where only capitals tell them apart', async () => {
    const directory = installedWith({
      'list.json': JSON.stringify([webhook, webhook]),
      'Chat.json': JSON.stringify(webhook),
      'b.json': JSON.stringify({ ...webhook, id: 'chat' }),
    });
    expect(await compileIn(directory, 'list.json', '--out', 'out')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'error: Two webhooks of list.json would both be written as list.js; give each webhook an id of its own, or each file a name.\n',
    });
    expect(await compileIn(directory, 'Chat.json', 'b.json', '--out', 'out')).toMatchObject({
      status: 2,
      stderr:
        'error: Chat.json and b.json would both be written as Chat.js and chat.js; give each webhook an id of its own, or each file a name.\n',
    });
    expect(readdirSync(directory)).not.toContain('out');
  });

  it('overwrites what it wrote, but nothing else', async () => {
    const directory = installedWith(files);
    const compiled = () => compileIn(directory, 'chat.jsonc', '--out', 'out');
    mkdirSync(join(directory, 'out'));
    for (const end of ['js', 'd.ts']) {
      const path = join(directory, `out/chat.${end}`);
      writeFileSync(path, 'export const mine = 1;\n');
      expect(await compiled()).toEqual({
        status: 2,
        stdout: '',
        stderr: `error: out/chat.${end} would be overwritten, which hookplate did not write; remove it, or choose another --out.\n`,
      });
      expect(readFileSync(path, 'utf8')).toBe('export const mine = 1;\n');
      rmSync(path);
    }
    for (let time = 0; time < 2; time++) expect(await compiled()).toMatchObject({ status: 0 });
  });

  it('never overwrites what it compiles', async () => {
    const directory = installedWith({ 'line.js': line });
    expect(await compileIn(directory, 'line.js', '--output', 'json', '--out', '.')).toMatchObject({
      status: 2,
      stderr: 'error: line.js would be overwritten; choose another --out.\n',
    });
    expect(readFileSync(join(directory, 'line.js'), 'utf8')).toBe(line);
  });

  it.each([
    [['chat.jsonc'], /required option '--out <directory>' not specified/],
    [
      ['line.txt', '--out', 'out'],
      /line\.txt: a configuration is .* with --output, or in hookplate\.config\.ts\./,
    ],
    [['chat.jsonc', '--out', 'chat.jsonc'], /--out: chat\.jsonc cannot be written \(EEXIST\)\./],
    [['chat.jsonc', '--out', 'out', '--event', 'Errored'], /--event is for bare templates/],
    [['*.xml', '--out', 'out'], /No files were found\./],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await compileIn(installedWith(files), ...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
  });

  it('reads stdin, whose module is named after what it is', async () => {
    const directory = installedWith({ 'package.json': '{"type": "module"}' });
    const args = ['compile', '-', '--out', 'out'];
    const given = await runHookplate(args, { directory, stdin: JSON.stringify(webhook) });
    expect(given).toMatchObject({ status: 0, stderr: 'Wrote out/webhook.js and out/webhook.d.ts.\n' });
  });
});
