import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { configSchema } from '../../../src/cli/config/config-schema.ts';
import { aGivenReceiver } from '../../../src/webhook/receivers/define-receiver.ts';

const isValid = new Ajv({ strict: false }).compile(configSchema());

it('the JSON Schema takes a receiver with everything that data can say of it', () => {
  const receiver = {
    id: 'own',
    name: 'Own',
    about: 'Alerts of our own',
    hosts: ['own.example.com'],
    method: 'POST',
    url: 'https://own.example.com/YOUR_TOKEN',
    headers: [{ name: 'X-Key', value: 'YOUR_KEY' }],
    contentType: 'application/json',
    schema: { type: 'object' },
    setup: 'In its settings, under Hooks.',
    documentation: ['https://own.example.com/docs'],
    checked: '2026-11',
    secret: 'url',
  };
  expect(aGivenReceiver(receiver, 'receiver')).toMatchObject(receiver);
  expect(isValid({ receivers: [receiver] })).toBe(true);
  expect(isValid({ receivers: [{ ...receiver, key: '' }] })).toBe(false);
});
