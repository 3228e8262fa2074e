import { toJsonSchema } from '@valibot/to-json-schema';
import type { InferOutput } from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import type { WebhookConfig } from '../../../src/webhook/config/webhook-config.ts';
import { mostHeaders, webhookConfigSchema } from '../../../src/webhook/config/webhook-config-schema.ts';

it('the published JSON Schema is the one that configurations are checked by', async () => {
  const schema = toJsonSchema(webhookConfigSchema, { typeMode: 'input' });
  const published = { $schema: schema.$schema, title: 'Configuration of a webhook', ...schema };
  // Lists of names stand on one line, as the formatter has them.
  const text = JSON.stringify(published, null, 2).replace(/\[[^[\]{}]+\]/g, list =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );
  await expect(`${text}\n`).toMatchFileSnapshot('../../../src/webhook/config/webhook-config.schema.json');
});

it('the schema and the interface name the same settings', () => {
  expectTypeOf<keyof InferOutput<typeof webhookConfigSchema>>().toEqualTypeOf<keyof WebhookConfig>();
  expectTypeOf<InferOutput<typeof webhookConfigSchema>>().toExtend<WebhookConfig>();
});

it('a hundred headers are the most, as documented', () => {
  expect(mostHeaders).toBe(100);
});
