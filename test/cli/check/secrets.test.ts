import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatNames } from '../../../src/cli/formats/format-names.ts';
import { checkFiles, configText } from './check-process.ts';

const authentication = 'url: a\nauthentication:\n  username: ada\n  password:';

it.each([
  ['a.yaml', `${authentication} @canary`],
  ['a.yaml', `${authentication} canary: x`],
  ['a.yaml', `${authentication} *canary`],
  ['a.yaml', `${authentication} *canary\nheaders: [*canary]`],
  ['a.yaml', `${authentication} |canary`],
  ['a.yaml', `${authentication} >-canary`],
  ['a.yaml', `${authentication} "x\\canary"`],
  ['a.yaml', `${authentication} {canary`],
  ['a.yaml', `${authentication} "x" canary`],
  ['a.yaml', 'url: a\nevents: {}\nauthentication: { username: 1, password: 8642097531 }'],
  ['a.json', '{"url":"a" "authentication":{"username":"ada","password":"can\\"canary"}}'],
  ['a.json', '{"authentication":{"password":"canary"},"authentication":{"password":"x"},"url":"a"}'],
  ['a.json', configText({ payload: { user: 'ada', password: 'canary' } })],
  ['a.json', configText({ url: 'https://ada:canary@e.example/$x$' })],
  ['a.properties', 'notification.webhook.url=a\nnotification.webhook.authentication.password=canary\\uZZ'],
])('nothing that is printed of %s shows the password of %j', async (name, text) => {
  for (const format of ['pretty', 'json']) {
    const { status, stdout, stderr } = await checkFiles({ [name]: text }, [name, '--format', format]);
    expect({ status, format }).toEqual({ status: 1, format });
    expect(stdout + stderr).not.toMatch(/canary|8642097531/);
  }
});

it('hides no more of a text than the password in it', async () => {
  const file = configText({ payload: '{"password": "canary", "a": "$oops$"}' });
  const { stdout } = await checkFiles({ 'a.json': file }, ['a.json']);
  expect(stdout).not.toContain('canary');
  expect(stdout).toContain(String.raw`\"a\": \"$oops$\"}"`);
});

describe('what fixes make of a file', () => {
  const file = configText({
    authentication: { username: 'ada', password: 'canary' },
    contentType: ' application/json',
    payload: '{"d": "$date; format=“yyyy”$"}',
  });

  it.each(formatNames)('shows no password as %s, and has it in the file', async format => {
    const { status, stdout, stderr, directory } = await checkFiles({ 'a.json': file }, [
      'a.json',
      '--fix',
      '--format',
      format,
    ]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: '2 mistakes mended.\nFound nothing in 1 file.\n',
    });
    expect(stdout).not.toContain('canary');
    expect(readFileSync(join(directory, 'a.json'), 'utf8')).toContain('"password": "canary"');
    const dry = await checkFiles({ 'a.json': file }, ['a.json', '--fix-dry-run', '--format', format]);
    expect(dry.stdout + dry.stderr).not.toContain('canary');
  });

  it('is in JSON as long as it is, with asterisks for the password', async () => {
    const { stdout, directory } = await checkFiles({ 'a.json': file }, [
      'a.json',
      '--fix',
      '--format',
      'json',
    ]);
    const written = readFileSync(join(directory, 'a.json'), 'utf8');
    expect(JSON.parse(stdout).files[0].fixed).toBe(
      written.replace('"canary"', '"******"').replace('"ada"', '"***"'),
    );
  });
});
