import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFix } from '../../src/diagnostics/fix.ts';
import { validateWebhook } from '../../src/webhook/validate-webhook.ts';
import type { WebhookDiagnostic } from '../../src/webhook/webhook-diagnostic.ts';
import { getConfig, postConfig, vendorUrl } from './webhook-configs.ts';

/** "code at field", with the part of the field's text that its range covers. */
function summaries(config: unknown): string[] {
  return validateWebhook(config).map(({ code, field, range }) => {
    const text = textAt(config, field);
    return `${code} at ${field} [${text === undefined ? `${range.start},${range.end}` : text.slice(range.start, range.end)}]`;
  });
}

function textAt(config: unknown, field: string): string | undefined {
  let value = config;
  for (const key of field.match(/\w+/g) ?? []) {
    value = Object(value)[key];
  }
  return typeof value === 'string' ? value : undefined;
}

function header(name: string, value = 'x'): unknown {
  return {
    ...postConfig,
    headers: [
      { name: 'X-First', value: '' },
      { name, value },
    ],
  };
}

test('a configuration without mistakes has no diagnostics', () => {
  expect(validateWebhook(getConfig)).toEqual([]);
  expect(validateWebhook(postConfig)).toEqual([]);
  expect(validateWebhook({ ...postConfig, channel: 'Webhooks', timeZone: 'Europe/Zurich' })).toEqual([]);
});

test.each([
  ['null', null],
  ['undefined', undefined],
  ['text', '{"url": "https://h/"}'],
  ['a number', 5],
  ['a list', [getConfig]],
  ['a function', () => getConfig],
])('%s is not a configuration, and the message says so', (found, config) => {
  const diagnostics = validateWebhook(config);
  expect(diagnostics).toMatchObject([
    { code: 'not-a-configuration', field: '', range: { start: 0, end: 0 } },
  ]);
  expect(diagnostics[0]?.message).toContain(found);
});

test('an empty object misses every setting that must be there', () => {
  expect(summaries({})).toEqual([
    'missing-setting at profile [0,0]',
    'missing-setting at events [0,0]',
    'missing-setting at method [0,0]',
    'missing-setting at url [0,0]',
  ]);
});

test.each<[mistake: string, config: unknown, expected: string[]]>([
  ['a misspelt setting', { ...getConfig, metod: 'GET' }, ['unknown-setting at metod [GET]']],
  ['a setting that is undefined', { ...getConfig, url: undefined }, ['missing-setting at url [0,0]']],
  ['an inherited name', { ...getConfig, toString: 1 }, ['unknown-setting at toString [0,0]']],
  ['__proto__ of JSON', { ...getConfig, ...JSON.parse('{"a":1}') }, ['unknown-setting at a [0,0]']],
  ['a URL that is a number', { ...getConfig, url: 5 }, ['wrong-setting-type at url [0,0]']],
  [
    'a null payload',
    { ...postConfig, payload: null },
    ['wrong-setting-type at payload [0,0]', 'json-unfinished at payload [0,0]'],
  ],
  ['a profile that is a list', { ...getConfig, profile: [] }, ['wrong-setting-type at profile [0,0]']],
  ['events as a list', { ...getConfig, events: ['Started'] }, ['wrong-setting-type at events [0,0]']],
  [
    'an event that is text',
    { ...getConfig, events: { Started: 'yes' } },
    ['wrong-setting-type at events.Started [yes]'],
  ],
  [
    'headers as an object',
    { ...postConfig, headers: { 'X-A': 'b' } },
    ['wrong-setting-type at headers [0,0]'],
  ],
  [
    'a header as a list',
    { ...postConfig, headers: [['X-A', 'b']] },
    ['wrong-setting-type at headers[0] [0,0]'],
  ],
  [
    'a hole among the headers',
    { ...postConfig, headers: [undefined] },
    ['wrong-setting-type at headers[0] [0,0]'],
  ],
  ['a header as text', { ...postConfig, headers: ['X-A: b'] }, ['wrong-setting-type at headers[0] [X-A: b]']],
  [
    'a header without a value',
    { ...postConfig, headers: [{ name: 'X-A' }] },
    ['missing-setting at headers[0].value [0,0]'],
  ],
  [
    'an unknown part of a header',
    { ...postConfig, headers: [{ name: 'X-A', value: '', vale: 'b' }] },
    ['unknown-setting at headers[0].vale [b]'],
  ],
  ['too many headers', { ...postConfig, headers: new Array(1e9) }, ['too-many-headers at headers [0,0]']],
  ['a method in small letters', { ...getConfig, method: 'get' }, ['unknown-method at method [get]']],
  ['a method that webhooks lack', { ...getConfig, method: 'DELETE' }, ['unknown-method at method [DELETE]']],
  ['an empty URL', { ...getConfig, url: '' }, ['empty-url at url []']],
  ['a blank URL', { ...getConfig, url: ' \n' }, ['empty-url at url [ \n]']],
  ['a URL of another scheme', { ...getConfig, url: 'ftp://h/' }, ['url-start at url [f]']],
  ['a value as the host', { ...getConfig, url: 'https://$profile$/' }, ['url-target at url [$profile$]']],
  [
    'an event in small letters',
    { ...getConfig, events: { started: true } },
    ['unknown-event at events.started [0,0]'],
  ],
  ['no event', { ...getConfig, events: { Started: false } }, ['no-event-enabled at events [0,0]']],
  ['another channel', { ...getConfig, channel: 'Email' }, ['unknown-channel at channel [Email]']],
  [
    'an unknown time zone',
    { ...getConfig, timeZone: 'Europe/Zürich' },
    ['unknown-time-zone at timeZone [Europe/Zürich]'],
  ],
  [
    'a content type without a subtype',
    { ...postConfig, contentType: 'json', payload: 'x' },
    ['invalid-media-type at contentType [json]'],
  ],
  [
    'blanks around a content type',
    { ...postConfig, contentType: ' application/json' },
    ['invalid-media-type at contentType [ application/json]'],
  ],
  [
    'a line break in a content type',
    { ...postConfig, contentType: 'text/plain;a="\n"' },
    ['invalid-media-type at contentType [text/plain;a="\n"]'],
  ],
  [
    'another charset',
    { ...postConfig, contentType: 'application/json; charset="latin1"' },
    ['charset-not-utf-8 at contentType [latin1]'],
  ],
  ['broken JSON', { ...postConfig, payload: '{"a": $errorCount$,}' }, ['json-extra-comma at payload [,]']],
  [
    'a line break in a header value',
    header('X-A', 'a\nb'),
    ['header-control-character at headers[1].value [\n]'],
  ],
  [
    'an unknown variable in a header value',
    header('X-A', '$profil$'),
    ['unknown-variable at headers[1].value [profil]'],
  ],
])('%s is reported in its field', (_mistake, config, expected) => {
  expect(summaries(config)).toEqual(expected);
});

