import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';

export interface CrashMessage {
  readonly id: string;
  readonly webhook: string;
  readonly request: WebhookRequest;
}

/** Three receivers in thirty trouble the sender: a tenth. */
const receiverNames: readonly string[] = [
  'failing',
  'hanging',
  'busy',
  ...Array.from({ length: 27 }, (_, index) => `healthy-${index}`),
];

/** Messages to all receivers in turn, and a few to one that is dead; made one by one, so that a million need no room. */
export function* crashMessages(
  url: string,
  { from = 0, to }: { readonly from?: number; readonly to: number },
): Generator<CrashMessage> {
  for (let index = from; index < to; index++) {
    const id = `msg_${index}`;
    const { receiver, path, headers, body } = sentAs(id);
    yield { id, webhook: receiver, request: { method: 'POST', url: `${url}${path}`, headers, body } };
  }
}

/** What a receiver has to get under an id, each time. */
export interface Sent {
  readonly receiver: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export function sentAs(id: string): Sent {
  const index = Number(id.slice('msg_'.length));
  const receiver = index % 100 === 99 ? 'dead' : (receiverNames[index % receiverNames.length] ?? '');
  return {
    receiver,
    path: `/${receiver}?of=${id}`,
    headers: [
      ['content-type', 'application/json'],
      ['x-message', `the header of ${id}`],
    ],
    body: JSON.stringify({ id, text: 'é😀'.repeat(10) }),
  };
}
