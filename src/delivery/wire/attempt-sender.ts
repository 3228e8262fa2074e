import type { KeyObject } from 'node:crypto';
import type { Agent } from 'undici';
import type { Settings } from '../dispatcher-options.ts';
import type { Message } from '../message.ts';
import type { Call } from '../queue/call.ts';
import type { EndpointQueue } from '../queue/endpoint-queue.ts';
import { GoneUrls } from '../queue/gone-urls.ts';
import { UnusableSecret } from '../signature/secret.ts';
import { sign } from '../signature/sign.ts';
import { publishAttempt } from '../telemetry.ts';
import type { Attempt, AttemptError } from './attempt.ts';
import { failed } from './classify-error.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { WireRequest } from './request.ts';

/** Makes attempt number `number` of a message when its turn has come; nothing if the call was aborted before. */
export type AttemptSender = (message: Message, number: number, call: Call) => Promise<Attempt | undefined>;

type Keys = readonly KeyObject[];

type Runner = (startedAt: number) => Exchange | Promise<Exchange>;

const noBody = new Uint8Array();

export function createAttemptSender(agent: Agent, queue: EndpointQueue, settings: Settings): AttemptSender {
  const { timeoutMs, maxResponseBytes } = settings;
  const gone = new GoneUrls(settings.goneMs);
  const attempt = (message: Message, number: number, run: Runner) =>
    recordAttempt(message, number, run, settings);

  async function run(message: Message, wire: WireRequest, startedAt: number, call: Call): Promise<Exchange> {
    if (gone.has(wire, startedAt)) return failure('gone', wire);
    const started = performance.now();
    const keys = await keysFor(message, call, settings);
    if (keys === 'aborted') return failure('aborted', wire);
    if (keys instanceof UnusableSecret) return failure('signature', wire, keys.message);
    const headers = headersOf(message, wire, startedAt, keys);
    const leftMs = Math.max(1, timeoutMs - (performance.now() - started));
    const exchanged = await exchange({ agent, wire, headers, timeoutMs: leftMs, maxResponseBytes }, call);
    const { outcome } = exchanged;
    if (outcome.kind === 'answered' && outcome.status === 410) gone.add(wire, settings.now());
    return exchanged;
  }

  return async (message, number, call) => {
    const { wire } = message;
    if (!wire) return attempt(message, number, refuseUrl);
    const turn = await queue.enter(wire.origin, call);
    if (turn === 'aborted') return undefined;
    if (turn === 'full') return attempt(message, number, () => failure('queue-full', wire));
    try {
      return await attempt(message, number, startedAt => run(message, wire, startedAt, call));
    } finally {
      queue.leave(wire.origin);
    }
  };
}

/** Runs an attempt, and tells everyone who listens what came of it. */
async function recordAttempt(
  message: Message,
  number: number,
  run: Runner,
  { now, onAttempt }: Settings,
): Promise<Attempt> {
  const startedAt = now();
  const started = performance.now();
  const { outcome, address } = await run(startedAt);
  const durationMs = performance.now() - started;
  const known = { number, startedAt: new Date(startedAt), durationMs, outcome };
  const made: Attempt = Object.freeze(address === undefined ? known : { ...known, address });
  publishAttempt(message, made);
  // A date can be changed although what holds it is frozen.
  const told = Object.freeze({ ...made, startedAt: new Date(startedAt) });
  onAttempt(told, Object.freeze({ id: message.id, host: message.wire?.host }));
  return made;
}

async function keysFor(
  { request, id, webhook }: Message,
  call: Call,
  { secrets, timeoutMs }: Settings,
): Promise<Keys | UnusableSecret | 'aborted'> {
  const asked = secrets(request, Object.freeze({ id, webhook }));
  if (!(asked instanceof Promise)) return asked;
  try {
    const keys = await call.within(asked, timeoutMs);
    return keys === 'timeout' ? new UnusableSecret('secrets did not answer in time') : keys;
  } catch (error) {
    if (error instanceof UnusableSecret) return error;
    throw error;
  }
}

function headersOf({ id }: Message, wire: WireRequest, startedAt: number, keys: Keys): string[] {
  const timestamp = Math.floor(startedAt / 1000);
  const headers = [...wire.headers, 'webhook-id', id, 'webhook-timestamp', String(timestamp)];
  if (keys.length === 0) return headers;
  headers.push('webhook-signature', sign({ id, timestamp, body: wire.body ?? noBody }, keys));
  return headers;
}

function failure(error: AttemptError, { host }: WireRequest, detail?: string): Exchange {
  return { outcome: failed(error, host, detail) };
}

function refuseUrl(): Exchange {
  const message = 'The URL of the request is not an `http:` or `https:` URL.';
  return { outcome: Object.freeze({ kind: 'failed', error: 'refused-address', message } as const) };
}
