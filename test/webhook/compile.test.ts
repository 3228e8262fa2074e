import { expect, it } from 'vitest';
import { RenderError } from '../../src/template/render/render-error.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { processFacts } from './process-facts.ts';
import { getConfig, postConfig, vendorUrl } from './webhook-configs.ts';

const date = new Date('2026-03-04T22:13:14Z');
const errored = processEvents.create('Errored', {
  ...processFacts,
  profile: 'A & B/ü',
  errorCount: 3,
  recordsProcessed: 17,
  date,
});
const started = processEvents.create('Started', { ...processFacts, profile: 'A "B"', errorCount: 0, date });

it('a GET is its URL alone', () => {
  expect(compileWebhook(getConfig).requestFor(errored)).toEqual({
    method: 'GET',
    url: 'https://example.com/hook?event=Errored',
    headers: [],
  });
});

it('a POST has its content type first, then its headers, and a body whose values are escaped for it', () => {
  expect(compileWebhook(postConfig).requestFor(started)).toEqual({
    method: 'POST',
    url: 'https://example.com/hook?profile=A%20%22B%22',
    headers: [
      ['content-type', 'application/json'],
      ['X-Event', 'Started'],
      ['Authorization', 'Bearer s3cret'],
    ],
    body: '{"text": "A \\"B\\" Started", "errors": 0}',
  });
});

it('a POST without content type and payload sends an empty text', () => {
  const { contentType, payload, headers, ...config } = postConfig;
  expect(compileWebhook(config).requestFor(started)).toMatchObject({
    headers: [['content-type', 'text/plain; charset=utf-8']],
    body: '',
  });
});

it("the vendor's example works, with warnings", () => {
  const webhook = compileWebhook({ ...getConfig, url: vendorUrl });
  expect(webhook.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    'warning typographic-quotes',
    'warning typographic-date-quote',
    'warning hour-without-am-pm',
  ]);
  expect(webhook.requestFor(errored)?.url).toBe(
    'https://backupreport.example.com/api.php?computername=CTCSRV20&datetime=2026-03-04T10%3A13%3A14' +
      '&profile=A%20%26%20B%2F%C3%BC&errorCount=3&recordProcessed=17',
  );
  expect(webhook.requestFor(started)?.url).toContain('&errorCount=0&');
});

it.each([
  ['HTTPS://Example.COM:443', 'https://example.com/'],
  ['https://ü.example/a b?c d', 'https://xn--tda.example/a%20b?c%20d'],
  ['https://h/a/../b?\ne=$event$', 'https://h/b?e=Errored'],
  ['https://me:pw@h/?x#$event$', 'https://me:pw@h/?x#Errored'],
])('the URL %j is sent in its normal form', (url, sent) => {
  expect(compileWebhook({ ...getConfig, url }).requestFor(errored)?.url).toBe(sent);
});

it('an event whose box is off makes no request', () => {
  const completed = processEvents.create('Completed', { ...processFacts, profile: 'p', date });
  expect(compileWebhook(postConfig).requestFor(completed)).toBeUndefined();
  expect(compileWebhook({ ...postConfig, events: { Completed: true } }).requestFor(completed)).toBeDefined();
});

it('Test Connection sends a Started notification of the profile, dated now', () => {
  const url = 'https://h/?e_$event$&d=$date$&p=$profile$&e=$errorCount$&r=$recordsProcessed$';
  const webhook = compileWebhook({ ...getConfig, url });
  expect(webhook.testRequest({ now: () => date.getTime() })?.url).toBe(
    'https://h/?e_Started&d=2026-03-04T22%3A13%3A14Z&p=Nightly%20copy&e=0&r=0',
  );
  expect(webhook.testRequest()?.method).toBe('GET');
  expect(compileWebhook({ ...getConfig, events: { Errored: true } }).testRequest()).toBeUndefined();
});

it('the time zone of a configuration is that of its dates', () => {
  const config = { ...getConfig, url: 'https://h/?d=$date$', timeZone: 'Europe/Zurich' };
  expect(compileWebhook(config).requestFor(errored)?.url).toBe(
    'https://h/?d=2026-03-04T23%3A13%3A14%2B01%3A00',
  );
});

it('a configuration with errors throws all of them, warnings too, and names the first', () => {
  const config = { ...getConfig, url: 'https://h/$profil$?d=$date; format="hh"$', timeZone: 'Mars' };
  try {
    compileWebhook(config);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    expect(error.code).toBe('invalid-webhook');
    expect(error.diagnostics.map(({ code }) => code)).toEqual([
      'unknown-variable',
      'hour-without-am-pm',
      'unknown-time-zone',
    ]);
    expect(error.message).toMatch(/^url: .*profil.* \(and 1 more\)$/);
  }
});

it('a value that its place refuses is thrown', () => {
  const webhook = compileWebhook({ ...getConfig, url: 'https://h/$profile$' });
  expect(() => webhook.requestFor({ ...errored, profile: '..' })).toThrow(RenderError);
});

it('no template writes more than `maxOutputBytes`', () => {
  const webhook = compileWebhook({ ...getConfig, url: 'https://h/?p=$profile$' }, { maxOutputBytes: 17 });
  const url = (profile: string) => webhook.requestFor({ ...errored, profile })?.url;
  expect(url('four')).toBe('https://h/?p=four');
  const tooLong = { code: 'output-too-long' };
  expect(() => url('fives')).toThrow(expect.objectContaining(tooLong));
  expect(() => webhook.testRequest()).toThrow(expect.objectContaining(tooLong));
  expect(() => compileWebhook(getConfig, { maxOutputBytes: -1 })).toThrow(
    'options.maxOutputBytes: expected a whole number from 0',
  );
});

it('a webhook stays what it was compiled from', () => {
  const events = { Started: true, Errored: true };
  const config = { ...postConfig, events, headers: [{ name: 'X-A', value: 'b' }] };
  const webhook = compileWebhook(config);
  const before = webhook.requestFor(errored);
  events.Errored = false;
  config.headers.push({ name: 'X-B', value: 'c' });
  expect(webhook.requestFor(errored)).toEqual(before);
});
