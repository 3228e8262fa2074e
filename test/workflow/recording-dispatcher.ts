import type { EventDispatcher } from '../../src/workflow/event/event-notifier.ts';

interface Sent {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

export interface RecordingDispatcher extends EventDispatcher {
  readonly sent: readonly Sent[];
}

/** Keeps what it is handed, and says at once that it was delivered. */
export function recordingDispatcher(): RecordingDispatcher {
  const sent: Sent[] = [];
  return {
    sent,
    deliver: async ({ method, url, body }, { id }) => {
      sent.push({ id, method, url, body });
      return { id, state: 'delivered', attempts: [] };
    },
  };
}
