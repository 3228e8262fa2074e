import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFiles, configText } from './check-files.ts';

const concise = ['--format', 'concise'];

/** The first line of the report on a file with errors. */
async function firstLine(name: string, file: string): Promise<string> {
  const { status, stdout, stderr } = await checkFiles({ [name]: file }, [name, ...concise]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Found \d+ errors? and 0 warnings in 1 file\.\n$/),
  });
  return stdout.split('\n', 1).join();
}

describe('a file that is nested too deeply', () => {
  const deep = 'it is nested more than 100 levels deep.';

  it.each([
    ['a.json', '['.repeat(101), '1:101', 'JSON'],
    ['a.json', `{"a": [\n${'['.repeat(2_000_000)}`, '2:99', 'JSON'],
    ['a.jsonc', `// {{{\n${'{"[": '.repeat(5000)}`, '2:601', 'JSON'],
    ['a.yaml', `a: ${'['.repeat(100)}x${']'.repeat(100)}`, '1:103', 'YAML'],
    [
      'a.yaml',
      Array.from({ length: 102 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      '101:101',
      'YAML',
    ],
  ])('is a finding of %s with its place', async (name, file, place, format) => {
    expect(await firstLine(name, file)).toBe(
      `${name}:${place}: error[file-syntax]: This is not ${format}: ${deep}`,
    );
  });

  it('is a finding with some place where a parser gives up before', async () => {
    for (const file of [`a: ${'['.repeat(100_000)}`, `${'- '.repeat(50_000)}x`])
      expect(await firstLine('a.yaml', file)).toMatch(
        /^a\.yaml:1:\d+: error\[file-syntax\]: This is not YAML: it is nested more than 100 levels deep\.$/,
      );
  });

  it('is read where it is not deeper than that', async () => {
    const payload = JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`);
    expect(await firstLine('a.json', configText({ payload }))).toContain('error[payload-not-text]');
    expect(await firstLine('a.yaml', configText({ payload }))).toContain('error[payload-not-text]');
  });
});

it('a tag of YAML that is not applied is warned of with its place, and those of YAML itself are not', async () => {
  const webhook = 'events: {Errored: true}\nmethod: GET\nprofile: !!str a\n';
  const file = `${webhook}url: !!js/function https://e.example/\nname: !env NAME\n`;
  const { status, stdout } = await checkFiles({ 'a.yaml': file }, ['a.yaml', ...concise]);
  expect(status).toBe(0);
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^a\.yaml:4:6: warning\[unknown-tag\]: The tag `!!js\/function` is not applied here/,
    ),
    expect.stringMatching(/^a\.yaml:5:7: warning\[unknown-tag\]: The tag `!env` is not applied here/),
  ]);
});

it('a name is read at the top level of YAML, and a misspelt or unfit one has its place', async () => {
  const webhook = 'events: {Errored: true}\nmethod: GET\nurl: https://e.example/\nprofile: a\n';
  const checked = await checkFiles({ 'a.yaml': `name: Team chat\n${webhook}` }, ['a.yaml', ...concise]);
  expect({ status: checked.status, stdout: checked.stdout }).toEqual({ status: 0, stdout: '' });
  expect(await firstLine('a.yaml', `${webhook}nmae: Team chat\n`)).toMatch(
    /^a\.yaml:5:1: error\[unknown-setting\]: .*did you mean `name`/i,
  );
  expect(await firstLine('a.yaml', `name: ''\n${webhook}`)).toMatch(/^a\.yaml:1:\d+: error\[/);
});

describe('an alias of YAML', () => {
  const settings = 'profile: a\nevents: {Errored: true}\nmethod: GET\n';

  it('may be one of very many', async () => {
    const headers = Array.from({ length: 99 }, (_, index) => `  - {name: X-${index}, value: *a}\n`);
    const file = `${settings}url: &u https://e.example/\nid: &a a\nheaders:\n${headers.join('')}${'# *a\n'.repeat(50)}`;
    const { status, stdout } = await checkFiles({ 'a.yaml': `${file}---\n${file}` }, ['a.yaml', ...concise]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const many = `a: &a x\nb: [${'*a,'.repeat(10_000)}]`;
    expect(await firstLine('a.yaml', many)).toContain('missing-setting');
  });

  it('is refused where there are too many, or they stand for too much, at its place', async () => {
    const many = `a: &a x\nb: [${'*a,'.repeat(10_001)}]`;
    expect(await firstLine('a.yaml', many)).toBe(
      'a.yaml:2:30005: error[file-syntax]: This is not YAML: it has more than 10,000 aliases.',
    );
    const level = (index: number) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`;
    const bomb = ['a0: &a0 [x]', ...Array.from({ length: 9 }, (_, index) => level(index + 1))].join('\n');
    expect(await firstLine('a.yaml', bomb)).toBe(
      'a.yaml:7:34: error[file-syntax]: This is not YAML: its aliases repeat more than 1,000,000 characters of it.',
    );
  });

  it.each(['a: *x', 'a: &x [*x]', 'a: *x\nb: &x y', 'a: &x {b: {*x : c}}'])(
    'needs an anchor before it that is not around it: %j',
    async file => {
      expect(await firstLine('a.yaml', file)).toMatch(
        /^a\.yaml:1:\d+: .* this alias (?:has no anchor before it; put text that begins with `\*` in quotes|stands for what it is in)\.$/,
      );
    },
  );

  it('stands for the last anchor of its name', async () => {
    const file = `${settings}id: &x a\nurl: &x https://e.example/$oops$\nheaders: [{name: X, value: *x}]\n`;
    expect(await firstLine('a.yaml', file)).toMatch(/^a\.yaml:5:28: error\[unknown-variable\]/);
  });
});

describe('a merge key of YAML', () => {
  const base = `- &base
  profile: a
  events: {Errored: true}
  method: POST
  url: https://e.example/
  contentType: application/json
  payload: '{"text": "$profile$"}'
`;

  it.each([
    ['an alias', `${base}- {id: b, <<: *base, method: PUT}\n`],
    [
      'a list of them',
      `- &one {profile: a, method: GET, events: {Errored: true}, url: https://a.example/}
- &two {profile: b, method: PUT, url: https://b.example/, events: {}, id: b}
- {<<: [*one, *two]}\n`,
    ],
    ['a map', `${base}- {<<: {<<: *base, id: c}}\n`],
    ['several', `${base}- <<: *base\n  <<: {id: d}\n`],
    ['one that merges', `${base}- &next {<<: *base, id: e}\n- {<<: *next, id: f}\n`],
  ])('brings the settings of %s', async (_, file) => {
    const { stdout } = await checkFiles({ 'a.yaml': file }, ['a.yaml', ...concise]);
    expect(
      stdout
        .split('\n')
        .filter(line => !line.includes('no-event-enabled'))
        .join(''),
    ).toBe('');
  });

  it('is overridden by what the map itself says, wherever it says so, and by what came before in a list', async () => {
    const file = `- &one {profile: a, method: GET, events: {Errored: true}, url: https://a.example/$one$}
- &two {<<: *one, url: https://b.example/$two$}
- {url: https://c.example/$three$, <<: [*two, *one]}
- {<<: [*two, *one]}\n`;
    const { stdout } = await checkFiles({ 'a.yaml': file }, ['a.yaml', '--format', 'json']);
    const findings: readonly { webhook: number; start: { offset: number }; end: { offset: number } }[] =
      JSON.parse(stdout).files[0].findings;
    expect(
      findings.map(({ webhook, start, end }) => [webhook, file.slice(start.offset, end.offset)]),
    ).toEqual([
      [0, 'one'],
      [1, 'two'],
      [3, 'two'],
      [2, 'three'],
    ]);
  });

  it('leaves findings where their text stands, and their fixes too', async () => {
    const wrong = base.replace('$profile$', '$profile; format=“trim”$');
    const file = `${wrong}- {id: b, <<: *base}\n`;
    const { stdout, directory } = await checkFiles({ 'a.yaml': file }, ['a.yaml', ...concise, '--fix']);
    expect(stdout).toBe('');
    expect(readFileSync(join(directory, 'a.yaml'), 'utf8')).toBe(file.replace('“trim”', '"trim"'));
    expect(await firstLine('a.yaml', `${base}- {id: b, <<: *base, payload: '{"a": $oops$}'}\n`)).toMatch(
      /^a\.yaml:8:39: error\[unknown-variable\]/,
    );
  });

  it('hides a secret that is overridden', async () => {
    const file = `profile: a
events: {Errored: true}
method: GET
url: https://e.example/$oops$
<<: {authentication: {username: u, password: hunter2}}
authentication: {username: u, password: hunter3}\n`;
    const { stdout } = await checkFiles({ 'a.yaml': file }, ['a.yaml', '--fix-dry-run']);
    expect(stdout).not.toMatch(/hunter/);
  });

  it.each(['<<: 5', '<<: [x]', 'a: &a [1]\n<<: *a', '<<:', '<<: [[{}]]'])(
    'merges maps alone: %j',
    async file => {
      expect(await firstLine('a.yaml', file)).toMatch(
        /^a\.yaml:\d:1: error\[file-syntax\]: This is not YAML: what `<<` merges is a map, an alias of one, or a list of these\.$/,
      );
    },
  );

  it('is text in quotes, and where it is a value', async () => {
    const { stdout } = await checkFiles({ 'a.yaml': '"<<": {method: GET}\nprofile: <<\n' }, [
      'a.yaml',
      ...concise,
    ]);
    expect(stdout).toMatch(/unknown-setting.* `<<`/);
    expect(stdout).not.toContain('invalid-setting');
  });

  it('reports a repeated key once', async () => {
    const { stdout } = await checkFiles({ 'a.yaml': `${base}  id: x\n  id: x\n- {<<: *base}\n` }, [
      'a.yaml',
      ...concise,
    ]);
    expect(stdout.match(/repeated-key/g)).toHaveLength(1);
  });
});

describe('what is missing at the end of a file', () => {
  it.each([
    ['a.yaml', 'profile: "a\n\n', '1:12'],
    ['a.yaml', 'profile: [a,\n  b\n', '2:4'],
    ['a.json', '{"profile": "a"\n\n', '1:16'],
    ['a.json', '{"profile": "a', '1:13'],
    ['a.jsonc', '{"profile": 1 /* a\n', '1:15'],
  ])('is missing after the last word of %s, also in a frame: %j', async (name, file, place) => {
    expect(await firstLine(name, file)).toMatch(new RegExp(`^${name}:${place}: error\\[file-syntax\\]`));
    const { stdout } = await checkFiles({ [name]: file }, [name]);
    expect(stdout).toMatch(new RegExp(`\n *--> ${name}:${place}\n[^]*\\^`));
  });
});

describe('a byte order mark at the beginning', () => {
  const wrong = { url: 'https://e.example/$x$' };
  const line = (more: object) => JSON.stringify(JSON.parse(configText(more)));
  const properties =
    'notification.webhook.url=https://e.example/$x$\nnotification.webhook.profile=a\nnotification.webhook.event.Errored=true\nnotification.webhook.method=GET\n';

  it.each([
    ['a.json', line(wrong), []],
    ['a.jsonc', `/* é */ ${line(wrong)}`, []],
    ['a.yaml', `url: https://e.example/$x$\n${'profile: a\nevents: {Errored: true}\nmethod: GET\n'}`, []],
    ['a.properties', properties, []],
    ['a.txt', '{"a": $x$}', ['--output', 'json']],
  ] as const)('does not count in %s, neither for columns nor for offsets', async (name, file, args) => {
    const marked = await checkFiles({ [name]: `\ufeff${file}` }, [name, '--format', 'json', ...args]);
    const plain = await checkFiles({ [name]: file }, [name, '--format', 'json', ...args]);
    expect(marked.stdout).toBe(plain.stdout);
    const [{ start, end }] = JSON.parse(marked.stdout).files[0].findings;
    expect(file.slice(start.offset, end.offset)).toBe('x');
    expect(start).toMatchObject({ line: 1, column: file.indexOf('$x$') + 2 });
  });
});
