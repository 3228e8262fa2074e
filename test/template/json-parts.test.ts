import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import type { OutputName } from '../../src/output/output.ts';
import { listOf, optional } from '../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../src/template/template.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { defineEvents } from '../../src/webhook/events/define-events.ts';
import { compileBothWays } from './precompile/both-ways.ts';

const variables = {
  custom: 'json',
  order: { meta: 'json', name: 'string' },
  rows: listOf('json'),
  orders: listOf({ meta: optional('json') }),
} as const;

function render(source: string, context: object, output: OutputName = 'text'): string {
  return compileBothWays(source, { variables, output }).render(context);
}

const custom = {
  region: 'eu',
  items: [{ id: 7 }, { id: 'b', tags: ['x', 'y'] }, [1, [2]]],
  count: 3,
  on: true,
  off: false,
  nothing: null,
  '0': 'zero',
};

describe('a part of JSON', () => {
  it.each([
    ['$custom.region$', 'eu'],
    ['$custom/region$', 'eu'],
    ['$ custom . items . 0 . id $', '7'],
    ['$custom.items.1.tags.1$', 'y'],
    ['$custom.items.2.1.0$', '2'],
    ['$custom.items.0$', '{"id":7}'],
    ['$custom.0$', 'zero'],
    ['$custom.on$ $custom.off$', 'true false'],
    ['$custom.region; format="upper", default="-"$', 'EU'],
    ['$custom.nothing; null="-"$', '-'],
    ['$order.meta.region$', 'eu'],
    ['$for(row in rows)$$row.id$$row.tags.0$$sep$,$endfor$', '7,bx'],
    ['$for(each in orders)$[$each.meta.region; null="-"$]$endfor$', '[eu][-]'],
    ['$custom.count; format="lower"$', '3'],
    ['$custom.region; max="1"$ $custom.items.0; max="4"$ $custom.count; max="9"$', '… {"i… 3'],
  ])('%s is what it leads to', (source, expected) => {
    const context = {
      custom,
      order: { meta: custom, name: 'n' },
      rows: custom.items.slice(0, 2),
      orders: [{ meta: custom }, {}],
    };
    expect(render(source, context)).toBe(expected);
  });

  it.each([
    ['$custom.app.kubernetes.io/name$', 'app.kubernetes.io/name'],
    ['$custom/app.kubernetes.io/name; null="-"$', 'app.kubernetes.io/name'],
    ['$custom.labels.app.kubernetes.io/name$', 'app.kubernetes.io/name'],
    ['$custom/groupLabels/topology.kubernetes.io/zone$', 'topology.kubernetes.io/zone'],
    ['$custom.labels.io/name$', 'labels.io/name'],
    ['$if(custom.helm.sh/chart)$x$endif$', 'helm.sh/chart'],
    ['$if(order.meta.labels.example.com/team == "a")$x$endif$', 'example.com/team'],
    ['$for(row in rows)$$row.prometheus.io/scrape$$endfor$', 'prometheus.io/scrape'],
    ['$custom.annotations.example.com$', 'example.com'],
  ])('%s looks like a key with dots in it, which it does not lead to', (source, key) => {
    expect(validateTemplate(source, { variables })).toMatchObject([
      { code: 'dotted-key', severity: 'warning', facts: { key } },
    ]);
  });

  it('with a dotted key is quoted as it is written', () => {
    const [found] = validateTemplate('$custom/app.kubernetes.io/name$', { variables });
    expect(found?.message).toMatch(/^`custom\/app\.kubernetes\.io\/name` leads from part to part/);
  });

  it.each(['$custom.region$', '$custom/items/0/id$', '$custom.disk.io.read$', '$custom.address.city/name$'])(
    '%s is not taken for a key with dots in it',
    source => {
      expect(validateTemplate(source, { variables })).toEqual([]);
    },
  );

  it('that may be a list is told what JSON can do instead', () => {
    const [found, ...more] = validateTemplate('$for(x in custom)$$x$$endfor$', { variables });
    expect(found).toMatchObject({ code: 'not-a-list', fixes: [] });
    expect(found?.message).toContain(
      'write it whole, as `$custom$`, or one item by its index, as in `$custom.0$`',
    );
    expect(more).toEqual([]);
  });

  it('is not cut where it has to stay JSON', () => {
    const codes = (source: string) => validateTemplate(source, { variables }).map(({ code }) => code);
    expect(codes('$custom.region; max="3", format="upper"$')).toEqual([]);
    expect(codes('$custom.region; max="3", format="json-encode"$')).toEqual(['max-without-text']);
  });

  it('is JSON where JSON stands', () => {
    const source =
      '[$custom.items.0$,$custom.region$,"$custom.region$",$custom.count$,$custom.missing$,"$custom.items.1.tags$"]';
    expect(JSON.parse(render(source, { custom }, 'json'))).toEqual([
      { id: 7 },
      'eu',
      'eu',
      3,
      null,
      '["x","y"]',
    ]);
  });

  const inherited = Object.create({ region: 'inherited' });
  const getter = Object.defineProperty({}, 'region', { get: () => 'got' });
  class Place {
    readonly region = 'class';
  }

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'region'],
    ['an inherited property', inherited],
    ['a getter', getter],
    ['an instance', new Place()],
    ['a map', new Map([['region', 'map']])],
    ['a function', Object.assign(() => 1, { region: 'function' })],
    ['an array', Object.assign(['x'], { region: 'array' })],
  ])('is missing in %s', (_, value) => {
    expect(render('[$custom.region; null="-"$]', { custom: value })).toBe('[-]');
    expect(render('$if(custom.region)$a$else$b$endif$', { custom: value })).toBe('b');
  });

  it.each(['length', '01', '1', 'at', '4294967295'])('%s of an array is none', name => {
    expect(render(`[$custom.${name}; null="-"$]`, { custom: ['x'] })).toBe('[-]');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is none by inheritance', name => {
    expect(render(`[$custom.${name}; null="-"$]`, { custom: {} })).toBe('[-]');
    expect(render(`[$custom.${name}; null="-"$]`, { custom: JSON.parse(`{"${name}":"own"}`) })).toBe('[own]');
  });

  it('may belong to a plain object of another realm, or to one without a prototype', () => {
    expect(render('$custom.a$', { custom: runInNewContext('({ a: 1 })') })).toBe('1');
    expect(render('$custom.a$', { custom: Object.assign(Object.create(null), { a: 1 }) })).toBe('1');
  });

  it('of an object that throws is an error', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const { render: renderIt } = compileTemplate('$custom.a$', { variables });
    expect(() => renderIt({ custom: proxy })).toThrow('`custom.a` cannot be read');
  });

  it('is listed among the variables that a template reads', () => {
    const template = compileTemplate('$custom.b.0$$if(custom.a)$$endif$', { variables });
    expect(template.variables).toEqual(['custom.a', 'custom.b.0']);
  });

  it('is traced', () => {
    const { spans } = compileTemplate('[$custom.region$]', { variables, output: 'json' }).trace({ custom });
    expect(spans[1]?.value).toEqual({ variable: 'custom.region', place: 'json-value' });
  });
});

