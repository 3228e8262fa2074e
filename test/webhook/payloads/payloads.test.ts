import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { outputForContentType } from '../../../src/output/content-types.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { AnyConfig } from '../../../src/webhook/config/settings.ts';
import type { AnyEvent, EventCatalogue, EventMap } from '../../../src/webhook/events/event-catalogue.ts';
import { precompileWebhook } from '../../../src/webhook/precompile/precompile-webhook.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';
import { hostileStrings } from '../../any-string.ts';
import { propertySeed, runs } from '../../properties.ts';
import { evaluateModule } from '../../template/precompile/evaluate-module.ts';
import { anything, drawFrom } from '../../template/promise/hostile-contexts.ts';
import { monitor, shop, tickets } from './catalogues.ts';
import { factsFor } from './hostile-facts.ts';

/** The webhooks of a folder are for the events of the catalogue with its name. */
const catalogues = { shop, tickets, monitor } as Readonly<Record<string, unknown>>;

interface Example {
  readonly name: string;
  readonly events: EventCatalogue<EventMap>;
  readonly config: AnyConfig;
}

const examples: readonly Example[] = Object.entries(catalogues).flatMap(([folder, events]) =>
  readdirSync(new URL(folder, import.meta.url)).map(file => ({
    name: `${folder}/${file}`,
    // The tests check the contents of the files.
    events: events as Example['events'],
    config: parse(readFileSync(new URL(`${folder}/${file}`, import.meta.url), 'utf8')),
  })),
);

function enabled({ config }: Example): readonly string[] {
  return Object.keys(config.events);
}

function outputOf({ config: { contentType = '' } }: Example): OutputName {
  return outputForContentType(contentType);
}

type Make = (event: AnyEvent) => WebhookRequest | undefined;

function compiled({ config, events }: Example): Make {
  return compileWebhook(config as Parameters<typeof compileWebhook>[0], { events } as object)
    .requestFor as Make;
}

function precompiled({ config, events }: Example): Make {
  const { code } = precompileWebhook(config as Parameters<typeof precompileWebhook>[0], { events } as object);
  return evaluateModule(code).requestFor as Make;
}

/** An event of the seed whose texts come from this function, which is told whether the template formats them. */
function eventWith(
  { events, config }: Example,
  name: string,
  seed: number,
  textOf: (index: number, isFormatted: boolean) => string,
): AnyEvent {
  const { event: _, ...variables } = events.events[name]?.variables ?? {};
  const formatted = formattedNames(config);
  const facts = factsFor(variables, seed, (each, index) => textOf(index, formatted.has(singular(each))));
  return events.create(name, facts);
}

/** The last names in tags with a format for texts, which receivers therefore read changed. */
function formattedNames({ url, payload = '' }: AnyConfig): ReadonlySet<string> {
  const tags = `${url} ${payload}`.matchAll(/\$\s*(?:\w+[./])*(\w+)\s*;[^$]*\b(?:format|max)\s*=/g);
  return new Set(Array.from(tags, ([, name = '']) => singular(name)));
}

/** An item of `tags` is written by the name of `tag`. */
function singular(name: string): string {
  return name.replace(/s$/, '');
}

function kind(index: number, isFormatted: boolean): string {
  return isFormatted ? `f${index}f` : `w${index}w`;
}

/** Two hostile texts around the number that makes it differ from all others. */
function hostileText(seed: number, index: number): string {
  const draw = drawFrom(seed + index * 7919);
  const one = () => hostileStrings[draw(hostileStrings.length)] ?? '';
  return `${one()}${index}${one()}`;
}

