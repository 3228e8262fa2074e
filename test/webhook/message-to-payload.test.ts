import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWebhook } from '../../src/webhook/compile.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import type { AnyEvent } from '../../src/webhook/events/event-catalogue.ts';
import { processEvents } from '../../src/webhook/events/process-events.ts';
import { messageToPayload } from '../../src/webhook/message-to-payload.ts';
import { precompileWebhook } from '../../src/webhook/precompile/precompile-webhook.ts';
import { previewWebhook } from '../../src/webhook/preview/preview.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import { propertySeed, runs } from '../properties.ts';
import { evaluateModule } from '../template/precompile/evaluate-module.ts';
import { hostileTicket, isProved, messageReceivers, messagesFor } from './messages.ts';
import { tickets } from './payloads/catalogues.ts';
import { getConfig } from './webhook-configs.ts';

const options = { events: tickets, receivers };

const slackMessage = {
  profile: 'Nightly copy',
  receiver: 'slack',
  url: 'https://hooks.slack.com/services/T0/B0/x1',
  events: { Completed: true, Errored: true },
  message: { text: '*$profile$*: $event$' },
} as const;

it('has the request of the receiver in place of the message', () => {
  const { message: _, ...rest } = slackMessage;
  expect(messageToPayload(slackMessage, { receivers })).toEqual({
    ...rest,
    method: 'POST',
    contentType: 'application/json',
    payload: expect.stringContaining('"text"'),
  });
});

it('needs its receiver no more to send the same', () => {
  const { receiver: _, ...alone } = messageToPayload(slackMessage, { receivers });
  const event = processEvents.sample('Errored', { now: () => 0 });
  expect(compileWebhook(alone).requestFor(event)).toEqual(
    compileWebhook(slackMessage, { receivers }).requestFor(event),
  );
});

it('returns a webhook without a message as it is', () => {
  expect(messageToPayload(getConfig)).toEqual(getConfig);
});

it('throws what would be reported', () => {
  const broken = { ...slackMessage, message: { text: '$profil$' } };
  expect(() => messageToPayload(broken, { receivers })).toThrow(WebhookError);
  expect(() => messageToPayload(slackMessage)).toThrow('takes no message');
  expect(() => messageToPayload(slackMessage, { receiver: receivers } as object)).toThrow('`receivers`?');
});

describe(`any message (HOOKPLATE_SEED=${propertySeed})`, () => {
  it.each(messageReceivers)('to $id sends the same bytes as its payload', receiver => {
    let proved = 0;
    fc.assert(
      fc.property(messagesFor(receiver), fc.integer(), (config, seed) => {
        if (!isProved(config)) return;
        const payload = messageToPayload(config, options);
        expect(payload).not.toHaveProperty('message');
        expect(payload).not.toHaveProperty('messages');
        const message = compileWebhook(config, options).requestFor;
        const same = compileWebhook(payload, options).requestFor;
        const { requestFor: precompiled } = evaluateModule(precompileWebhook(config, options).code);
        const names = tickets.names.filter(name => config.events[name]);
        for (const event of names.flatMap(name => [tickets.sample(name), hostileTicket(name, seed)])) {
          proved++;
          const request = message(event as never);
          expect(request).toMatchObject({ method: 'POST', body: expect.any(String) });
          expect(same(event as never)).toEqual(request);
          expect(precompiled(event)).toEqual(request);
        }
      }),
      { numRuns: runs(100, 5) },
    );
    expect(proved).toBeGreaterThan(0);
  });

  it.each(messageReceivers.filter(({ message }) => message.to))(
    'to $id is previewed with `***` in place of who gets it',
    receiver => {
      let proved = 0;
      fc.assert(
        fc.property(messagesFor(receiver), fc.integer(), (config, seed) => {
          if (!isProved(config)) return;
          const to = config.message?.to ?? '';
          const names = tickets.names.filter(name => config.events[name]);
          const samples: readonly AnyEvent[] = names.map(name => hostileTicket(name, seed));
          const sent = compileWebhook(config, options).requestFor;
          const preview = previewWebhook(config, { ...options, samples: samples as never });
          for (const shown of preview.events) {
            proved++;
            if (shown.kind !== 'request') throw shown.error;
            const body: unknown = JSON.parse(sent(shown.event)?.body ?? '');
            const hidden = JSON.stringify(body).replace(JSON.stringify(to), '"***"');
            expect(JSON.stringify(JSON.parse(shown.request.body ?? ''))).toBe(hidden);
            const [payload] = shown.parts.filter(({ field }) => field === 'payload');
            expect(payload?.text).toBe(shown.request.body);
            expect(JSON.stringify([shown.curl, shown.parts])).not.toContain(JSON.stringify(to).slice(1, -1));
          }
        }),
        { numRuns: runs(100, 5) },
      );
      expect(proved).toBeGreaterThan(0);
    },
  );
});