test('a setting called __proto__ is unknown like any other', () => {
  const config = JSON.parse(JSON.stringify(getConfig).replace('{', '{"__proto__":{"url":"https://x/"},'));
  expect(validateWebhook(config)).toMatchObject([{ code: 'unknown-setting', field: '__proto__' }]);
});

test('a GET with settings of a POST gets one diagnostic for each that says what to do', () => {
  const config = { ...postConfig, method: 'GET', payload: '{broken' };
  expect(summaries(config)).toEqual([
    'post-setting-on-get at headers [0,0]',
    'post-setting-on-get at contentType [application/json]',
    'post-setting-on-get at payload [{broken]',
  ]);
  for (const { message } of validateWebhook(config))
    expect(message).toMatch(/remove it .* `method` to `POST`/);
  expect(validateWebhook({ ...getConfig, headers: [] })).toEqual([]);
});

test('all mistakes of a configuration are reported, in the order of the settings', () => {
  const config = {
    url: 'https://h/$profil$',
    method: 'post',
    colour: 'red',
    events: {},
    headers: [{ name: 'Host', value: 'é' }],
    timeZone: 'Mars/Base',
  };
  expect(summaries(config)).toEqual([
    'missing-setting at profile [0,0]',
    'no-event-enabled at events [0,0]',
    'unknown-method at method [post]',
    'unknown-variable at url [profil]',
    'reserved-header at headers[0].name [Host]',
    'header-non-ascii at headers[0].value [é]',
    'unknown-time-zone at timeZone [Mars/Base]',
    'unknown-setting at colour [red]',
  ]);
});

describe('a header name', () => {
  test.each([
    ['', ''],
    ['X A', ' '],
    ['X-A:', ':'],
    ['X-Ä', 'Ä'],
    ['X-😀', '😀'],
    ['X\r\nY', '\r'],
    ['"X"', '"'],
  ])('that is no token is refused: %j', (name, wrong) => {
    expect(summaries(header(name))).toEqual([`invalid-header-name at headers[1].name [${wrong}]`]);
  });

  test.each([
    'host',
    'Content-Length',
    'TRANSFER-ENCODING',
    'connection',
    'keep-alive',
    'proxy-connection',
    'TE',
    'trailer',
    'upgrade',
    'expect',
    'webhook-id',
    'Webhook-Signature',
  ])('that the sender needs for itself is refused: %s', name => {
    expect(summaries(header(name))).toEqual([`reserved-header at headers[1].name [${name}]`]);
  });

  test('cannot be content-type, which has a setting of its own', () => {
    expect(summaries(header('Content-Type'))).toEqual([
      'content-type-header at headers[1].name [Content-Type]',
    ]);
  });

  test('stands once, whatever its case', () => {
    const diagnostics = validateWebhook(header('x-first'));
    expect(diagnostics).toMatchObject([{ code: 'repeated-header', field: 'headers[1].name' }]);
    expect(diagnostics[0]?.message).toContain('by `X-First` before it');
  });

  test.each(['X-A', 'host2', 'X-Webhook-Id', "!#$%&'*+.^_`|~-09az"])('may be %s', name => {
    expect(validateWebhook(header(name))).toEqual([]);
  });
});

