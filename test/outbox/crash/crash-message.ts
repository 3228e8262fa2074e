import type { Notify } from '../../../src/events/index.ts';
import { defineEvents } from '../../../src/index.ts';
import type { Outbox } from '../../../src/outbox/index.ts';
import type { WebhookConfig } from '../../../src/webhook/config/settings.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';

export interface CrashMessage {
  readonly id: string;
  readonly webhook: string;
  readonly request: WebhookRequest;
  /** Where it leaves in an order. */
  readonly ordered?: string;
  /** Whether it is made of an event, under whose id it is known. */
  readonly isEvent: boolean;
}

/** The receivers whose messages leave one after the other. */
export const inLines: readonly string[] = ['healthy-0', 'healthy-1', 'healthy-2'];

const text = 'é😀'.repeat(10);

/** Three receivers in thirty trouble the sender: a tenth. */
const receiverNames: readonly string[] = [
  'failing',
  'hanging',
  'busy',
  ...Array.from({ length: 27 }, (_, index) => `healthy-${index}`),
];

/** Of each message to the one that is dead, all attempts wait for the deadline, one after the other: there are a thousand at most. */
const endOfDead = 100_000;

/** Messages to all receivers in turn, and a few to one that is dead; made one by one, so that a million need no room. */
export function* crashMessages(
  url: string,
  { from = 0, to }: { readonly from?: number; readonly to: number },
): Generator<CrashMessage> {
  for (let index = from; index < to; index++) {
    const id = `msg_${index}`;
    const { receiver, path, headers, body } = sentAs(id);
    const request = { method: 'POST', url: `${url}${path}`, headers, body } as const;
    const ordered = inLines.includes(receiver) && { ordered: 'line' };
    yield { id, webhook: receiver, request, ...ordered, isEvent: isOfEvent(id) };
  }
}

/** A fifth of them, of each receiver. */
export function isOfEvent(id: string): boolean {
  return Math.floor(indexOf(id) / receiverNames.length) % 5 === 2;
}

export function indexOf(id: string): number {
  return Number(id.slice('msg_'.length));
}

/** An event for each receiver, of which its webhook alone is told. */
export const crashEvents = defineEvents({
  variables: { of: 'string' },
  events: Object.fromEntries([...receiverNames, 'dead'].map(name => [name, { title: name }])),
});

/** The webhooks whose messages are what `sentAs` says. */
export function crashWebhooks(url: string): readonly WebhookConfig[] {
  return [...receiverNames, 'dead'].map(
    name =>
      ({
        ...{ id: name, profile: 'crash', events: { [name]: true }, method: 'POST' },
        ...{ url: `${url}/${name}?of=$of$`, contentType: 'application/json' },
        headers: [{ name: 'x-message', value: 'the header of $of$' }],
        payload: JSON.stringify({ id: '$of$', text }),
      }) as unknown as WebhookConfig,
  );
}

/** Stores a message, or the event that it is made of. */
export async function offer(
  { id, request, isEvent, webhook, ordered }: CrashMessage,
  { outbox, notify }: { readonly outbox: Outbox; readonly notify: Notify },
): Promise<void> {
  const order = ordered !== undefined && { ordered };
  if (isEvent) await notify(crashEvents.create(webhook, { of: id }), { profile: 'crash', id, ...order });
  else await outbox.enqueue(request, { id, webhook, ...order });
}

/** The request that a receiver must get under an id, each time. */
export interface Sent {
  readonly receiver: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether a receiver that troubles the sender does so with this one: with the first ones, and then with some. */
  readonly isTroubled: boolean;
}

/**
 * A receiver troubles the first rounds, and then one round in `every`. Messages to the hanging one are tried one by one,
 * each until the deadline, so twenty of them, as with the others, would take longer than all the rest.
 */
const troubledRounds = { hanging: { first: 2, every: 100 }, others: { first: 20, every: 20 } } as const;

export function sentAs(id: string): Sent {
  const index = indexOf(id);
  const receiver =
    index % 100 === 99 && index < endOfDead ? 'dead' : (receiverNames[index % receiverNames.length] ?? '');
  const round = Math.floor(index / receiverNames.length);
  const { first, every } = troubledRounds[receiver === 'hanging' ? 'hanging' : 'others'];
  return {
    receiver,
    isTroubled: round < first || round % every === 0,
    path: `/${receiver}?of=${id}`,
    headers: [
      ['content-type', 'application/json'],
      ['x-message', `the header of ${id}`],
    ],
    body: JSON.stringify({ id, text }),
  };
}
