import { expect, it } from 'vitest';
import { applyFix } from '../../src/diagnostics/fixes/apply-fix.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { summaries, textAt, withHeader } from './field-summaries.ts';
import { getConfig, postConfig, vendorUrl } from './webhook-configs.ts';

it('a configuration without mistakes has no diagnostics', () => {
  expect(validateWebhook(getConfig)).toEqual([]);
  expect(validateWebhook(postConfig)).toEqual([]);
  expect(validateWebhook({ ...postConfig, channel: 'Webhooks', timeZone: 'Europe/Zurich' })).toEqual([]);
});

it.each([
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

it('an empty object misses every setting that must be there', () => {
  expect(summaries({})).toEqual([
    'missing-setting at profile [0,0]',
    'missing-setting at events [0,0]',
    'missing-setting at method [0,0]',
    'missing-setting at url [0,0]',
  ]);
});

it.each<[mistake: string, config: unknown, expected: string[]]>([
  ['a misspelt setting', { ...getConfig, metod: 'GET' }, ['unknown-setting at metod [GET]']],
  ['a setting that is undefined', { ...getConfig, url: undefined }, ['missing-setting at url [0,0]']],
  ['an inherited name', { ...getConfig, toString: 1 }, ['unknown-setting at toString [0,0]']],
  ['__proto__ of JSON', { ...getConfig, ...JSON.parse('{"a":1}') }, ['unknown-setting at a [0,0]']],
  ['a URL that is a number', { ...getConfig, url: 5 }, ['wrong-setting-type at url [0,0]']],
  ['a null payload', { ...postConfig, payload: null }, ['wrong-setting-type at payload [0,0]']],
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
  ['a method that webhooks lack', { ...getConfig, method: 'HEAD' }, ['unknown-method at method [HEAD]']],
  ['an empty URL', { ...getConfig, url: '' }, ['empty-url at url []']],
  ['a blank URL', { ...getConfig, url: ' \n' }, ['empty-url at url [ \n]']],
  ['a URL of another scheme', { ...getConfig, url: 'ftp://h/' }, ['url-start at url [ftp]']],
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
  [
    'a charset that only some values fit',
    { ...postConfig, contentType: 'application/json; charset=us-ascii' },
    ['charset-not-utf-8 at contentType [us-ascii]'],
  ],
  [
    'a charset after another that is right',
    { ...postConfig, contentType: 'application/json; charset=utf-8; Charset="lat\\in1"' },
    ['charset-not-utf-8 at contentType [lat\\in1]'],
  ],
  [
    'JSON without a content type',
    { ...getConfig, method: 'POST', payload: '{"a": "$profile$"}' },
    ['json-as-text at contentType [0,0]'],
  ],
  [
    'JSON of a misspelt content type',
    { ...postConfig, contentType: 'application/jsonn', payload: '[{"a": ' },
    ['json-as-text at contentType [application/jsonn]'],
  ],
  [
    'a content type without a subtype, and JSON,',
    { ...postConfig, contentType: 'json' },
    ['invalid-media-type at contentType [json]'],
  ],
  [
    '`body:` for `payload:`',
    { ...postConfig, payload: undefined, body: '{"a":1}' },
    ['unknown-setting at body [{"a":1}]'],
  ],
  [
    '`uri:` for `url:`',
    { ...getConfig, url: undefined, uri: 'https://h/' },
    ['unknown-setting at uri [https://h/]'],
  ],
  [
    'an object as `payload`',
    { ...postConfig, payload: { text: '$profile$' } },
    ['payload-not-text at payload [0,0]'],
  ],
  ['a list as `payload`', { ...postConfig, payload: [] }, ['payload-not-text at payload [0,0]']],
  [
    'a header name with `$profile$`',
    withHeader('X-$profile$'),
    ['tag-outside-template at headers[1].name [$profile$]'],
  ],
  [
    'a header name with a condition',
    withHeader('X-$if(isError)$A$endif$'),
    ['tag-outside-template at headers[1].name [$if(isError)$]'],
  ],
  [
    'a content type with a tag',
    { ...postConfig, contentType: 'application/$event$' },
    ['tag-outside-template at contentType [$event$]'],
  ],
  ['broken JSON', { ...postConfig, payload: '{"a": $errorCount$,}' }, ['json-extra-comma at payload [,]']],
  [
    'a line break in a header value',
    withHeader('X-A', 'a\nb'),
    ['header-control-character at headers[1].value [\n]'],
  ],
  [
    'an unknown variable in a header value',
    withHeader('X-A', '$profil$'),
    ['unknown-variable at headers[1].value [profil]'],
  ],
])('%s is reported in its field', (_mistake, config, expected) => {
  expect(summaries(config)).toEqual(expected);
});

it('a setting called __proto__ is unknown like any other', () => {
  const config = JSON.parse(JSON.stringify(getConfig).replace('{', '{"__proto__":{"url":"https://x/"},'));
  expect(validateWebhook(config)).toMatchObject([{ code: 'unknown-setting', field: '__proto__' }]);
});

it('a GET with settings of a body gets one diagnostic for each that says what to do', () => {
  const config = { ...postConfig, method: 'GET', payload: '{broken', output: 'json' };
  expect(summaries(config)).toEqual([
    'body-setting-on-get at contentType [application/json]',
    'body-setting-on-get at payload [{broken]',
    'body-setting-on-get at output [json]',
  ]);
  for (const { message } of validateWebhook(config))
    expect(message).toMatch(/remove it .* `method` to `POST`/);
});

it('all mistakes of a configuration are reported, in the order of the settings', () => {
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

it.each<[config: Record<string, unknown>, field: string, mended: string]>([
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

it.each([
  [{ ...getConfig, urll: '' }, 'did you mean `url`?'],
  [{ ...getConfig, ContentType: '' }, 'did you mean `contentType`?'],
  [{ ...getConfig, body: '' }, 'did you mean `payload`?'],
  [{ ...getConfig, endpoint: '' }, 'did you mean `url`?'],
  [{ ...getConfig, events: { Erored: true } }, 'did you mean `Errored`?'],
  [{ ...getConfig, method: 'get' }, 'did you mean `GET`?'],
])('a misspelt name is answered with the one that was meant', (config, words) => {
  expect(validateWebhook(config)[0]?.message).toContain(words);
});

it('an object as payload is written as text by the fix, where that is a template as it stands', () => {
  const payload = { text: '$profile$', list: [1, '$if(isError)$a$endif$'] };
  const [diagnostic] = validateWebhook({ ...postConfig, payload });
  const [fix] = diagnostic?.fixes ?? [];
  const text = fix ? applyFix('', fix) : '';
  expect(JSON.parse(text)).toEqual(payload);
  expect(validateWebhook({ ...postConfig, payload: text })).toEqual([]);
  const circular = { self: {} };
  circular.self = circular;
  for (const other of [{ at: '$date; format="yyyy"$' }, circular, { a: 1n }]) {
    expect(validateWebhook({ ...postConfig, payload: other })).toMatchObject([
      { code: 'payload-not-text', fixes: [] },
    ]);
  }
});

it.each(['X-Price$', '$', '$$', 'US$5', 'a$1$b'])('a header may be called %s', name => {
  expect(validateWebhook(withHeader(name))).toEqual([]);
});

it("the vendor's example has warnings alone, and their fixes remove them", () => {
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
