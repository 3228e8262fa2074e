import { safeParse } from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SettingTree } from '../../../src/webhook/config/settings.ts';
import { getConfig } from '../webhook-configs.ts';

/** Settings that no webhook has: whatever reads the tree carries them through. */
const invented: SettingTree = {
  subject: { kind: 'text', isTemplate: true, isOptional: true },
  quiet: { kind: 'flag', isOptional: true },
  hours: {
    kind: 'group',
    isOptional: true,
    settings: {
      zone: { kind: 'text', maxLength: 3 },
      rule: {
        kind: 'group',
        isOptional: true,
        settings: {
          isOpen: { kind: 'flag' },
          key: { kind: 'text', isSecret: true, isOptional: true },
          days: { kind: 'text', options: ['all', 'none'], isOptional: true },
          code: { kind: 'text', pattern: /^[a-z]$/, isOptional: true },
        },
      },
    },
  },
};

let modules: Awaited<ReturnType<typeof load>>;

/** What reads the tree when it is loaded, anew. */
async function load() {
  const { settings } = await import('../../../src/webhook/config/settings.ts');
  Object.assign(settings, invented);
  return {
    ...(await import('../../../src/webhook/config/given-config.ts')),
    ...(await import('../../../src/webhook/placeholders.ts')),
    ...(await import('../../../src/server/webhooks/given-webhook.ts')),
    ...(await import('../../../src/webhook/check.ts')),
    ...(await import('../../../src/webhook/config/json-schema.ts')),
    ...(await import('../../../src/webhook/config/properties.ts')),
    ...(await import('../../../src/webhook/secrets/secrets.ts')),
    ...(await import('../../../src/api/answers.ts')),
    ...(await import('../../../src/cli/contents/read-properties.ts')),
  };
}

beforeAll(async () => {
  vi.resetModules();
  modules = await load();
});

// Files of the same process get settings without these.
afterAll(() => {
  vi.resetModules();
});

it('a further template has the limit of one text, and is asked for placeholders', () => {
  const { findTooLong, fieldsToFill, readGiven } = modules;
  const limits = { maxPayloadBytes: 20, maxUrlBytes: 10, maxAnswerBytes: 1e6, maxDiagnostics: 1 };
  expect(
    findTooLong({ url: 'x'.repeat(10), payload: 'x'.repeat(20), subject: 'x'.repeat(11) }, limits),
  ).toEqual([
    { field: 'subject', code: 'too-long', message: 'This text has 11 bytes; the server takes at most 10.' },
  ]);
  expect(fieldsToFill(readGiven({ ...getConfig, subject: 'of YOUR_TEAM' }))).toMatchObject([
    { field: 'subject', placeholders: ['YOUR_TEAM'] },
  ]);
});

const nested = {
  ...getConfig,
  quiet: false,
  hours: { zone: 'UTC', rule: { isOpen: true, key: 'canary' } },
};
const keys = {
  'notification.webhook.quiet': 'false',
  'notification.webhook.hours.zone': 'UTC',
  'notification.webhook.hours.rule.isOpen': 'true',
  'notification.webhook.hours.rule.key': 'canary',
};

it('a flag and a group inside a group are read, and refused with their place', () => {
  const { validateWebhook, createWebhookSchema } = modules;
  expect(validateWebhook(nested)).toEqual([]);
  const rule = { isOpen: 'yes', shut: true };
  const found = validateWebhook({ ...nested, quiet: 1, hours: { rule } });
  expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'quiet: `quiet` must be `true` or `false`, not a number.',
    'hours.zone: The setting `zone` is missing: add a value.',
    'hours.rule.isOpen: `hours.rule.isOpen` must be `true` or `false`, not text.',
    'hours.rule.shut: There is no setting `shut`: you can use `isOpen`, `key`, `days`, `code`.',
  ]);
  expect(createWebhookSchema()).toMatchObject({
    properties: {
      quiet: { type: 'boolean' },
      hours: {
        properties: { rule: { properties: { isOpen: { type: 'boolean' }, key: { writeOnly: true } } } },
      },
    },
  });
});

it('a text that its setting refuses is told so, whether or not it has a message of its own', () => {
  const { validateWebhook } = modules;
  const rule = { isOpen: true, days: 'some', code: 'A' };
  const found = validateWebhook({ ...nested, hours: { zone: 'Vienna', rule } });
  expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'hours.zone: `hours.zone` must be text of at most 3 characters, not of 6.',
    'hours.rule.days: `hours.rule.days` must be `all` or `none`, not other text.',
    'hours.rule.code: `hours.rule.code` must be text that matches `^[a-z]$`, not other text.',
  ]);
});

it('a flag and a group inside a group have keys in properties, which stand for the same in a file', () => {
  const { formatWebhookProperties, parseWebhookProperties, readProperties } = modules;
  const properties = formatWebhookProperties(nested);
  expect(properties).toMatchObject(keys);
  expect(parseWebhookProperties(properties)).toEqual({ config: nested, diagnostics: [] });
  const file = Object.entries(properties).map(([key, value]) => `${key}=${value}\n`);
  expect(readProperties(file.join('')).entries).toMatchObject([{ nested: { value: nested } }]);
  const wrong = { ...properties, 'notification.webhook.hours.rule.isopen': 'true' };
  expect(parseWebhookProperties(wrong).diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('did you mean `notification.webhook.hours.rule.isOpen`?'),
  ]);
});

it('a secret inside a group inside a group is never shown, and what is beside it is', () => {
  const { maskSecrets, hidden, keptPlaceholder, mapSecrets, shownConfig } = modules;
  const { hours } = maskSecrets(nested, { level: 'declared' });
  expect(hours.rule).toEqual({ isOpen: true, key: hidden });
  const shown = mapSecrets(nested, { level: 'declared' }, () => keptPlaceholder);
  expect(safeParse(shownConfig, shown)).toMatchObject({ success: true, output: shown });
  expect(safeParse(shownConfig, nested).success).toBe(false);
});
