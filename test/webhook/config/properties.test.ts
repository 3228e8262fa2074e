import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatWebhookProperties, parseWebhookProperties } from '../../../src/webhook/config/properties.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { WebhookError } from '../../../src/webhook/error.ts';
import { receivers } from '../../../src/webhook/receivers/index.ts';
import { runs } from '../../properties.ts';
import { orders } from '../events/orders.ts';
import { getConfig, postConfig, validConfig } from '../webhook-configs.ts';

const flat = {
  'notification.webhook.profile': 'Nightly copy',
  'notification.webhook.method': 'POST',
  'notification.webhook.url': 'https://example.com/hook?profile=$profile$',
  'notification.webhook.contentType': 'application/json',
  'notification.webhook.payload': '{"text": "$profile$ $event$", "errors": $errorCount$}',
  'notification.webhook.event.Started': 'true',
  'notification.webhook.event.Errored': 'true',
  'notification.webhook.header.X-Event': '$event$',
  'notification.webhook.header.Authorization': 'Bearer s3cret',
};

function summaries(changes: Record<string, string>): string[] {
  return parseWebhookProperties({ ...flat, ...changes }).diagnostics.map(({ code, field, range }) => {
    const key = field.replace('notification.webhook.', '…');
    return `${code} at ${key} [${range.start},${range.end}]`;
  });
}

it('a configuration has one flat key for each of its texts', () => {
  expect(formatWebhookProperties(postConfig)).toEqual(flat);
  expect(parseWebhookProperties(flat)).toEqual({ config: postConfig, diagnostics: [] });
});

it('the mark of a header has a key of its own', () => {
  const headers = [
    { name: 'X-Key', value: 'canary', secret: true },
    { name: 'X-Event', value: '$event$', secret: false },
  ];
  const written = {
    'notification.webhook.header.X-Key': 'canary',
    'notification.webhook.header.X-Event': '$event$',
    'notification.webhook.secretHeader.X-Key': 'true',
    'notification.webhook.secretHeader.X-Event': 'false',
  };
  expect(formatWebhookProperties({ ...postConfig, headers })).toMatchObject(written);
  expect(parseWebhookProperties({ ...flat, ...written }).config?.headers).toEqual([
    { name: 'X-Event', value: '$event$', secret: false },
    { name: 'Authorization', value: 'Bearer s3cret' },
    { name: 'X-Key', value: 'canary', secret: true },
  ]);
  expect(summaries({ 'notification.webhook.secretHeader.Authorization': 'yes' })).toEqual([
    'not-true-or-false at …secretHeader.Authorization [0,3]',
  ]);
  expect(summaries({ 'notification.webhook.secretHeader.X-None': 'true' })).toEqual([
    'missing-setting at …header.X-None [0,0]',
  ]);
});

it('an id and a name are flat keys too', () => {
  const named = {
    'notification.webhook.id': 'team-chat',
    'notification.webhook.name': 'Team chat',
    ...flat,
  };
  const config = { ...postConfig, id: 'team-chat', name: 'Team chat' };
  expect(formatWebhookProperties(config)).toEqual(named);
  expect(parseWebhookProperties(named)).toEqual({ config, diagnostics: [] });
});

it('a message is flat keys too, of all events and of each', () => {
  const config = {
    events: { 'order.paid': true, 'order.cancelled': true },
    receiver: 'ntfy',
    url: 'https://ntfy.sh',
    message: { to: 'my-orders', title: 'Order $order.id$', text: 'a "line"\nand $event$' },
    messages: {
      'order.paid': { title: 'Paid', text: '$paidWith$' },
      'order.cancelled': { text: '$reason$' },
    },
  } as const;
  const properties = formatWebhookProperties(config, { events: orders });
  expect(properties).toEqual({
    'notification.webhook.receiver': 'ntfy',
    'notification.webhook.url': 'https://ntfy.sh',
    'notification.webhook.message.to': 'my-orders',
    'notification.webhook.message.title': 'Order $order.id$',
    'notification.webhook.message.text': 'a "line"\nand $event$',
    'notification.webhook.event.order.paid': 'true',
    'notification.webhook.event.order.cancelled': 'true',
    'notification.webhook.messages.order.paid.title': 'Paid',
    'notification.webhook.messages.order.paid.text': '$paidWith$',
    'notification.webhook.messages.order.cancelled.text': '$reason$',
  });
  const options = { events: orders, receivers };
  expect(parseWebhookProperties(properties, options)).toEqual({ config, diagnostics: [] });
  const key = 'notification.webhook.messages.order.paid.text';
  const found = parseWebhookProperties({ ...properties, [key]: 'by $paidWit$' }, options).diagnostics;
  expect(found).toMatchObject([{ field: key, range: { start: 4, end: 11 } }]);
  const unknown = { ...properties, 'notification.webhook.messages.order.pad.text': 'a' };
  expect(parseWebhookProperties(unknown, options).diagnostics).toMatchObject([
    { code: 'unknown-property', field: 'notification.webhook.messages.order.pad.text' },
  ]);
});

