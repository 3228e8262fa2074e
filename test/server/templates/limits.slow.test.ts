import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PreviewBody, ShownDiagnostic } from '../../../src/api/answers.ts';
import { TemplateThreads } from '../../../src/server/templates/template-threads.ts';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { httpServer } from '../../loopback-server.ts';
import { jsonOf, testServer } from '../test-server.ts';

/** As a server does by default, and with patience. */
const inThreads = { templates: { deadlineMs: 120_000 } } as const;

const mebibyte = 1024 * 1024;
const webhook = {
  profile: 'p',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'application/json',
};

interface Diagnosed {
  readonly diagnostics: readonly ShownDiagnostic[];
}

describe('what is longer than the server takes', () => {
  const config = {
    ...webhook,
    url: `https://example.com/${'x'.repeat(16 * 1024)}`,
    headers: [{ name: 'X-Long', value: 'é'.repeat(8193) }],
    payload: `"${'x'.repeat(256 * 1024)}"`,
  };
  const tooLong = [
    ['url', 'too-long', `This text has ${16 * 1024 + 20} bytes; the server takes at most 16384.`],
    ['headers[0].value', 'too-long', 'This text has 16386 bytes; the server takes at most 16384.'],
    ['payload', 'too-long', `This text has ${256 * 1024 + 2} bytes; the server takes at most 262144.`],
  ];
  const told = ({ diagnostics }: Diagnosed) =>
    diagnostics.map(({ field, code, message }) => [field, code, message]);

  it('is named with its field, and not checked further', async () => {
    const { call, json } = await testServer(inThreads);
    expect(told(await json('POST', '/api/webhooks/validate', { body: { config } }))).toEqual(tooLong);
    const previewed = await json<PreviewBody>('POST', '/api/webhooks/preview', { body: { config } });
    expect(told(previewed)).toEqual(tooLong);
    expect(previewed.events).toEqual([]);
    for (const path of ['/api/webhooks', '/api/webhooks/test']) {
      const response = await call('POST', path, { body: { config } });
      expect(response.status).toBe(422);
      expect(told(await jsonOf(response))).toEqual(tooLong);
    }
  });

  it('is what the options say, and so does the OpenAPI document', async () => {
    const { json } = await testServer({
      templates: { maxPayloadBytes: 10, maxUrlBytes: 30, maxDiagnostics: 2 },
    });
    const small = { ...webhook, payload: '{"a": "b"}' };
    const diagnosed = (more: object) =>
      json<Diagnosed>('POST', '/api/webhooks/validate', { body: { config: { ...small, ...more } } });
    expect(told(await diagnosed({}))).toEqual([]);
    expect(told(await diagnosed({ payload: '{"a": "bc"}' }))).toEqual([
      ['payload', 'too-long', 'This text has 11 bytes; the server takes at most 10.'],
    ]);
    expect((await diagnosed({ payload: '$a$$b$$c$' })).diagnostics.map(({ code }) => code)).toEqual([
      expect.any(String),
      expect.any(String),
      'more-mistakes',
    ]);
    const document = JSON.stringify(await json('GET', '/api/openapi.json'));
    const limited: unknown[] = [];
    JSON.parse(document, (_, value) => {
      if (value?.maxLength <= 30) limited.push([value.maxLength, value.description]);
      return value;
    });
    expect(limited).toContainEqual([10, 'Not for GET: a template, of at most 10 bytes in UTF-8.']);
    expect(limited).toContainEqual([30, 'A template, of at most 30 bytes in UTF-8.']);
  });
});

