import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../src/diagnostics/fixes/apply-fix.ts';
import { RenderError } from '../../../src/template/render/render-error.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { compileTemplate, validateTemplate } from '../../../src/template/template.ts';
import type { TemplateOptions } from '../../../src/template/template-options.ts';
import { propertySeed, runs } from '../../properties.ts';
import { compileBothWays } from '../precompile/both-ways.ts';

const variables = {
  ticket: {
    title: 'string',
    tags: listOf('string'),
    due: optional('date'),
    price: 'number',
    state: ['open', 'done'],
    isUrgent: 'boolean',
    extra: 'json',
    customer: optional({ name: 'string', constructor: optional('string') }),
  },
  alerts: listOf({ name: 'string', since: 'date', notes: optional(listOf(optional('string'))) }),
  rows: listOf(listOf('number')),
  profile: 'string',
} as const;

const ticket = {
  title: 'Say "hi"\n',
  tags: ['a', '"]'],
  due: new Date(0),
  price: 1.5,
  state: 'open',
  isUrgent: false,
  extra: { any: [1, null] },
  customer: { name: 'Ann', secret: 'not declared' },
  id: 'not declared',
};

function render(source: string, context: object, more: Partial<TemplateOptions> = {}): string {
  const options = { variables, output: 'json', ...more } as const;
  const { trace, render } = compileBothWays(source, options);
  const text = render(context);
  expect(trace(context).text).toBe(text);
  return text;
}

function codes(source: string, output: 'json' | 'json-lines' | 'text' = 'json'): readonly string[] {
  return validateTemplate(source, { variables, output }).map(({ code }) => code);
}

