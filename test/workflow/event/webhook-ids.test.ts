import { describe, expect, it } from 'vitest';
import { compileWebhooks } from '../../../src/events/profile-webhooks.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import { EventNotifier } from '../../../src/workflow/event/event-notifier.ts';
import { queuedRecord } from '../process-store-contract.ts';
import { recordingDispatcher } from '../recording-dispatcher.ts';
import { settle } from '../sample-service.ts';

function webhook(changes: Partial<WebhookConfig>): WebhookConfig {
  return {
    profile: 'nightly',
    events: { Started: true },
    method: 'GET',
    url: 'https://hooks.example.com/',
    ...changes,
  };
}

const first = webhook({ url: 'https://hooks.example.com/first' });
const second = webhook({ id: 'second', url: 'https://hooks.example.com/second' });
const other = webhook({ profile: 'weekly', url: 'https://hooks.example.com/other' });

/** The names of the messages of one event, by their URLs. */
async function messagesOf(webhooks: readonly WebhookConfig[]): Promise<ReadonlyMap<string, string>> {
  const dispatcher = recordingDispatcher();
  const events = new EventNotifier({ webhooks: compileWebhooks(webhooks), dispatcher, onError: () => {} });
  const raised = { event: 'Started', record: queuedRecord('p1'), date: new Date(0) } as const;
  for (const profile of ['nightly', 'weekly']) events.raise({ ...raised, profile });
  await settle();
  return new Map(dispatcher.sent.map(({ url, id }) => [url, id]));
}

describe('the name of a message', () => {
  it('does not depend on where its webhook stands in the list, or on what else is in it', async () => {
    const messages = await messagesOf([first, second, other]);
    expect(new Set(messages.values()).size).toBe(3);
    expect(await messagesOf([other, second, first])).toEqual(messages);
    for (const alone of [first, second, other]) {
      expect(messages).toEqual(new Map([...messages, ...(await messagesOf([alone]))]));
    }
  });

  it('stays when a webhook that has an id changes', async () => {
    const [before] = (await messagesOf([second])).values();
    const [after] = (
      await messagesOf([{ ...second, method: 'POST', url: 'https://b.example.com/' }])
    ).values();
    expect(after).toBe(before);
  });
});

describe('webhooks', () => {
  it.each<[string, readonly WebhookConfig[], number]>([
    ['two of a profile without an id', [first, other, first], 2],
    ['two of a profile with the same id', [second, second], 1],
    ['two of different profiles with the same id', [second, { ...other, id: 'second' }], 1],
    ['one whose id is the profile of another', [first, webhook({ id: 'nightly' })], 1],
  ])('are refused: %s', (_, webhooks, index) => {
    const message = new RegExp(`^options\\.webhooks\\[${index}\\]\\.id: expected an id`);
    expect(() => compileWebhooks(webhooks)).toThrow(message);
  });

  it('of one profile have different names', () => {
    const named = [
      { ...first, name: 'Chat' },
      { ...other, name: 'Chat' },
    ];
    expect(() => compileWebhooks(named)).not.toThrow();
    expect(() => compileWebhooks([...named, { ...second, name: 'Chat' }])).toThrow(
      'options.webhooks[2].name: expected a name that no other webhook of the same profile has',
    );
  });
});
