import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { defineEvents, type VariableSchema } from '../../src/index.ts';
import { serveNode } from '../../src/server/index.ts';
import { needsPackages } from '../debian-packages.ts';
import { testServer } from '../server/test-server.ts';
import { uuidPattern } from '../uuid-pattern.ts';
import { examplesOf } from './pages.ts';
import { runCurl } from './run-curl.ts';

/** Whether there is a Python of today. */
function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import json, urllib.request'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A server for the event of a page, with the token that the page has made. */
async function serverFor(page: string, variables: VariableSchema) {
  const events = defineEvents({ events: { 'order.paid': { title: 'An order was paid', variables } } });
  const { server, json } = await testServer({ events });
  const [, tokenBody = ''] =
    /`(\{ "name": "shop", "role": "reporter".*?\})`/.exec(readFileSync(page, 'utf8')) ?? [];
  const { token } = await json<{ token: string }>('POST', '/api/tokens', { body: JSON.parse(tokenBody) });
  const { origin, close } = await serveNode(server, { port: 0 });
  onTestFinished(() => close());
  const stored = () => json<{ items: object[] }>('GET', '/api/events');
  return { origin, token, stored };
}

async function runPython(code: string, env: Readonly<Record<string, string>>) {
  return promisify(execFile)('python3', ['-c', code], { env: { ...process.env, ...env } });
}

const reported = { profile: 'shop', event: 'order.paid', reportedBy: 'token shop' };

it('the programs in Python of the page about relaying report what they say', async () => {
  if (!hasPython()) throw new Error(needsPackages('python3'));
  const page = 'docs/relay.md';
  expect(readFileSync(page, 'utf8')).toContain(
    `'order.paid': { title: 'An order was paid', variables: { order: 'number', total: 'number' } }`,
  );
  const { origin, token, stored } = await serverFor(page, { order: 'number', total: 'number' });
  const programs = examplesOf(page, 'python');
  expect(programs).toHaveLength(2);
  for (const { code, output } of programs) {
    expect(code.split('\n').length).toBeLessThanOrEqual(12);
    const { stdout, stderr } = await runPython(code, { HOOKPLATE: origin, HOOKPLATE_TOKEN: token });
    expect([stdout.trimEnd(), stderr]).toEqual([output, '']);
  }
  expect((await stored()).items).toMatchObject([reported, reported]);
});

const reporting = 'docs/report-events.md';
const publicOrigin = 'https://hooks.example.com';

it('the command for curl reports an event, and is answered as the page says', async () => {
  const { origin, token, stored } = await serverFor(reporting, { order: 'string' });
  const [command, ...others] = examplesOf(reporting, 'sh');
  expect(others).toEqual([]);
  const here = command?.code.replaceAll(publicOrigin, origin) ?? '';
  expect(here).toContain(origin);
  const env = { HOOKPLATE_TOKEN: token };
  const [answer = ''] = await runCurl(here, { env });
  const [shown] = examplesOf(reporting, 'json').map(({ code }) => JSON.parse(code));
  const { items } = JSON.parse(answer);
  expect(Object.keys(items[0])).toEqual(Object.keys(shown.items[0]));
  expect(items).toEqual([{ id: expect.stringMatching(uuidPattern), repeated: false }]);
  const [again = ''] = await runCurl(here, { env });
  expect(JSON.parse(again)).toEqual({ items: [{ ...items[0], repeated: true }] });
  await expect(runCurl(here, { env: { HOOKPLATE_TOKEN: 'of-nobody' } })).rejects.toMatchObject({
    stdout: expect.stringContaining('"status":401'),
  });
  expect((await stored()).items).toMatchObject([reported]);
});

it('the program in Python reports the same event as the command for curl', async () => {
  if (!hasPython()) throw new Error(needsPackages('python3'));
  const { origin, token, stored } = await serverFor(reporting, { order: 'string' });
  const [program, ...others] = examplesOf(reporting, 'python');
  expect(others).toEqual([]);
  const env = { HOOKPLATE_TOKEN: token };
  const here = (code = ''): string => code.replaceAll(publicOrigin, origin);
  const { stdout, stderr } = await runPython(here(program?.code), env);
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^\[\{'id': '[0-9a-f-]{36}', 'repeated': False\}\]\n$/),
    '',
  ]);
  const [answer = ''] = await runCurl(here(examplesOf(reporting, 'sh')[0]?.code), { env });
  expect(JSON.parse(answer)).toMatchObject({ items: [{ repeated: true }] });
  expect((await stored()).items).toMatchObject([reported]);
});
