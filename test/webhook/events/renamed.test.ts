import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestAt } from '../../../src/assist/suggest-at.ts';
import { catalogueScope } from '../../../src/assist/template-scope.ts';
import { applyFixes } from '../../../src/diagnostics/fixes/apply-fixes.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../../src/webhook/check.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { catalogueFromJson } from '../../../src/webhook/events/catalogue-from-json.ts';
import { defineEvents } from '../../../src/webhook/events/define-events.ts';
import { byNamesOfToday } from '../../../src/webhook/events/renamed.ts';
import { precompileWebhook } from '../../../src/webhook/precompile/precompile-webhook.ts';
import { previewWebhook } from '../../../src/webhook/preview/preview.ts';
import { runs } from '../../properties.ts';
import { evaluateModule } from '../../template/precompile/evaluate-module.ts';

const line = { name: 'string', price: optional('number'), tags: listOf('string') } as const;
const shop = defineEvents({
  variables: { customer: { name: 'string', vip: 'boolean' }, items: listOf(line), note: optional('string') },
  renamed: {
    customerName: 'customer.name',
    buyer: 'customer',
    lines: 'items',
    lineCount: 'items.count',
    'items.title': 'items.name',
    remark: 'note',
  },
  events: {
    placed: {
      title: 'An order was placed',
      sample: {
        customer: { name: 'Ada', vip: true },
        items: [
          { name: 'Pen', price: 2, tags: ['blue'] },
          { name: 'Ink', tags: [] },
        ],
        note: 'Ring twice',
      },
    },
    paid: { title: 'An order was paid', variables: { by: 'string' }, renamed: { payer: 'by' } },
  },
});

function webhook(payload: string, on: readonly string[] = ['placed']) {
  const events = Object.fromEntries(on.map(name => [name, true]));
  const config = { events, method: 'POST', url: 'https://shop.example/', contentType: 'application/json' };
  return { ...(config as WebhookConfig<typeof shop>), payload };
}

/** The names that diagnostics point at, with their codes and severities. */
function found(payload: string, on?: readonly string[]): readonly string[] {
  const config = webhook(payload, on);
  return validateWebhook(config, { events: shop }).map(
    ({ code, severity, range }) => `${severity} ${code} ${payload.slice(range.start, range.end)}`,
  );
}

/** Pieces of a template with the former names and with those of today. */
const pieces: readonly (readonly [old: string, today: string])[] = [
  ['"$customerName$"', '"$customer.name$"'],
  ['"$buyer.name; format="upper"$"', '"$customer.name; format="upper"$"'],
  ['$buyer$', '$customer$'],
  ['$if(buyer.vip)$1$else$2$endif$', '$if(customer.vip)$1$else$2$endif$'],
  ['$if(!buyer/vip)$1$else$2$endif$', '$if(!customer.vip)$1$else$2$endif$'],
  [
    '$if(customerName == "Ada" && remark)$"$remark$"$else$0$endif$',
    '$if(customer.name == "Ada" && note)$"$note$"$else$0$endif$',
  ],
  ['$lineCount$', '$items.count$'],
  ['$lines.count$', '$items.count$'],
  ['$if(lineCount > 1)$1$else$2$endif$', '$if(items.count > 1)$1$else$2$endif$'],
  ['[$for(x in lines)$"$x.title$"$sep$,$endfor$]', '[$for(x in items)$"$x.name$"$sep$,$endfor$]'],
  [
    '[$for(x in items if x.title != "Ink"; max="2")$$x.number$$sep$,$endfor$]',
    '[$for(x in items if x.name != "Ink"; max="2")$$x.number$$sep$,$endfor$]',
  ],
  [
    '[$for(x in lines)$[$for(tag in x.tags)$"$tag$ $x.title$ $customerName$"$sep$,$endfor$]$sep$,$endfor$]',
    '[$for(x in items)$[$for(tag in x.tags)$"$tag$ $x.name$ $customer.name$"$sep$,$endfor$]$sep$,$endfor$]',
  ],
  ['$for(remark in items)$"$remark.name$",$endfor$0', '$for(remark in items)$"$remark.name$",$endfor$0'],
];

