import { describe, expect, it } from 'vitest';
import type { Suggestions } from '../../src/assist/assistance.ts';
import { explanationAt } from '../../src/assist/explain-name.ts';
import { type Occasion, suggestAt } from '../../src/assist/suggest-at.ts';
import { catalogueScope, type TemplateScope } from '../../src/assist/template-scope.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { unmark } from '../marked-source.ts';

const alerts = defineEvents({
  variables: { alerts: listOf({ name: 'string', state: ['firing', 'resolved'] }), count: 'number' },
  events: { Alert: { title: 'Alert', sample: { alerts: [{ name: 'Disk', state: 'firing' }], count: 2 } } },
});
const sample = alerts.sample('Alert', { now: () => 0 });
const scope = catalogueScope(alerts, alerts.names, [sample], { output: 'json', timeZone: 'UTC' });

/** The suggestions at the mark, and the template after the first one is chosen. */
function suggest(
  marked: string,
  occasion: Occasion = 'typed',
  own: TemplateScope = scope,
): Suggestions & { readonly chosen: string } {
  const { source, range } = unmark(marked);
  const found = suggestAt(source, range.start, { scope: own, occasion });
  if (!found) throw new Error('Nothing is suggested.');
  const chosen = source.slice(0, found.from) + found.options[0]?.text + source.slice(found.to);
  return { ...found, chosen };
}

function labels(marked: string): readonly string[] {
  return suggest(marked).options.map(({ label }) => label);
}

it('suggests the variables that a value can have, and what opens a block', () => {
  expect(labels('$«»')).toEqual(['event', 'date', 'alerts.count', 'count', 'alerts', 'if', 'for']);
  expect(suggest('$ev«»').chosen).toBe('$event$');
  expect(suggest('$ev«»$').chosen).toBe('$event$');
});

it('replaces the name that stands after the cursor, where it is in the tag', () => {
  expect(suggest('$«»count$').chosen).toBe('$event$');
  expect(suggest('$«»alerts.count; format="0"$').chosen).toBe('$event; format="0"$');
  expect(suggest('$if(«»count > 1)$').chosen).toBe('$if(event > 1)$');
  expect(suggest('$if(!«»count)$').chosen).toBe('$if(!event)$');
  expect(suggest('$for(a in «»alerts)$').chosen).toBe('$for(a in alerts)$');
  expect(suggest('$«» of them$').chosen).toBe('$event$ of them$');
  expect(suggest('$if(«» of them').chosen).toBe('$if(event of them');
});

it('suggests the parts of an item and what ends its list, inside of it', () => {
  const inside = labels('$for(alert in alerts)$$«»');
  expect(inside).toEqual(
    expect.arrayContaining(['alert.name', 'alert.state', 'alert.number', 'sep', 'else', 'endfor']),
  );
  expect(labels('$for(alert in «»')).toEqual(['alerts']);
  expect(labels('$for(alert «»')).toEqual(['in']);
});

it('suggests the texts of a closed set where one is compared, in quotes', () => {
  expect(suggest('$for(a in alerts)$$if(a.state == «»').chosen).toBe(
    '$for(a in alerts)$$if(a.state == "firing"',
  );
  expect(suggest('$for(a in alerts)$$if(a.state == "re«»"').options.map(({ text }) => text)).toEqual([
    'firing',
    'resolved',
  ]);
});

it("suggests the parts of the item, and their texts, in its list's own filter", () => {
  expect(labels('$for(a in alerts if a.«»').slice(0, 3)).toEqual(['a.name', 'a.state', 'event']);
  expect(labels('$for(a in alerts if !(a.name == "x" && a.state == "«»')).toEqual(['firing', 'resolved']);
  expect(labels('$for(a in alerts)$$for(b in «»')).toEqual(['alerts']);
});

