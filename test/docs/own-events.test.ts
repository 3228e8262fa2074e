import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { monitorEvents } from '../../examples/monitor-events.ts';
import { chatMessage, pagerEvent, phoneNote } from '../../examples/monitor-webhooks.ts';
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
