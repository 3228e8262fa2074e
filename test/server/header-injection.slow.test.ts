import { expect, it } from 'vitest';
import type { HookplateOptions } from '../../src/server/index.ts';
import { onRequest, tcpServer } from '../loopback-server.ts';
import { jsonOf, type TestServer, testServer } from './test-server.ts';
import { copyTask } from './test-users.ts';

/** Characters that end a line somewhere: U+010D and U+010A are CR and LF once their upper bytes are cut off. */
const breaks = {
  'CR LF': '\r\n',
  LF: '\n',
  CR: '\r',
  NUL: '\0',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a next line': '\u0085',
  'a vertical tab': '\v',
  'letters that hold CR LF': '\u010d\u010a',
  'nothing at all': '',
  'its spelling in URLs': '%0D%0A',
  'half of a pair': '\ud800',
} as const;
const injected = 'X-Injected: yes';
const attacks = Object.entries(breaks).map(([name, lineBreak]) => ({
  name,
  text: `a${lineBreak}${injected}${lineBreak}${lineBreak}`,
}));

/** A receiver that keeps the bytes it gets, whatever they are. */
async function wiretap() {
  const heads: string[] = [];
  const { url } = await tcpServer(socket => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
    });
    onRequest(socket, () => {
      heads.push(text.slice(0, text.indexOf('\r\n\r\n')));
      text = '';
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
  });
  return { url, heads };
}

/** Neither what was sent nor what was answered has a line that somebody put there. */
function expectNoLine(head: string): void {
  expect(head.split(/[\r\n\0\u0085]+/).filter(line => /^\s*x-injected/i.test(line))).toEqual([]);
}

async function watched(options: Partial<HookplateOptions> = {}) {
  const tested = await testServer({ limits: { maxTestsPerMinute: 1000 }, ...options });
  const ask: TestServer['call'] = async (...asked) => {
    const response = await tested.call(...asked);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('x-injected')).toBeNull();
    for (const [name, value] of response.headers) expectNoLine(`${name}: ${value}`);
    return response;
  };
  return { ...tested, ask, tap: await wiretap() };
}

/** A webhook is either stored, or refused with a message. */
const keptOrRefused = expect.toSatisfy(status => [200, 201, 422].includes(status));

/** Where the text goes in a webhook, and beside its configuration. */
const fields: Readonly<Record<string, (text: string, url: string) => [config: object, beside?: object]>> = {
  'the name of a header': text => [{ headers: [{ name: text, value: 'x' }] }],
  'the value of a header': text => [{ headers: [{ name: 'X-Key', value: text }] }],
  'a secret header': text => [{ headers: [{ name: 'X-Key', value: text, secret: true }] }],
  'a default in a header': text => [{ headers: [{ name: 'X-Key', value: `$job; default="${text}"$` }] }],
  'a username': text => [{ authentication: { username: text, password: 'long-enough' } }],
  'a password': text => [{ authentication: { username: 'ada', password: text } }],
  'a content type': text => [{ contentType: text }],
  'a parameter of a content type': text => [{ contentType: `text/plain; charset=utf-8; x="${text}"` }],
  'a path': (text, url) => [{ url: `${url}/${text}` }],
  'a query': (text, url) => [{ url: `${url}/?q=${text}` }],
  'credentials in a URL': (text, url) => [{ url: url.replace('//', `//${text}@`) }],
  'a payload': text => [{ payload: text }],
  'a time zone': text => [{ timeZone: text }],
  'a profile': text => [{ profile: text }],
  'an id': text => [{ id: text }],
  'a method': text => [{ method: text }],
  'an event': text => [{ events: { Started: true, [text]: true } }],
  'a signing secret': text => [{}, { signingSecret: text }],
  'the bytes of a signing secret': text => [
    {},
    { signingSecret: `whsec_${Buffer.from(text.repeat(3)).toString('base64')}` },
  ],
};

it('a line break in a field of a webhook is refused, or harmless where it is sent and shown', async () => {
  const { ask, tap } = await watched();
  for (const { name, text } of attacks) {
    for (const [field, make] of Object.entries(fields)) {
      const place = `${name} in ${field}`;
      const [more, beside] = make(text, tap.url);
      const config = { profile: 'p', events: { Started: true }, method: 'POST', url: tap.url, ...more };
      const response = await ask('POST', '/api/webhooks', { body: { config, ...beside } });
      const answer = await jsonOf<{ id: string; diagnostics: { message: string }[] }>(response);
      expect([place, response.status]).toEqual([place, keptOrRefused]);
      if (response.status === 422) {
        expect([place, answer.diagnostics[0]?.message]).toEqual([place, expect.stringMatching(/\w/)]);
        continue;
      }
      for (const path of ['', '/versions']) await ask('GET', `/api/webhooks/${answer.id}${path}`);
      const sent = await ask('POST', `/api/webhooks/${answer.id}/test`, { body: {} });
      expect([place, sent.status, tap.heads.length]).toEqual([place, 200, 1]);
      for (const head of tap.heads.splice(0)) expectNoLine(head);
    }
  }
});

it('a line break in the configuration of a flow, or in the name of a token, is refused or harmless', async () => {
  const { ask } = await watched();
  const api = { enabled: true, parameters: { tables: 'job/tables' }, sampleBody: { job: { tables: [] } } };
  const path = '/api/flows/etl/copy/api';
  for (const { text } of attacks) {
    const bodies = [
      { ...api, baseUrl: `https://example.com/${text}` },
      { ...api, baseUrl: text },
      { ...api, parameters: { [text]: 'job/tables' } },
      { ...api, parameters: { tables: `value of ${text}` } },
      { ...api, sampleBody: { job: { tables: [text] }, [text]: text } },
    ];
    for (const body of bodies) {
      const response = await ask('PUT', path, { body, headers: { 'if-match': '*' } });
      expect([body, response.status]).toEqual([body, keptOrRefused]);
      await ask('GET', path);
      await ask('POST', `${path}/test`, { body: {} });
    }
    const made = await ask('POST', '/api/tokens', { body: { name: text, role: 'viewer' } });
    expect([text, made.status]).toEqual([text, keptOrRefused]);
    if (made.status === 422) continue;
    const { token } = await jsonOf<{ token: string }>(made);
    await ask('GET', '/api/session', { as: 'nobody', headers: { authorization: `Bearer ${token}` } });
    await ask('GET', '/api/tokens');
  }
});

it('a line break in a profile is harmless in the headers and the URL that are made of it', async () => {
  const tasks = attacks.map(({ text }, n) => [`t${n}`, { ...copyTask, profile: text }] as const);
  const { ask, tap } = await watched({ projects: { etl: { tasks: Object.fromEntries(tasks) } } });
  for (const [n, { name, text }] of attacks.entries()) {
    const config = {
      profile: text,
      events: { Completed: true },
      method: 'POST',
      url: `${tap.url}/$profile$?p=$profile$`,
      headers: [{ name: 'X-Profile', value: 'p-$profile$' }],
      contentType: 'text/plain',
      payload: '$profile$',
    };
    const stored = await ask('POST', '/api/webhooks', { body: { config } });
    expect([name, stored.status]).toEqual([name, keptOrRefused]);
    if (stored.status === 422) continue;
    await ask('POST', `/api/v2/project/etl/task/t${n}/run?trigger=API`, {
      body: { job: { tables: [text] } },
    });
    await expect.poll(() => tap.heads.length).toBe(1);
    for (const head of tap.heads.splice(0)) expectNoLine(head);
  }
  for (const path of ['/api/messages', '/api/processes', '/api/profiles', '/metrics']) await ask('GET', path);
});
