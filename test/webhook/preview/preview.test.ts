import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/options/define-options.ts';
import type { OutputName } from '../../../src/output/output.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { type EventPreview, previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { anyString } from '../../any-string.ts';
import { runs } from '../../properties.ts';
import { processFacts } from '../process-facts.ts';
import { getConfig, postConfig, validConfig } from '../webhook-configs.ts';

const date = new Date('2026-03-04T05:06:07Z');
const now = () => date.getTime();

type Request = Extract<EventPreview, { kind: 'request' }>;

function requests(events: readonly EventPreview[]): readonly Request[] {
  return events.filter(event => event.kind === 'request');
}

/** "output ← source" of each span, and the place of a value. */
function spansIn(config: WebhookConfig, field: string, source: string): string[] {
  const [first] = requests(previewWebhook(config, { now }).events);
  const part = first?.parts.find(part => part.field === field);
  return (part?.spans ?? []).map(({ output, source: range, value }) => {
    const written = part?.text.slice(output.start, output.end);
    const from = `${written} ← ${source.slice(range.start, range.end)}`;
    return value ? `${from} (${value.variable}: ${value.place})` : from;
  });
}

const anyEvent = fc
  .record({
    event: fc.constantFrom(...processEvents.names),
    profile: anyString,
    errorCount: fc.nat(),
    recordsProcessed: fc.nat(),
    date: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
  })
  .map(({ event, ...facts }) => processEvents.create(event, { ...processFacts, ...facts }));

it('the preview of any event is what requestFor returns for it, in every part', () => {
  let previewed = 0;
  fc.assert(
    fc.property(validConfig, fc.array(anyEvent, { minLength: 1 }), (config, samples) => {
      const webhook = compileWebhook(config);
      const preview = previewWebhook(config, { samples });
      const enabled = samples.filter(({ event }) => config.events[event]);
      expect(preview.events.map(({ event }) => event)).toEqual(enabled);
      for (const shown of requests(preview.events)) {
        previewed++;
        const request = webhook.requestFor(shown.event);
        expect(shown.request).toEqual(request);
        const values = (request?.headers ?? []).slice(1).map(([, value]) => value);
        const texts = [request?.url, ...values, ...(request?.body === undefined ? [] : [request.body])];
        expect(shown.parts.map(({ text }) => text)).toEqual(texts);
        expect(shown.body?.valid ?? true).toBe(true);
      }
    }),
    { numRuns: runs(300, 100) },
  );
  expect(previewed).toBeGreaterThan(300);
});

it('every body that is said to be valid is accepted by a parser of its format', () => {
  const parsers: Partial<Record<OutputName, (body: string) => unknown>> = {
    json: JSON.parse,
    xml: body => new SaxesParser().write(body).close(),
  };
  const parsed = new Set<string>();
  fc.assert(
    fc.property(validConfig, fc.array(anyEvent, { minLength: 1 }), (config, samples) => {
      for (const { request, body } of requests(previewWebhook(config, { samples }).events)) {
        const parse = body && parsers[body.format];
        if (!parse) continue;
        expect(() => parse(request.body ?? '')).not.toThrow();
        parsed.add(body.format);
      }
    }),
    { numRuns: runs(300) },
  );
  expect([...parsed].sort()).toEqual(['json', 'xml']);
});