it('any configuration comes back from its properties as it was, headers in their order', () => {
  // With names like those of keys: dots are allowed in the name of a header.
  const header = fc.record(
    {
      name: fc.oneof(fc.string(), fc.constantFrom('X', 'X.secret', 'secret', 'header.X')),
      value: fc.oneof(fc.string(), fc.constant('true')),
      secret: fc.boolean(),
    },
    { requiredKeys: ['name', 'value'] },
  );
  const drafts: fc.Arbitrary<WebhookConfig> = fc.record(
    {
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
      name: fc.stringMatching(/^[A-Z][a-z ]{0,20}[a-z]$/),
      profile: fc.string(),
      channel: fc.constant('Webhooks' as const),
      events: fc.record(
        { Started: fc.boolean(), Completed: fc.boolean(), Errored: fc.boolean() },
        { requiredKeys: [] },
      ),
      method: fc.constantFrom('GET' as const, 'POST' as const),
      url: fc.string(),
      headers: fc.uniqueArray(header, { selector: ({ name }) => name, minLength: 1 }),
      contentType: fc.string(),
      payload: fc.string(),
      timeZone: fc.string(),
      catalogue: fc.string(),
      message: fc.record(
        { to: fc.stringMatching(/^[!-~]{1,20}$/), title: fc.string(), text: fc.string() },
        { requiredKeys: ['text'] },
      ),
      messages: fc.record({
        Errored: fc.record({ title: fc.string(), text: fc.string() }, { requiredKeys: ['text'] }),
      }),
    },
    { requiredKeys: ['profile', 'events', 'method', 'url'] },
  );
  fc.assert(
    fc.property(fc.oneof(drafts, validConfig), config => {
      expect(parseWebhookProperties(formatWebhookProperties(config)).config).toEqual(config);
    }),
    { numRuns: runs(500) },
  );
});

