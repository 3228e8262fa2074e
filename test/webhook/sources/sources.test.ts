import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { pagerduty, plainXml, slack } from '../../../src/webhook/receivers/index.ts';
import { alertmanager, alertmanagerEvents, sources } from '../../../src/webhook/sources/index.ts';
import type { Reading, Source } from '../../../src/webhook/sources/source.ts';
import { propertySeed, runs } from '../../properties.ts';
import { examples } from './examples.ts';
import { mutationsOf } from './mutations.ts';

const named = examples.map(example => ({ ...example, name: `${example.source.id}: ${example.title}` }));
const withCatalogue = sources.filter(({ catalogue }) => catalogue !== undefined);

/** What a reading must be whatever arrived. */
function expectReading(source: Source, reading: Reading): void {
  if ('event' in reading) {
    const { event, facts, date, identity } = reading;
    const created = source.catalogue?.create(event, { ...facts, ...(date && { date }) } as never);
    if (source.catalogue) expect(created).toMatchObject({ event });
    expect(identity?.length ?? 1).toBeLessThanOrEqual(200);
    expect(Number.isNaN(date?.getTime())).toBe(false);
  } else {
    const [[kind, sentence] = []] = Object.entries(reading);
    expect(kind).toMatch(/^(?:ignored|unreadable)$/);
    expect(sentence).toMatch(/^[`A-Z].{10,250}\.$/);
  }
}

describe(`the gallery of sources (HOOKPLATE_SEED=${propertySeed})`, () => {
  it('has an id, pages and something to enter for each', () => {
    expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length);
    for (const { id, name, headers, setUp, documentation, checked } of sources) {
      expect(id).toMatch(/^[a-z][a-z0-9-]{0,63}$/);
      expect(name).not.toBe('');
      expect(headers.filter(header => header !== header.toLowerCase())).toEqual([]);
      expect(setUp).toContain('ADDRESS');
      expect(setUp).toContain('SECRET');
      expect(documentation.length).toBeGreaterThan(0);
      for (const page of documentation) expect(page).toMatch(/^https:\/\/\S+$/);
      expect(checked).toMatch(/^\d{4}-\d\d$/);
    }
  });

  it('asks for no timestamp that is far away, and compares secrets in lower-case headers', () => {
    for (const { signatures } of sources)
      for (const signature of signatures) {
        if (signature.kind !== 'standard-webhooks') expect(signature.header).toMatch(/^[a-z0-9-]+$/);
        const { toleranceSeconds = 300 } =
          signature.kind === 'hmac-sha256' ? (signature.timestamp ?? {}) : { toleranceSeconds: 300 };
        expect(toleranceSeconds).toBe(300);
      }
  });

  it.each(withCatalogue)(
    'has a sample of each event of $id, with the date that a page shows',
    ({ catalogue }) => {
      const date = new Date('2026-05-19T21:14:03Z');
      for (const name of catalogue?.names ?? [])
        expect(catalogue?.sample(name, { now: () => date.getTime() })).toMatchObject({ event: name, date });
    },
  );

  it.each(named)('reads what documentation shows: $name', ({ source, headers, body, event }) => {
    const reading = source.read({ headers, body });
    expectReading(source, reading);
    if (event === undefined) expect(reading).toMatchObject({ ignored: expect.any(String) });
    else expect(reading).toMatchObject({ event });
  });

  it.each(named)('keeps everything that arrived: $name', ({ source, headers, body, event }) => {
    const reading = source.read({ headers, body });
    if (event === undefined || !source.catalogue || !('event' in reading)) return;
    expect(reading).toHaveProperty('facts.payload', body);
  });

  it.each(named)('reads or refuses whatever came of it: $name', ({ source, headers, body }) => {
    const texts = mutationsOf(body, runs(1000), propertySeed);
    for (const text of texts) expectReading(source, source.read({ headers, body: JSON.parse(text) }));
  });

  it.each(sources)('reads or refuses any JSON: $id', source => {
    const events = ['push', 'workflow_run', 'release', 'ping', 'event_alert', ''];
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...events), (body, event) => {
        const headers = { 'x-github-event': event, 'sentry-hook-resource': event };
        expectReading(source, source.read({ headers, body }));
        expectReading(source, source.read({ headers: {}, body }));
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(withCatalogue)('reports the events of $id in messages that are proved', ({ catalogue: events }) => {
    if (events === undefined) throw new Error('There are no events.');
    for (const receiver of [slack, pagerduty, plainXml]) {
      const names = Object.fromEntries(events.names.map(name => [name, true]));
      const config = { profile: 'Acme', events: names, ...draftWebhook(receiver, events, events.names) };
      const found = validateWebhook(config, { events, receivers: [receiver] });
      const others = found.filter(({ code }) => code !== 'placeholder');
      expect(others, receiver.id).toEqual([]);
    }
  });

  it('closes in PagerDuty what it opened: the alerts of one group', () => {
    const [firing, resolved] = examples.filter(({ source }) => source === alertmanager);
    const events = alertmanagerEvents;
    const config = { profile: 'Acme', ...draftWebhook(pagerduty, events) };
    const { requestFor } = compileWebhook(
      { ...config, events: { 'alerts.firing': true, 'alerts.resolved': true } },
      { events, receivers: [pagerduty] },
    );
    const sent = [firing, resolved].map(example => {
      const reading = alertmanager.read({ headers: {}, body: example?.body });
      if (!('event' in reading)) throw new Error('There is no event.');
      const event = alertmanager.catalogue?.create(reading.event, reading.facts as never);
      return JSON.parse(requestFor(event as never)?.body ?? '');
    });
    const key = '{}/{severity="critical"}:{alertname="HighErrorRate", cluster="eu"}';
    expect(sent).toMatchObject([
      { event_action: 'trigger', dedup_key: key, payload: { summary: 'Alerts are firing: HighErrorRate' } },
      { event_action: 'resolve', dedup_key: key },
    ]);
    // What arrived as a whole would double the message.
    expect(sent[0].payload.custom_details).not.toHaveProperty('payload');
  });

  it('says that JSON is nested too deeply, whatever the depth', () => {
    const body: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const { read } of sources)
      expect(read({ headers: {}, body })).toEqual({ unreadable: 'The body is nested more than 100 deep.' });
  });
});
