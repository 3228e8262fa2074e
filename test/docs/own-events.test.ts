import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { monitorEvents } from '../../examples/monitor-events.ts';
import { chatMessage, pagerEvent, phoneNote } from '../../examples/monitor-webhooks.ts';
import { backupEvents, backupIncident } from '../../examples/nightly-backups.ts';
import { orderMessage, shopEvents } from '../../examples/shop-orders.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';

const events = monitorEvents;

it('the example with events of its own runs, and everything arrives', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['examples/own-events.ts']);
  expect(stderr).toBe('');
  expect(stdout.match(/^(?:POST|PUT) .*$/gm)).toEqual([
    ...Array(3).fill('POST /services/T0/B0/XXX'),
    ...Array(2).fill('POST /v2/enqueue'),
    'PUT /alerts',
    ...Array(2).fill('POST /services/T0/B1/XXX'),
    ...Array(2).fill('POST /v2/enqueue'),
  ]);
});

it.each([chatMessage, pagerEvent, phoneNote])(
  'nothing is wrong with $name, and each event is shown',
  make => {
    const preview = previewWebhook(make('https://example.com'), { events });
    expect(preview.diagnostics).toEqual([]);
    for (const shown of preview.events) expect(shown).toMatchObject({ kind: 'request' });
  },
);

it('nothing is wrong with the webhooks of orders and of backups, and each event is shown', () => {
  const previews = [
    previewWebhook(orderMessage('https://example.com'), { events: shopEvents }),
    previewWebhook(backupIncident('https://example.com'), { events: backupEvents }),
  ];
  for (const { diagnostics, events } of previews) {
    expect(diagnostics).toEqual([]);
    expect(events.map(({ kind }) => kind)).toEqual(['request', 'request']);
  }
});

it('a list of order lines becomes fields, and of files only the broken ones are named', () => {
  const paid = compileWebhook(orderMessage('https://h'), { events: shopEvents }).requestFor(
    shopEvents.sample('order.paid'),
  );
  expect(JSON.parse(paid?.body ?? '')).toMatchObject({
    text: 'Order 1042 paid',
    blocks: [{}, { fields: [{ text: '1 × Teapot <large>: 24.50' }, { text: '4 × Cup & saucer: 6.00' }] }],
  });
  const failed = compileWebhook(backupIncident('https://h'), { events: backupEvents }).requestFor(
    backupEvents.sample('backup.failed'),
  );
  expect(JSON.parse(failed?.body ?? '')).toMatchObject({
    event_action: 'trigger',
    payload: { custom_details: { broken: ['C:\\backups\\crm.2'], sizes: '52,428,800 + 0' } },
  });
});

it('each receiver gets what its documentation asks for', () => {
  const down = monitorEvents.sample('monitor.down', { now: () => Date.parse('2026-03-04T05:06:07Z') });
  const bodyOf = (make: typeof chatMessage): unknown =>
    JSON.parse(compileWebhook(make('https://h'), { events }).requestFor(down)?.body ?? '');
  const name = 'Shop "EU" \\ checkout';
  const url = 'https://shop.example.com/health?full=1&x=a b';
  expect(bodyOf(chatMessage)).toEqual({
    text: `${name}: down`,
    attachments: [
      {
        color: 'danger',
        title_link: url,
        ts: 1772600767,
        fields: [
          { title: 'Frankfurt', value: '30,000 ms', short: true },
          { title: 'São Paulo', value: 'no answer', short: true },
        ],
      },
    ],
  });
  expect(bodyOf(pagerEvent)).toEqual({
    routing_key: 'R0',
    event_action: 'trigger',
    dedup_key: 'o-17',
    payload: {
      summary: `${name} (monitor.down)`,
      source: url,
      severity: 'critical',
      timestamp: '2026-03-04T05:06:07Z',
    },
  });
  const phone = compileWebhook(phoneNote('https://h'), { events });
  expect(phone.requestFor(down)).toEqual({
    method: 'PUT',
    url: 'https://h/alerts',
    headers: [
      ['content-type', 'text/plain; charset=utf-8'],
      ['Title', name],
      ['Priority', 'urgent'],
      ['Click', url],
      ['authorization', `Basic ${Buffer.from('phil:mypass').toString('base64')}`],
    ],
    body: 'No answer for 30 s: "ETIMEDOUT"',
  });
  expect(phone.requestFor(monitorEvents.sample('monitor.up'))).toBeUndefined();
});
