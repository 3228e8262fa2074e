import { expect, expectTypeOf, it } from 'vitest';
import { InvalidArgument } from '../../src/options/define-options.ts';
import { RenderError } from '../../src/template/render/render-error.ts';
import { optional } from '../../src/template/resolve/variables.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { formatWebhookProperties, parseWebhookProperties } from '../../src/webhook/config/properties.ts';
import type { WebhookConfig } from '../../src/webhook/config/settings.ts';
import { createCatalogue, defineEvents } from '../../src/webhook/events/define-events.ts';
import type { EventOf } from '../../src/webhook/events/event-catalogue.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { orders } from './events/orders.ts';
import { processFacts } from './process-facts.ts';
import { getConfig } from './webhook-configs.ts';

const date = new Date('2026-03-04T05:06:07Z');
const now = () => date.getTime();

const all = { 'order.placed': true, 'order.paid': true, 'order.cancelled': true };
const config = {
  events: all,
  method: 'POST',
  url: 'https://example.com/$event$',
  contentType: 'application/json',
  payload: '{"order":$order.id$,"customer":"$order.customer$"}',
} as const;

/** "code for events: message" of what is wrong with a payload. */
function problems(payload: string, events: Readonly<Record<string, boolean>> = all): string[] {
  return validateWebhook({ ...config, events, payload }, { events: orders })
    .filter(({ severity }) => severity !== 'hint')
    .map(({ code, events, message }) => `${code} for ${events?.join() ?? 'all'}: ${message}`);
}

it('where too many events come to names of others, it says what to do', () => {
  const names = Array.from({ length: 250 }, (_, index) => `e${index}`);
  const events = createCatalogue({
    events: Object.fromEntries(
      names.map((name, index) => [name, { title: name, variables: { [`v${index}`]: 'string' } }]),
    ),
  });
  const found = validateWebhook(
    {
      ...config,
      url: 'https://example.com/',
      events: Object.fromEntries(names.map(name => [name, true])),
      payload: JSON.stringify(names.map((_, index) => `$v${index}$`)),
    },
    { events },
  );
  expect(found.find(({ code }) => code === 'too-many-paths')?.message).toBe(
    'Too many events come to values that only others of them have: ask for the event first, as in `$if(event == "…")$…$endif$`, or switch on fewer events.',
  );
});

it('a webhook makes the requests of its catalogue, and none of an event that is off', () => {
  const webhook = compileWebhook({ ...config, events: { 'order.paid': true } }, { events: orders });
  const order = { id: 7, customer: 'Ada "Countess" Lovelace', total: 12 };
  expect(webhook.requestFor(orders.create('order.paid', { order }))).toEqual({
    method: 'POST',
    url: 'https://example.com/order.paid',
    headers: [['content-type', 'application/json']],
    body: '{"order":7,"customer":"Ada \\"Countess\\" Lovelace"}',
  });
  expect(webhook.requestFor(orders.create('order.placed', { order }))).toBeUndefined();
});

it('a trial is that of the first event, or of another that is named', () => {
  const webhook = compileWebhook(config, { events: orders });
  expect(webhook.testRequest()?.url).toBe('https://example.com/order.placed');
  expect(webhook.testRequest({ event: 'order.cancelled' })?.body).toBe('{"order":1,"customer":"customer"}');
  const paid = compileWebhook({ ...config, events: { 'order.paid': true } }, { events: orders });
  expect(paid.testRequest()).toBeUndefined();
  // @ts-expect-error There is no such event.
  expect(() => webhook.testRequest({ event: 'order.pad' })).toThrow(InvalidArgument);
});

it('a preview shows each event that is on with its own sample', () => {
  const payload = '{"event":"$event$","id":$order.id$}';
  const { events, diagnostics } = previewWebhook({ ...config, payload }, { events: orders, now });
  expect(diagnostics).toEqual([]);
  expect(events.map(preview => preview.kind === 'request' && preview.request.body)).toEqual([
    '{"event":"order.placed","id":7}',
    '{"event":"order.paid","id":7}',
    '{"event":"order.cancelled","id":1}',
  ]);
  expect(events[1]?.event).toEqual(orders.sample('order.paid', { now }));
});

it('a preview shows the samples that it is given', () => {
  const samples = [orders.create('order.paid', { order: { id: 9 } }), orders.create('order.cancelled')];
  const { events } = previewWebhook(
    { ...config, events: { 'order.paid': true } },
    { events: orders, samples },
  );
  expect(events.map(({ event }) => event)).toEqual([samples[0]]);
  expect(() => previewWebhook(config, { events: orders, samples: [{}] } as object)).toThrow(
    'options.samples[0]: expected an event made by `create` of its catalogue',
  );
});

