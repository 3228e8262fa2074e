import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { checkFiles, configText } from './check-files.ts';

/** A template with a mistake that can be mended safely: typographic quotes around the value of an option. */
const template = '$date; format=“yyyy”$';
const mended = '$date; format="yyyy"$';

const json = configText({ payload: 'P' }).replace('"P"', String.raw`"{\"d\": \"\u00e4 ${template}\" }"`);
const yaml = [
  '# kept',
  'profile:   a   # and this',
  'events: {Errored: true}',
  'method: POST',
  "url: 'https://it''s.example/'",
  'contentType: " application/json"',
  'payload: |',
  '  {',
  `    "d": "${template}"`,
  '  }',
  '',
].join('\r\n');
const properties = [
  '# kept',
  'notification.webhook.profile = a',
  'notification.webhook.event.Errored=true',
  'notification.webhook.method=POST',
  'notification.webhook.url=https://e.example/',
  'notification.webhook.contentType=application/json',
  `notification.webhook.payload={"d": \\`,
  `    "\\u00e4 ${template}"}`,
  '',
].join('\n');

const settings = [
  '  profile: a',
  '  events: {Errored: true}',
  '  method: POST',
  '  url: https://e.example/',
].join('\n');
const control = String.raw`"{\"a\": \"x\x01y\"}"`;

/** Two webhooks with one payload, which the second takes from the first. */
function twice(contentType: string): string {
  return `- contentType: application/json
${settings}
  payload: &p ${control}
- contentType: ${contentType}
${settings}
  payload: *p
`;
}

/** The same, where the first is repeated as a whole between them. */
function thrice(contentType: string): string {
  return twice(contentType)
    .replace('- contentType', '- &w\n  contentType')
    .replace('\n- contentType', '\n- *w\n- contentType');
}

