import { expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { precompileWebhook } from '../../src/webhook/precompile/precompile-webhook.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import type { WebhookOptions } from '../../src/webhook/webhook-options.ts';
import { processFacts } from './process-facts.ts';
import { getConfig } from './webhook-configs.ts';

const options: Required<WebhookOptions> = {
  events: processEvents,
  receivers: [],
  allow: ['10.0.0.0/8'],
  missing: 'reject',
  maxOutputBytes: 1000,
};
const functions: Readonly<Record<string, (options: WebhookOptions) => unknown>> = {
  validateWebhook: options => validateWebhook(getConfig, options),
  compileWebhook: options => compileWebhook(getConfig, options),
  precompileWebhook: options => precompileWebhook(getConfig, options),
  previewWebhook: options => previewWebhook(getConfig, options),
  parseWebhookProperties: options => parseWebhookProperties({}, options),
};

it.each(Object.entries(functions))('%s takes every option of a webhook, given or undefined', (_, run) => {
  expect(() => run(options)).not.toThrow();
  for (const name of Object.keys(options)) expect(() => run({ [name]: undefined })).not.toThrow();
  expect(() => run({ ...options, misspelt: 1 } as WebhookOptions)).toThrow(TypeError);
});

it('a preview warns of addresses as a check does', () => {
  const config = { ...getConfig, url: 'https://10.1.2.3/hook' };
  const warned = validateWebhook(config).map(({ code }) => code);
  expect(warned).toHaveLength(1);
  expect(previewWebhook(config).diagnostics.map(({ code }) => code)).toEqual(warned);
  expect(previewWebhook(config, { allow: options.allow }).diagnostics).toEqual([]);
});

it('a preview shows the missing value that requestFor refuses', () => {
  const { profile: _, ...rest } = processFacts;
  const sample = { ...processEvents.create('Errored', { ...rest, profile: 'p' }), errorCount: undefined };
  const samples = [sample as unknown as ReturnType<typeof processEvents.create>];
  const [shown] = previewWebhook(getConfig, { samples, missing: 'reject' }).events;
  expect(shown).toMatchObject({ kind: 'failure', error: { code: 'missing-value', variable: 'errorCount' } });
  expect(previewWebhook(getConfig, { samples }).events[0]?.kind).toBe('request');
});

it('a header may be marked as secret, which changes nothing of the request', () => {
  const config = { ...getConfig, headers: [{ name: 'X-Token', value: 'abc', secret: true }] };
  expect(hasErrors(validateWebhook(config))).toBe(false);
  const [event] = [processEvents.sample('Started')];
  const plain = { ...getConfig, headers: [{ name: 'X-Token', value: 'abc' }] };
  expect(compileWebhook(config).requestFor(event)).toEqual(compileWebhook(plain).requestFor(event));
});