it('any properties are answered, and those that were understood come back', () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.keys(flat), 'notification.webhook.event.Completed'),
  );
  fc.assert(
    fc.property(fc.dictionary(key, fc.oneof(fc.string(), fc.constantFrom('true', 'POST'))), changes => {
      const properties = { ...flat, ...changes };
      const { config, diagnostics } = parseWebhookProperties(properties);
      if (config) expect(formatWebhookProperties(config)).toEqual(properties);
      else expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

it.each([
  ['notification.webhook.URL', 'notification.webhook.url'],
  ['notification.webhook.metod', 'notification.webhook.method'],
  ['notification.webhok.url', 'notification.webhook.url'],
  ['url', 'notification.webhook.url'],
  ['notification.webhook.headers.X-A.b', 'notification.webhook.header.X-A.b'],
  ['notification.webhook.event.started', 'notification.webhook.event.Started'],
  ['notification.webhook.authentication.pasword', 'notification.webhook.authentication.password'],
  ['notification.webhook.events.Error', 'notification.webhook.event.Errored'],
])('the unknown key %s is reported with the one that was meant', (key, meant) => {
  const { config, diagnostics } = parseWebhookProperties({ ...flat, [key]: '' });
  expect(config).toBeUndefined();
  expect(diagnostics).toMatchObject([{ code: 'unknown-property', field: key }]);
  const words = key.includes('events.Error') ? 'you can use' : `did you mean \`${meant}\`?`;
  expect(diagnostics[0]?.message).toContain(words);
});

it.each([
  ['notification.email.to', ''],
  ['notification.webhook.', ''],
  ['', ''],
  ['__proto__.x', ''],
])('the unknown key %j is reported, not lost', (key, value) => {
  expect(parseWebhookProperties({ ...flat, [key]: value }).diagnostics).toMatchObject([
    { code: 'unknown-property', field: key },
  ]);
});

it.each<[mistake: string, changes: Record<string, string>, expected: string[]]>([
  [
    'an event that is neither true nor false',
    { 'notification.webhook.event.Errored': 'yes' },
    ['not-true-or-false at …event.Errored [0,3]'],
  ],
  ['an id with a dot', { 'notification.webhook.id': 'a.b' }, ['invalid-webhook-id at …id [0,3]']],
  [
    'a method in small letters',
    { 'notification.webhook.method': 'post' },
    ['unknown-method at …method [0,4]'],
  ],
  [
    'a mistake in a header value',
    { 'notification.webhook.header.X-Event': 'a $evnt$' },
    ['unknown-variable at …header.X-Event [3,7]'],
  ],
  [
    'a reserved header',
    { 'notification.webhook.header.Host': 'h' },
    ['reserved-header at …header.Host [0,0]'],
  ],
  [
    'a mistake in the payload',
    { 'notification.webhook.payload': '[1,]' },
    ['json-extra-comma at …payload [2,3]'],
  ],
  [
    'settings of a body on a GET',
    { 'notification.webhook.method': 'GET' },
    ['body-setting-on-get at …contentType [0,16]', 'body-setting-on-get at …payload [0,53]'],
  ],
  [
    'a username with a colon',
    {
      'notification.webhook.authentication.username': 'a:b',
      'notification.webhook.authentication.password': 'c',
    },
    [
      'invalid-username at …authentication.username [0,0]',
      'repeated-credentials at …header.Authorization [0,0]',
    ],
  ],
  [
    'a username without a password',
    { 'notification.webhook.authentication.username': 'ada' },
    [
      'missing-setting at …authentication.password [0,0]',
      'repeated-credentials at …header.Authorization [0,0]',
    ],
  ],
])('%s is reported at its key', (_mistake, changes, expected) => {
  expect(summaries(changes)).toEqual(expected);
});

it('properties without an event, or without anything, say what is missing', () => {
  const codes = parseWebhookProperties({}).diagnostics.map(({ code, field }) => `${code} ${field}`);
  expect(codes).toEqual([
    'missing-setting notification.webhook.profile',
    'no-event-enabled notification.webhook.event',
    'missing-setting notification.webhook.method',
    'missing-setting notification.webhook.url',
  ]);
});

it('what has no flat form is thrown, so that nothing is lost', () => {
  const twice = [
    { name: 'X-A', value: '1' },
    { name: 'X-A', value: '2' },
  ];
  expect(() => formatWebhookProperties({ ...postConfig, headers: twice })).toThrow(WebhookError);
  const misspelt = { ...getConfig, colour: 'red' };
  expect(() => formatWebhookProperties(misspelt)).toThrow(/no setting `colour`/);
});

it('anything that is not a record of texts is reported, not thrown', () => {
  // JavaScript callers may hand in anything.
  const read = (input: unknown) =>
    parseWebhookProperties(input as Record<string, string>).diagnostics[0]?.code;
  expect(read(null)).toBe('not-a-configuration');
  expect(read([])).toBe('not-a-configuration');
  expect(read({ ...flat, 'notification.webhook.url': 5 })).toBe('wrong-setting-type');
});

it('the events of properties are those of the catalogue', () => {
  const order = {
    events: { 'order.paid': true, 'order.cancelled': false },
    method: 'GET',
    url: 'https://example.com/$order.id$',
  } as const;
  const properties = formatWebhookProperties(order, { events: orders });
  expect(properties).toEqual({
    'notification.webhook.method': 'GET',
    'notification.webhook.url': 'https://example.com/$order.id$',
    'notification.webhook.event.order.paid': 'true',
    'notification.webhook.event.order.cancelled': 'false',
  });
  expect(parseWebhookProperties(properties, { events: orders })).toEqual({ config: order, diagnostics: [] });
  const wrong = { ...properties, 'notification.webhook.event.order.pad': 'true' };
  expect(parseWebhookProperties(wrong, { events: orders }).diagnostics[0]?.message).toContain(
    'did you mean `notification.webhook.event.order.paid`?',
  );
});
