import { expect } from 'vitest';
import type { Hookplate } from '../../src/server/index.ts';

/** Requests whose bodies arrive but for their end. */
export interface Dawdling {
  /** The answers so far, in no order. */
  readonly answers: () => readonly Response[];
  /** Ends the bodies that nobody has answered; resolves to the statuses of their answers. */
  readonly end: () => Promise<readonly number[]>;
}

/** Sends so many of them from one address, each with 1 MiB. */
export function dawdle(
  server: Hookplate,
  path: string,
  {
    count,
    address,
    headers = {},
  }: {
    readonly count: number;
    readonly address: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Dawdling {
  const bindings = { incoming: { socket: { remoteAddress: address } } };
  const answers = new Map<ReadableStreamDefaultController<Uint8Array>, Response>();
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  for (let index = 0; index < count; index++) {
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        opened.push(controller);
        controller.enqueue(new Uint8Array(1024 * 1024));
        void Promise.resolve().then(async () => {
          answers.set(controller, await server.fetch(request, bindings));
        });
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const request = new Request(`http://localhost${path}`, init);
  }
  return {
    answers: () => [...answers.values()],
    end: async () => {
      const waiting = opened.filter(controller => !answers.has(controller));
      for (const controller of waiting) controller.close();
      await expect.poll(() => answers.size).toBe(count);
      return waiting.map(controller => answers.get(controller)?.status ?? 0);
    },
  };
}
