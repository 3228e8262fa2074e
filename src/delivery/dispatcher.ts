import { randomUUID } from 'node:crypto';
import { buildConnector } from 'undici';
import type { WebhookRequest } from '../webhook/webhook-request.ts';
import type { Attempt } from './attempt.ts';
import { failed } from './attempt-error.ts';
import { Call } from './call.ts';
import { type DispatcherOptions, normalizeOptions } from './dispatcher-options.ts';
import { exchange } from './exchange.ts';
import { createTracedAgent } from './traced-agent.ts';
import { parseWireRequest } from './wire-request.ts';

export interface SendOptions {
  /** The identity of the message, the same in every attempt. Default: a new random one. */
  readonly id?: string;
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
}

export interface Dispatcher {
  /**
   * Sends a request once. What goes wrong on the way is in the record.
   *
   * @throws {TypeError} for wrong use alone: a request that no request can be.
   */
  send(request: WebhookRequest, options?: SendOptions): Promise<Attempt>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Makes a dispatcher, which owns its connections. */
export function createDispatcher(options?: DispatcherOptions): Dispatcher {
  const settings = normalizeOptions(options);
  const base = buildConnector({ allowH2: false, timeout: settings.timeoutMs });
  const agent = createTracedAgent((target, connection, callback) =>
    base(target, (...result) => {
      const address = result[1]?.remoteAddress;
      if (address !== undefined) connection.address = address;
      callback(...result);
    }),
  );

  async function send(
    request: WebhookRequest,
    { id = createId(), signal }: SendOptions = {},
  ): Promise<Attempt> {
    const wire = parseWireRequest(request, settings.userAgent);
    const startedAt = settings.now();
    const started = performance.now();
    const call = new Call();
    const abort = () => call.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const headers = wire
      ? [...wire.headers, 'webhook-id', id, 'webhook-timestamp', `${Math.floor(startedAt / 1000)}`]
      : [];
    const { outcome, address } = wire
      ? await exchange(
          {
            agent,
            wire,
            headers,
            timeoutMs: settings.timeoutMs,
            maxResponseBytes: settings.maxResponseBytes,
          },
          call,
        )
      : { outcome: failed('refused-address', 'the URL'), address: undefined };
    signal?.removeEventListener('abort', abort);
    const attempt: Attempt = {
      number: 1,
      startedAt: new Date(startedAt),
      durationMs: performance.now() - started,
      ...(address === undefined ? {} : { address }),
      outcome,
    };
    settings.onAttempt(attempt);
    return attempt;
  }

  return Object.freeze({ send, close: () => agent.destroy() });
}

function createId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}
