import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { formatDiagnostics } from '../../../src/diagnostics/frame/format-diagnostics.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import type { AnyCatalogue, EventCatalogue, EventMap } from '../../../src/webhook/events/event-catalogue.ts';
import { groupEvents } from '../../../src/webhook/events/event-groups.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { receivers, slack } from '../../../src/webhook/receivers/index.ts';
import type { KnownReceiver } from '../../../src/webhook/receivers/receiver.ts';
import {
  type ExampleTemplate,
  type Proposal,
  templateFromExample,
} from '../../../src/webhook/receivers/template-from-example.ts';
import { anyString } from '../../any-string.ts';
import { runs } from '../../properties.ts';
import { monitor, shop, tickets } from '../payloads/catalogues.ts';
import { examples } from './examples.ts';

const now = () => Date.UTC(2026, 10, 23, 12, 34, 56);

/** A catalogue with samples of every type. */
const sales = defineEvents({
  variables: {
    order: {
      number: 'string',
      total: 'number',
      placedAt: 'date',
      dueAt: optional('date'),
      customer: { name: 'string', email: optional('string') },
    },
    items: listOf({ sku: 'string', quantity: 'number', price: 'number' }),
    tags: listOf('string'),
    status: ['paid', 'shipped', 'cancelled'],
  },
  events: {
    'sale.made': {
      title: 'Something was sold',
      sample: {
        order: {
          number: 'A-1042',
          total: 129.5,
          placedAt: new Date('2026-03-01T10:00:00Z'),
          customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
        },
        items: [
          { sku: 'MUG-1', quantity: 2, price: 12.5 },
          { sku: 'CUP-7', quantity: 1, price: 104.5 },
        ],
        tags: ['new', 'vip'],
        status: 'paid',
      },
    },
    'sale.cancelled': {
      title: 'Somebody changed their mind',
      sample: {
        order: {
          number: 'A-1043 "gift" $5',
          total: 20,
          placedAt: new Date('2026-03-02T10:00:00Z'),
          customer: { name: 'Grace\\Hopper' },
        },
        items: [],
        tags: [],
        status: 'cancelled',
      },
    },
  },
});

const catalogues = { process: processEvents, sales, shop, tickets, monitor };

function taken({ template }: ExampleTemplate, proposals: readonly Proposal[]): string {
  return applyEdits(
    template,
    proposals.flatMap(({ fix }) => fix.edits),
  );
}

function variablesOf(catalogue: AnyCatalogue) {
  const [group] = groupEvents(catalogue, catalogue.names, []);
  return group?.variables ?? {};
}

/** The template's output for the sample of an event. */
function render(template: string, catalogue: EventCatalogue<EventMap>, event: string): string {
  const compiled = compileTemplate(template, { output: 'json', variables: variablesOf(catalogue) });
  return compiled.render(catalogue.sample(event, { now }));
}

describe('an example', () => {
  it.each(examples.map(each => [each.title, each] as const))('%s', (_, { json, catalogue, expected }) => {
    const example = templateFromExample(json, catalogues[catalogue], { now });
    expect(
      example.proposals.map(({ by, range, fix }) => {
        const text = example.template.slice(range.start, range.end);
        return `${by}: ${text} → ${fix.edits.map(edit => edit.text).join('')}`;
      }),
    ).toEqual(expected);
    expect(example.diagnostics).toEqual([]);
    for (const event of catalogues[catalogue].names)
      expect(() =>
        JSON.parse(render(taken(example, example.proposals), catalogues[catalogue], event)),
      ).not.toThrow();
  });

  it('says why of each proposal', () => {
    const { proposals } = templateFromExample(
      '{"profile": "Nightly copy", "record_count": 2, "at": "2026-01-01", "event": "x", "state": "Errored"}',
      processEvents,
      { now },
    );
    expect(proposals.map(({ variable, by, sampleOf, why }) => [variable, by, sampleOf, why])).toEqual([
      ['profile', 'sample', 'Started', 'It is the sample of `profile`.'],
      ['date', 'type', undefined, 'It is a time, as `date` is.'],
      ['event', 'key', undefined, 'The key is called `event`, too.'],
      ['event', 'sample', 'Errored', 'It is the sample of `event`.'],
    ]);
  });

  it('is taken for the process events where no catalogue is given', () => {
    const { proposals } = templateFromExample('{"profile": "x"}');
    expect(proposals.map(({ variable }) => variable)).toEqual(['profile']);
  });

  it('gets the variables of the events that are reported', () => {
    const json = '{"rule": "High load", "since": "2026-01-01T00:00:00Z", "host": "web-1"}';
    const names = (events?: readonly string[]) =>
      templateFromExample(json, monitor, { events, now }).proposals.map(({ variable }) => variable);
    expect(names(['alert.firing', 'alert.resolved', 'alert.firing'])).toEqual(['alert.rule', 'date']);
    expect(names()).toEqual(['date']);
  });

  it('keeps its labels, and gets no value by a made-up sample', () => {
    const json = '{"fields": [{"title": "subject", "value": "x"}], "note": "the name of the carrier"}';
    expect(
      templateFromExample(json, tickets, { now }).proposals.map(({ variable, by }) => `${variable} ${by}`),
    ).toEqual(['ticket.subject key']);
  });
});

