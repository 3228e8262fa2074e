import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ajvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { runInTerminal } from '../pseudo-terminal.ts';
import { directoryWith, runHookplate } from '../run-hookplate.ts';
import { checkFiles, configText } from './check-files.ts';

/** In JSON, its payload is on the ninth line; the content type has a safe fix. */
const broken = configText({ contentType: ' application/json', payload: '{"tëxt": "$profil$"}' });

describe('what hookplate check prints', () => {
  it('is code frames for people, with the file, the line and the column, and no secret', async () => {
    const file = configText({
      authentication: { username: 'a:b', password: 'geheim' },
      payload: '{"a": "\n"}',
    });
    const { status, stdout, stderr } = await checkFiles({ 'webhook.json': file }, ['webhook.json']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'Found 2 errors and 0 warnings in 1 file.\n' });
    await expect(stdout).toMatchFileSnapshot('./golden/pretty.txt');
  });

  it('has colours where they are asked for, and none in a file or where they are not wanted', async () => {
    const run = (env: Readonly<Record<string, string>>) =>
      checkFiles({ 'webhook.json': broken }, ['webhook.json'], {
        env: { FORCE_COLOR: '', NO_COLOR: '', ...env },
      });
    const [plain, forced] = await Promise.all([
      run({ NO_COLOR: '1', FORCE_COLOR: '0' }),
      run({ FORCE_COLOR: '1' }),
    ]);
    expect(plain.stdout).not.toContain('\u001b');
    expect(forced.stdout).toContain('\u001b[1;31merror[invalid-media-type]\u001b[0m');
  });

  it('has colours on a terminal', async () => {
    const directory = directoryWith({ 'webhook.json': broken });
    const { status, shown } = await runInTerminal(['check', 'webhook.json'], { directory });
    expect(status).toBe(1);
    expect(shown).toContain('\u001b[1;31merror[invalid-media-type]\u001b[0m');
  });

  it('is one versioned document of JSON', async () => {
    const { status, stdout } = await checkFiles({ 'webhook.json': broken, 'fine.yaml': configText() }, [
      'webhook.json',
      'fine.yaml',
      '--format',
      'json',
    ]);
    expect(status).toBe(1);
    await expect(stdout).toMatchFileSnapshot('./golden/json.json');
  });

  it('is a line of JSON for each finding', async () => {
    const { stdout } = await checkFiles({ 'webhook.json': broken }, ['webhook.json', '--format', 'jsonl']);
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines).toMatchObject([
      { version: 1, path: 'webhook.json', webhook: 0, field: 'contentType', code: 'invalid-media-type' },
      { version: 1, path: 'webhook.json', webhook: 0, field: 'payload', start: { line: 9, column: 29 } },
    ]);
  });

  it('is SARIF that its schema allows', async () => {
    const files = {
      'a b#.json': broken,
      'two.yaml': 'a: 1\na: 2\n',
      'fine.json': configText(),
    };
    const checked = await checkFiles(files, ['.', 'two.yaml', '--format', 'sarif']);
    const { stdout } = checked;
    const schema = new URL(
      '../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
      import.meta.url,
    );
    const ajv = new ajvDraft04.default({ strict: false, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
    const log = JSON.parse(stdout);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...log, version: '2.0.0' })).toBe(false);
    const [run] = log.runs;
    const [result] = run.results;
    const artifactLocation = { uri: 'a b#.json' };
    const unescaped = { ...result, locations: [{ physicalLocation: { artifactLocation } }] };
    expect(validate({ ...log, runs: [{ ...run, results: [unescaped] }] })).toBe(false);
    const { directory } = checked;
    const shown = stdout.replaceAll(packageJson.version, 'VERSION').replaceAll(directory, '/DIRECTORY');
    await expect(shown).toMatchFileSnapshot('./golden/sarif.json');
  });

  it('is SARIF, GitHub and GitLab with paths from the folder of the repository', async () => {
    const directory = directoryWith();
    mkdirSync(join(directory, '.git'));
    mkdirSync(join(directory, 'packages/a:b'), { recursive: true });
    const within = join(directory, 'packages');
    const wrong = configText({ payload: '{"a": $oops$}' });
    for (const name of ['c:d.json', 'a:b/c.json']) writeFileSync(join(within, name), wrong);
    const outside = directoryWith({ 'e.json': wrong });
    const checkIn = (format: string) =>
      runHookplate(['check', '.', join(outside, 'e.json'), '--format', format], { directory: within });
    const [run] = JSON.parse((await checkIn('sarif')).stdout).runs;
    expect(run.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: `${pathToFileURL(directory).href}/` } });
    const locations: readonly { uri: string; uriBaseId?: string }[] = run.results.map(
      (result: { locations: readonly { physicalLocation: { artifactLocation: object } }[] }) =>
        result.locations[0]?.physicalLocation.artifactLocation,
    );
    const urls = locations.map(
      ({ uri, uriBaseId = '' }) => new URL(uri, run.originalUriBaseIds[uriBaseId]?.uri),
    );
    expect(urls.map(url => fileURLToPath(url))).toEqual([
      join(within, 'a:b/c.json'),
      join(within, 'c:d.json'),
      join(outside, 'e.json'),
    ]);
    const issues: readonly { location: { path: string } }[] = JSON.parse((await checkIn('gitlab')).stdout);
    const names = ['packages/a:b/c.json', 'packages/c:d.json', join(outside, 'e.json')];
    expect(issues.map(({ location }) => location.path)).toEqual(names);
    const commands = (await checkIn('github')).stdout.matchAll(/file=([^,]*)/g);
    expect(Array.from(commands, ([, file = '']) => decodeURIComponent(file))).toEqual(names);
  });

  it('identifies what it found by its line, also where lines are added above it', async () => {
    const fingerprints = async (file: string) => {
      const { stdout } = await checkFiles({ 'a.yaml': file }, ['a.yaml', '--format', 'sarif']);
      const [{ results }] = JSON.parse(stdout).runs;
      return results.map((result: { partialFingerprints: object }) => result.partialFingerprints);
    };
    const rest = 'events: {Errored: true}\nmethod: GET\nurl: https://e.example/$a$/$b$\n';
    const first = await fingerprints(`profile: a\n${rest}`);
    expect(new Set(first.map((each: object) => JSON.stringify(each))).size).toBe(2);
    expect(await fingerprints(`# More.\n\nprofile: other\n${rest}`)).toEqual(first);
    expect(await fingerprints(`profile: a\n${rest.replace('$a$', '$c$')}`)).not.toEqual(first);
  });

  it('is a suite of JUnit for each file, whose errors fail', async () => {
    const files = { 'a.json': configText({ payload: '{"<&>": $x$}' }), 'b"<\u0007.json': configText() };
    const { stdout } = await checkFiles(files, ['.', '--format', 'junit']);
    const opened: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes: { name: called, tests, failures } }) =>
      opened.push([name, called, tests, failures].join(' ').trim()),
    );
    parser.write(stdout).close();
    expect(opened).toEqual([
      'testsuites hookplate',
      'testsuite a.json 1 1',
      'testcase unknown-variable (9:26)',
      'failure',
      'testsuite b"<␇.json 1 0',
      'testcase is right',
    ]);
  });

  it.each(['gitlab', 'junit', 'sarif'])(
    'is %s where nothing is wrong, or nothing was found',
    async format => {
      for (const args of [['a.json'], ['none/*.json', '--pass-on-no-files']]) {
        const { status, stdout } = await checkFiles({ 'a.json': configText() }, [
          ...args,
          '--format',
          format,
        ]);
        expect(status).toBe(0);
        if (format === 'junit') new SaxesParser().write(stdout).close();
        else expect(() => JSON.parse(stdout)).not.toThrow();
      }
    },
  );

  it('is commands of GitHub, in which line breaks, percent signs, colons and commas are escaped', async () => {
    const file = configText({ url: 'https://example.com/$100%\n$' });
    const { stdout } = await checkFiles({ 'a,b: c%\n::d.json': file }, ['.', '--format', 'github']);
    expect(stdout).toMatch(
      /^::error file=a%2Cb%3A c%25%0A%3A%3Ad\.json,line=7,endLine=7,col=\d+,(?:endColumn=\d+,)?title=[a-z-]+::/,
    );
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^::(?:error|warning) /);
    expect(stdout).not.toMatch(/%(?!25|0A|0D|3A|2C)/);
  });

  it('is a line for each finding that editors can follow', async () => {
    const { stdout } = await checkFiles({ 'webhook.json': broken }, ['webhook.json', '--format', 'concise']);
    expect(stdout).toMatch(
      /^webhook\.json:8:19: error\[invalid-media-type\]: .*\nwebhook\.json:9:29: error\[unknown-variable\]: .*\n$/,
    );
  });
});
