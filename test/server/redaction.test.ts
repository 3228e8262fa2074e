import { expect, it } from 'vitest';
import { hideTexts } from '../../src/server/webhooks/redaction.ts';
import { httpServer } from '../loopback-server.ts';
import { testServer } from './test-server.ts';

const secret = 'k€y/+"<\u{1f511}>& secret';
const escapeJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('€', '&#x20ac;');
const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: text => text,
  JSON: escapeJson,
  'a URL': encodeURIComponent,
  'a form': text => new URLSearchParams([['', text]]).toString().slice(1),
  HTML: entities,
  'JSON in JSON': text => escapeJson(escapeJson(text)),
  'HTML in JSON': text => escapeJson(entities(text)),
};

it.each(Object.entries(spellings))('wherever a text is cut, a secret in %s is hidden', (_name, spell) => {
  const [start, written] = ['It was: ', spell(secret)];
  for (let length = 1; length < written.length; length++) {
    const shown = hideTexts(start + written.slice(0, length), [secret], { isCut: true });
    // A fragment of an escape that was cut in two may remain, as long as nothing of the secret precedes it.
    expect([length, shown]).toEqual([
      length,
      expect.stringMatching(/^It was: (?:\*\*\*|[%&\\\ufffd].{0,7})$/),
    ]);
  }
});

it('only where its end is missing, the beginning of a secret is taken for one', () => {
  expect(hideTexts('what is k', [secret])).toBe('what is k');
  expect(hideTexts('what is k', [secret], { isCut: true })).toBe('what is ***');
  expect(hideTexts('what is it', [secret], { isCut: true })).toBe('what is it');
});

const configFor = (url: string): object => ({
  profile: 'p',
  events: { Started: true },
  method: 'POST',
  url,
  headers: [{ name: 'X-Key', value: 'very-secret', secret: true }],
});

it('an answer that is cut off within a secret shows nothing of it', async () => {
  const receiver = await httpServer((response, { headers }) =>
    response.end(`got ${headers['x-key']} and more`),
  );
  const { json } = await testServer({ delivery: { maxResponseBytes: 10 } });
  const { attempt } = await json('POST', '/api/webhooks/test', { body: { config: configFor(receiver.url) } });
  expect(attempt).toMatchObject({ outcome: { status: 200, truncated: true, body: 'got ***' } });
});

it('a header of an answer that is kept in part, and ends within a secret, shows nothing of it', async () => {
  const start = 'x'.repeat(512 - 'very-'.length);
  const receiver = await httpServer((response, { headers }) =>
    response.setHeader('x-request-id', `${start}${headers['x-key']}`).end(),
  );
  const { json } = await testServer();
  const { attempt } = await json('POST', '/api/webhooks/test', { body: { config: configFor(receiver.url) } });
  expect(attempt).toMatchObject({
    outcome: { status: 200, headers: expect.arrayContaining([['x-request-id', `${start}***`]]) },
  });
});