describe('no answer has more than a mebibyte', () => {
  const values = `[${'"$profile$",'.repeat(21_000)}1]`;

  it('where previews are long', async () => {
    const { call } = await testServer(inThreads);
    const config = { ...webhook, profile: 'twelve chars', payload: values };
    const text = await (await call('POST', '/api/webhooks/preview', { body: { config } })).text();
    expect(Buffer.byteLength(text)).toBeLessThan(mebibyte);
    const { events }: PreviewBody = JSON.parse(text);
    expect(events.map(({ kind, parts, error }) => [kind, parts, error?.code])).toEqual([
      ['request', undefined, undefined],
      ['failure', undefined, 'answer-too-long'],
      ['failure', undefined, 'answer-too-long'],
    ]);
  });

  it('where fixes are long', async () => {
    const { call } = await testServer(inThreads);
    const lines = 'x\n'.repeat(100_000);
    const config = { ...webhook, payload: `["${lines}", "${lines.slice(0, 50_000)}"]` };
    const text = await (await call('POST', '/api/webhooks/validate', { body: { config } })).text();
    expect(Buffer.byteLength(text)).toBeLessThan(mebibyte);
    expect(JSON.parse(text).diagnostics.length).toBeGreaterThan(0);
  });

  it('where stored webhooks are long: their pages are shorter', async () => {
    const { call, json } = await testServer(inThreads);
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) {
      const config = { ...webhook, id, payload: `"${'"\\'.replaceAll(/./g, '\\$&').repeat(60_000)}"` };
      expect((await call('POST', '/api/webhooks', { body: { config } })).status).toBe(201);
    }
    const listed: string[] = [];
    let next = '';
    do {
      const text = await (await call('GET', `/api/webhooks?limit=500${next && `&cursor=${next}`}`)).text();
      expect(Buffer.byteLength(text)).toBeLessThan(mebibyte);
      const page: { readonly items: readonly { readonly id: string }[]; readonly next?: string } =
        JSON.parse(text);
      listed.push(...page.items.map(({ id }) => id));
      next = page.next ?? '';
    } while (next !== '');
    expect(listed).toEqual(ids);
    const { version } = await json<{ readonly version: number }>('GET', '/api/webhooks/a');
    expect(version).toBe(1);
  });

  it('where the sample of a test is long', async () => {
    const { hits, url } = await httpServer();
    const { call } = await testServer({ templates: { maxAnswerBytes: 65_536 } });
    const config = { ...webhook, url, payload: `"${'x'.repeat(40_000)}"` };
    const response = await call('POST', '/api/webhooks/test', { body: { config } });
    expect([response.status, (await jsonOf<Diagnosed>(response)).diagnostics[0]?.code]).toEqual([
      422,
      'too-long',
    ]);
    expect(hits).toEqual([]);
  });
});

it('a catalogue made in code reaches the threads, with samples that are functions', async () => {
  const events = defineEvents({
    variables: { shop: 'string', open: ['yes', 'no'] },
    events: {
      'order.paid': {
        title: 'An order was paid',
        variables: { total: 'number', items: listOf({ name: 'string' }), extra: 'json', due: 'date' },
        constants: { open: 'yes' },
        sample: date => ({
          shop: 'Acme',
          total: 12.5,
          items: [{ name: 'tea' }, { name: 'milk' }],
          extra: { a: [1] },
          due: new Date(date.getTime() + 1000),
        }),
      },
    },
  });
  const receiver = await httpServer();
  const { json } = await testServer({ ...inThreads, events, clock: () => 0 });
  const payload =
    '{"shop":"$shop$","open":"$open$","total":$total$,"items":[$for(i in items)$"$i.name$"$sep$,$endfor$],"extra":$extra$,"due":"$due$"}';
  const config = {
    ...webhook,
    profile: undefined,
    events: { 'order.paid': true },
    url: receiver.url,
    payload,
  };
  const body = { config };
  const sent = {
    shop: 'Acme',
    open: 'yes',
    total: 12.5,
    items: ['tea', 'milk'],
    extra: { a: [1] },
    due: '1970-01-01T00:00:01Z',
  };
  const previewed = await json<PreviewBody>('POST', '/api/webhooks/preview', { body });
  expect(previewed.diagnostics).toEqual([]);
  expect(JSON.parse(previewed.events[0]?.request?.body ?? '')).toEqual(sent);
  await json('POST', '/api/webhooks/test', { body });
  expect(receiver.hits.map(({ body: text }) => JSON.parse(text))).toEqual([sent]);
});

it('what a token asks for counts as the work of the person who made it', async () => {
  const { call, json } = await testServer();
  const made = { name: 'ci', role: 'editor' };
  const { token } = await json<{ token: string }>('POST', '/api/tokens', { body: made });
  const running = vi.spyOn(TemplateThreads.prototype, 'run');
  onTestFinished(() => running.mockRestore());
  const headers = { authorization: `Bearer ${token}` };
  const body = { config: { ...webhook, payload: '{}' } };
  const created = await call('POST', '/api/webhooks', { headers, body });
  const { id } = await jsonOf<{ id: string }>(created);
  await call('POST', '/api/webhooks/validate', { headers, body });
  await call('POST', '/api/webhooks/preview', { headers, body });
  const matched = { 'if-match': created.headers.get('etag') ?? '' };
  await call('PUT', `/api/webhooks/${id}`, { headers: { ...headers, ...matched }, body });
  await call('GET', '/api/webhooks', { headers });
  const asked = running.mock.calls.map(([kind, , caller]) => [kind, caller]);
  const kinds = ['check', 'validate', 'preview', 'check'];
  expect(asked).toEqual(kinds.map(kind => [kind, 'editor']));
});
