import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentOf, valuesOf, wholeContentOf } from '../../src/editor/element/form-values.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { getConfig } from '../webhook/webhook-configs.ts';

const secretText = fc.constantFrom('abc', 'Bearer s3cret', '$event$');

/** What the fields of a form can hold, with every capability. */
const filled = fc.record({
  config: fc.record(
    {
      name: fc.constantFrom('', 'Team chat'),
      receiver: fc.constant(''),
      events: fc.constantFrom({ Started: true }, { Started: true, Errored: false }),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      authentication: fc.record({ username: fc.constant('ada'), password: secretText }),
      headers: fc.uniqueArray(
        fc.record(
          { name: fc.constantFrom('X-A', 'X-B', 'Authorization'), value: secretText, secret: fc.boolean() },
          { requiredKeys: ['name', 'value'] },
        ),
        { selector: ({ name }) => name },
      ),
      contentType: fc.constantFrom('application/json', 'text/plain'),
      payload: fc.constant('{}'),
      timeZone: fc.constantFrom('', 'Europe/Vienna'),
    },
    { requiredKeys: ['events', 'method', 'contentType', 'payload'] },
  ),
  signingSecret: fc.constantFrom(undefined, `whsec_${'A'.repeat(43)}=`),
});

it('everything that the form saves is a configuration that the engine knows', () => {
  let secret = 0;
  fc.assert(
    fc.property(filled, ({ config, signingSecret }) => {
      const { profile, url } = getConfig;
      const values = valuesOf({ profile, url, ...config }, signingSecret);
      for (const saved of [contentOf(values).config, wholeContentOf(values).config]) {
        const unknown = validateWebhook(saved).filter(({ code }) =>
          ['unknown-setting', 'wrong-setting-type', 'missing-setting'].includes(code),
        );
        expect(unknown).toEqual([]);
      }
      if (JSON.stringify(contentOf(values).config).includes('"secret":true')) secret++;
    }),
  );
  expect(secret).toBeGreaterThan(10);
});
