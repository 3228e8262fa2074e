import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatNames } from '../../../src/cli/check/report.ts';
import { checkFiles, configText } from './check-files.ts';

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
  ['a.json', String.raw`{"url": "https:\/\/ada:canary@e.example\/$x$", "method": "GET"}`],
  ['a.json', String.raw`{"url": "https:\/\/ada:can\"canary@e.example\/$x$", "method": "GET"}`],
  ['a.json', String.raw`{"url": "https:\/\/ada:canary@e.example\/" "method": "GET"}`],
  ['a.json', String.raw`{"url": "https:\/\/ada:can\"canary canary@e.example\/" "method": "GET"}`],
  ['a.json', configText({ url: 'https://ada:x canary@e.example/$x$' })],
  ['a.json', configText({ url: 'https://ada:x@canary@e.example/$x$' })],
  ['a.json', configText({ url: 'https://ada:x/canary@e.example/$x$' })],
  ['a.json', configText({ url: 'https://e.example/?api%5Fkey=canary&x=$x$' })],
  ['a.json', configText({ payload: String.raw`{"a": "https:\/\/ada:canary@e.example", "b": $x$}` })],
  ['a.json', '{"url": "a", "authentication": {"password":\n"canary" "username": "ada"}}'],
  ['a.json', configText({ headers: [{ name: 'X-Api-Key', value: 'canary canary $x$' }] })],
  ['a.json', configText({ headers: [{ name: 'Cookie', value: '$x; default="canary"$' }] })],
  ['a.json', configText({ headers: [{ name: 'X-Api-Key', value: 8642097531 }] })],
  ['a.json', configText({ headers: { Authorization: 'Bearer canary' } })],
  ['a.json', '{"headers": [{"name": "Cookie", "value": "canary" "url": 1}]}'],
  ['a.json', '{"headers": [{"value": "canary", "name": "Cookie" "url": 1}]}'],
  ['a.jsonc', `{"url": 1, // was https://ada:canary@e.example, password: canary, canary\n"method": "GET"}`],
  ['a.yaml', String.raw`{url: "https:\/\/ada:canary@e.example/$x$", method: GET}`],
  ['a.yaml', 'method: GET\nurl: "https://ada:x\\\n  canary@e.example/$x$"'],
  ['a.yaml', 'method: GET\nurl: "https://ada:x\n  canary@e.example/$x$"'],
  ['a.yaml', 'method: GET\nurl: "https://ada:x\\\n  canary@e.example/" b'],
  ['a.yaml', 'method: GET\nurl: a\nheaders: [{name: X-Jwt, value: a canary $x$}]'],
  ['a.properties', 'notification.webhook.url=https\\://ada\\:canary@e.example/$x$'],
  ['a.properties', 'notification.webhook.url=a\nnotification.webhook.header.Session=canary $x$'],
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

it('shows the scheme of a credential, the tags beside it, and what only looks like one', async () => {
  const file = configText({
    url: 'https://ada:$profil$@e.example/a@b?token=x$profil$y&page=1',
    headers: [
      { name: 'Authorization', value: 'Bearer can$profil$ary' },
      { name: 'X-Author', value: '$profil$ Lovelace' },
    ],
  });
  const { stdout } = await checkFiles({ 'a.json': file }, ['a.json']);
  expect(stdout).toContain('"https://****$profil$@e.example/a@b?token=*$profil$*&page=1"');
  expect(stdout).toContain('"Bearer ***$profil$***"');
  expect(stdout).toContain('"$profil$ Lovelace"');
});

it('shows no fix that writes a text anew which has a secret in it', async () => {
  const file =
    'method: GET\nurl: "https://ada:canary@e.example/\\\n  $date; format=“yyyy”$"\nevents: {Errored: true}\n';
  for (const format of formatNames) {
    const { stdout, stderr } = await checkFiles({ 'a.yaml': file }, ['a.yaml', '--format', format]);
    expect(stdout + stderr).not.toContain('canary');
    const dry = await checkFiles({ 'a.yaml': file }, ['a.yaml', '--fix-dry-run', '--format', format]);
    expect(dry.stdout + dry.stderr).not.toContain('canary');
  }
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
      stderr: '2 mistakes mended.\nFound no mistakes in 1 file.\n',
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

  it('is still JSON, with quotes and backslashes in secrets', async () => {
    const mended = await checkFiles(
      {
        'a.json': configText({
          authentication: { username: 'a"da', password: 'can"ary\\' },
          url: 'https://ada:can%22"ary@e.example/?token=a"\\',
          payload: '{"password": "can\\"ary", "pwd": 1, "d": "$date; format=“yyyy”$"}',
        }),
      },
      ['a.json', '--fix-dry-run', '--format', 'json'],
    );
    const { fixed } = JSON.parse(mended.stdout).files[0];
    expect(fixed).not.toMatch(/can|ary/);
    expect(JSON.parse(fixed)).toMatchObject({ profile: 'Nightly', authentication: { username: '*"**' } });
  });
});