/** All that a receiver reads of a request. */
function readRequest({ url, headers, body }: WebhookRequest, output: OutputName): Read {
  const { origin, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').map(decodeURIComponent);
  return { head: { origin, segments, parameters: [...searchParams], headers }, body: readBody(body, output) };
}

interface Read {
  readonly head: unknown;
  readonly body: unknown;
}

function readBody(body: string | undefined, output: OutputName): unknown {
  if (body === undefined) return null;
  if (output === 'json') return JSON.parse(body);
  if (output === 'json-lines')
    return body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
  return output === 'xml' ? readXml(body) : [...new URLSearchParams(body)];
}

/** The tags with their attributes, and the texts between them; throws where it is not well-formed. */
function readXml(source: string): unknown {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const parts: unknown[] = [];
  let text = '';
  const endText = (part: unknown) => {
    if (text.trim() !== '') parts.push(text);
    text = '';
    parts.push(part);
  };
  const add = (more: string) => {
    text += more;
  };
  parser.on('error', error => {
    throw error;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) =>
    endText([name, ...Object.values(attributes).map(attribute => [attribute.name, attribute.value])]),
  );
  parser.on('closetag', ({ name }) => endText(`/${name}`));
  parser.write(source).close();
  return parts;
}

/** The text as a receiver reads it: only JSON carries every character. */
function carried(text: string, output: OutputName): string {
  if (output === 'json' || output === 'json-lines') return text;
  if (output !== 'xml') return text.replace(/\p{Surrogate}/gu, '\ufffd');
  return text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** The value read from the output for kind texts, with hostile texts in their place. */
function replaced(read: unknown, hostile: (index: number) => string): unknown {
  return JSON.parse(JSON.stringify(read), (_, value) => {
    if (typeof value === 'string') return withHostile(value, hostile);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [withHostile(key, hostile), part]));
  });
}

function withHostile(text: string, hostile: (index: number) => string): string {
  if (/f\d+f/i.test(text)) return anyText;
  return text.replace(/w(\d+)w/g, (_, index: string) => hostile(Number(index)));
}

const anyText = '(any text)';

/** The same, where a text that a format changed may be any. */
function expectAlike(found: unknown, expected: unknown): void {
  if (expected === anyText) expect(found).toBeTypeOf('string');
  else if (typeof expected !== 'object' || expected === null) expect(found).toBe(expected);
  else {
    // A value in a key has no format.
    expect(Object.keys(found as object)).toEqual(Object.keys(expected));
    for (const [key, part] of Object.entries(expected))
      expectAlike((found as Record<string, unknown>)[key], part);
  }
}

describe(`webhooks for the events of a shop, a help desk and a monitor (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('are many, and each is for several events', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15);
    for (const example of examples) expect(enabled(example).length, example.name).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('are proved without a remark: $name', ({ config, events }) => {
    expect(validateWebhook(config, { events })).toEqual([]);
  });

  it.each(examples)('bring each text, and nothing else, to the receiver: $name', example => {
    const [make, makePrecompiled] = [compiled(example), precompiled(example)];
    const output = outputOf(example);
    fc.assert(
      fc.property(fc.constantFrom(...enabled(example)), fc.integer(), (name, seed) => {
        const hostile = (index: number) => hostileText(seed, index);
        const event = eventWith(example, name, seed, hostile);
        const request = make(event);
        const kindRequest = make(eventWith(example, name, seed, kind));
        if (!request || !kindRequest) throw new Error('There is no request.');
        expect(makePrecompiled(event)).toEqual(request);
        const found = readRequest(request, output);
        const { head, body } = readRequest(kindRequest, output);
        expectAlike(
          found.head,
          replaced(head, index => carried(hostile(index), 'url')),
        );
        expectAlike(
          found.body,
          replaced(body, index => carried(hostile(index), output)),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(examples)('keep the promise for events that lie: $name', example => {
    const [make, makePrecompiled] = [compiled(example), precompiled(example)];
    let rendered = 0;
    fc.assert(
      fc.property(fc.constantFrom(...enabled(example)), fc.integer(), (name, seed) => {
        const honest = eventWith(example, name, seed, index => hostileText(seed, index));
        // A lie may be another each time it is read: each rendering gets one that begins anew.
        const lie = () => {
          const draw = drawFrom(seed);
          return lying(honest, () => (draw(4) === 0 ? { lie: anything(draw) } : undefined));
        };
        const [request, other] = [make, makePrecompiled].map(each => outcomeOf(() => each(lie())));
        expect(other).toEqual(request);
        if (request instanceof RenderError || !request) return;
        readRequest(request, outputOf(example));
        rendered++;
      }),
      { numRuns: runs(1000, 100) },
    );
    expect(rendered).toBeGreaterThan(20);
  });
});

/** The event, but for some of its values and those in it. */
function lying(event: AnyEvent, lieOf: () => { readonly lie: unknown } | undefined): AnyEvent {
  const change = (value: unknown): unknown => {
    const lie = lieOf();
    if (lie) return lie.lie;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
  };
  const parts = Object.entries(event).map(([name, part]) => [name, name === 'event' ? part : change(part)]);
  return Object.fromEntries(parts);
}

/** A request, or the reason why a value has none. */
function outcomeOf(make: () => WebhookRequest | undefined): WebhookRequest | RenderError | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
}
