import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { spawnHookplate } from '../hookplate-process.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { checkFiles, configText } from './check-files.ts';

const concise = ['--format', 'concise'];

/** The places and codes of findings, each on a line. */
function places(stdout: string): string {
  return stdout.replace(/: (?:error|warning)\[([a-z0-9-]+)\]: .*$/gm, ' $1');
}

/** Writes more files than a literal has room for. */
function writeAll(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

describe('hookplate check', () => {
  it('points into JSON, JSONC, YAML and properties at the line and column where something stands', async () => {
    const files = {
      'a.json': configText({ payload: '{"a": "\ud83d\ude00 $profil$"}' }).replace(
        '\ud83d\ude00',
        '\\ud83d\\ude00',
      ),
      'b.jsonc': `[ // two\n${configText()},\n${configText({ url: 'https://e.example/$x$' })}, ]`,
      'c.yaml': [
        'profile: a',
        'events: {Errored: true}',
        'method: GET',
        'url: >-',
        '  https://example.com/?profile=$profile$',
        '---',
        '- profile: b',
        '  events: {Errored: true}',
        '  method: POST',
        '  url: "https://example.com/\\',
        '    \\u0041$profil$"',
        '  payload: |',
        '    first',
        '      $oops$',
      ].join('\n'),
      'd.properties': [
        'notification.webhook.profile = a',
        'notification.webhook.event.Errored: on',
        'notification.webhook.method GET',
        'notification.webhook.url=https://example.com/\\',
        '    $\\u0070rofil$',
      ].join('\n'),
    };
    const { status, stdout } = await checkFiles(files, ['.', ...concise]);
    expect(status).toBe(1);
    expect(places(stdout)).toBe(
      [
        'a.json:9:39 unknown-variable',
        'b.jsonc:19:30 unknown-variable',
        'c.yaml:11:12 unknown-variable',
        'c.yaml:14:8 unknown-variable',
        'd.properties:2:37 not-true-or-false',
        'd.properties:5:6 unknown-variable',
        '',
      ].join('\n'),
    );
  });

  it('points at the key of a setting that there is none of, and at the beginning where one is missing', async () => {
    const file = '{\n  "profile": "a",\n  "events": {"Erored": true},\n  "method": "GET",\n  "ulr": "x"\n}\n';
    const { stdout } = await checkFiles({ 'a.json': file }, ['a.json', ...concise]);
    expect(places(stdout)).toBe('a.json:3:14 unknown-event\na.json:5:3 unknown-setting\n');
    const missing = await checkFiles({ 'a.yaml': 'profile: a\nmethod: GET\nurl: https://e.example/\n' }, [
      'a.yaml',
      ...concise,
    ]);
    expect(places(missing.stdout)).toBe('a.yaml:1:1 missing-setting\n');
  });

  it('reports syntax that is broken and keys that stand there twice, and goes on', async () => {
    const files = {
      'a.json': '{"url": "x" /* no */}',
      'b.yaml': 'a: [1\nb: *nowhere\n',
      'c.json': configText().replace('"method"', '"url": "https://other.example/", "method"'),
      'd.properties': 'notification.webhook.url=\\uZZ\n',
      'e.yaml': 'a: *nowhere\n',
      'f.json': '',
    };
    const { stdout } = await checkFiles(files, [...Object.keys(files), ...concise]);
    expect(places(stdout)).toMatch(
      /^a\.json:1:13 file-syntax\nb\.yaml:2:\d file-syntax\nc\.json:7:3 repeated-key\nd\.properties:1:26 file-syntax\ne\.yaml:1:4 file-syntax\nf\.json:1:1 file-syntax\n$/,
    );
  });

  it.each([
    [
      'a.yaml',
      'profile: a\nevents: {Errored: true}\nmethod: POST\ncontentType: application/json\npayload:\n  text: $profile$\nurl: https://e.example/\n',
    ],
    ['a.json', configText({ payload: { text: '$profile$' } })],
  ])('has edits for programs, which make text of a payload in %s that is none', async (name, file) => {
    const { stdout } = await checkFiles({ [name]: file }, [name, '--format', 'json']);
    const [finding] = JSON.parse(stdout).files[0].findings;
    expect(finding).toMatchObject({ code: 'payload-not-text', field: 'payload' });
    const [{ start, end, text }] = finding.fixes[0].edits;
    const edited = file.slice(0, start.offset) + text + file.slice(end.offset);
    expect(await checkFiles({ [name]: edited }, [name])).toMatchObject({ status: 0, stdout: '' });
  });

  it('reports where a file is not UTF-8, and goes on', async () => {
    const directory = directoryWith({ 'b.json': configText() });
    writeFileSync(join(directory, 'a.json'), Buffer.from('{\n  "profile": "Gr\xfcn"}', 'latin1'));
    writeFileSync(join(directory, 'c.json'), Buffer.from('\ufeff{}', 'utf16le'));
    writeFileSync(join(directory, 'd.json'), `\ufeff${configText()}`);
    const run = await runHookplate(
      ['check', ...'abcd'].map(name => (name.length === 1 ? `${name}.json` : name)).concat(concise),
      { directory },
    );
    expect(run.status).toBe(1);
    expect(run.stdout).toBe(
      'a.json:2:17: error[file-not-utf-8]: The file is not UTF-8, because of the byte FC here: save it as UTF-8.\n' +
        'c.json:1:1: error[file-not-utf-8]: The file is UTF-16: save it as UTF-8.\n',
    );
    expect(run.stderr).toBe('Found 2 errors and 0 warnings in 4 files.\n');
  });

  it('searches directories and patterns, leaves out what .gitignore does, and takes what is named all the same', async () => {
    const wrong = configText({ method: 'get' });
    const directory = directoryWith();
    writeAll(directory, {
      '.gitignore': 'out/\n*.tmp.json\n!kept.tmp.json\n',
      'package.json': '{"name": "x", "version": "1.0.0"}',
      'tsconfig.json': '{ // with a comment\n}',
      'a.json': wrong,
      'node_modules/x/a.json': wrong,
      '.a.json': wrong,
      '.github/a.json': wrong,
      'out/a.json': wrong,
      'b.tmp.json': wrong,
      'kept.tmp.json': wrong,
      'deep/.gitignore': '/c.json\n',
      'deep/c.json': wrong,
      'deep/er/c.json': wrong,
      'x[1].json': wrong,
    });
    const run = async (...args: readonly string[]) => {
      const { stdout, stderr } = await runHookplate(['check', ...args, ...concise], { directory });
      return [...stdout.matchAll(/^(.*?):\d/gm)].map(([, name]) => name).concat(stderr.trim().split('\n'));
    };
    expect(await run('.')).toEqual([
      'a.json',
      'deep/er/c.json',
      'kept.tmp.json',
      'x[1].json',
      '2 files skipped: no webhook in there.',
      'Found 4 errors and 0 warnings in 4 files.',
    ]);
    expect(await run('**/c.json', 'deep')).toEqual([
      'deep/er/c.json',
      'Found 1 error and 0 warnings in 1 file.',
    ]);
    expect(await run('.github')).toEqual(['.github/a.json', 'Found 1 error and 0 warnings in 1 file.']);
    expect(await run('x[1].json', 'out/a.json')).toEqual([
      'x[1].json',
      'out/a.json',
      'Found 2 errors and 0 warnings in 2 files.',
    ]);
  });

  it('ends with 2 where there are no files, unless that is fine', async () => {
    const none = await checkFiles({}, ['.']);
    expect(none).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'error: No files were found; with --pass-on-no-files that is fine.\n',
    });
    expect(await checkFiles({}, ['.', '--pass-on-no-files'])).toMatchObject({ status: 0, stdout: '' });
  });

  it('tells of a named file that does not exist, checks the others, and ends with 2', async () => {
    const { status, stdout } = await checkFiles({ 'a.json': configText({ method: 'get' }) }, [
      'none.json',
      'missing',
      'a.json',
      ...concise,
    ]);
    expect({ status, stdout }).toEqual({
      status: 2,
      stdout: expect.stringMatching(
        /^none\.json:1:1: error\[file-unreadable\]: The file cannot be read, because it does not exist: nothing in it was checked\.\nmissing:1:1: .*\na\.json:6:14: /,
      ),
    });
  });

  it('checks for one event alone, and fails on more warnings than are allowed', async () => {
    const files = {
      'own.json':
        '{"events": {"paid": {"title": "Paid", "variables": {"amount": "number"}}, "sent": {"title": "Sent"}}}',
      'a.json': JSON.stringify({ events: { sent: true }, method: 'GET', url: 'https://e.example/$amount$' }),
    };
    const check = (...args: readonly string[]) =>
      checkFiles(files, ['a.json', '--catalogue', 'own.json', ...concise, ...args]);
    expect(places((await check()).stdout)).toBe('a.json:1:66 variable-of-others\n');
    expect(await check('--event', 'paid')).toMatchObject({ status: 0, stdout: '' });
    expect(await check('--event', 'payd')).toMatchObject({
      status: 2,
      stderr: 'error: --event: there is no event payd. Did you mean paid?\n',
    });
    const off = { 'a.json': configText({ events: { Errored: false } }) };
    expect(await checkFiles(off, ['a.json', ...concise])).toMatchObject({ status: 0 });
    expect(await checkFiles(off, ['a.json', '--max-warnings', '0'])).toMatchObject({
      status: 1,
      stderr:
        'Found 0 errors and 1 warning in 1 file.\nThese are more warnings than the 0 of --max-warnings.\n',
    });
  });

  it('shows hints, and counts none as a warning', async () => {
    const files = { 'a.json': configText({ payload: '{"a":"$errorMessage$"}' }) };
    const run = (...flags: readonly string[]) => checkFiles(files, ['a.json', ...flags]);
    expect(await run('--max-warnings', '0', '--format', 'concise')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(' hint[empty-optional]: '),
      stderr: 'Found no mistakes in 1 file and made 1 proposal.\n',
    });
    expect((await run('--format', 'github')).stdout).toMatch(/^::notice file=a\.json,/);
    expect((await run('--format', 'sarif')).stdout).toContain('"level": "note"');
    expect((await run('--format', 'json')).stdout).toContain('"hints": 1');
    expect((await run('--format', 'pretty')).stdout).toContain('hint[empty-optional]: `errorMessage` may');
  });

  it('passes with a hint of a path segment that may be `..`, though it allows no warnings', async () => {
    const url = 'https://crm.example.com/customers/$profile$/calls';
    expect(
      await checkFiles({ 'a.json': configText({ url }) }, ['a.json', '--max-warnings', '0']),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        'hint[perhaps-refused]: If `profile` is `.` or `..`, this message fails',
      ),
      stderr: 'Found no mistakes in 1 file and made 1 proposal.\n',
    });
  });

  it('checks for what the receivers of the gallery accept, and those of a module', async () => {
    const pager = {
      ...{ id: 'pager', name: 'Our pager', hosts: ['pager.example.com'], method: 'POST' },
      ...{ url: 'https://pager.example.com/', documentation: [], checked: '2026-11' },
      schema: { type: 'object', required: ['page'] },
    };
    const files = {
      'a.json': configText({ receiver: 'telegram' }),
      'b.yaml': configText({ url: 'https://pager.example.com/' }),
      'c.properties': 'notification.webhook.receiver=pager\n',
      'receivers.mjs': `export default ${JSON.stringify([pager])};\n`,
      'wrong.mjs': `export default ${JSON.stringify(pager)};\n`,
    };
    const run = (...args: readonly string[]) => checkFiles(files, [...args, ...concise]);
    expect((await run('a.json')).stdout).toContain(
      'error[schema-missing-key]: Telegram needs the key `chat_id`',
    );
    expect((await run('b.yaml')).stdout).toBe('');
    const own = await run('b.yaml', 'c.properties', '--receivers', 'receivers.mjs');
    expect(own.stdout).toContain('b.yaml:1:1: hint[receiver-of-url]: This looks like Our pager');
    expect(own.stdout).not.toContain('unknown-receiver');
    expect((await run('c.properties')).stdout).toContain('warning[unknown-receiver]: No receiver `pager`');
    expect(await run('b.yaml', '--receivers', 'wrong.mjs')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--receivers: wrong.mjs: receivers: expected a list'),
    });
  });

  it('checks bare templates of JSON under a schema, and each line of JSON lines', async () => {
    const files = {
      'page.txt': '{"severty": "high", "text": "$profile; max="200"$"}',
      'log.txt': '{"text": "a"}\n{"text": 1}',
      'page.json': JSON.stringify({
        required: ['severity'],
        properties: { severity: { enum: ['high', 'low'] }, text: { type: 'string', maxLength: 100 } },
        additionalProperties: false,
      }),
      'line.mjs': "export default { properties: { text: { type: 'string' } } };",
      'page.yaml': 'required: [severity]\nproperties:\n  severity: { enum: [high] }\n',
      'UPPER.YML': 'required: [severity]\nproperties:\n  severity: { enum: [high] }\n',
      'commented.jsonc': '{"required": ["severity"], "properties": {"severity": {}}} // All.',
    };
    const run = (...args: readonly string[]) => checkFiles(files, [...args, ...concise]);
    const yaml = await run('page.txt', '--output', 'json', '--schema', 'page.yaml');
    expect(places(yaml.stdout)).toBe('page.txt:1:1 schema-missing-key\n');
    for (const name of ['UPPER.YML', 'commented.jsonc'])
      expect((await run('page.txt', '--output', 'json', '--schema', name)).stdout).toBe(yaml.stdout);
    const page = await run('page.txt', '--output', 'json', '--schema', 'page.json');
    expect(page.status).toBe(1);
    expect(places(page.stdout)).toBe('page.txt:1:1 schema-missing-key\npage.txt:1:29 schema-unproved\n');
    const log = await run('log.txt', '--output', 'json-lines', '--schema', 'line.mjs');
    expect(places(log.stdout)).toBe('log.txt:2:10 schema-type\n');
    expect((await run('page.txt', '--output', 'json')).stdout).toBe('');
    const sarif = await checkFiles(files, [
      ...['page.txt', '--output', 'json', '--schema', 'page.json', '--format', 'sarif'],
    ]);
    const rules = JSON.parse(sarif.stdout).runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(rules.toSorted()).toEqual(['schema-missing-key', 'schema-unproved']);
  });

  it('says where a schema cannot be read', async () => {
    const files = {
      'a.txt': '{}',
      'webhook.json': configText(),
      'type.json': '{"properties": {"a": {"type": "txt"}}}',
      'ref.json': '{"items": {"$ref": "other.json#/a"}}',
      'syntax.json': '{"type":\n  text}',
      'syntax.yaml': 'type: object\nrequired: [a',
      'two.yaml': '- type: object\n- type: string\n',
      'schema.txt': '{}',
    };
    const said = async (...args: readonly string[]) => {
      const { status, stdout, stderr } = await checkFiles(files, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      return stderr;
    };
    const json = ['a.txt', '--output', 'json', '--schema'];
    expect(await said(...json, 'type.json')).toBe(
      'error: --schema: type.json/properties/a/type: expected one of null, boolean, number, integer, string, array, object\n',
    );
    expect(await said(...json, 'ref.json')).toContain(
      '--schema: ref.json/items/$ref: `other.json#/a` is not in',
    );
    expect(await said(...json, 'schema.txt')).toContain(
      'schema.txt is not known to be JSON, YAML or a module',
    );
    expect(await said(...json, 'syntax.json')).toContain('syntax.json is not JSON: expected');
    expect(await said(...json, 'syntax.json')).toContain('at line 2, column 3');
    expect(await said(...json, 'none.json')).toContain('none.json cannot be read');
    expect(await said(...json, 'syntax.yaml')).toContain('syntax.yaml cannot be read at line 2, column ');
    expect(await said(...json, 'two.yaml')).toContain('two.yaml has to describe one object.');
    const why = /^error: --schema is for bare templates of JSON, with --output json or json-lines; /;
    expect(await said('webhook.json', '--schema', 'type.json')).toMatch(why);
    expect(await said('a.txt', '--output', 'xml', '--schema', 'type.json')).toMatch(why);
  });

  it('checks bare templates for what they write, and stdin as whatever it looks like', async () => {
    const bare = await checkFiles({ 'a.txt': '{"a": $profile$, "b": $x$}' }, [
      'a.txt',
      '--output',
      'json',
      ...concise,
    ]);
    expect(places(bare.stdout)).toBe('a.txt:1:24 unknown-variable\n');
    expect(await checkFiles({ 'a.txt': '' }, ['a.txt'])).toMatchObject({ status: 2 });
    const wrong = configText({ method: 'get' });
    for (const [stdin, place] of [
      [wrong, '6:14'],
      ['profile: a\nevents: {Errored: true}\nmethod: get\nurl: https://e.example/', '3:9'],
      [
        'notification.webhook.url=https://e.example/\nnotification.webhook.profile=a\nnotification.webhook.event.Errored=true\nnotification.webhook.method=get',
        '4:29',
      ],
    ] as const) {
      const { stdout } = await checkFiles({}, ['-', ...concise], { stdin });
      expect(places(stdout)).toBe(`<stdin>:${place} unknown-method\n`);
    }
  });

  it('ends quietly where nobody reads what it prints any more', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${index}.json`, configText({ method: 'get' })]),
    );
    const directory = directoryWith(files);
    const { child, ended, stderr } = spawnHookplate(['check', '.'], { directory });
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await ended).toBe(1);
    expect(stderr()).not.toContain('EPIPE');
  });

  it('ends with 130 after Ctrl-C, and says nothing more', async () => {
    const directory = directoryWith();
    for (let index = 0; index < 2000; index++)
      writeFileSync(join(directory, `${index}.json`), configText({ method: 'get' }));
    const { child, ended, stderr } = spawnHookplate(['check', '.'], { directory });
    child.stdout?.once('data', () => child.kill('SIGINT'));
    expect(await ended).toBe(130);
    expect(stderr()).toBe('');
  });
});

describe('what is found in a folder', () => {
  it('is a bare template by its name, which says what it writes', async () => {
    const files = {
      'chat.json.hookplate': '{"a": "$profile$"',
      'mail.hookplate': '{"a": $profile$}',
      'ping.url.hookplate': 'https://example.com/$profil$',
      'rows.ndjson.hookplate': '{"a": "$profile$"',
    };
    const { status, stdout, stderr } = await checkFiles(files, ['.', ...concise]);
    expect(places(stdout)).toBe(
      'chat.json.hookplate:1:18 json-unfinished\nping.url.hookplate:1:22 unknown-variable\nrows.ndjson.hookplate:1:18 json-unfinished\n',
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Found 3 errors and 0 warnings in 4 files.\n' });
  });

  it('is told if it is nearly a webhook', async () => {
    const files = {
      'a.json': '{"profil": "a", "metod": "GET", "ulr": "x"}',
      'b.json': '{"url": "x", "b": 1}',
    };
    const { status, stdout, stderr } = await checkFiles({ ...files, 'c.json': configText() }, [
      '.',
      ...concise,
    ]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout:
        'a.json:1:2: warning[nearly-webhook]: This may be a webhook, but was not checked as one: there is no setting `profil`, `metod`, `ulr`; did you mean `profile`, `method`, `url`?\n',
      stderr: '1 file skipped: no webhook in there.\nFound 0 errors and 1 warning in 2 files.\n',
    });
  });

  it('is not told of the encoding of what other programs have, only of what may be a webhook', async () => {
    const directory = directoryWith({ 'a.json': configText() });
    const write = (name: string, text: string, encoding: BufferEncoding): void =>
      writeFileSync(join(directory, name), Buffer.from(text, encoding));
    write('messages_de.properties', 'greeting=Gr\xfc\xdfe\nurl=a\nmethod=b\n', 'latin1');
    write('names.json', '{"name": "Gr\xfcn"}', 'latin1');
    write('b.properties', 'notification.webhook.profile=Gr\xfcn\n', 'latin1');
    write('c.json', `\ufeff${configText()}`, 'utf16le');
    const { stdout, stderr } = await runHookplate(['check', '.', ...concise], { directory });
    expect(places(stdout)).toBe('b.properties:1:32 file-not-utf-8\nc.json:1:1 file-not-utf-8\n');
    expect(stderr).toContain('2 files skipped');
  });

  it('fails the check if nothing there is a webhook or a template, unless that was said to be fine', async () => {
    const files = {
      'a.json': '{"profil": "a", "metod": "GET", "ulr": "x"}',
      'package.json': '{"name": "x"}',
    };
    const { status, stderr } = await checkFiles(files, ['.', ...concise]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        '1 file skipped: no webhook in there.\nerror: There was no webhook and no template to check; with --pass-on-no-files that is fine.\n',
    });
    expect((await checkFiles(files, ['.', '--pass-on-no-files', ...concise])).status).toBe(0);
  });

  it('may be a template without a name of its own', async () => {
    const { stdout } = await checkFiles({ 'a/.json.hookplate': '{"a": 1,}' }, ['.', ...concise]);
    expect(stdout).toContain('a/.json.hookplate:1:8: error[json-extra-comma]');
  });

  it('may have a name in capitals', async () => {
    const files = { 'A.JSON': configText({ method: 'get' }), 'B.Json.HookPlate': '{"a": "$profile$"' };
    const { stdout } = await checkFiles(files, ['.', ...concise]);
    expect(places(stdout)).toMatch(/^A\.JSON:6:14 \S+\nB\.Json\.HookPlate:1:18 json-unfinished\n$/);
  });

  it('may be in a folder whose name has a line break, unless that is ignored', async () => {
    const files = {
      ...{ 'a\nb/c\nd/e.hookplate': '$x$', 'a\nb/f.hookplate': '$x$', 'g\rh/i.hookplate': '$x$' },
      ...{ 'node_modules/a\nb/j.hookplate': '$x$', 'k\nl/m.hookplate': '$x$', '.gitignore': 'm.hookplate\n' },
      '.git/HEAD': '',
    };
    for (const name of ['.', '**/*.hookplate']) {
      const { stdout } = await checkFiles(files, [name, '--format', 'json']);
      const paths = JSON.parse(stdout).files.map(({ path }: { readonly path: string }) => path);
      expect(paths).toEqual(['a\nb/f.hookplate', 'a\nb/c\nd/e.hookplate', 'g\rh/i.hookplate']);
    }
  });

  it('does not keep the rest from being checked if it cannot be read', async () => {
    const directory = directoryWith({ 'b.json': configText({ method: 'get' }) });
    symlinkSync('a.json', join(directory, 'a.json'));
    const { status, stdout } = await runHookplate(['check', 'a.json', 'b.json', ...concise], { directory });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^a\.json:1:1: error\[file-unreadable\]: The file cannot be read \(ELOOP\): nothing in it was checked\.\nb\.json:6:14: /,
    );
  });

  it('is told of a folder that may not be read', async context => {
    if (process.getuid?.() !== 0) context.skip('Only root may run a program as another user.');
    const directory = directoryWith({ 'b.json': configText() });
    mkdirSync(join(directory, 'secret'), { mode: 0 });
    chmodSync(directory, 0o755);
    const program = fileURLToPath(new URL('../../../dist/hookplate.js', import.meta.url));
    const check = spawnSync(process.execPath, [program, 'check', '.', ...concise], {
      cwd: directory,
      encoding: 'utf8',
      uid: 65_534,
    });
    expect(check.stdout).toMatch(/^secret:1:1: error\[file-unreadable\]: The file cannot be read \(EACCES\)/);
    expect(check.status).toBe(1);
  });
});

describe('a file of properties', () => {
  const webhook = [
    'notification.webhook.profile=a',
    'notification.webhook.event.Errored=true',
    'notification.webhook.method=GET',
    'notification.webhook.url=https://example.com/',
  ];

  it('may have those of other programs, which are neither checked nor shown', async () => {
    const text = [
      ...['db.url=jdbc:x', ...webhook, 'db.url=jdbc:y'],
      ...['db.password=$geheim', 'notification.email.to=a@b.example'],
    ].join('\n');
    const { status, stdout, stderr } = await checkFiles({ 'a.properties': text }, ['a.properties']);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Found no mistakes in 1 file.\n',
    });
  });

  it('has mistakes where none of its keys is one of a webhook', async () => {
    const text = webhook.join('\n').replaceAll('notification.', 'notifcation.');
    const { stdout } = await checkFiles({ 'a.properties': text }, ['a.properties', ...concise]);
    expect(stdout).toContain('did you mean `notification.webhook.profile`?');
  });

  it('is told once that it has no webhook if somebody named it, without its values', async () => {
    const text = ['server.port=8080', 'name=shop', 'db.url=jdbc:x', 'db.password=geheim'].join('\n');
    for (const lines of [text, '', '# nothing']) {
      const files = { 'a.properties': lines };
      expect(await checkFiles(files, ['a.properties', ...concise])).toMatchObject({
        status: 1,
        stdout:
          'a.properties:1:1: error[no-webhook]: There is no webhook in this file: no key begins with `notification.webhook.`, as in `notification.webhook.url`.\n',
      });
      expect((await checkFiles(files, ['a.properties'])).stdout).not.toMatch(/8080|shop|jdbc|geheim/);
    }
    const { stdout } = await checkFiles({ 'a.properties': text }, ['.', '--pass-on-no-files']);
    expect(stdout).toBe('');
  });

  it('is taken for a webhook whose keys lack their beginning if several could be those of one', async () => {
    const text = webhook.join('\n').replaceAll('notification.webhook.', '');
    const { stdout } = await checkFiles({ 'a.properties': text }, ['a.properties', ...concise]);
    expect(stdout).toContain('no property `url`: did you mean `notification.webhook.url`?');
  });

  it('is found by misspelt keys too, and those of other programs are no mistakes beside them', async () => {
    const text = ['db.url=x', ...webhook.slice(1), 'notifcation.webhook.profile=a'].join('\n');
    for (const lines of [text, text.replaceAll('notification.', 'notifcation.')]) {
      const { stdout } = await checkFiles({ 'a.properties': lines }, ['.', ...concise]);
      expect(stdout).toContain('did you mean `notification.webhook.profile`?');
      expect(stdout).not.toContain('db.url');
    }
  });
});