describe('a template that uses former names', () => {
  it('is what it would be with the names of today, and says them in a fix', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), chosen => {
        const text = (index: 0 | 1) => `[${chosen.map(piece => piece[index]).join(',')}]`;
        const [old, today] = [webhook(text(0)), webhook(text(1))];
        const other = validateWebhook(today, { events: shop });
        const diagnostics = validateWebhook(old, { events: shop });
        const renamed = diagnostics.filter(({ code }) => code === 'renamed-variable');
        expect(diagnostics.filter(each => !renamed.includes(each)).map(({ code }) => code)).toEqual(
          other.map(({ code }) => code),
        );
        expect(applyFixes(old.payload, renamed, { kind: 'safe' })).toBe(today.payload);
        const sample = shop.sample('placed', { now: () => 0 });
        const request = compileWebhook(today, { events: shop }).requestFor(sample);
        expect(compileWebhook(old, { events: shop }).requestFor(sample)).toEqual(request);
        const previewed = previewWebhook(old, { events: shop, now: () => 0 }).events[0];
        expect(previewed).toMatchObject({ kind: 'request', request });
        const { requestFor } = evaluateModule(precompileWebhook(old, { events: shop }).code);
        expect(requestFor?.(sample)).toEqual(request);
      }),
      { numRuns: runs(400, 30) },
    );
  });

  it('has a hint at each of them', () => {
    expect(found('{"a":"$customerName$","b":"$customer.name$","c":$lines.count$}')).toEqual([
      'hint renamed-variable customerName',
      'hint renamed-variable lines.count',
    ]);
    const config = webhook('{"a":"$customerName$"}');
    const [hint] = validateWebhook(config, { events: shop });
    expect(hint).toMatchObject({
      message:
        '`customerName` is the former name of `customer.name`: write the new one, before the application gives up the old one.',
      fixes: [{ kind: 'safe', title: 'Write `customer.name`' }],
    });
  });

  it('may use a name that only another event has had, in its branch', () => {
    const both = ['placed', 'paid'];
    expect(found('$if(event == "paid")$"$payer$"$else$0$endif$', both)).toEqual([
      'hint renamed-variable payer',
    ]);
    expect(found('"$payer$"', both)).toEqual(
      ['error variable-of-others payer', 'hint renamed-variable payer'].toReversed(),
    );
    expect(found('"$payer$"', ['placed'])).toContain('error variable-of-others payer');
  });

  it('is told of a mistake by the name of today', () => {
    const [hint, error] = validateWebhook(webhook('$if(lineCount == "2")$1$else$2$endif$'), { events: shop });
    expect([hint?.code, error?.code, error?.message]).toEqual([
      'renamed-variable',
      'wrong-constant',
      '`items.count` is a number: compare it with a number, without quotes.',
    ]);
    expect(found('[$for(x in lines)$"$x.titel$"$endfor$]')).toContain('error unknown-variable x.titel');
  });

  it('is not offered them', () => {
    const scope = catalogueScope(shop, shop.names, [shop.sample('placed')], {
      output: 'json',
      timeZone: 'UTC',
    });
    const labels = suggestAt('$', 1, { scope, occasion: 'asked' })?.options.map(({ label }) => label) ?? [];
    expect(labels).toContain('customer.name');
    expect(labels).not.toContain('customerName');
  });
});

it('events that mean different things by a name are checked apart', () => {
  const mixed = defineEvents({
    events: {
      placed: { title: 'P', variables: { order: { name: 'string' } }, renamed: { name: 'order.name' } },
      joined: { title: 'J', variables: { user: { name: 'string' } }, renamed: { name: 'user.name' } },
      named: { title: 'N', variables: { name: 'string' } },
    },
  });
  const { diagnostics, requestFor } = compileWebhook(webhook('{"a":"$name$"}', mixed.names) as never, {
    events: mixed,
  });
  expect(diagnostics.map(({ code, events }) => [code, events])).toEqual([
    ['renamed-variable', ['placed']],
    ['renamed-variable', ['joined']],
  ]);
  const bodies = [
    mixed.create('placed', { order: { name: 'Pen' } }),
    mixed.create('joined', { user: { name: 'Ada' } }),
    mixed.create('named', { name: 'Bob' }),
  ].map(event => requestFor(event)?.body);
  expect(bodies).toEqual(['{"a":"Pen"}', '{"a":"Ada"}', '{"a":"Bob"}']);
});

