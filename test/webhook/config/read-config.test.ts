import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import type { WebhookDiagnostic } from '../../../src/webhook/diagnostic.ts';
import { runs } from '../../properties.ts';
import { textAt } from '../field-summaries.ts';
import { getConfig, postConfig } from '../webhook-configs.ts';

it.each(['a', 'A-b_9', 'x'.repeat(64)])('an id may be %j', id => {
  expect(validateWebhook({ ...getConfig, id })).toEqual([]);
});

it.each([
  ['', []],
  ['x'.repeat(65), ['x'.repeat(64)]],
  ['team.chat', ['team-chat']],
  [' Team chat! ', ['Team-chat-']],
  ['日本', []],
])('an id cannot be %j, and what it could be is offered', (id, offered) => {
  const diagnostics = validateWebhook({ ...getConfig, id });
  expect(diagnostics.map(({ code, field }) => [code, field])).toEqual([['invalid-webhook-id', 'id']]);
  const texts = diagnostics.flatMap(({ fixes }) =>
    fixes.flatMap(({ edits }) => edits.map(({ text }) => text)),
  );
  expect(texts).toEqual(offered);
});

it('an id that is not text is of the wrong type', () => {
  expect(validateWebhook({ ...getConfig, id: 7 })).toMatchObject([
    { code: 'wrong-setting-type', field: 'id' },
  ]);
});

it.each(['a', 'Team chat', '日本 🎉', 'x'.repeat(64)])('a name may be %j', name => {
  expect(validateWebhook({ ...getConfig, name })).toEqual([]);
});

it.each([
  ['', []],
  [' ', []],
  ['\0', []],
  [' Team\tchat\n', ['Team chat']],
  ['Team\u0007chat', ['Team chat']],
  ['Team \ud800chat', ['Team chat']],
  ['x'.repeat(65), ['x'.repeat(64)]],
  [`${'x'.repeat(63)}🎉`, ['x'.repeat(63)]],
])('a name cannot be %j, and what it could be is offered', (name, offered) => {
  const diagnostics = validateWebhook({ ...getConfig, name });
  expect(diagnostics.map(({ code, field }) => [code, field])).toEqual([['invalid-webhook-name', 'name']]);
  const texts = diagnostics.flatMap(({ fixes }) =>
    fixes.flatMap(({ edits }) => edits.map(({ text }) => text)),
  );
  expect(texts).toEqual(offered);
});

it('no message repeats the value of a header or the credentials of a URL', () => {
  const config = {
    ...postConfig,
    url: 'https://me:c4nary@bad host/',
    headers: [
      { name: 'Authorization', value: 'c4nary\u0000' },
      { name: 'authorization', value: 'c4nary' },
      { name: 'host', value: 'c4nary' },
    ],
  };
  const diagnostics: readonly WebhookDiagnostic[] = [
    ...validateWebhook(config),
    ...validateWebhook({ ...config, method: 'GET' }),
    ...validateWebhook({ ...config, headers: 'c4nary', url: ['c4nary'] }),
  ];
  expect(diagnostics.length).toBeGreaterThan(6);
  expect(JSON.stringify(diagnostics)).not.toContain('c4nary');
});

it('a configuration that throws when it is read is reported, not thrown, and its error is not shown', () => {
  const throwing = { get: () => 'x' };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const getter = Object.defineProperty({ ...getConfig }, 'url', {
    enumerable: true,
    get() {
      throw new Error('c4nary');
    },
  });
  for (const config of [
    getter,
    revoked.proxy,
    { ...getConfig, url: revoked.proxy },
    { ...getConfig, events: revoked.proxy },
  ]) {
    const diagnostics = validateWebhook(config);
    expect(diagnostics).toMatchObject([{ code: 'unreadable-configuration', severity: 'error' }]);
    expect(JSON.stringify(diagnostics)).not.toContain('c4nary');
  }
  expect(validateWebhook(throwing).length).toBeGreaterThan(0);
});

it('validation answers anything at all with diagnostics whose ranges lie in their fields', () => {
  const setting = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('GET', 'POST', '$if(', 'https://h/$'));
  const config = fc.oneof(
    fc.anything({ withProxy: false } as object),
    fc.record(
      {
        id: setting,
        profile: setting,
        events: fc.oneof(setting, fc.record({ Started: setting }, { requiredKeys: [] })),
        method: setting,
        url: setting,
        headers: fc.oneof(
          setting,
          fc.array(fc.record({ name: setting, value: setting }, { requiredKeys: [] })),
        ),
        contentType: setting,
        payload: setting,
        timeZone: setting,
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(config, input => {
      for (const { field, range } of validateWebhook(input)) {
        const isOwn = /^(?:\w+|headers\[\d+\]\.\w+|events\.\w+)$/.test(field);
        const length = (isOwn ? textAt(input, field) : undefined)?.length ?? Number.POSITIVE_INFINITY;
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThanOrEqual(length);
      }
    }),
    { numRuns: runs(1000) },
  );
});