describe('a condition on a part of JSON', () => {
  it.each<[string, unknown, string]>([
    ['custom.a', { a: 0 }, 'yes'],
    ['custom.a', { a: '' }, 'yes'],
    ['custom.a', { a: false }, 'no'],
    ['custom.a', { a: null }, 'no'],
    ['custom.a', {}, 'no'],
    ['!custom.a.b', { a: 1 }, 'yes'],
    ['custom.a == "x"', { a: 'x' }, 'yes'],
    ['custom.a != "x"', {}, 'yes'],
    ['custom.a == ""', {}, 'yes'],
    ['custom.a == 1', { a: 1 }, 'yes'],
    ['custom.a == 1', { a: '1' }, 'no'],
    ['custom.items.0.1 >= 2.5', { items: [[0, 3]] }, 'yes'],
    ['custom.items.0.1 >= 2.5', { items: [[0, 2]] }, 'no'],
    ['custom.items.0 < 0 || custom.items.1 == "b"', { items: [0, 'b'] }, 'yes'],
  ])('%s holds or fails: %j', (condition, value, expected) => {
    expect(render(`$if(${condition})$yes$else$no$endif$`, { custom: value })).toBe(expected);
  });

  it('may take the items of a list', () => {
    const rows = [{ on: true, n: 1 }, { n: 2 }, 'x', null, { on: 1, n: 3 }];
    expect(render('$for(row in rows if row.on)$$row.n$$if(row.n > 2)$!$endif$$endfor$', { rows })).toBe(
      '13!',
    );
  });

  it('is followed exactly by the proof', () => {
    const source = '[$if(custom.a == 1)$1$elseif(custom.a < 1 || custom.a > 1)$2$else$3$endif$]';
    expect(validateTemplate(source, { variables, output: 'json' })).toEqual([]);
    const missing = '[$if(custom.a)$1,$endif$$if(!custom.a)$2$endif$]';
    const [found] = validateTemplate(missing, { variables, output: 'json' });
    expect(found).toMatchObject({ code: 'json-extra-comma' });
    const two = '["$if(custom.a.0)$"$endif$$if(custom.a.1)$"$endif$]';
    expect(validateTemplate(two, { variables, output: 'json' })[0]?.message).toContain('`custom.a.0`');
  });
});