describe('hookplate check --fix', () => {
  it.each([
    ['a.json', json, String.raw`\"d\": \"\u00e4 $date; format=\"yyyy\"$\" }`],
    ['a.properties', properties, '    "\\u00e4 $date; format="yyyy"$"}'],
  ])(
    'mends a text of %s where it stands, and keeps everything else byte for byte',
    async (name, file, part) => {
      const { status, stdout, stderr, directory } = await checkFiles({ [name]: file }, [name, '--fix']);
      expect({ status, stdout, stderr }).toEqual({
        status: 0,
        stdout: '',
        stderr: '1 mistake mended.\nFound no mistakes in 1 file.\n',
      });
      const written = readFileSync(join(directory, name), 'utf8');
      expect(written).toContain(part);
      const [before = '', after = ''] = file.split(template);
      expect(written.startsWith(before)).toBe(true);
      expect(written.endsWith(after)).toBe(true);
    },
  );

  it('mends several texts of a file of YAML, in quotes and in a block', async () => {
    const marked = `\ufeff${yaml}`;
    const { stderr, directory } = await checkFiles({ 'a.yaml': marked }, ['a.yaml', '--fix']);
    expect(stderr).toBe('2 mistakes mended.\nFound no mistakes in 1 file.\n');
    expect(readFileSync(join(directory, 'a.yaml'), 'utf8')).toBe(
      marked.replace(template, mended).replace('" application', '"application'),
    );
  });

  it('only says what would change with --fix-dry-run, and shows no secret', async () => {
    const file = JSON.stringify({
      ...JSON.parse(json),
      authentication: { username: 'ada', password: 'geheim' },
    });
    const { status, stdout, stderr, directory } = await checkFiles({ 'a.json': file }, [
      'a.json',
      '--fix-dry-run',
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(
      /^a\.json:1: - .*“yyyy”.*\na\.json:1: \+ .*\\"yyyy\\".*\n1 mistake would be mended\.\n/,
    );
    expect(stderr).not.toContain('geheim');
    expect(readFileSync(join(directory, 'a.json'), 'utf8')).toBe(file);
    const asJson = await checkFiles({ 'a.json': json }, ['a.json', '--fix-dry-run', '--format', 'json']);
    expect(JSON.parse(asJson.stdout).files[0].fixed).toContain(String.raw`format=\"yyyy\"`);
  });

  it('keeps the mode of a file and the link to it, and leaves nothing else behind', async () => {
    const directory = directoryWith({ 'a.json': json });
    chmodSync(join(directory, 'a.json'), 0o640);
    symlinkSync('a.json', join(directory, 'link.json'));
    expect(await runHookplate(['check', 'link.json', '--fix'], { directory })).toMatchObject({ status: 0 });
    expect(lstatSync(join(directory, 'link.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(directory, 'a.json')).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(directory, 'a.json'), 'utf8')).toContain(String.raw`format=\"yyyy\"`);
    expect(readdirSync(directory)).toEqual(['a.json', 'link.json']);
  });

  it('mends what aliases of YAML repeat only where all that repeats it wants the same', async () => {
    for (const write of [twice, thrice]) {
      const other = write('text/plain');
      const left = await checkFiles({ 'a.yaml': other }, ['a.yaml', '--fix']);
      expect(left).toMatchObject({ status: 1, stdout: expect.stringContaining('json-control-character') });
      expect(readFileSync(join(left.directory, 'a.yaml'), 'utf8')).toBe(other);
      const same = write('application/json');
      const done = await checkFiles({ 'a.yaml': same }, ['a.yaml', '--fix']);
      expect(done).toMatchObject({ status: 0, stdout: '' });
      const written = readFileSync(join(done.directory, 'a.yaml'), 'utf8');
      expect(written).toBe(same.replace(String.raw`\x01`, String.raw`\\u0001`));
    }
  });

  it.each([
    ['a.json', configText().replace('"method"', '"metod"'), '"metod"', '"method"'],
    ['a.json', configText({ events: { Erored: true } }), '"Erored"', '"Errored"'],
    ['a.json', configText({ headers: [{ nme: 'X', value: 'y' }] }), '"nme"', '"name"'],
    ['a.yaml', yaml.replace('method', 'metod'), 'metod', 'method'],
    ['a.yaml', yaml.replace('method', "'metod'"), "'metod'", "'method'"],
    ['a.properties', properties.replace('.method', '.metod'), '.metod', '.method'],
  ])('renames a misspelt key of %s if suggestions are applied as well: %#', async (name, text, from, to) => {
    const safely = await checkFiles({ [name]: text }, [name, '--fix']);
    expect(readFileSync(join(safely.directory, name), 'utf8')).toContain(from);
    const { status, directory } = await checkFiles({ [name]: text }, [name, '--fix-suggestions']);
    expect(readFileSync(join(directory, name), 'utf8')).toContain(to);
    expect(status).toBe(0);
  });

  it.each([
    ['a.json', configText({ metod: 'POST' })],
    ['a.json', configText().replace('"method"', '"met\\u006fd"')],
    ['a.properties', properties.replace('.method', '.m\\etod')],
  ])(
    'renames no key of %s where the right one is there, or whose letters are escaped: %#',
    async (name, text) => {
      const { stdout } = await checkFiles({ [name]: text }, [name, '--format', 'json']);
      const [{ findings }] = JSON.parse(stdout).files;
      const unknown = findings.filter(({ code }: { code: string }) => code.startsWith('unknown-'));
      expect(unknown).toEqual([expect.objectContaining({ fixes: [] })]);
    },
  );

  it('leaves what only a person can decide, and does not write to stdin', async () => {
    const file = configText({ payload: '{"a": "$profil$"}' });
    const { status, directory } = await checkFiles({ 'a.json': file }, ['a.json', '--fix']);
    expect(status).toBe(1);
    expect(readFileSync(join(directory, 'a.json'), 'utf8')).toBe(file);
    expect(await checkFiles({}, ['-', '--fix'], { stdin: file })).toMatchObject({
      status: 2,
      stderr: 'error: --fix cannot write to stdin: use --fix-dry-run.\n',
    });
    expect(await checkFiles({}, ['-', '--fix', '--fix-dry-run'], { stdin: file })).toMatchObject({
      status: 2,
    });
  });
});
