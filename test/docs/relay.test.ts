import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { notification } from '../../examples/alert-relay/notification.ts';
import { profile, slackMessage, teamsMessage, wecomMessage } from '../../examples/alert-relay/webhooks.ts';
import { usualRetentionDays } from '../../src/database/retention.ts';
import { durableSchedule } from '../../src/delivery/retry/next-delay.ts';
import { formerSecretMs } from '../../src/server/kept-secret.ts';
import { validateWebhook } from '../../src/webhook/check.ts';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { receivers, slack, teams, wecom } from '../../src/webhook/receivers/index.ts';
import { alertmanager, alertmanagerEvents } from '../../src/webhook/sources/alertmanager.ts';
import { hostileStrings } from '../any-string.ts';
import { propertySeed, runs } from '../properties.ts';
import { drawFrom } from '../template/promise/hostile-contexts.ts';
import { factsFor } from '../webhook/payloads/hostile-facts.ts';

const day = 86_400_000;
const events = alertmanagerEvents;
const ajv = new Ajv2020({ strict: false });
const messages = [
  { receiver: slack, make: slackMessage },
  { receiver: teams, make: teamsMessage },
  { receiver: wecom, make: wecomMessage },
];

/** The webhook of the example, for the catalogue that the server would find for it. */
function webhookOf(make: (typeof messages)[number]['make']) {
  const { catalogue, ...config } = make('https://example.com');
  expect(catalogue).toBe(alertmanager.id);
  return config as never;
}

describe(`the messages of the example of alerts (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(messages)('are proved to be what $receiver.name accepts', ({ make }) => {
    const diagnostics = validateWebhook(webhookOf(make), { events, receivers });
    expect(diagnostics).toEqual([]);
  });

  it.each(messages)('are what $receiver.name accepts of any alerts', ({ receiver, make }) => {
    const { requestFor } = compileWebhook(webhookOf(make), { events });
    const accepts = ajv.compile(receiver.schema ?? true);
    fc.assert(
      fc.property(fc.constantFrom(...events.names), fc.nat(), (name, seed) => {
        const draw = drawFrom(seed);
        const text = (): string =>
          (hostileStrings[draw(hostileStrings.length)] ?? '').repeat(draw(4) === 0 ? 2000 : 1);
        const { event: _, ...variables } = events.events[name]?.variables ?? {};
        const facts = factsFor(variables, seed, text);
        const body: unknown = JSON.parse(
          requestFor(events.create(name, facts as never) as never)?.body ?? '',
        );
        expect(accepts(body) ? [] : accepts.errors).toEqual([]);
        if (receiver !== wecom) return;
        const { content } = (body as { readonly text: { readonly content: string } }).text;
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048);
      }),
      { numRuns: runs(100, 30) },
    );
  });
});

it('the notifications of the example are what Alertmanager reports', () => {
  const readings = (['firing', 'resolved'] as const).map(status =>
    alertmanager.read({ headers: {}, body: notification(status) }),
  );
  expect(readings).toMatchObject([{ event: 'alerts.firing' }, { event: 'alerts.resolved' }]);
});

it('the page about relaying gives the times that hold', () => {
  const page = readFileSync('docs/relay.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toContain('Events are kept for 30 days');
  expect(page).toContain('Within 30 days it counts once');
  expect(usualRetentionDays).toBe(30);
  expect(page).toContain('The previous one works for another day');
  expect(formerSecretMs).toBe(day);
  expect(page).toContain('retried for about three days');
  const tryingMs = durableSchedule.reduce((sum, wait) => sum + wait, 0);
  expect(Math.round(tryingMs / day)).toBe(3);
});

it('the configuration of Alertmanager has what its operator is told to paste', () => {
  const { receivers } = parse(readFileSync('examples/alert-relay/alertmanager.yml', 'utf8'));
  const [, pasted = ''] = /```yaml\n(.*?)```/s.exec(alertmanager.setUp) ?? [];
  const address = `http://127.0.0.1:8080/in/alertmanager/${profile}`;
  const filled = pasted.replace('ADDRESS', address).replace('SECRET', 'alert-relay-secret');
  expect(receivers).toEqual(parse(filled).receivers);
});
