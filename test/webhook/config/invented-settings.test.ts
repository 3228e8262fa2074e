import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SettingTree } from '../../../src/webhook/config/settings.ts';
import { getConfig } from '../webhook-configs.ts';

/** Settings that no webhook has: whatever reads the tree carries them through. */
const invented: SettingTree = {
  subject: { kind: 'text', isTemplate: true, isOptional: true },
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