it('each event is checked with its own variables, and a mistake that some have alone names them', () => {
  expect(problems('{"how":"$paidWith$"}', { 'order.paid': true })).toEqual([]);
  const [problem, ...more] = problems('{"how":"$paidWith$"}');
  expect(problem).toMatch(
    /^variable-of-others for order\.placed,order\.cancelled: `order\.paid` alone has `paidWith`, and `order\.placed`, `order\.cancelled` come here too/,
  );
  expect(more).toEqual([]);
  expect(problems('{"how":"$paidWth$"}')).toEqual([
    expect.stringMatching(/^unknown-variable for all: There is no variable `paidWth`/),
  ]);
  expect(
    problems('{"how":"$reason$","at":"$paidAt$"}', { 'order.paid': true, 'order.cancelled': true }),
  ).toEqual([
    expect.stringMatching(/^variable-of-others for order\.paid: /),
    expect.stringMatching(/^variable-of-others for order\.cancelled: /),
  ]);
});

it('a mistake of all events is reported once, with the fix that mends it for all', () => {
  const payload = '{"id":$order.id$,"how":"$paidWith$",}';
  const found = validateWebhook({ ...config, payload }, { events: orders });
  expect(found.map(({ code, events, fixes }) => [code, events, fixes.length])).toEqual([
    ['variable-of-others', ['order.placed', 'order.cancelled'], 1],
    ['json-extra-comma', undefined, 1],
  ]);
});

it('one typo is one mistake, whatever the events are', () => {
  const catalogue = defineEvents({
    events: {
      a: { title: 'A', variables: { p: 'string', x: 'string' } },
      b: { title: 'B', variables: { q: 'string', x: 'number' } },
    },
  });
  const on = { ...config, url: 'https://example.com', events: { a: true, b: true } };
  const found = validateWebhook({ ...on, payload: '["$z$","$x$"]' }, { events: catalogue });
  expect(found.map(({ events, message }) => [events, message])).toEqual([
    [undefined, 'There is no variable `z`; you can use `event`, `date`, `p`, `x`, `q`.'],
  ]);
  const [typo, ...more] = validateWebhook({ ...on, payload: '["$dte$","$x$"]' }, { events: catalogue });
  expect(more).toEqual([]);
  expect(typo?.fixes.map(({ title }) => title)).toEqual(['Did you mean `date`?']);
});

it('a fix that was not tried on every event is not offered', () => {
  const catalogue = defineEvents({
    events: {
      a: { title: 'A', variables: { x: 'string' } },
      b: { title: 'B', variables: { x: 'number' } },
    },
  });
  const on = { ...config, url: 'https://example.com' };
  const found = (events: Readonly<Record<string, boolean>>) =>
    validateWebhook({ ...on, events, payload: '[$x; format="#,##0"$]' }, { events: catalogue })
      .filter(({ code }) => code === 'number-as-text')
      .map(({ events: concerned, fixes }) => [concerned, fixes.map(({ title }) => title)]);
  expect(found({ b: true })).toEqual([[undefined, ['Put it in quotes']]]);
  expect(found({ a: true, b: true })).toEqual([[['b'], []]]);
});

it('templates are checked for all events where none is on, which is a warning', () => {
  expect(problems('{"how":"$paidWith$"}', {})).toEqual([
    expect.stringMatching(
      /^no-event-enabled for all: .*`order.placed`, `order.paid`, `order.cancelled` to true/,
    ),
    expect.stringMatching(/^variable-of-others for order\.placed,order\.cancelled/),
  ]);
  const webhook = compileWebhook({ ...config, events: {} }, { events: orders });
  expect(webhook.requestFor(orders.create('order.paid'))).toBeUndefined();
  expect(previewWebhook({ ...config, events: {} }, { events: orders }).events).toEqual([]);
});

it.each<[events: unknown, message: string]>([
  [{ 'order.pad': true }, 'There is no event `order.pad`: did you mean `order.paid`?'],
  [
    { Started: true },
    'There is no event `Started`: you can use `order.placed`, `order.paid`, `order.cancelled`.',
  ],
  [{ 'order.paid': 'yes' }, '`events.order.paid` must be `true` or `false`, not text.'],
  [[], '`events` must be an object such as `{ "order.cancelled": true }`, not a list.'],
  [
    undefined,
    'The setting `events` is missing: add the events to send, as in `{ "order.cancelled": true }`.',
  ],
])('the events of a configuration are those of its catalogue: %j', (events, message) => {
  const [problem] = validateWebhook({ ...config, events }, { events: orders });
  expect(problem?.message).toBe(message);
});

