import type { Agent } from 'undici';
import type { Settings } from '../dispatcher-options.ts';
import { publishAttempt } from '../events.ts';
import type { Message } from '../message.ts';
import type { Call } from '../queue/call.ts';
import { EndpointQueue } from '../queue/endpoint-queue.ts';
import { UnusableSecret } from '../signature/secret.ts';
import { sign } from '../signature/sign.ts';
import type { Attempt } from './attempt.ts';
import { failed } from './classify-error.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { WireRequest } from './request.ts';

/** Makes attempt number `number` of a message when its turn has come; nothing if the call was aborted before. */
export type AttemptSender = (message: Message, number: number, call: Call) => Promise<Attempt | undefined>;

const noBody = new Uint8Array();

export function createAttemptSender(agent: Agent, settings: Settings): AttemptSender {
  const queue = new EndpointQueue(settings.perEndpoint);

  function headersOf(message: Message, wire: WireRequest, startedAt: number): string[] {
    const timestamp = Math.floor(startedAt / 1000);
    const headers = [...wire.headers, 'webhook-id', message.id, 'webhook-timestamp', String(timestamp)];
    const keys = settings.secrets(message.request);
    if (keys.length === 0) return headers;
    const content = { id: message.id, timestamp, body: wire.body ?? noBody };
    headers.push('webhook-signature', sign(content, keys));
    return headers;
  }

  async function attempt(message: Message, number: number, run: Runner): Promise<Attempt> {
    const startedAt = settings.now();
    const started = performance.now();
    const { outcome, address } = await run(startedAt);
    const durationMs = performance.now() - started;
    const known = { number, startedAt: new Date(startedAt), durationMs, outcome };
    const made: Attempt = address === undefined ? known : { ...known, address };
    publishAttempt(message, made);
    settings.onAttempt(made, { id: message.id, host: message.wire?.host });
    return made;
  }

  return async (message, number, call) => {
    const { wire } = message;
    if (!wire) return attempt(message, number, refuseUrl);
    const { timeoutMs, maxResponseBytes } = settings;
    if (!(await queue.enter(wire.origin, call))) return undefined;
    try {
      return await attempt(message, number, startedAt => {
        try {
          const headers = headersOf(message, wire, startedAt);
          return exchange({ agent, wire, headers, timeoutMs, maxResponseBytes }, call);
        } catch (error) {
          if (!(error instanceof UnusableSecret)) throw error;
          return { outcome: failed('signature', wire.host, error.message) };
        }
      });
    } finally {
      queue.leave(wire.origin);
    }
  };
}

type Runner = (startedAt: number) => Exchange | Promise<Exchange>;

function refuseUrl(): Exchange {
  const { kind, error } = failed('refused-address', '');
  return { outcome: { kind, error, message: 'The URL of the request is not an `http:` or `https:` URL.' } };
}
