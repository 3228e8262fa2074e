import { expect, it } from 'vitest';
import { validateWebhook } from '../../src/webhook/check.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { draftWebhook, receivers } from '../../src/webhook/receivers/index.ts';

const config = {
  profile: 'p',
  events: { Started: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/',
} as const;

function found(settings: object): readonly string[] {
  return validateWebhook({ ...config, ...settings })
    .filter(({ code }) => code === 'placeholder')
    .map(({ severity, field, message }) => `${severity} in ${field}: ${message}`);
}

it('what nobody has filled in is a warning where it stands', () => {
  expect(found({ url: 'https://YOUR_HOST/bot7/YOUR_TOKEN' })).toEqual([
    'warning in url: Put your own address here: this one still has `YOUR_HOST`, `YOUR_TOKEN` in it.',
  ]);
  expect(found({ contentType: 'application/json', payload: '{"a":"YOUR_TOPIC, YOUR_TOPIC"}' })).toEqual([
    'warning in payload: Put your own value in place of `YOUR_TOPIC`.',
  ]);
});

it('of headers and credentials no text is quoted, and of credentials no place is shown', () => {
  const secret = 'Put your own value here: what stands in capitals only holds its place.';
  const headers = [{ name: 'Authorization', value: 'Bearer YOUR_TOKEN' }];
  expect(found({ headers })).toEqual([`warning in headers[0].value: ${secret}`]);
  const authentication = { username: 'YOUR_NAME', password: 'YOUR_PASSWORD' };
  expect(found({ authentication })).toEqual([
    `warning in authentication.username: ${secret}`,
    `warning in authentication.password: ${secret}`,
  ]);
  const ranges = validateWebhook({ ...config, authentication }).map(({ range }) => range);
  expect(ranges).toEqual([
    { start: 0, end: 0 },
    { start: 0, end: 0 },
  ]);
});

it.each([
  ['https://api.telegram.org/botYOUR_TOKEN/send', 'YOUR_TOKEN'],
  ['https://hooks.slack.com/services/YOUR/WEBHOOK/PATH', 'YOUR/WEBHOOK/PATH'],
  ['https://example.com/YOUR_ACCOUNT_SID/Messages', 'YOUR_ACCOUNT_SID'],
  ['https://example.com/YOUR_ID/YOUR_TOKEN?a=b', 'YOUR_ID'],
])('its place is that of the first one: %s', (url, text) => {
  const [warning] = validateWebhook({ ...config, url });
  expect(url.slice(warning?.range.start, warning?.range.end)).toBe(text);
});

it.each(['https://example.com/your_path', 'https://example.com/YOURS', 'https://example.com/NEWYOUR_X'])(
  'is not seen in %s',
  url => {
    expect(found({ url })).toEqual([]);
  },
);

it('what a receiver begins with has nothing else to say, and nothing once it is filled in', () => {
  const events = Object.fromEntries(processEvents.names.map(name => [name, true]));
  for (const receiver of receivers) {
    const draft = { ...draftWebhook(receiver, processEvents), profile: 'p', events };
    const codes = validateWebhook(draft, { receivers }).map(({ code }) => code);
    expect(new Set(codes), receiver.id).toEqual(new Set(['placeholder']));
  }
});
