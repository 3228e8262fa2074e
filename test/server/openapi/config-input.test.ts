import { expect, it } from 'vitest';
import { orders } from '../../webhook/events/orders.ts';
import { testServer } from '../test-server.ts';

const kept = { type: 'object', properties: { set: { const: true } } };

it('the input of a webhook has the settings of the package, with limits and placeholders for secrets', async () => {
  const { json } = await testServer({ catalogues: { orders } });
  const { paths } = await json<{ paths: never }>('GET', '/api/openapi.json');
  const body = Object(paths)['/api/webhooks'].post.requestBody.content['application/json'].schema;
  const { properties, required } = body.properties.config;
  expect(required).toEqual(['events', 'url']);
  expect(properties).toMatchObject({
    description: { maxLength: 200, description: 'What it is for; changes nothing of the request.' },
    catalogue: {
      enum: expect.arrayContaining(['orders', 'alertmanager']),
      description: 'The name of the catalogue of its events; else those of the default one.',
    },
    url: {
      maxLength: 16_384,
      description: 'A template; scheme, host and port are written out, of at most 16384 bytes in UTF-8.',
    },
    payload: { maxLength: 262_144 },
    authentication: {
      properties: {
        username: { type: 'string' },
        password: { anyOf: [{ type: 'string', writeOnly: true }, kept] },
      },
      required: ['username'],
    },
    headers: {
      maxItems: 100,
      items: {
        properties: {
          name: { type: 'string' },
          value: { anyOf: [{ type: 'string', maxLength: 16_384 }, kept] },
          secret: { type: 'boolean' },
        },
        required: ['name'],
      },
    },
  });
});
