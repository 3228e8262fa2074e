import { expect, it } from 'vitest';
import { createWebhookSchema } from '../../../src/webhook/config/json-schema.ts';
import { maxHeaders } from '../../../src/webhook/config/settings.ts';

it('the published JSON Schema is the one that configurations are checked by', async () => {
  // Lists of names stand on one line, as the formatter has them.
  const text = JSON.stringify(createWebhookSchema(), null, 2).replace(
    /\[(?:[^[\]{}"]|"(?:[^"\\]|\\.)*")+\]/g,
    list => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );
  await expect(`${text}\n`).toMatchFileSnapshot('../../../src/webhook/config/webhook-config.schema.json');
});

it('a hundred headers are the most, as documented', () => {
  expect(maxHeaders).toBe(100);
});

it('a password is only ever written, as far as forms and documents are concerned', () => {
  expect(createWebhookSchema()).toMatchObject({
    properties: { authentication: { properties: { password: { writeOnly: true } } } },
  });
});
