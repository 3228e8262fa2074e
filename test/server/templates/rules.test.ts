import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCatalogues, type ServedCatalogue } from '../../../src/events/catalogues.ts';
import { TemplateThreads } from '../../../src/server/templates/template-threads.ts';
import { readTemplateWorkOptions } from '../../../src/server/templates/template-work-options.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';

const eventsWith = (title: string): ServedCatalogue =>
  defineEvents({
    variables: { customer: 'string' },
    events: { paid: { title, sample: { customer: 'Ada' } } },
  }) as unknown as ServedCatalogue;

it('the rules of a catalogue are computed once, however many webhooks ask for them', async () => {
  const catalogues = createCatalogues({
    events: eventsWith('Paid'),
    catalogues: { shop: eventsWith('Bought') },
  });
  const threads = new TemplateThreads(readTemplateWorkOptions({}), { catalogues, allow: [], receivers: [] });
  const serialize = vi.spyOn(v8, 'serialize');
  syncBuiltinESMExports();
  onTestFinished(async () => {
    serialize.mockRestore();
    syncBuiltinESMExports();
    await threads.close();
  });
  const asked = Array.from({ length: 50 }, () => [
    threads.rulesOf(),
    threads.rulesOf('shop'),
    threads.rulesOf('gone'),
    threads.rulesOf('lost'),
  ]);
  expect(serialize).toHaveBeenCalledTimes(3);
  expect(new Set(asked.flat()).size).toBe(3);
});