describe('where an operator belongs', () => {
  const isAlert = defineEvents({
    variables: { alerts: listOf({ name: 'string' }), count: 'number', isError: 'boolean' },
    events: { Alert: { title: 'Alert' } },
  });
  const own = catalogueScope(isAlert, ['Alert'], [], { output: 'json', timeZone: 'UTC' });
  const labelsAt = (marked: string) => suggest(marked, 'typed', own).options.map(({ label }) => label);

  it.each([
    ['$if(event «»', ['==', '!=', '&&', '||']],
    ['$if(count «»)$', ['==', '!=', '<', '<=', '>', '>=', '&&', '||']],
    ['$if(isError «»', ['&&', '||']],
    ['$if(alerts «»', ['&&', '||']],
    ['$elseif(event == "Alert" «»)$', ['&&', '||']],
    ['$if(count > 5 «»', ['&&', '||']],
    ['$if((count > 5) «»', ['&&', '||']],
    ['$if(isError && event «»', ['==', '!=', '&&', '||']],
    ['$if(!isError «»', ['&&', '||']],
    ['$if(event =«»', ['==']],
    ['$if(event !«»', ['!=']],
    ['$if(count <«» 5', ['<', '<=']],
    ['$if(event == "a" &«»', ['&&']],
    ['$for(a in alerts «»', ['if']],
    ['$for(a in alerts i«»', ['if']],
    ['$for(a in alerts if a.name «»', ['==', '!=', '&&', '||']],
    ['$for(a in alerts if a.name == "x" «»)$', ['&&', '||']],
  ])('the operators are suggested, and no names: %s', (marked, operators) => {
    expect(labelsAt(marked)).toEqual(operators);
  });

  it('an operator is written with a blank behind it, and only once', () => {
    expect(suggest('$if(event «»').chosen).toBe('$if(event == ');
    expect(suggest('$if(event =«»').chosen).toBe('$if(event == ');
    expect(suggest('$if(event «» "Alert")$').chosen).toBe('$if(event == "Alert")$');
    expect(suggest('$for(a in alerts «»)$').chosen).toBe('$for(a in alerts if )$');
  });

  it('names are suggested again after one that joins conditions, and nothing where only a constant can follow', () => {
    for (const marked of ['$if(isError && «»', '$if(count > 5 ||«»', '$if(!«»', '$if(isError && !(«»'])
      expect(labelsAt(marked)).toContain('event');
    for (const source of [
      '$if(count > ',
      '$if(count >= 1',
      '$for(a in alerts if a.name == "x',
      '$if(event) ',
    ])
      expect(suggestAt(source, source.length, { scope: own, occasion: 'typed' }), source).toBeUndefined();
  });
});

it('suggests in a condition what it can ask about, optional groups too', () => {
  const events = defineEvents({
    variables: {
      dueAt: optional('date'),
      by: optional({ name: 'string', since: 'date' }),
      owner: { name: 'string', since: 'date', team: optional({ id: 'number' }) },
      rows: listOf(optional({ at: 'date', value: 'number' })),
    },
    events: { Due: { title: 'Due' } },
  });
  const own = catalogueScope(events, events.names, [], { output: 'json', timeZone: 'UTC' });
  const named = (source: string) =>
    suggestAt(source, source.length, { scope: own, occasion: 'typed' })?.options.map(({ label }) => label);
  const asked = [
    ...['event', 'dueAt', 'by.name', 'by.since', 'owner.name', 'owner.team.id', 'rows', 'rows.count'],
    ...['by', 'owner.team'],
  ];
  expect(named('$if(')).toEqual(asked);
  expect(named('$if(event == "Due" && !')).toEqual(asked);
  expect(named('$for(row in rows if ')).toEqual([
    'row.at',
    'row.value',
    ...asked.slice(0, -2),
    'row',
    ...asked.slice(-2),
  ]);
});

it('suggests lists and groups where JSON wants a value', () => {
  const events = defineEvents({
    events: { E: { title: 'E', variables: { order: { id: 'number', tags: listOf('string') } } } },
  });
  const output = 'json' as const;
  const ofJson = catalogueScope(events, ['E'], [events.sample('E')], { output, timeZone: 'UTC' });
  const labelsAt = (source: string) =>
    suggestAt(source, source.length, { scope: ofJson, occasion: 'typed' })?.options.map(({ label }) => label);
  expect(labelsAt('{"a": $')).toEqual(expect.arrayContaining(['order.id', 'order', 'order.tags']));
  expect(labelsAt('{"a": "$')).not.toContain('order');
  expect(explanationAt('{"a": $order$}', 8, ofJson)?.explanation).toMatchObject({
    path: 'order',
    type: 'group',
  });
});

it('suggests how many items a list may take', () => {
  expect(labels('$for(a in alerts; «»')).toEqual(['max']);
  expect(suggest('$for(a in alerts if a.name == "x"; m«»').chosen).toBe(
    '$for(a in alerts if a.name == "x"; max="',
  );
  expect(labels('$for(a in alerts; max="«»')).toEqual(['1', '3', '10']);
  expect(labels('$for(a in alerts; max="1")$$a.na«»')).toContain('a.name');
});

it('suggests options that fit, and formats with what they write', () => {
  expect(labels('$count; «»')).toEqual(['format', 'null', 'default', 'scale']);
  expect(suggest('$count; format="«»').options[1]).toMatchObject({ text: '0.00"$', detail: '2.00' });
});