describe('facts that were stored by former names', () => {
  const described = shop.events.placed;
  const told = (facts: object) => byNamesOfToday(facts, described);

  it('have those of today, in groups and in lists', () => {
    const old = {
      buyer: { vip: true },
      customerName: 'Ada',
      lines: [{ title: 'Pen', tags: [] }],
      remark: 'x',
    };
    const today = { customer: { name: 'Ada', vip: true }, items: [{ name: 'Pen', tags: [] }], note: 'x' };
    expect(told(old)).toEqual(today);
    expect(
      told({ buyer: { name: 'Ada', vip: true }, lineCount: 1, items: [{ title: 'Pen', tags: [] }] }),
    ).toEqual({
      customer: { name: 'Ada', vip: true },
      items: [{ name: 'Pen', tags: [] }],
    });
    expect(told(today)).toEqual(today);
    expect(() => shop.create('placed', told(old) as never)).not.toThrow();
  });

  it('keep what is no former name, whatever it is', () => {
    for (const facts of [{ lines: 7 }, { items: { title: 'Pen' } }, { customer: null, x: [1] }, {}])
      expect(told(facts)).toEqual('lines' in facts ? { items: 7 } : facts);
  });
});

it('a file describes them as a program does', () => {
  const schema = { properties: { order: { properties: { id: { type: 'string' } }, required: ['id'] } } };
  const catalogue = catalogueFromJson({
    schema: { properties: { at: { type: 'string' } }, required: ['at'] },
    renamed: { place: 'at' },
    events: { paid: { schema: { ...schema, required: ['order'] }, renamed: { number: 'order.id' } } },
  });
  expect(catalogue.events).toMatchObject({ paid: { renamed: { place: 'at', number: 'order.id' } } });
  expect(() => catalogueFromJson({ events: { paid: { schema, renamed: { number: 'order.ib' } } } })).toThrow(
    'catalogue.events.paid.renamed.number: the event "paid" has no variable `order.ib`; did you mean `order.id`?',
  );
});

describe('a former name is refused', () => {
  const variables = {
    customer: { name: 'string' },
    items: listOf({ name: 'string', parts: listOf({ id: 'string' }) }),
    raw: 'json',
  } as const;
  const mistakes: readonly (readonly [renamed: unknown, message: string])[] = [
    [{ customer: 'raw' }, 'renamed.customer: the event "a" has this name today'],
    [{ 'customer.name': 'raw' }, 'renamed.customer.name: the event "a" has this name today'],
    [{ 'raw.id': 'customer.name' }, 'renamed.raw.id: the event "a" has this name today'],
    [{ event: 'raw' }, 'renamed.event: the event "a" has this name today'],
    [{ 'items.number': 'items.name' }, 'renamed.items.number: the event "a" has this name today'],
    [
      { old: 'customer.nam' },
      'renamed.old: the event "a" has no variable `customer.nam`; did you mean `customer.name`?',
    ],
    [{ old: 'x' }, 'renamed.old: the event "a" has no variable `x`; declare it, and name it here'],
    [{ older: 'old', old: 'raw' }, 'renamed.older: `old` is renamed itself: write `raw`'],
    [{ older: 'old.name', old: 'customer' }, 'renamed.older: `old` is renamed itself: write `customer.name`'],
    [
      { lines: 'items', 'lines.title': 'items.name' },
      'renamed.lines.title: `lines` is renamed, too: write `items.title` in place of this name',
    ],
    [{ old: 'items.name' }, '`items.name` does not belong to the same list'],
    [{ 'items.old': 'customer.name' }, '`customer.name` does not belong to the same list'],
    [{ 'items.old': 'items.parts.id' }, '`items.parts.id` does not belong to the same list'],
    [{ 'a b': 'raw' }, 'renamed.a b: expected a name of a variable'],
    [{ old: 7 }, 'renamed.old: expected'],
    ['old', 'renamed: expected an object with the new name for each old one'],
  ];

  it.each(mistakes)('%j', (renamed, message) => {
    const given = renamed as Readonly<Record<string, string>>;
    expect(() => defineEvents({ variables, renamed: given, events: { a: { title: 'A' } } })).toThrow(message);
    expect(() => defineEvents({ events: { a: { title: 'A', variables, renamed: given } } })).toThrow(message);
  });

  it('twice, and for every event where only some have the new one', () => {
    const twice = { events: { a: { title: 'A', renamed: { old: 'raw' } } } };
    expect(() => defineEvents({ variables, renamed: { old: 'raw' }, ...twice })).toThrow(
      'catalogue.events.a.renamed.old: the catalogue says what this name is for every event',
    );
    const some = { a: { title: 'A', variables: { by: 'string' } }, b: { title: 'B' } } as const;
    expect(() => defineEvents({ renamed: { old: 'by' }, events: some })).toThrow(
      'catalogue.renamed.old: the event "b" has no variable `by`',
    );
  });
});
