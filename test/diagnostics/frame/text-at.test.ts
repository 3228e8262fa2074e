import { expect, it } from 'vitest';
import { textAt } from '../../../src/diagnostics/frame/text-at.ts';

const texts = {
  url: 'the URL',
  headers: [{ name: 'X-A', value: 'a value' }, 'no header'],
  events: { 'order.paid': 'yes', order: { lost: 'no' } },
  'notification.webhook.url': 'a property',
  'a]b': 'a bracket',
};

it.each([
  ['url', 'the URL'],
  ['headers[0].value', 'a value'],
  ['headers[1]', 'no header'],
  ['events.order.paid', 'yes'],
  ['events.order.lost', 'no'],
  ['notification.webhook.url', 'a property'],
  ['a]b', 'a bracket'],
  ['headers[0]', ''],
  ['headers[2].value', ''],
  ['events.order.open', ''],
  ['toString', ''],
  ['url.length', ''],
  ['', ''],
  ['.'.repeat(10_000), ''],
  ['url.'.repeat(10_000), ''],
])('the text at %s is %j', (field, text) => {
  expect(textAt(texts, field)).toBe(text);
});

it('what throws has no text', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(textAt(proxy, 'url')).toBe('');
});