describe('what is not a part of JSON', () => {
  it.each([
    ['$order.name.first$', 'unknown-variable', 'No part of `order.name` can be named'],
    ['$order.0$', 'unknown-variable', 'There is no variable `order.0`'],
    ['$for(x in custom.items)$$x$$endfor$', 'not-a-list', '`custom.items` is JSON, which need not be a list'],
    ['$custom.$', 'unexpected-in-tag', 'does not belong here'],
    ['$custom.0x$', 'unexpected-in-tag', 'does not belong here'],
    ['$custom.-1$', 'unexpected-in-tag', 'write a name'],
    ['$0.custom$', 'stray-dollar', 'does not begin a tag'],
  ])('%s: %s', (source, code, said) => {
    expect(validateTemplate(source, { variables })[0]).toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  });

  it.each([
    ['$custom.items[0].id$', '$custom.items.0.id$'],
    ['$custom[0]$', '$custom.0$'],
    ['$custom.a[2][10].b; null="[1]"$', '$custom.a.2.10.b; null="[1]"$'],
    ['$if(custom.a[0].b == "c[1]")$1$endif$', '$if(custom.a.0.b == "c[1]")$1$endif$'],
    ['$if(custom[0] && !custom.b[1])$1$endif$', '$if(custom.0 && !custom.b.1)$1$endif$'],
    ['$for(row in rows)$$row.tags[0]$$endfor$', '$for(row in rows)$$row.tags.0$$endfor$'],
    // Neither a list nor a text has items that can be named.
    ['$rows[0]$', undefined],
    ['$order.name[0]$', undefined],
    ['$custom["a"]$', undefined],
    ['$custom[i]$', undefined],
  ])('an index in brackets is mended where a dot can stand for them: %s', (source, mended) => {
    const [found, ...more] = validateTemplate(source, { variables });
    expect([found?.severity, more]).toEqual(['error', []]);
    expect(found?.fixes.map(fix => applyFix(source, fix))).toEqual(mended === undefined ? [] : [mended]);
    if (mended !== undefined) expect(validateTemplate(mended, { variables })).toEqual([]);
  });

  it('a tag that ends with an index and was never closed is found', () => {
    const [found] = validateTemplate('Dear $custom.items.0, see $custom.a$.', { variables });
    expect(found).toMatchObject({ code: 'unclosed-tag', range: { start: 5, end: 20 } });
  });
});

it('a constant of an event may be JSON, and its parts decide conditions', () => {
  const events = defineEvents({
    variables: { extra: 'json' },
    events: {
      paid: { title: 'Paid', constants: { extra: { level: 1 } } },
      sent: { title: 'Sent' },
    },
  });
  const webhook = compileWebhook(
    {
      profile: 'p',
      channel: 'Webhooks',
      method: 'POST',
      url: 'https://h.example/',
      contentType: 'application/json',
      events: { paid: true, sent: true },
      payload: '[$extra.level$$if(extra.level == 1)$,"one"$endif$]',
    },
    { events },
  );
  expect(webhook.requestFor(events.create('paid', {}))?.body).toBe('[1,"one"]');
  expect(webhook.requestFor(events.create('sent', { extra: { level: 2 } }))?.body).toBe('[2]');
});
