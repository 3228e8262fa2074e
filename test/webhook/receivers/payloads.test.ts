import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputForContentType } from '../../../src/output/outputs.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { AnyEvent, EventCatalogue, EventMap } from '../../../src/webhook/events/event-catalogue.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import type { Receiver } from '../../../src/webhook/receivers/receiver.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';
import { hostileStrings } from '../../any-string.ts';
import { propertySeed, runs } from '../../properties.ts';
import { drawFrom } from '../../template/promise/hostile-contexts.ts';
import { monitor, shop, tickets } from '../payloads/catalogues.ts';
import { factsFor } from '../payloads/hostile-facts.ts';

type Catalogue = EventCatalogue<EventMap>;

const catalogues = { processes: processEvents, shop, monitor, tickets } as unknown as Record<
  string,
  Catalogue
>;

const pairs = receivers.flatMap(receiver =>
  Object.entries(catalogues).map(([title, events]) => ({
    name: `${receiver.id} for ${title}`,
    receiver,
    events,
  })),
);

function configOf(
  receiver: Receiver,
  events: Catalogue,
  names: readonly string[] = events.names,
): Parameters<typeof compileWebhook>[0] {
  const switchedOn = Object.fromEntries(names.map(name => [name, true]));
  // A catalogue that is known at run time alone.
  return { profile: 'Nightly', events: switchedOn, ...draftWebhook(receiver, events, names) } as never;
}

function requester(receiver: Receiver, events: Catalogue): (event: AnyEvent) => WebhookRequest {
  const { requestFor } = compileWebhook(configOf(receiver, events), { events, receivers } as object);
  return event => {
    const request = requestFor(event as never);
    if (!request) throw new Error('The event is switched off.');
    return request;
  };
}

/** An event with texts that could break anything, some of them long. */
function hostileEvent(events: Catalogue, name: string, seed: number): AnyEvent {
  const draw = drawFrom(seed);
  const one = (): string => hostileStrings[draw(hostileStrings.length)] ?? '';
  const { variables = {}, constants = {} } = events.events[name] ?? {};
  const { event: _, ...free } = variables;
  const facts = factsFor(free, seed, () => `${one()}${one()}`.repeat(draw(8) === 0 ? 2000 : 1));
  return events.create(name, { ...facts, ...constants });
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

describe(`the payloads of the gallery (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(pairs)('are proved without a remark: $name', ({ receiver, events }) => {
    expect(validateWebhook(configOf(receiver, events), { events, receivers })).toEqual([]);
  });

  it.each(pairs)(
    'are proved without a remark for each event alone, and for all but one: $name',
    ({ receiver, events }) => {
      for (const name of events.names)
        for (const names of [[name], events.names.filter(other => other !== name)]) {
          const config = configOf(receiver, events, names);
          expect(validateWebhook(config, { events, receivers }), names.join()).toEqual([]);
        }
    },
  );

  it.each(pairs)('are accepted with any values: $name', ({ receiver, events }) => {
    const { schema = true, contentType = 'text/plain' } = receiver;
    const accepts = ajv.compile(schema);
    const output = outputForContentType(contentType);
    const request = requester(receiver, events);
    fc.assert(
      fc.property(fc.constantFrom(...events.names), fc.integer(), (name, seed) => {
        const { body = '' } = request(hostileEvent(events, name, seed));
        const texts = output === 'json-lines' ? body.trimEnd().split('\n') : [body];
        if (!output.startsWith('json')) return;
        for (const text of texts) expect(accepts(JSON.parse(text)) ? [] : accepts.errors).toEqual([]);
      }),
      { numRuns: runs(300, 30) },
    );
  });
});

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
