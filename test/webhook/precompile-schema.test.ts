import { expect, it } from 'vitest';
import { precompileTemplate } from '../../src/template/precompile/precompile-template.ts';
import { listOf } from '../../src/template/resolve/variables.ts';
import { TemplateError } from '../../src/template/template.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import { precompileWebhook } from '../../src/webhook/precompile/precompile-webhook.ts';
import { defineReceiver } from '../../src/webhook/receivers/define-receiver.ts';

const schema = {
  properties: { title: { type: 'string', description: 'Shown on the pager.' } },
  required: ['title'],
};
const pager = defineReceiver({
  id: 'pager',
  name: 'Pager',
  hosts: [],
  method: 'POST',
  url: 'https://pager.example.com/',
  documentation: [],
  checked: '2026-11',
  schema,
});

it('checks a template under its schema, and writes the same module as without', () => {
  expect(() => precompileTemplate('{"title": 1}', { output: 'json', schema })).toThrow(TemplateError);
  const source = '{"title": "$event$"}';
  const plain = precompileTemplate(source, { output: 'json' });
  expect(precompileTemplate(source, { output: 'json', schema })).toEqual(plain);
});

it('bounds the numbers of lists and groups that are written whole, on which a schema relies', () => {
  const options = { output: 'json', variables: { counts: listOf('number') } } as const;
  expect(precompileTemplate('$counts$', { ...options, schema: true }).code).toContain('isBounded: true');
  expect(precompileTemplate('$counts$', options).code).not.toContain('isBounded');
});

it('checks a webhook for its receiver, and writes nothing of that', () => {
  const config: WebhookConfig = {
    profile: 'Acme',
    receiver: 'pager',
    events: { Started: true },
    method: 'POST',
    url: 'https://pager.example.com/',
    contentType: 'application/json',
    payload: '{"title": "$event$"}',
  };
  const options = { receivers: [pager] };
  expect(() => precompileWebhook({ ...config, payload: '{}' }, options)).toThrow(WebhookError);
  const { code, types, diagnostics } = precompileWebhook(config, options);
  expect(diagnostics).toEqual([]);
  const { receiver: _, ...others } = config;
  const plain = precompileWebhook(others);
  expect({ code, types }).toEqual({ code: plain.code, types: plain.types });
  expect(code).not.toContain('Shown on the pager');
});
