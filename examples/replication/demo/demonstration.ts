import { isDeepStrictEqual } from 'node:util';
import type { Inbox, ReceivedRequest } from '../../inbox.ts';
import type { AnswerBody, CallApi } from './api-caller.ts';
import type { Checklist } from './checklist.ts';
import { waitUntil } from './wait-until.ts';

/** The tools shared by the sections of the demonstration. */
export interface Demonstration {
  readonly call: CallApi;
  readonly inbox: Inbox;
  readonly list: Checklist;
}

/** The two forms of the path that starts a task. */
export const runPaths = {
  base: (task: string): string => `/api/v2/project/replication/task/${task}/run?trigger=API`,
  full: (task: string): string => `/api/v2/projects/replication/tasks/${task}/run?trigger=API`,
} as const;

/** The status of a process once it is final, or, if that takes too long, nothing. */
export function endOf({ call }: Demonstration, pid: unknown): Promise<AnswerBody | undefined> {
  return waitUntil(async () => {
    const { body } = await call('GET', `/api/v2/status/${pid}`);
    return ['completed', 'error', 'interrupted'].includes(String(body.status)) ? body : undefined;
  });
}

/** The two webhooks of the example, by where they arrive. */
export const webhookPaths = { get: '/status?', post: '/hooks/42' } as const;

/** Waits for as many requests of a process to arrive, and gives those that have, in their order. */
export async function requestsOf(
  { inbox }: Demonstration,
  pid: unknown,
  { by, count }: { readonly by: keyof typeof webhookPaths; readonly count: number },
): Promise<readonly ReceivedRequest[]> {
  const arrived = () =>
    inbox.requests.filter(
      ({ url, body }) => url.startsWith(webhookPaths[by]) && `${url} ${body}`.includes(String(pid)),
    );
  await waitUntil(() => arrived().length >= count || undefined);
  return arrived();
}

export function equals(found: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(found, expected);
}
