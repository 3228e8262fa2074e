import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { outputForContentType } from '../../../src/output/content-types.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { AnyEvent, EventCatalogue, EventMap } from '../../../src/webhook/events/event-catalogue.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import type { Receiver } from '../../../src/webhook/receivers/receiver.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';
import { hostileStrings } from '../../any-string.ts';
import { propertySeed, runs } from '../../properties.ts';
import { drawFrom } from '../../template/promise/hostile-contexts.ts';
import { factsFor } from '../payloads/hostile-facts.ts';

export type Catalogue = EventCatalogue<EventMap>;

function configOf(
  receiver: Receiver,
  events: Catalogue,
  names: readonly string[] = events.names,
): Parameters<typeof compileWebhook>[0] {
  const switchedOn = Object.fromEntries(names.map(name => [name, true]));
  const draft = JSON.stringify(draftWebhook(receiver, events, names));
  const filledIn = JSON.parse(
    draft.replaceAll(/YOUR[_/][A-Z\d_/]*[A-Z\d]_?/g, ({ length }) => 'x'.repeat(length)),
  );
  // A catalogue that is known at run time alone.
  return { profile: 'Nightly', events: switchedOn, ...filledIn } as never;
}

function requester(receiver: Receiver, events: Catalogue): (event: AnyEvent) => WebhookRequest {
  const { requestFor } = compileWebhook(configOf(receiver, events), { events, receivers } as object);
  return event => {
    const request = requestFor(event as never);
    if (!request) throw new Error('The event is switched off.');
    return request;
  };
}

/** An empty text that may be missing is left out. */
type Texts = 'any' | 'not empty' | 'kind';

/** An event with texts that could break anything, some of them long, or with kind ones. */
function hostileEvent(events: Catalogue, name: string, seed: number, texts: Texts = 'any'): AnyEvent {
  const draw = drawFrom(seed);
  const one = (): string => hostileStrings[draw(hostileStrings.length)] ?? '';
  const hostile = (): string => `${one()}${one()}`.repeat(draw(8) === 0 ? 2000 : 1);
  const textOf = { any: hostile, 'not empty': () => `${hostile()}.`, kind: () => 'kind' }[texts];
  const { variables = {}, constants = {} } = events.events[name] ?? {};
  const { event: _, ...free } = variables;
  const facts = factsFor(free, seed, textOf);
  return events.create(name, { ...facts, ...constants });
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

interface Pair {
  readonly name: string;
  readonly receiver: Receiver;
  readonly events: Catalogue;
}

/** Tries the message of each receiver of the gallery for the events of each catalogue, with values that could break anything. */
export function testPayloads(catalogues: Readonly<Record<string, Catalogue>>): void {
  const pairs = receivers.flatMap(receiver =>
    Object.entries(catalogues).map(
      ([title, events]): Pair => ({ name: `${receiver.id} for ${title}`, receiver, events }),
    ),
  );

  describe(`the payloads of the gallery (HOOKPLATE_SEED=${propertySeed})`, () => {
    it.each(pairs)('are proved without a remark: $name', ({ receiver, events }) => {
      expect(validateWebhook(configOf(receiver, events), { events, receivers })).toEqual([]);
    });

    it.each(pairs)(
      'are proved without a remark for each event alone, and for all but one: $name',
      ({ receiver, events }) => {
        for (const name of events.names)
          for (const names of [[name], events.names.filter(other => other !== name)]) {
            if (names.length === 0) continue;
            const config = configOf(receiver, events, names);
            expect(validateWebhook(config, { events, receivers }), names.join()).toEqual([]);
          }
      },
    );

    it.each(pairs.filter(isJson))('are accepted with any values: $name', ({ receiver, events }) => {
      const { schema = true, contentType = '' } = receiver;
      const accepts = ajv.compile(schema);
      const isLines = outputForContentType(contentType) === 'json-lines';
      eachRequest(receiver, events, ({ body = '' }) => {
        for (const text of isLines ? body.trimEnd().split('\n') : [body]) {
          const message: unknown = JSON.parse(text);
          expect(accepts(message) ? [] : accepts.errors).toEqual([]);
          for (const [path, most] of Object.entries(maxBytes[receiver.id] ?? {}))
            expect(Buffer.byteLength(textAt(message, path)), path).toBeLessThanOrEqual(most);
        }
      });
    });

    it.each(pairs.filter(pair => !isJson(pair)))(
      'come whole with any values: $name',
      ({ receiver, events }) => {
        const kind = receivedKind(receiver);
        const names = (request: WebhookRequest) => kind(request).map(([name]) => name);
        const request = requester(receiver, events);
        eachRequest(receiver, events, (_, name, seed) => {
          const found = request(hostileEvent(events, name, seed, 'not empty'));
          expect(names(found)).toEqual(names(request(hostileEvent(events, name, seed, 'kind'))));
          for (const [name, value] of kind(found))
            expect(value.length, name).toBeLessThanOrEqual(
              maxCharacters[`${receiver.id} ${name}`] ?? Infinity,
            );
        });
      },
    );
  });
}

function isJson({ receiver: { contentType = '' } }: Pair): boolean {
  return outputForContentType(contentType).startsWith('json');
}

function eachRequest(
  receiver: Receiver,
  events: Catalogue,
  check: (request: WebhookRequest, name: string, seed: number) => void,
): void {
  const request = requester(receiver, events);
  fc.assert(
    fc.property(fc.constantFrom(...events.names), fc.integer(), (name, seed) =>
      check(request(hostileEvent(events, name, seed)), name, seed),
    ),
    { numRuns: runs(300, 30) },
  );
}

/** Limits that count bytes, which a schema has no word for. */
const maxBytes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  wecom: { 'text.content': 2048 },
  ntfy: { title: 1024, message: 4096 },
};

const maxCharacters: Readonly<Record<string, number>> = { 'twilio Body': 1600, 'uptime-kuma msg': 500 };

function textAt(message: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((value, name) => Object(value)[name], message));
}

/** The names and values that a receiver reads of a request: parameters, fields of a form, or elements of XML. */
function receivedKind({ contentType = '' }: Receiver) {
  return ({ url, body = '' }: WebhookRequest): readonly (readonly [name: string, value: string])[] => {
    if (outputForContentType(contentType) !== 'xml')
      return [...new URL(url).searchParams, ...new URLSearchParams(body)];
    const elements: [string, string][] = [];
    const parser = new SaxesParser({ position: false });
    parser.on('error', error => {
      throw error;
    });
    parser.on('opentag', ({ name }) => elements.push([name, '']));
    parser.write(body).close();
    return elements;
  };
}
