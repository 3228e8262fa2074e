import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookalikesIn, secretKinds } from '../../../src/webhook/secrets/secret-kinds.ts';
import {
  isSecretField,
  mapSecrets,
  maskNamedSecrets,
  maskSecrets,
  replaceRanges,
  secretsOf,
} from '../../../src/webhook/secrets/secrets.ts';
import { tagsIn } from '../../../src/webhook/secrets/template-tags.ts';

const config = {
  id: 'canary',
  events: { Started: true, 'token.created': true },
  method: 'POST',
  url: 'https://ada:lovelace@h.example/a@b?token=x$profile$y&page=1#access_token=z',
  authentication: { username: 'ada', password: 'lovelace' },
  headers: [
    { name: 'X-Plain', value: 'plain' },
    { name: 'X-Marked', value: 'marked', secret: true },
    { name: 'Authorization', value: 'Bearer bearer' },
    { name: 'X-Api-Key', value: 'key' },
    { name: 'X-Author', value: 'Ada' },
  ],
  payload: '{"password": "guessed", "at": "https://ada:guessed@h/"}',
  signingSecret: 'whsec_x',
};

/** Each secret as its field, followed by the secret piece of its text. */
function found(given: unknown, options: Parameters<typeof secretsOf>[1]): readonly string[] {
  return secretsOf(given, options).map(({ field, node, range }) => {
    const piece = range && typeof node === 'string' ? ` ${node.slice(range.start, range.end)}` : '';
    return field + piece;
  });
}

const declared = ['authentication.password', 'headers[1].value', 'signingSecret'];

describe('what is secret in a configuration', () => {
  it('is what somebody declared', () => {
    expect(found(config, { level: 'declared' })).toEqual(declared);
    expect(found(config, { level: 'declared', secretHeaders: ['x-plain'] })).toContain('headers[0].value');
  });

  it('is what lets somebody in by its name as well, where that counts', () => {
    expect(found(config, { level: 'named', tagsIn })).toEqual([
      'url ada:lovelace',
      'url x',
      'url y',
      'url z',
      'authentication.password',
      'headers[1].value',
      'headers[2].value bearer',
      'headers[3].value key',
      'signingSecret',
    ]);
  });

  it('is what looks like a secret, where nobody needs to see it', () => {
    const guessed = found(config, { level: 'guessed' });
    expect(guessed).toEqual(
      expect.arrayContaining(['authentication', 'payload "guessed"', 'payload ada:guessed']),
    );
    expect(guessed).not.toContain('authentication.username');
    expect(found({ headers: ['Cookie: a=b'] }, { level: 'guessed' })).toEqual(['headers[0] a=b']);
    expect(found({ url: 'https://ada:x/y@h' }, { level: 'guessed' })).toContain('url ada:x/y');
    expect(found({ url: 'https://h:$port$/a@b' }, { level: 'guessed', tagsIn })).toEqual([]);
  });

  it('is what stands where secrets do, whatever it is', () => {
    const given = {
      authentication: { username: 'ada', password: { set: true } },
      headers: [
        { name: 'Cookie', value: 7 },
        { value: ['x'], secret: true },
        { name: 'X', secret: true },
      ],
      apiToken: { deep: { deeper: 'x' } },
    };
    expect(found(given, { level: 'named' })).toEqual([
      'authentication.password',
      'headers[0].value',
      'headers[1].value',
      'apiToken',
    ]);
  });

  it('is none of the names of events, and no truth', () => {
    expect(found({ events: { token: true, secret: 'on' }, secret: true }, { level: 'named' })).toEqual([]);
  });

  it('is told apart by the name of its header, wherever that stands', () => {
    const slots = secretsOf(config, { level: 'declared' }).map(({ slot }) => slot);
    expect(slots).toEqual(['authentication.password', 'headers.x-marked.value', 'signingSecret']);
  });

  it('is found in anything, and hiding it throws nothing away but that', () => {
    fc.assert(
      fc.property(fc.jsonValue(), given => {
        const kept = maskSecrets({ plain: given }, { level: 'declared' });
        expect(kept).toEqual({ plain: given });
        maskSecrets(given, { level: 'guessed', tagsIn });
      }),
    );
  });
});

describe('a configuration without its secrets', () => {
  it('has asterisks for them', () => {
    const shown = maskSecrets(config, { level: 'named', tagsIn });
    expect(shown).toEqual({
      ...config,
      url: 'https://***@h.example/a@b?token=***$profile$***&page=1#access_token=***',
      authentication: { username: 'ada', password: '***' },
      headers: [
        { name: 'X-Plain', value: 'plain' },
        { name: 'X-Marked', value: '***', secret: true },
        { name: 'Authorization', value: 'Bearer ***' },
        { name: 'X-Api-Key', value: '***' },
        { name: 'X-Author', value: 'Ada' },
      ],
      signingSecret: '***',
    });
  });

  it('is the same one where there are none', () => {
    const plain = { url: 'https://h/' };
    expect(maskSecrets(plain, { level: 'guessed' })).toBe(plain);
  });

  it('has what somebody wants in their place', () => {
    const set = { set: true };
    expect(mapSecrets(config, { level: 'declared' }, () => set)).toMatchObject({
      authentication: { username: 'ada', password: set },
      headers: [{ value: 'plain' }, { value: set }, {}, {}, {}],
      signingSecret: set,
    });
  });
});

it('a request has asterisks for credentials that are named, and keeps its body', () => {
  const request = {
    method: 'POST',
    url: 'https://ada@h.example/?sig=x',
    headers: [
      ['content-type', 'text/plain'],
      ['authorization', 'Basic ***'],
      ['cookie', ''],
      ['x-token', 'x'],
    ],
    body: 'password: x',
  } as const;
  expect(maskNamedSecrets(request)).toEqual({
    ...request,
    url: 'https://***@h.example/?sig=***',
    headers: [
      ['content-type', 'text/plain'],
      ['authorization', 'Basic ***'],
      ['cookie', ''],
      ['x-token', '***'],
    ],
  });
});

it.each([
  ['authentication', true],
  ['authentication.username', true],
  ['auth', true],
  ['headers[0].token', true],
  ['headers[0].value', false],
  ['url', false],
  ['events.user.created', false],
])('%s holds a secret whatever it says: %s', (field, isSecret) => {
  expect(isSecretField(field)).toBe(isSecret);
});

it('what nobody can read is guessed', () => {
  const hide = (text: string, where: Parameters<typeof lookalikesIn>[1]): string =>
    replaceRanges(text, lookalikesIn(text, where), piece => piece.replace(/\S/g, '*'));
  expect(hide('# password: x, https://a:b@h', 'besideSettings')).toBe('# password: ** *************');
  expect(hide('headers:\n- name: Cookie\n  value: a=b c', 'unreadFile')).toBe(
    'headers:\n- name: Cookie\n  value: *** *',
  );
});

it('every kind of secret has a name of its own', () => {
  const names = secretKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
