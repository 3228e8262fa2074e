import { expect, it, onTestFinished } from 'vitest';
import { serveNode } from '../../../src/server/index.ts';
import type { WebhookSeed } from '../../../src/server/seed-webhooks.ts';
import type { TemplateWorkOptions } from '../../../src/server/templates/template-work-options.ts';
import { jsonOf, testServer } from '../test-server.ts';
import { basicOf, passwords, users } from '../test-users.ts';

const stored: WebhookSeed = {
  id: 'kept',
  profile: 'p',
  events: { Started: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'text/plain',
  payload: 'as it was',
};
/** Takes a thread many times as long as the shortest deadline, on any machine. */
const costly = { config: { ...stored, id: undefined, payload: '$'.repeat(256 * 1024) } };
const another = { username: 'another', password: 'edits-too', role: 'editor' } as const;

/** A server that listens, and a way to ask it as an editor, or as another one. */
async function listening(templates: TemplateWorkOptions) {
  const options = { users: [...users, another], webhooks: [stored], templates: { threads: 1, ...templates } };
  const { server } = await testServer(options);
  const { origin, close } = await serveNode(server, { port: 0 });
  onTestFinished(close);
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    authorization = basicOf('editor', passwords.editor),
  ) =>
    fetch(`${origin}/api/webhooks${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'if-match': '*' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { ask, asAnother: basicOf(another.username, another.password) };
}

/** The parts of a refusal that a program goes by. */
async function refusalOf(response: Response) {
  const { status, headers } = response;
  const { status: told, code, title } = await jsonOf<Record<string, unknown>>(response);
  expect([headers.get('content-type'), told]).toEqual(['application/problem+json', status]);
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  return { status, code, title, retryAfter: headers.get('retry-after') };
}

it('what takes longer than its deadline is a 504 problem, and nothing of it is saved', async () => {
  const { ask } = await listening({ deadlineMs: 1 });
  const late = { status: 504, code: 'check-too-slow', title: 'Gateway Timeout', retryAfter: null };
  expect(await refusalOf(await ask('PUT', '/kept', costly))).toEqual(late);
  expect(await refusalOf(await ask('POST', '', costly))).toEqual(late);
  expect(await refusalOf(await ask('POST', '/validate', costly))).toEqual(late);
  const after = await ask('GET', '/kept');
  expect(after.headers.get('etag')).toBe('"1"');
  expect(await after.json()).toMatchObject({ version: 1, config: { payload: 'as it was' } });
  expect(await (await ask('GET', '/kept/versions')).json()).toMatchObject({ items: [{ version: 1 }] });
  expect(await (await ask('GET', '')).json()).toMatchObject({ items: [{ id: 'kept' }] });
});

/** Of two that come at once, the first is answered when it is done, and the other one is refused. */
async function refusedOfTwo(answers: readonly Promise<Response>[]) {
  const [refused = new Response()] = (await Promise.all(answers)).filter(({ ok }) => !ok);
  expect((await Promise.all(answers)).filter(({ ok }) => ok)).toHaveLength(1);
  return refusalOf(refused);
}

it('more than a caller may have checked at once is a 429 problem, that says when to come again', async () => {
  const { ask } = await listening({ deadlineMs: 120_000, maxPerCaller: 1 });
  expect(await refusedOfTwo([ask('POST', '/validate', costly), ask('POST', '/validate', costly)])).toEqual({
    ...{ status: 429, code: 'too-many-checks', title: 'Too Many Requests', retryAfter: '1' },
  });
  expect((await ask('POST', '/validate', { config: stored })).status).toBe(200);
});

it('more than may wait of all callers is a 503 problem, that says when to come again', async () => {
  const { ask, asAnother } = await listening({ deadlineMs: 120_000, maxQueued: 0 });
  const both = [ask('POST', '/validate', costly), ask('POST', '/validate', costly, asAnother)];
  const full = { status: 503, code: 'checks-full', title: 'Service Unavailable', retryAfter: '5' };
  expect(await refusedOfTwo(both)).toEqual(full);
});
