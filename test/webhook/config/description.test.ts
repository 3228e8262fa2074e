import { expect, it } from 'vitest';
import type { ShownWebhook } from '../../../src/api/answers.ts';
import { contentOf, fieldOfPage, homeOf, valuesOf } from '../../../src/editor/element/form-values.ts';
import { aboutOf, webhookWords } from '../../../src/studio/webhooks/stored-webhook.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { createWebhookSchema } from '../../../src/webhook/config/json-schema.ts';
import { formatWebhookProperties, parseWebhookProperties } from '../../../src/webhook/config/properties.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { directoryWith, runHookplate } from '../../cli/run-hookplate.ts';
import { testServer } from '../../server/test-server.ts';
import { getConfig } from '../webhook-configs.ts';

const description = 'Tells the night shift, for $5 a month';
const config = { ...getConfig, description };

it('is a text of at most 200 characters, and changes nothing of the request', () => {
  expect(validateWebhook(config)).toEqual([]);
  expect(validateWebhook({ ...config, description: 'x'.repeat(200) })).toEqual([]);
  expect(compileWebhook(config).testRequest()?.url).toBe(compileWebhook(getConfig).testRequest()?.url);
  expect(validateWebhook({ ...config, description: '\u{1F514}'.repeat(200) })).toEqual([]);
  const broken = validateWebhook({ ...config, description: 'Night\nshift' });
  expect(broken).toMatchObject([{ field: 'description', fixes: [{ edits: [{ text: 'Night shift' }] }] }]);
  const messages = [
    { description: 'x'.repeat(201) },
    { description: 'x\u0007' },
    { description: 5 },
    { decsription: '' },
    { about: '' },
  ]
    .flatMap(more => validateWebhook({ ...getConfig, ...more }))
    .map(({ message }) => message);
  expect(messages).toEqual([
    '`description` must be text of at most 200 characters, not of 201.',
    '`description` must be text in one line, not text with control characters.',
    '`description` must be text, not a number.',
    'There is no setting `decsription`: did you mean `description`?',
    'There is no setting `about`: did you mean `description`?',
  ]);
  expect(createWebhookSchema()).toMatchObject({
    properties: { description: { type: 'string', maxLength: 200 } },
  });
});

it('has a key in properties, and is checked in files', async () => {
  const properties = formatWebhookProperties(config);
  expect(properties).toMatchObject({ 'notification.webhook.description': description });
  expect(parseWebhookProperties(properties)).toEqual({ config, diagnostics: [] });
  const files = {
    'a.json': JSON.stringify(config),
    'b.yaml': JSON.stringify({ ...config, description: 'x'.repeat(201) }),
    'c.properties': Object.entries(properties)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  };
  const { stdout } = await runHookplate(['check', ...Object.keys(files), '--format', 'jsonl'], {
    directory: directoryWith(files),
  });
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining('of at most 200 characters, not of 201'),
  ]);
});

it('has a field in the form, under the name', () => {
  const values = valuesOf(config);
  expect(values.description).toBe(description);
  expect(contentOf(values).config).toEqual(config);
  expect(contentOf({ ...values, description: '' }).config).toEqual(getConfig);
  expect(fieldOfPage('description', values)).toEqual({ control: 'description', label: 'Description' });
  expect(homeOf('description', values)).toBe('description');
});

it('is shown to everybody by the API and on pages, and is kept with each version', async () => {
  const { json } = await testServer();
  const { id } = await json<ShownWebhook>('POST', '/api/webhooks', { body: { config } });
  const { items } = await json<{ items: ShownWebhook[] }>('GET', '/api/webhooks', { as: 'viewer' });
  expect(items).toMatchObject([{ id, description }]);
  expect(items.map(aboutOf)).toEqual([[['Description', description]]]);
  expect(webhookWords(processEvents).labels).toMatchObject({ description: 'Description' });
  expect(await json('GET', `/api/webhooks/${id}`)).toMatchObject({ description, config: { description } });
  expect(await json('GET', `/api/webhooks/${id}/versions`)).toMatchObject({
    items: [{ fields: expect.arrayContaining(['description']), config: { description } }],
  });
});
