import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileWebhook,
  hideSecrets,
  processEvents,
  restoreSecrets,
  type WebhookConfig,
} from '../../../src/index.ts';

const text = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
  .map(value => `canary ${value}`);
const headers = fc.uniqueArray(
  fc.record(
    {
      name: fc.constantFrom('X-Key', 'Authorization', 'x-plain', 'X-Team', 'Accept'),
      value: text,
      secret: fc.boolean(),
    },
    { requiredKeys: ['name', 'value'] },
  ),
  { selector: ({ name }) => name },
);
const configs: fc.Arbitrary<WebhookConfig> = fc.record(
  {
    profile: fc.constant('Acme'),
    events: fc.constant({ Errored: true }),
    method: fc.constant('GET' as const),
    url: fc.constantFrom('https://example.com/a?b=$profile$', 'http://example.com:8080/'),
    headers,
    authentication: fc.record({ username: fc.constant('ada'), password: text }),
  },
  { requiredKeys: ['profile', 'events', 'method', 'url'] },
);

/** A webhook with a password and a secret header beside a plain one. */
const stored = {
  profile: 'Acme',
  events: { Errored: true },
  method: 'GET',
  url: 'https://example.com/hook',
  headers: [
    { name: 'X-Team', value: 'seen' },
    { name: 'X-Key', value: 'canary of the header', secret: true },
  ],
  authentication: { username: 'ada', password: 'canary of ada' },
} as const satisfies WebhookConfig;

it('what is hidden of any configuration comes back with what is stored', () => {
  fc.assert(
    fc.property(configs, config => {
      const shown = hideSecrets(config);
      const secrets = [
        ...(config.headers ?? []).flatMap(({ value, secret }) => (secret ? value : [])),
        ...(config.authentication ? [config.authentication.password] : []),
      ];
      const shownTexts = JSON.stringify(shown);
      for (const secret of secrets) expect(shownTexts).not.toContain(JSON.stringify(secret));
      const marks = shownTexts.split('{"set":true}').length - 1;
      expect(marks).toBe(secrets.length);
      expect(restoreSecrets(shown, config)).toEqual({ config, diagnostics: [] });
      // It came over a wire.
      expect(restoreSecrets(JSON.parse(shownTexts), config)).toEqual({ config, diagnostics: [] });
    }),
  );
});

it('a secret header keeps its value by its name, wherever it stands', () => {
  const [plain, key] = hideSecrets(stored).headers;
  const { config } = restoreSecrets({ ...hideSecrets(stored), headers: [key, plain] }, stored);
  expect(config).toMatchObject({ headers: [{ name: 'X-Key', value: 'canary of the header' }, plain] });
  // Whoever does not know a secret cannot have it shown, nor move it to another header.
  for (const changed of [
    { name: 'X-Key', value: { set: true } },
    { name: 'X-Other', value: { set: true }, secret: true },
  ]) {
    const restored = restoreSecrets({ ...hideSecrets(stored), headers: [changed] }, stored);
    expect(JSON.stringify(restored)).not.toContain('canary of the header');
  }
});

it('a secret that is given replaces the stored one, and one whose setting is left out is gone', () => {
  const { authentication, ...rest } = hideSecrets(stored);
  const changed = restoreSecrets({ ...rest, authentication: { ...authentication, password: 'new' } }, stored);
  expect(changed.config).toMatchObject({ authentication: { username: 'ada', password: 'new' } });
  expect(restoreSecrets(rest, stored).config).not.toHaveProperty('authentication');
  const without = restoreSecrets({ ...rest, authentication: { username: 'ada' } }, stored);
  expect(without.config).toMatchObject({ authentication: stored.authentication });
});