it('suggests whole tags between tags where somebody asks, and nothing where somebody types', () => {
  expect(suggest('a «»', 'asked')).toMatchObject({ kind: 'whole', chosen: 'a $event$' });
  expect(suggestAt('a ', 2, { scope, occasion: 'typed' })).toBeUndefined();
});

it('explains a name by its value in each sample, and by what its tag writes', () => {
  const source = '$count; format="0.0"$';
  expect(explanationAt(source, 3, scope)).toEqual({
    range: { start: 1, end: 6 },
    explanation: {
      path: 'count',
      type: 'number',
      samples: [{ event: 'Alert', text: '2', written: '2.0' }],
    },
  });
  expect(explanationAt(source, 12, scope)).toBeUndefined();
});

it.each([
  ['$eve«»nt$', '$event$'],
  ['$eve«» of $date$', '$event$ of $date$'],
  ['$eve«» $date$', '$event$ $date$'],
  ['$e«»x$if(count > 1)$', '$event$x$if(count > 1)$'],
  ['$«»x; max="1"$', '$event; max="1"$'],
  ['$if(ev«»en == "Alert")$', '$if(event == "Alert")$'],
  ['$for(a in al«»arms)$', '$for(a in alerts)$'],
  ['$for(a in alerts)$$if(a.state == "re«»solved")$', '$for(a in alerts)$$if(a.state == "firing")$'],
  ['$for(a in alerts)$$if(a.state == re«»solved)$', '$for(a in alerts)$$if(a.state == "firing")$'],
  ['$count; for«»mat="0"$', '$count; format="0"$'],
  ['$count; format="0«».00", null="-"$', '$count; format="0", null="-"$'],
  ['$count; format="«», null="-"$', '$count; format="0", null="-"$'],
  ['$event; format="up«»per lower"$', '$event; format="trim lower"$'],
])('replaces the word that is begun, and its rest: %s', (marked, chosen) => {
  expect(suggest(marked).chosen).toBe(chosen);
});

it('suggests variables that are called like a property of every object', () => {
  const odd = defineEvents({
    variables: { constructor: 'string', valueOf: 'number' },
    events: { A: { title: 'A' } },
  });
  const own = catalogueScope(odd, odd.names, [odd.sample('A')], { output: 'text', timeZone: 'UTC' });
  const found = suggestAt('$', 1, { scope: own, occasion: 'typed' });
  expect(found?.options.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['constructor', 'valueOf']),
  );
});

it('explains a list of integers of any size', () => {
  const sizes = defineEvents({
    variables: { files: listOf({ bytes: 'number' }) },
    events: { A: { title: 'A', sample: { files: [{ bytes: 2n ** 64n }] } } },
  });
  const own = catalogueScope(sizes, sizes.names, [sizes.sample('A')], { output: 'text', timeZone: 'UTC' });
  const found = explanationAt('$for(f in files)$$endfor$', 11, own);
  expect(found?.explanation.samples).toMatchObject([{ text: '[{"bytes":"18446744073709551616"}]' }]);
});

describe('parts of JSON', () => {
  const own = defineEvents({
    variables: { custom: 'json', rows: listOf('json') },
    events: {
      Sold: {
        title: 'Sold',
        sample: { custom: { region: 'eu', 'not a name': 1, items: [{ id: 7 }] }, rows: [{ sku: 'a' }] },
      },
    },
  });
  const sold = own.sample('Sold', { now: () => 0 });
  const inSold = catalogueScope(own, own.names, [sold], { output: 'json', timeZone: 'UTC' });

  it('that samples have are suggested', () => {
    const found = suggestAt('$custom.', 8, { scope: inSold, occasion: 'typed' });
    expect(found?.options.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'custom',
        'custom.region',
        'custom.items',
        'custom.items.0',
        'custom.items.0.id',
      ]),
    );
    expect(found?.options.map(({ label }) => label)).not.toContain('custom.not a name');
    const source = '$for(row in rows)$$row.';
    const ofItem = suggestAt(source, source.length, { scope: inSold, occasion: 'typed' });
    expect(ofItem?.options[0]).toMatchObject({ label: 'row' });
    expect(ofItem?.options[1]).toMatchObject({ label: 'row.sku' });
  });

  it('are explained with the values of samples, if these have any', () => {
    const explained = (source: string) => explanationAt(source, 3, inSold)?.explanation;
    expect(explained('$custom.items.0.id$')).toMatchObject({
      path: 'custom.items.0.id',
      type: 'optional any JSON',
      samples: [{ event: 'Sold', text: '7' }],
    });
    expect(explained('$custom.items.5$')).toMatchObject({ samples: [{ text: 'missing' }] });
  });
});
