import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { listOf } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import {
  draftMessage,
  draftWebhook,
  type Receiver,
  receivers,
} from '../../../src/webhook/receivers/index.ts';
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

it('have messages for any names and titles', () => {
  const odd = defineEvents({
    variables: { rows: listOf({ number: 'number', name: 'string' }) },
    events: {
      'row.missing': { title: 'A row that is missing '.repeat(20) },
      'row.found': { title: 'row found' },
    },
  });
  for (const receiver of receivers) {
    const webhook = { ...draftWebhook(receiver, odd), profile: 'a', events: { 'row.missing': true } };
    const found = validateWebhook(webhook, { events: odd, receivers });
    const others = found.filter(({ code }) => code !== 'placeholder').map(({ message }) => message);
    expect({ id: receiver.id, others }).toMatchObject({ others: [] });
  }
  expect(() => draftWebhook(receivers[0] as Receiver, odd, ['row.fond'])).toThrow(
    new TypeError('There is no event `row.fond` in the catalogue: you can use `row.missing`, `row.found`.'),
  );
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

describe('the messages of the gallery', () => {
  const talking = receivers.filter(({ message }) => message);

  it.each(Object.entries(catalogues))(
    'are proved for %s, however many of the events are on',
    (_, catalogue) => {
      const events = catalogue as unknown as Catalogue;
      for (const receiver of talking)
        for (const names of [events.names, ...events.names.map(name => [name])]) {
          const draft = draftMessage(receiver, events, names);
          expect(Object.keys(draft?.messages ?? {})).toEqual(names);
          const config = {
            profile: 'Nightly',
            events: Object.fromEntries(names.map(name => [name, true])),
            ...draft,
            ...(receiver.message?.to && { message: { to: 'x'.repeat(32) } }),
          };
          const found = validateWebhook(config, { events, receivers });
          const others = found.filter(({ code }) => code !== 'placeholder').map(({ message }) => message);
          expect({ id: receiver.id, names, others }).toMatchObject({ others: [] });
        }
    },
  );

  it('leave to be said who gets them', () => {
    for (const receiver of talking.filter(({ message }) => message?.to)) {
      const config = {
        profile: 'a',
        events: { Errored: true },
        ...draftMessage(receiver, processEvents, ['Errored']),
      };
      const found = validateWebhook(config, { receivers });
      expect(
        found.map(({ code, field }) => `${code} ${field}`),
        receiver.id,
      ).toContain('no-recipient message.to');
    }
  });

  it('are there for receivers that take words alone', () => {
    const without = receivers.find(({ id }) => id === 'plain-json') as Receiver;
    expect(draftMessage(without, processEvents)).toBeUndefined();
    expect(() => draftMessage(talking[0] as Receiver, processEvents, ['Erored' as 'Errored'])).toThrow(
      TypeError,
    );
  });
});

it('have room for long texts beside numbers and dates', () => {
  const { payload } = draftWebhook(receivers.find(({ id }) => id === 'twilio') as Receiver, processEvents);
  expect(payload).toContain('$errorMessage; format="one-line", max="500"$');
  expect(payload).toContain('$recordsProcessed; format="#,##0.##"$');
});

describe('messages that begin and end something', () => {
  const over = ['pagerduty', 'opsgenie', 'alertmanager', 'datadog', 'servicenow'] as const;
  const ended = {
    hosts: defineEvents({
      variables: { host: 'string', check: 'string', value: 'number' },
      events: { 'host.down': { title: 'host down' }, 'host.up': { title: 'host up' } },
    }),
    payments: defineEvents({
      variables: { reason: 'string', orderId: 'number', customer: 'string' },
      events: {
        'payment.failed': { title: 'payment failed' },
        'payment.succeeded': { title: 'payment succeeded' },
      },
    }),
    nothing: defineEvents({
      events: { 'backup.failed': { title: 'backup failed' }, 'backup.ok': { title: 'backup ok' } },
    }),
  };
  const values = { hosts: 'web-1', payments: '4711', nothing: 'backup' };
  const given = {
    hosts: { host: 'web-1', check: 'ping', value: 1 },
    payments: { reason: 'none', orderId: 4711, customer: 'Ada' },
    nothing: {},
  };

  it.each(over)('have the same key for %s, which tells what they are about', id => {
    const receiver = receivers.find(each => each.id === id);
    if (!receiver) throw new Error(`There is no receiver ${id}.`);
    for (const name of ['hosts', 'payments', 'nothing'] as const) {
      const catalogue = ended[name] as unknown as Catalogue;
      const events = Object.fromEntries(catalogue.names.map(each => [each, true]));
      const webhook = { ...draftWebhook(receiver, catalogue), profile: 'a', events };
      const { requestFor } = compileWebhook(webhook, { events: catalogue, receivers });
      const requests = catalogue.names.map(each => requestFor(catalogue.create(each, given[name])));
      for (const request of requests) expect(JSON.stringify(request)).toContain(values[name]);
      const keys = requests.map(request => keyIn(request));
      expect(keys[0], name).toContain(values[name]);
      expect(keys[1], name).toBe(keys[0]);
    }
  });
});

/** By which a receiver finds what it is to close. */
function keyIn(request: { readonly url: string; readonly body?: string | undefined } | undefined): string {
  const { url = '', body = '{}' } = request ?? {};
  const [, alias] = /\/alerts\/([^/]+)\/close/.exec(url) ?? [];
  if (alias) return alias;
  const json = JSON.parse(body);
  const [alert] = Array.isArray(json) ? json : [];
  const [record] = json.records ?? [];
  return String(
    json.dedup_key ??
      json.alias ??
      json.aggregation_key ??
      json.message_key ??
      record?.message_key ??
      alert?.labels?.subject,
  );
}

function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) =>
    word === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}
