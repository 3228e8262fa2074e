import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
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

function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) =>
    word === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}