describe('an example for a receiver', () => {
  const ofJson = receivers.filter(({ contentType, schema }) => contentType === 'application/json' && schema);

  it.each(ofJson.map(receiver => [receiver.name, receiver] as const))(
    'that is its own message makes one that %s accepts, in its formats',
    (_, receiver) => {
      const { schema } = receiver;
      const message = receiver.payload?.(processEvents) ?? '';
      const formats = new Set(message.match(/\w+-(?:escape|markdown)/g));
      for (const event of ['Completed', 'Errored'] as const) {
        const json = compileTemplate(message, { output: 'json' }).render(
          processEvents.sample(event, { now }),
        );
        const example = templateFromExample(json, processEvents, { events: [event], receiver, now });
        expect(example.proposals).not.toEqual([]);
        const codes = (source: string) =>
          validateTemplate(source, { output: 'json', schema, variables: variablesOf(processEvents) })
            .map(({ code }) => code)
            .filter(code => code.startsWith('schema-'))
            .toSorted();
        const template = taken(example, example.proposals);
        expect(codes(template)).toEqual(codes(example.template));
        for (const format of template.match(/\w+-(?:escape|markdown)/g) ?? [])
          expect(formats).toContain(format);
      }
    },
  );

  it('writes values in its syntax, in what room the text has for all of them', () => {
    const json = '{"text": "Nightly copy: Nightly copy"}';
    const fixes = (receiver?: KnownReceiver) =>
      templateFromExample(json, processEvents, { receiver, now }).proposals.map(({ fix }) => fix);
    const room = Math.floor((40_000 - ': '.length) / 2 / 5);
    const tag = `$profile; format="slack-escape", max="${room}"$`;
    expect(fixes(slack).map(({ title, edits }) => [title, ...edits.map(({ text }) => text)])).toEqual([
      [`Write \`${tag}\``, tag],
      [`Write \`${tag}\``, tag],
    ]);
    expect(fixes().map(({ edits }) => edits.map(({ text }) => text))).toEqual([['$profile$'], ['$profile$']]);
  });

  it('leaves a value alone that the receiver may refuse whatever is written', () => {
    const receiver = { ...slack, schema: { properties: { text: { pattern: '^[A-Z]' } } } };
    const { proposals } = templateFromExample(
      '{"text": "Nightly copy", "to": "Nightly copy"}',
      processEvents,
      {
        receiver,
        now,
      },
    );
    expect(proposals.map(({ range }) => range.start)).toEqual([32]);
  });
});