it('a profile is needed where all events have one', () => {
  expect(validateWebhook(config, { events: orders }).map(({ severity }) => severity)).toEqual(['hint']);
  const { profile, ...without } = getConfig;
  expect(validateWebhook(without)).toMatchObject([{ code: 'missing-setting', field: 'profile' }]);
  expectTypeOf<WebhookConfig['profile']>().toEqualTypeOf<string>();
  expectTypeOf<WebhookConfig<typeof orders>['profile']>().toEqualTypeOf<string | undefined>();
  const backups = defineEvents({
    variables: { profile: 'string' },
    events: { 'backup.failed': { title: 'F' } },
  });
  const webhook = compileWebhook(
    { profile: 'Nightly', events: { 'backup.failed': true }, method: 'GET', url: 'https://h/?p=$profile$' },
    { events: backups },
  );
  expect(webhook.testRequest()?.url).toBe('https://h/?p=Nightly');
});

it('an event of another catalogue is refused', () => {
  const webhook = compileWebhook(config, { events: orders });
  const started = processEvents.create('Started', processFacts);
  // @ts-expect-error It is not one of the orders' events.
  expect(() => webhook.requestFor(started)).toThrow('event.event: expected "order.placed" or');
  expect(() => compileWebhook(getConfig, { events: [] } as object)).toThrow(
    'options.events: expected a catalogue made by `defineEvents()`',
  );
});

it('a webhook that rejects what is missing takes complete events alone', () => {
  const events = defineEvents({
    variables: { order: { id: 'number', customer: 'string' }, note: 'json' },
    events: { paid: { title: 'Paid' } },
  });
  const strict = compileWebhook(
    { events: { paid: true }, method: 'GET', url: 'https://h/' },
    { events, missing: 'reject' },
  );
  const complete = { event: 'paid', date, order: { id: 1, customer: '' }, note: 0 } as const;
  expect(strict.requestFor(complete)?.url).toBe('https://h/');
  const { event, ...facts } = complete;
  expect(strict.requestFor(events.create(event, facts))?.url).toBe('https://h/');
  const lacking = (variable: string, given: unknown) => {
    // JavaScript callers can pass values of any type.
    const request = () => strict.requestFor(given as typeof complete);
    expect(request).toThrow(RenderError);
    expect(request).toThrow(`\`${variable}\` is missing.`);
  };
  lacking('note', { ...complete, note: undefined });
  lacking('order.customer', { ...complete, order: { id: 1 } });
  lacking('order.id', { ...complete, order: undefined });
  lacking('date', { ...complete, date: undefined });
});

it('an event has what its variables require, and may lack what they do not', () => {
  const events = defineEvents({
    variables: { order: { id: 'number', note: optional('string') }, dueAt: optional('date') },
    events: { paid: { title: 'Paid', variables: { extra: 'json' } } },
  });
  const order = { id: 1 };
  expect(events.create('paid', { order, extra: null, date })).toEqual({
    event: 'paid',
    order,
    extra: null,
    date,
  });
  expect(events.create('paid', { order, extra: 0, dueAt: null, date })).not.toHaveProperty('dueAt');
  const calls = [
    // @ts-expect-error Nothing is there.
    () => events.create('paid'),
    // @ts-expect-error The order is missing.
    () => events.create('paid', { extra: 0 }),
    // @ts-expect-error Its number is missing.
    () => events.create('paid', { order: {}, extra: 0 }),
    // @ts-expect-error And may not be null.
    () => events.create('paid', { order: { id: null }, extra: 0 }),
    // @ts-expect-error The JSON is missing.
    () => events.create('paid', { order }),
  ];
  for (const call of calls)
    expect(call).toThrow('is missing; pass a value, or make it optional in the catalogue');
});

it('what a webhook takes follows from its catalogue', () => {
  const webhook = compileWebhook(config, { events: orders });
  expectTypeOf(webhook.requestFor).parameter(0).toEqualTypeOf<EventOf<typeof orders>>();
  // @ts-expect-error There is no such event.
  const wrong = () => compileWebhook({ ...config, events: { 'order.pad': true } }, { events: orders });
  expect(wrong).toThrow('There is no event `order.pad`');
  // @ts-expect-error Processes have no orders.
  expect(() => compileWebhook(config)).toThrow();
});

it('an event may have the name of something that every object inherits', () => {
  const definitions: Readonly<Record<string, { readonly title: string }>> = {
    toString: { title: 'T' },
    constructor: { title: 'C' },
    e: { title: 'E' },
  };
  const events = defineEvents({ events: definitions });
  for (const name of events.names) {
    const config = { events: { [name]: true }, method: 'GET', url: 'https://h/$event$' } as const;
    expect(validateWebhook(config, { events })).toEqual([]);
    const webhook = compileWebhook(config, { events });
    expect(events.names.map(event => webhook.testRequest({ event })?.url)).toEqual(
      events.names.map(event => (event === name ? `https://h/${name}` : undefined)),
    );
    const properties = formatWebhookProperties(config, { events });
    expect(Object.keys(properties).filter(key => key.includes('.event.'))).toEqual([
      `notification.webhook.event.${name}`,
    ]);
    expect(parseWebhookProperties(properties, { events })).toEqual({ config, diagnostics: [] });
  }
});