it.each([
  'https://elsewhere.example.com/hook',
  'http://example.com/hook',
  'https://example.com:8443/hook',
  'https://example.com.evil.example/hook',
  'https://example.com\\.evil.example/hook',
  'https://$profile$.example.com/hook',
  'https://example.com@evil.example/hook',
  '',
])('no secret is restored where the URL is %j', url => {
  const restored = restoreSecrets({ ...hideSecrets(stored), url }, stored);
  expect(restored.config).toBeUndefined();
  expect(restored.diagnostics.map(({ field, code }) => [field, code])).toEqual([
    ['headers[1].value', 'secret-needed-again'],
    ['authentication.password', 'secret-needed-again'],
  ]);
  expect(JSON.stringify(restored)).not.toContain('canary');
});

it('another path of the same server keeps them, and what needs none may lead anywhere', () => {
  const { config } = restoreSecrets({ ...hideSecrets(stored), url: 'https://EXAMPLE.com:443/other' }, stored);
  expect(config).toMatchObject({ authentication: stored.authentication });
  const { authentication: _, headers: __, ...rest } = hideSecrets(stored);
  const elsewhere = { ...rest, url: 'https://elsewhere.example.com/' };
  expect(restoreSecrets(elsewhere, stored)).toEqual({ config: elsewhere, diagnostics: [] });
});

describe('who gets a message', () => {
  const config = {
    profile: 'Acme',
    events: { Errored: true },
    receiver: 'telegram',
    url: 'https://api.telegram.org/botx/sendMessage',
    message: { to: 'canary', text: '$event$' },
  } as const satisfies WebhookConfig;
  const shown = hideSecrets(config);

  it('is hidden, and comes back with what is stored', () => {
    expect(shown.message).toEqual({ to: { set: true }, text: '$event$' });
    expect(restoreSecrets(JSON.parse(JSON.stringify(shown)), config)).toEqual({ config, diagnostics: [] });
    const edited = { ...shown, message: { ...shown.message, text: 'new' } };
    expect(restoreSecrets(edited, config).config).toMatchObject({ message: { to: 'canary', text: 'new' } });
    const replaced = { ...shown, message: { ...shown.message, to: '@other' } };
    expect(restoreSecrets(replaced, config).config).toMatchObject({ message: { to: '@other' } });
  });

  it('is removed by leaving it out, alone or with the message', () => {
    const { to: _, ...message } = shown.message;
    expect(restoreSecrets({ ...shown, message }, config)).toEqual({
      config: { ...config, message: { text: '$event$' } },
      diagnostics: [],
    });
    const { message: __, ...rest } = shown;
    const without = restoreSecrets({ ...rest, messages: { Errored: { text: 'a' } } }, config).config;
    expect(without).not.toHaveProperty('message');
  });

  it('is asked for again where the URL leads to another server', () => {
    const restored = restoreSecrets({ ...shown, url: 'https://evil.example/botx/sendMessage' }, config);
    expect(restored).toMatchObject({ diagnostics: [{ field: 'message.to', code: 'secret-needed-again' }] });
    expect(JSON.stringify(restored)).not.toContain('canary');
    const given = { ...shown, url: 'https://other.example/', message: { to: '@new', text: 'a' } };
    expect(restoreSecrets(given, config).diagnostics).toEqual([]);
  });
});

it('a secret that is nowhere is asked for', () => {
  const { headers: _, ...before } = stored;
  const { config, diagnostics } = restoreSecrets(hideSecrets(stored), before);
  expect(config).toBeUndefined();
  expect(diagnostics).toEqual([
    {
      field: 'headers[1].value',
      code: 'missing-secret',
      message: 'Nothing is stored for this secret header: give its value.',
    },
  ]);
});

it.each([null, 'text', 7, [], { headers: 7 }, { authentication: 'x' }])(
  'any value may be given: %j',
  given => {
    expect(() => restoreSecrets(given, stored)).not.toThrow();
  },
);

it('what is restored makes the requests of what was stored', () => {
  const { config } = restoreSecrets(hideSecrets(stored), stored);
  const requestOf = (given: WebhookConfig) =>
    compileWebhook(given).requestFor(processEvents.sample('Errored', { now: () => 0 }));
  expect(requestOf(config as WebhookConfig)).toEqual(requestOf(stored));
});