test.each<[config: Record<string, unknown>, field: string, mended: string]>([
  [{ ...getConfig, method: 'post' }, 'method', 'POST'],
  [{ ...getConfig, method: 'Get ' }, 'method', 'GET'],
  [{ ...getConfig, channel: 'webhook' }, 'channel', 'Webhooks'],
  [{ ...getConfig, timeZone: 'europe/zurich ' }, 'timeZone', 'europe/zurich'],
  [{ ...postConfig, contentType: ' application/json ' }, 'contentType', 'application/json'],
  [
    { ...postConfig, contentType: 'application/json;charset=latin1' },
    'contentType',
    'application/json;charset=utf-8',
  ],
  [{ ...postConfig, headers: [{ name: 'X My Name:', value: '' }] }, 'headers[0].name', 'X-My-Name'],
])('the fix of %j mends the text of its field', (config, field, mended) => {
  const [diagnostic] = validateWebhook(config);
  const [fix] = diagnostic?.fixes ?? [];
  expect(diagnostic?.field).toBe(field);
  expect(fix && applyFix(textAt(config, field) ?? '', fix)).toBe(mended);
});

test.each([
  [{ ...getConfig, urll: '' }, 'did you mean `url`?'],
  [{ ...getConfig, ContentType: '' }, 'did you mean `contentType`?'],
  [{ ...getConfig, events: { Erored: true } }, 'did you mean `Errored`?'],
  [{ ...getConfig, method: 'get' }, 'did you mean `GET`?'],
])('a misspelt name is answered with the one that was meant', (config, words) => {
  expect(validateWebhook(config)[0]?.message).toContain(words);
});

test("the vendor's example has warnings alone, and their fixes remove them", () => {
  let config = { ...getConfig, url: vendorUrl };
  const first = validateWebhook(config);
  expect(first.every(({ severity, field }) => severity === 'warning' && field === 'url')).toBe(true);
  expect(new Set(first.map(({ code }) => code))).toEqual(
    new Set(['typographic-quotes', 'typographic-date-quote', 'hour-without-am-pm']),
  );
  for (let rounds = 0; rounds < 10; rounds++) {
    const [fix] = validateWebhook(config)[0]?.fixes ?? [];
    if (fix) config = { ...config, url: applyFix(config.url, fix) };
  }
  expect(validateWebhook(config)).toEqual([]);
  expect(config.url).toContain(`format ="yyyy-MM-dd'T'HH:mm:ss"`);
});

test('no message repeats the value of a header or the credentials of a URL', () => {
  const config = {
    ...postConfig,
    url: 'https://me:c4nary@bad host/',
    headers: [
      { name: 'Authorization', value: 'c4nary\u0000' },
      { name: 'authorization', value: 'c4nary' },
      { name: 'host', value: 'c4nary' },
    ],
  };
  const diagnostics: readonly WebhookDiagnostic[] = [
    ...validateWebhook(config),
    ...validateWebhook({ ...config, method: 'GET' }),
    ...validateWebhook({ ...config, headers: 'c4nary', url: ['c4nary'] }),
  ];
  expect(diagnostics.length).toBeGreaterThan(6);
  expect(JSON.stringify(diagnostics)).not.toContain('c4nary');
});

test('a configuration that throws when it is read is reported, not thrown, and its error is not shown', () => {
  const throwing = { get: () => 'x' };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const getter = Object.defineProperty({ ...getConfig }, 'url', {
    enumerable: true,
    get() {
      throw new Error('c4nary');
    },
  });
  for (const config of [
    getter,
    revoked.proxy,
    { ...getConfig, url: revoked.proxy },
    { ...getConfig, events: revoked.proxy },
  ]) {
    const diagnostics = validateWebhook(config);
    expect(diagnostics).toMatchObject([{ code: 'unreadable-configuration', severity: 'error' }]);
    expect(JSON.stringify(diagnostics)).not.toContain('c4nary');
  }
  expect(validateWebhook(throwing).length).toBeGreaterThan(0);
});

test('validation answers anything at all with diagnostics whose ranges lie in their fields', () => {
  const setting = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('GET', 'POST', '$if(', 'https://h/$'));
  const config = fc.oneof(
    fc.anything({ withProxy: false } as object),
    fc.record(
      {
        profile: setting,
        events: fc.oneof(setting, fc.record({ Started: setting }, { requiredKeys: [] })),
        method: setting,
        url: setting,
        headers: fc.oneof(
          setting,
          fc.array(fc.record({ name: setting, value: setting }, { requiredKeys: [] })),
        ),
        contentType: setting,
        payload: setting,
        timeZone: setting,
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(config, input => {
      for (const { field, range } of validateWebhook(input)) {
        const isOwn = /^(?:\w+|headers\[\d+\]\.\w+|events\.\w+)$/.test(field);
        const length = (isOwn ? textAt(input, field) : undefined)?.length ?? Number.POSITIVE_INFINITY;
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThanOrEqual(length);
      }
    }),
    { numRuns: 1000 },
  );
});