it('gets as many proposals, and is read as far, as its page says', () => {
  const page = readFileSync('docs/receivers.md', 'utf8');
  const most = Number(/At most (\d+) are made/.exec(page)?.[1]);
  const read = Number(/for the first ([\d,]+) values/.exec(page)?.[1]?.replace(',', ''));
  const list = (count: number, value: unknown) => Array.from({ length: count }, () => value);
  const proposed = (json: unknown) =>
    templateFromExample(JSON.stringify(json), processEvents).proposals.length;
  expect(proposed(list(most, { profile: 'x' }))).toBe(most);
  expect(proposed(list(most + 1, { profile: 'x' }))).toBe(most);
  expect(proposed([...list(read - 1, 'x'), { profile: 'x' }])).toBe(1);
  expect(proposed([...list(read, 'x'), { profile: 'x' }])).toBe(0);
});

it('gets no proposal with an error, whatever the names of lists and variables', () => {
  const events = defineEvents({
    variables: { s: listOf({ a: 'string' }), ifs: listOf({ b: 'number' }), item: 'string', each: 'string' },
    events: { e: { title: 'E' } },
  });
  const example = templateFromExample('{"s": [{"a": "x"}], "ifs": [{"b": 1}], "item": "y"}', events);
  expect(taken(example, example.proposals)).toBe(
    `{"s": [$for(listItem in s)\${"a": "$listItem.a$"}$sep$,$endfor$], "ifs": [$for(listItem in ifs)\${"b": $listItem.b$}$sep$,$endfor$], "item": "$item$"}`,
  );
});

describe('what is not JSON', () => {
  it.each([
    ['{"a": 1,\n "b" 2}', '2:6', 'expected `:`'],
    ['{"a": 1,}', '1:8', 'comma'],
    ["{'a': 1}", '1:2', 'expected a key in double quotes'],
    ['{"cost": "$5", "b": }', '1:22', 'expected a value'],
    ['', '1:1', 'expected a value'],
  ])('%j is kept, and explained at its place', (json, place, message) => {
    const { template, proposals, diagnostics } = templateFromExample(json);
    expect(template.replaceAll('\\$', '$')).toBe(json);
    expect(proposals).toEqual([]);
    expect(formatDiagnostics(template, diagnostics)).toContain(` --> ${place}\n`);
    expect(diagnostics[0]?.message).toContain(message);
  });

  it('has errors exactly where `JSON.parse` fails', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"$b\\\\$"',
      '1',
      '-',
      '0.5',
      'null',
      ' ',
      '\n',
      "'",
      '\\$',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 8 }).map(all => all.join('')),
        json => {
          let isJson = true;
          try {
            JSON.parse(json);
          } catch {
            isJson = false;
          }
          // A backslash before a dollar is no escape of JSON, but of templates.
          if (/(?<!\\)(?:\\\\)*\\\$/.test(json)) return;
          expect(templateFromExample(json).diagnostics.length === 0).toBe(isJson);
        },
      ),
    );
  });

  it('is refused as an argument where it is no text, and so are unknown options', () => {
    expect(() => templateFromExample({} as string)).toThrow('json: expected');
    expect(() => templateFromExample('1', {} as AnyCatalogue)).toThrow('catalogue: expected a catalogue');
    expect(() => templateFromExample('1', monitor, { events: ['alert.fired'] })).toThrow(
      'options.events[0]: expected',
    );
    expect(() => templateFromExample('1', monitor, { receiver: 'slack' as never })).toThrow(
      'options.receiver: expected a receiver',
    );
  });
});