it('the spans of every part follow each other without gaps', () => {
  fc.assert(
    fc.property(validConfig, fc.array(anyEvent, { minLength: 1 }), (config, samples) => {
      for (const { parts } of requests(previewWebhook(config, { samples }).events)) {
        for (const { text, spans } of parts) {
          expect(spans.map(({ output }) => text.slice(output.start, output.end)).join('')).toBe(text);
          spans.forEach(({ output }, index) => {
            expect(output.start).toBe(spans[index - 1]?.output.end ?? 0);
          });
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

it('without samples, those of the catalogue are shown: a sample of each event that is on is shown, in their order', () => {
  const { events } = previewWebhook(postConfig, { now });
  expect(events.map(({ event }) => event)).toEqual([
    { ...processEvents.sample('Started', { now }), profile: 'Nightly copy' },
    { ...processEvents.sample('Errored', { now }), profile: 'Nightly copy' },
  ]);
});

it('the sample of Started is what Test Connection sends', () => {
  const [started] = requests(previewWebhook(postConfig, { now }).events);
  expect(started?.request).toEqual(compileWebhook(postConfig).testRequest({ now }));
});

describe('spans', () => {
  it('link each part of a request to its template, and name the place of a value', () => {
    expect(spansIn(postConfig, 'payload', postConfig.payload)).toEqual([
      '{"text": " ← {"text": "',
      'Nightly copy ← $profile$ (profile: json-string)',
      '  ←  ',
      'Started ← $event$ (event: json-string)',
      '", "errors":  ← ", "errors": ',
      '0 ← $errorCount$ (errorCount: json-value)',
      '} ← }',
    ]);
    expect(spansIn(postConfig, 'headers[0].value', '$event$')).toEqual([
      'Started ← $event$ (event: header-value)',
    ]);
    expect(spansIn(postConfig, 'url', postConfig.url)).toEqual([
      'https://example.com/hook?profile= ← https://example.com/hook?profile=',
      'Nightly%20copy ← $profile$ (profile: url-query)',
    ]);
  });

  it('of a URL are those of its normal form', () => {
    const url =
      'HTTPS://Ü.example:443/a b/./$event$?$if(isError)$x$endif$ö=$profile$&\n$errorCount$=#$event$ ';
    expect(spansIn({ ...getConfig, url }, 'url', url)).toEqual([
      'https://xn--tda.example/a%20b/ ← HTTPS://Ü.example:443/a b/./',
      'Started ← $event$ (event: url-path)',
      '?%C3%B6= ← ?$if(isError)$x$endif$ö=',
      'Nightly%20copy ← $profile$ (profile: url-query)',
      '& ← &\n',
      '0 ← $errorCount$ (errorCount: url-query)',
      '=# ← =#',
      'Started ← $event$ (event: url-fragment)',
    ]);
  });

  it('of values that the normal form drops are empty', () => {
    const url = 'http://h/$event$/../b';
    expect(spansIn({ ...getConfig, url }, 'url', url)).toEqual([
      ' ← $event$ (event: url-path)',
      'http://h/b ← http://h/$event$/../b',
    ]);
  });

  it('of an empty value after a space at the end of a URL leave no gap', () => {
    const config = { ...getConfig, profile: '', url: 'http://h/?a= $profile$' };
    expect(spansIn(config, 'url', config.url)).toEqual([
      ' ← $profile$ (profile: url-query)',
      'http://h/?a= ← http://h/?a= ',
    ]);
  });
});

it.each([
  ['application/json', '{"a": $event$}', { format: 'json', valid: true, by: 'parser' }],
  ['application/jsonl', '{"a": $event$}\n[]\n', { format: 'json-lines', valid: true, by: 'parser' }],
  ['application/xml', '<a>$event$</a>', { format: 'xml', valid: true, by: 'proof' }],
  ['application/x-www-form-urlencoded', 'a=$event$', { format: 'form', valid: true, by: 'proof' }],
  ['text/plain', '$event$', { format: 'text', valid: true, by: 'proof' }],
])('the body of %s is checked, and the preview says how', (contentType, payload, check) => {
  for (const { body } of requests(previewWebhook({ ...postConfig, contentType, payload }).events)) {
    expect(body).toEqual(check);
  }
});

it('a configuration with errors previews nothing and says why', () => {
  expect(previewWebhook({ ...getConfig, url: 'https://$event$/' })).toMatchObject({
    diagnostics: [{ code: 'url-target', field: 'url' }],
    events: [],
    coverage: { contexts: [], unvisited: [] },
  });
  expect(previewWebhook(null).diagnostics).toMatchObject([{ code: 'not-a-configuration' }]);
});

it('a preview refuses an option that does not exist', () => {
  const message = 'options.evnts: there is no such option; did you mean `events`?';
  expect(() => previewWebhook(getConfig, { evnts: [] } as object)).toThrow(new InvalidArgument(message));
});

it('an output beyond `maxOutputBytes` is shown as the failure of its event', () => {
  const config = { ...getConfig, url: 'https://h/?p=$profile$' };
  const samples = ['four', 'fives'].map(profile =>
    processEvents.create('Errored', { ...processFacts, profile, date }),
  );
  const { events } = previewWebhook(config, { samples, maxOutputBytes: 17 });
  expect(events).toMatchObject([
    { kind: 'request', request: { url: 'https://h/?p=four' } },
    { kind: 'failure', error: { code: 'output-too-long' } },
  ]);
});

it('a value that its place refuses is shown as the failure of its event', () => {
  const config = { ...getConfig, url: 'https://h/$profile$' };
  const [refused, accepted] = previewWebhook(config, {
    samples: [
      processEvents.create('Started', { ...processFacts, profile: '..', date }),
      processEvents.create('Started', { ...processFacts, profile: 'p', date }),
    ],
  }).events;
  expect(refused?.kind === 'failure' && refused.error).toBeInstanceOf(RenderError);
  expect(accepted?.kind).toBe('request');
});
