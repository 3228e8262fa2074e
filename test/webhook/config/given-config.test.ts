import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGiven, textOfField } from '../../../src/webhook/config/given-config.ts';
import { getConfig } from '../webhook-configs.ts';

it('reads what has the right shape, and keeps the rest under its name and in its order', () => {
  const given = readGiven({
    zebra: 1,
    method: 7,
    url: 'https://h/',
    events: { Started: true, toString: false },
    authentication: { username: 'ada', password: { set: true } },
    headers: [{ name: 'X-A', value: 'a', secret: true }, null, { value: 2 }, 'X-B: b'],
    payload: ['no text'],
    timeZone: undefined,
  });
  expect(Object.keys(given.settings)).toEqual([
    'zebra',
    'method',
    'url',
    'events',
    'authentication',
    'headers',
    'payload',
  ]);
  expect(given).toMatchObject({ method: 7, url: 'https://h/', payload: undefined, timeZone: undefined });
  expect(given.events).toEqual({ Started: true, toString: false });
  expect(given.authentication).toMatchObject({
    username: 'ada',
    password: undefined,
    settings: { password: { set: true } },
  });
  expect(given.headers.map(({ name, value }) => [name, value])).toEqual([
    ['X-A', 'a'],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(given.headers.map(({ settings }) => Object.keys(settings))).toEqual([
    ['name', 'value', 'secret'],
    [],
    ['value'],
    [],
  ]);
});

it('finds the text of a field', () => {
  const given = readGiven({
    url: 'u',
    output: 1,
    authentication: { username: 'ada' },
    headers: [{ name: 'n', value: 'v' }],
  });
  const texts = ['url', 'output', 'authentication.username', 'headers[0].value', 'headers[1].name', 'x'];
  expect(texts.map(field => textOfField(given, field))).toEqual([
    'u',
    undefined,
    'ada',
    'v',
    undefined,
    undefined,
  ]);
});

it('has nothing to do with what was given any more', () => {
  const config = { url: 'a', headers: [{ name: 'n', value: 'v' }] };
  const given = readGiven(config);
  config.url = 'b';
  config.headers.push({ name: 'm', value: 'w' });
  expect([given.url, given.headers.length]).toEqual(['a', 1]);
});

it('reads no more headers than are wanted', () => {
  expect(readGiven({ headers: Array.from({ length: 9 }, () => ({})) }, 3).headers).toHaveLength(3);
  expect(readGiven({ headers: new Array(2 ** 31) }, 3).headers).toHaveLength(3);
});

it('says of what cannot be read why, and never throws', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const getter = Object.defineProperty({ ...getConfig }, 'url', {
    enumerable: true,
    get() {
      throw new Error('c4nary');
    },
  });
  expect([undefined, null, 'text', [getConfig]].map(given => readGiven(given).fault)).toEqual(
    Array(4).fill('not-an-object'),
  );
  for (const given of [getter, revoked.proxy, { events: revoked.proxy }, { headers: [getter] }])
    expect(readGiven(given)).toMatchObject({ fault: 'unreadable', settings: {}, headers: [] });
  fc.assert(fc.property(fc.anything(), given => void readGiven(given)));
});
