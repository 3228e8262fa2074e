import { expect, it } from 'vitest';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { defineReceiver } from '../../../src/webhook/receivers/define-receiver.ts';

const pager = defineReceiver({
  id: 'pager',
  name: 'Pager',
  hosts: [],
  method: 'POST',
  url: 'https://pager.example.com/',
  documentation: [],
  checked: '2026-11',
  schema: {
    properties: {
      title: { type: 'string', maxLength: 8, description: 'What is shown.' },
      id: { type: 'string' },
    },
  },
});

function bodyOf(payload: string, more: object = {}) {
  const config = {
    profile: 'Acme nightly',
    receiver: 'pager',
    events: { Started: true },
    method: 'POST',
    url: 'https://pager.example.com/',
    contentType: 'application/json',
    payload,
    ...more,
  };
  const { diagnostics, events } = previewWebhook(config, { receivers: [pager] });
  const [first] = events;
  return {
    diagnostics,
    body: first?.kind === 'request' ? { ...first.body, text: first.request.body } : undefined,
  };
}

it('shows the first thing in a body that its receiver refuses, where it stands', () => {
  const { diagnostics, body } = bodyOf('{"id": "$event$", "title": "$profile$"}');
  expect(diagnostics.map(({ code }) => code)).toEqual(['schema-unproved']);
  expect(body).toMatchObject({ valid: true, by: 'parser', violation: { code: 'schema-length' } });
  const { start = 0, end = 0 } = body?.violation?.range ?? {};
  expect(body?.text?.slice(start, end)).toBe('"Acme nightly"');
  expect(body?.violation?.message).toBe(
    'Pager expects at most 8 characters here, but found `"Acme nightly"` (What is shown).',
  );
});

it('has nothing against what may be refused, but is not', () => {
  const { diagnostics, body } = bodyOf('{"title": "$profile$"}', { profile: 'Acme' });
  expect(diagnostics).toHaveLength(1);
  expect(body?.violation).toBeUndefined();
  expect(bodyOf('{"title": "$profile$"}', { receiver: undefined }).body?.violation).toBeUndefined();
});

it('looks at each line of JSON Lines', () => {
  const { body } = bodyOf('{"title": "a"}\n{"title": "$profile$"}', { contentType: 'application/x-ndjson' });
  const { start = 0 } = body?.violation?.range ?? {};
  expect(body?.text?.slice(0, start)).toBe('{"title": "a"}\n{"title": ');
});