/** JSON of these values, laid out in some way, with some characters as escapes. */
function asJson(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc
    .tuple(value, fc.constantFrom(0, 1, 2, '\t', '\r\n '), fc.boolean(), fc.boolean())
    .map(([data, indent, isAscii, hasSlashes]) => {
      const text = JSON.stringify(data, null, typeof indent === 'number' ? indent : '').replaceAll(
        '\n',
        typeof indent === 'string' ? indent : '\n',
      );
      const plain = isAscii
        ? text.replace(/[^ -~\r\n\t]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : text;
      return hasSlashes ? plain.replaceAll('/', '\\/') : plain;
    });
}

const dollars = fc
  .array(fc.constantFrom('$', '\\', '"', '$$', '$if(', '\\$', 'x', '/'), { maxLength: 6 })
  .map(all => all.join(''));
const texts = fc.oneof(anyString, dollars);
const anyJson = asJson(
  fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
);

it('renders to the example itself, byte for byte, where no proposal is taken', () => {
  fc.assert(
    fc.property(anyJson, json => {
      const { template, diagnostics } = templateFromExample(json, sales, { now });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(compileTemplate(template, { output: 'json', variables: {} }).render({})).toBe(json);
      expect(template.replace(/\\\$/g, '$')).toBe(json);
    }),
    { numRuns: runs(3000, 300) },
  );
});

/** Values that look like those of an event: its samples, dates, and keys like its names. */
function likelyJson(catalogue: EventCatalogue<EventMap>): fc.Arbitrary<string> {
  const samples = catalogue.names.map(name => JSON.parse(JSON.stringify(catalogue.sample(name, { now }))));
  const values: unknown[] = [];
  const keys = [
    'text',
    'title',
    'value',
    'count',
    'timestamp',
    'ts',
    'id',
    'dedup_key',
    'fields',
    'data',
    '$cost',
  ];
  const collect = (value: unknown) => {
    values.push(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      keys.push(
        key,
        key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
        key.toUpperCase(),
      );
      collect(part);
    }
  };
  collect(samples);
  const value = fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(...values).map(each => `The "${each}" of $5 (${each}) \\`),
    fc.constantFrom(
      '2026-03-01T10:00:00Z',
      '2026-03-01T10:00:00.000+0000',
      '01.03.2026',
      'Sun, 01 Mar 2026 10:00:00 GMT',
    ),
    fc.constantFrom(
      1772359200,
      1772359200000,
      '1772359200',
      '1,180',
      '12.50',
      'true',
      'Something went wrong',
      true,
      42,
    ),
    texts,
  );
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: texts });
  const object = fc.dictionary(key, value, { maxKeys: 5 });
  const items = fc
    .tuple(object, fc.integer({ min: 1, max: 3 }))
    .map(([item, count]) => Array(count).fill(item));
  const part = fc.oneof(value, object, items, fc.array(value, { maxLength: 3 }));
  return asJson(fc.dictionary(key, part, { maxKeys: 6 }));
}

describe.each(Object.entries(catalogues))('for the events of %s', (_, events) => {
  // The types of the events are lost, as they are in a configuration.
  const catalogue = events as EventCatalogue<EventMap>;
  const variables = variablesOf(catalogue);

  it('any of the proposals leave a template that is sound, and writes JSON for each sample', () => {
    let proposed = 0;
    fc.assert(
      fc.property(likelyJson(catalogue), fc.infiniteStream(fc.boolean()), (json, choices) => {
        const example = templateFromExample(json, catalogue, { now });
        proposed += example.proposals.length;
        for (const some of [example.proposals, example.proposals.filter(() => choices.next().value)]) {
          const template = taken(example, some);
          const known = new Set(example.diagnostics.map(({ code }) => code));
          const found = validateTemplate(template, { output: 'json', variables });
          expect(found.filter(({ code, severity }) => severity === 'error' || !known.has(code))).toEqual([]);
          for (const name of catalogue.names) {
            const own = catalogue.events[name]?.variables ?? {};
            const errors = validateTemplate(template, { output: 'json', variables: own }).filter(
              ({ severity }) => severity === 'error',
            );
            expect(errors).toEqual([]);
            expect(() => JSON.parse(render(template, catalogue, name))).not.toThrow();
          }
        }
      }),
      { numRuns: runs(500, 40) },
    );
    expect(proposed).toBeGreaterThan(40);
  });

  it('a proposal by a sample gives back the example', () => {
    let tried = 0;
    fc.assert(
      fc.property(likelyJson(catalogue), json => {
        const example = templateFromExample(json, catalogue, { now });
        for (const proposal of example.proposals) {
          expect(proposal.by === 'sample').toBe(proposal.sampleOf !== undefined);
          if (proposal.sampleOf === undefined) continue;
          tried++;
          expect(render(taken(example, [proposal]), catalogue, proposal.sampleOf)).toBe(json);
        }
      }),
      { numRuns: runs(500, 40) },
    );
    expect(tried).toBeGreaterThan(10);
  });
});
