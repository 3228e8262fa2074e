import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { draftWebhook, receivers } from '../../../src/webhook/receivers/index.ts';
import { monitor, shop, tickets } from '../payloads/catalogues.ts';
import { type Catalogue, testPayloads } from './tested-payloads.ts';

const catalogues = { processes: processEvents, shop, monitor, tickets };
testPayloads(catalogues as unknown as Record<string, Catalogue>);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

it('hold only schemas that ajv can read, with a sentence for whatever a message may quote', () => {
  for (const { id, schema = true } of receivers) {
    ajv.compile(schema);
    for (const description of descriptionsIn(schema)) expect(description, id).toMatch(/^[A-Z].*\.$/);
  }
});

it('have messages that stay right whichever of their events are switched on', () => {
  const { names } = processEvents;
  for (const receiver of receivers) {
    const webhook = draftWebhook(receiver, processEvents, names);
    for (let mask = 1; mask < 2 ** names.length; mask++) {
      const events = Object.fromEntries(names.map((name, index) => [name, (mask & (1 << index)) !== 0]));
      const found = validateWebhook({ ...webhook, profile: 'a', events }, { receivers });
      const errors = found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
      expect({ id: receiver.id, events, errors }).toMatchObject({ errors: [] });
    }
  }
});

function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) =>
    word === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}