function errorOf(source: string, context: object): Partial<RenderError> {
  try {
    compileBothWays(source, { variables, output: 'json' }).render(context);
  } catch (error) {
    if (error instanceof RenderError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a list or a group in the place of a JSON value', () => {
  it('is an array or an object of its declared parts, in their order', () => {
    expect(JSON.parse(render('$ticket$', { ticket }))).toEqual({
      title: 'Say "hi"\n',
      tags: ['a', '"]'],
      due: '1970-01-01T00:00:00Z',
      price: 1.5,
      state: 'open',
      isUrgent: false,
      extra: { any: [1, null] },
      customer: { name: 'Ann' },
    });
    expect(render('{"tags":$ticket.tags$,"by":$ticket/customer$}', { ticket })).toBe(
      '{"tags":["a","\\"]"],"by":{"name":"Ann"}}',
    );
    expect(render('$rows$', { rows: [[1, 2], [], [3n]] })).toBe('[[1,2],[],[3]]');
    expect(render('$profile$\n$rows$\n', { profile: '', rows: [] }, { output: 'json-lines' })).toBe(
      '""\n[]\n',
    );
  });

  it('is also an item', () => {
    const alerts = [
      { name: 'x', since: 0, notes: ['n'] },
      { name: 'y', since: '1970-01-01T01:00:00+01:00' },
    ];
    expect(render('[$for(a in alerts)$$a$$sep$,$endfor$]', { alerts })).toBe(
      '[{"name":"x","since":"1970-01-01T00:00:00Z","notes":["n"]},{"name":"y","since":"1970-01-01T00:00:00Z","notes":[]}]',
    );
    expect(render('$for(a in alerts; max="1")$$a.notes$$else$null$endfor$', { alerts })).toBe('["n"]');
    expect(render('[$for(r in rows)$$r$$sep$,$endfor$]', { rows: [[1], [2, 3]] })).toBe('[[1],[2,3]]');
  });

  it("writes dates in the template's zone", () => {
    const alerts = [{ name: 'x', since: 0 }];
    const text = render('$alerts$', { alerts }, { timeZone: 'Europe/Berlin' });
    expect(JSON.parse(text)).toEqual([{ name: 'x', since: '1970-01-01T01:00:00+01:00', notes: [] }]);
  });

  it('leaves out missing parts, and has an empty array for a missing list and `null` for a missing item', () => {
    expect(render('$ticket$', { ticket: {} })).toBe('{"tags":[]}');
    expect(render('$ticket$', { ticket: { title: null, price: Number.NaN, extra: null } })).toBe(
      '{"tags":[],"extra":null}',
    );
    expect(render('$alerts$', { alerts: [null, { notes: [null, 'n'] }] })).toBe(
      '[null,{"notes":[null,"n"]}]',
    );
    expect(render('[$alerts$,$rows$]', { rows: [null, [Number.POSITIVE_INFINITY]] })).toBe(
      '[[],[[],[null]]]',
    );
  });

  it('is `null` where a group is missing, or the text of an option', () => {
    expect(render('[$ticket$,$ticket.customer$,$ticket.tags$]', {})).toBe('[null,null,[]]');
    expect(render('[$ticket; null="none"$,$ticket.tags; default="none"$]', {})).toBe('["none","none"]');
    expect(render('[$ticket.tags; null="none"$]', { ticket })).toBe('[["a","\\"]"]]');
  });

  it('reads own data properties alone', () => {
    const inherited = Object.create({ title: 'inherited' });
    Object.defineProperty(inherited, 'state', { get: () => 'got', enumerable: true });
    expect(render('$ticket$', { ticket: inherited })).toBe('{"tags":[]}');
    expect(render('$ticket.customer$', { ticket: { customer: {} } })).toBe('{}');
    expect(render('$ticket.tags$', { ticket: { tags: new Array(3) } })).toBe('[null,null,null]');
  });

  it('refuses a value of another kind, and names the part that it is', () => {
    expect(errorOf('$ticket$', { ticket: 'x' })).toEqual({
      code: 'not-a-group',
      message: '`ticket` is text, not an object.',
    });
    expect(errorOf('$ticket$', { ticket: { tags: {} } })).toEqual({
      code: 'not-a-list',
      message: '`ticket.tags` is not a list.',
    });
    expect(errorOf('$alerts$', { alerts: [{}, { since: new Date(Number.NaN) }] })).toEqual({
      code: 'invalid-date',
      message: '`alerts[1].since` is an invalid date.',
    });
    expect(errorOf('[$for(a in alerts)$$a$$sep$,$endfor$]', { alerts: [{ name: {} }] })).toEqual({
      code: 'no-text',
      message: '`a.name` is an object, which cannot be written as text.',
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(errorOf('$ticket$', { ticket: { customer: proxy } }).code).toBe('unreadable');
  });

  it('is bounded like any output, before it takes up memory', () => {
    const long = { rows: [new Array(4_000_000_000)] };
    for (const each of ['$rows$', '$for(r in rows; max="1")$$r$$else$1$endfor$']) {
      const error = errorOf(each, long);
      expect(error.code).toBe('output-too-long');
    }
  });

  it('has no format', () => {
    const source = '{"a":$ticket.tags; format="upper"$}';
    const [found, ...more] = validateTemplate(source, { variables, output: 'json' });
    expect([found?.code, more]).toEqual(['option-on-whole', []]);
    expect(found?.fixes[0] && applyFix(source, found.fixes[0])).toBe('{"a":$ticket.tags$}');
    expect(codes('[$ticket; timezone="UTC"$,$alerts; max="3"$]')).toEqual([
      'option-on-whole',
      'option-on-whole',
    ]);
  });
});

describe('a list or a group anywhere else', () => {
  it.each([
    ['"$ticket.tags$"', 'list-as-value', '$ticket.tags$'],
    ['{"a":"$ticket.customer$"}', 'incomplete-name', undefined],
    ['["$ticket$"]', 'incomplete-name', '[$ticket$]'],
    ['{$ticket.tags$:1}', 'list-as-value', undefined],
    ['"x $alerts$"', 'list-as-value', undefined],
    ['{"a":$ticket.tags; separator=", "$}', 'list-as-value', undefined],
  ])('is a mistake: %s', (source, code, meant) => {
    const [found, ...more] = validateTemplate(source, { variables, output: 'json' });
    expect([found?.code, more]).toEqual([code, []]);
    const fixed = found?.fixes.map(fix => applyFix(source, fix)) ?? [];
    if (meant !== undefined) expect(fixed).toContain(meant);
  });

  it.each(['$ticket.tags$', '$ticket$'])('is a mistake in other outputs: %s', source => {
    expect(codes(source, 'text')).toHaveLength(1);
  });

  it.each<[source: string, mended: string | undefined]>([
    ['{"a":$tickte$}', '{"a":$ticket$}'],
    ['{"a":$ticket.custmer$}', '{"a":$ticket.customer$}'],
    ['[$for(x in alerts)$$alert$$sep$,$endfor$]', '[$for(x in alerts)$$alerts$$sep$,$endfor$]'],
    // Only JSON takes a group, and not in quotes.
    ['{"a":"$tickte$"}', undefined],
  ])('is what a misspelt name may have been meant for: %s', (source, mended) => {
    const [found, ...more] = validateTemplate(source, { variables, output: 'json' });
    expect([found?.code, more]).toEqual(['unknown-variable', []]);
    expect(found?.fixes[0] && applyFix(source, found.fixes[0])).toBe(mended);
  });

  it('says that JSON takes it whole', () => {
    const [found] = validateTemplate('"$alerts$ $profile$"', { variables, output: 'json' });
    expect(found?.message).toContain('or write it whole');
    const [other] = validateTemplate('$alerts$', { variables });
    expect(other?.message).not.toContain('whole');
  });
});

it(`whatever is written whole reads back as it was (HOOKPLATE_SEED=${propertySeed})`, () => {
  const text = fc.string({ unit: 'binary' });
  const contexts = fc.record({
    alerts: fc.array(fc.record({ name: text, since: fc.constant(0), notes: fc.array(text) })),
    rows: fc.array(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }))),
  });
  const template = compileTemplate('{"alerts":$alerts$,"rows":$rows$}', { variables, output: 'json' });
  fc.assert(
    fc.property(contexts, context => {
      const since = '1970-01-01T00:00:00Z';
      const read = JSON.parse(template.render(context));
      expect(read.alerts).toEqual(context.alerts.map(alert => ({ ...alert, since })));
      expect(read.rows).toEqual(context.rows.map(row => row.map(number => number + 0)));
    }),
    { numRuns: runs(1000) },
  );
});
