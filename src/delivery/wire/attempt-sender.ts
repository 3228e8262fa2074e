import { createHash, createHmac, type KeyObject, sign as signWith } from 'node:crypto';
import type { Agent } from 'undici';
import { beginSpan, endFailed, type Span, traceparentOf } from '../../tracing/tracing.ts';
import type { DispatcherSettings } from '../dispatcher-options.ts';
import type { OutgoingMessage } from '../message.ts';
import type { Call } from '../queue/call.ts';
import type { EndpointQueue } from '../queue/endpoint-queue.ts';
import { UnusableSecret } from '../signature/key-ring.ts';
import { attributesOf, publishAttempt } from '../telemetry.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Attempt, AttemptError, AttemptOutcome } from './attempt.ts';
import { failed } from './classify-error.ts';
import type { WireRequest } from './request.ts';

/**
 * Makes attempt number `number` of a message when its turn has come; resolves to undefined if the call was aborted
 * before.
 */
export type AttemptSender = (
  message: OutgoingMessage,
  number: number,
  call: Call,
) => Promise<Attempt | undefined>;

type Keys = readonly KeyObject[];

type Runner = (startedAt: number, span: Span) => Exchange | Promise<Exchange>;

const noBody = new Uint8Array();

export function createAttemptSender(
  agent: Agent,
  queue: EndpointQueue,
  settings: DispatcherSettings,
): AttemptSender {
  const { timeoutMs, maxResponseBytes } = settings;
  const gone = new GoneUrls(settings.goneMs);
  const attempt = (message: OutgoingMessage, number: number, run: Runner) =>
    recordAttempt(message, number, run, settings);

  async function run(
    message: OutgoingMessage,
    wire: WireRequest,
    startedAt: number,
    span: Span,
    call: Call,
  ): Promise<Exchange> {
    if (gone.has(wire, startedAt)) return failure('gone', wire);
    const started = performance.now();
    const keys = await keysFor(message, call, settings);
    if (keys === 'aborted') return failure('aborted', wire);
    if (keys instanceof UnusableSecret) return failure('signature', wire, keys.message);
    const traceparent = traceparentOf(span) ?? message.traceparent;
    const headers = headersOf({ id: message.id, traceparent }, wire, startedAt, keys);
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
      return await attempt(message, number, (startedAt, span) => run(message, wire, startedAt, span, call));
    } finally {
      queue.leave(wire.origin);
    }
  };
}

/** Makes an attempt, and reports its outcome to everyone who listens. */
async function recordAttempt(
  message: OutgoingMessage,
  number: number,
  run: Runner,
  { now, onAttempt }: DispatcherSettings,
): Promise<Attempt> {
  const startedAt = now();
  const started = performance.now();
  const span = beginSpan(message.request.method, { kind: 'client', traceparent: message.traceparent });
  const { outcome, address } = await run(startedAt, span);
  const durationMs = performance.now() - started;
  const known = { number, startedAt: new Date(startedAt), durationMs, outcome };
  const made: Attempt = Object.freeze(address === undefined ? known : { ...known, address });
  endAttempt(span, message, made);
  publishAttempt(message, made);
  // Freezing an object does not freeze its dates.
  const told = Object.freeze({ ...made, startedAt: new Date(startedAt) });
  const { id, wire, waitedMs } = message;
  onAttempt(told, Object.freeze({ id, host: wire?.host, waitedMs }));
  return made;
}

function endAttempt(span: Span, message: OutgoingMessage, attempt: Attempt): void {
  if (!span.isRecording()) return;
  const attributes = attributesOf(message, attempt);
  span.setAttributes({ ...attributes, 'messaging.message.id': message.id });
  const type = attributes['error.type'];
  if (type === undefined) span.end();
  else endFailed(span, type);
}

async function keysFor(
  { request, id, webhook, secrets: own }: OutgoingMessage,
  call: Call,
  { secrets, timeoutMs }: DispatcherSettings,
): Promise<Keys | UnusableSecret | 'aborted'> {
  const asked = (own ?? secrets)(request, Object.freeze({ id, webhook }));
  if (!(asked instanceof Promise)) return asked;
  try {
    const keys = await call.within(asked, timeoutMs);
    return keys === 'timeout' ? new UnusableSecret('secrets did not answer in time') : keys;
  } catch (error) {
    if (error instanceof UnusableSecret) return error;
    throw error;
  }
}

function headersOf(
  { id, traceparent }: Pick<OutgoingMessage, 'id' | 'traceparent'>,
  wire: WireRequest,
  startedAt: number,
  keys: Keys,
): string[] {
  const timestamp = Math.floor(startedAt / 1000);
  const headers = [...wire.headers, 'webhook-id', id, 'webhook-timestamp', String(timestamp)];
  const hasTrace = wire.headers.some(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'traceparent',
  );
  if (traceparent !== undefined && !hasTrace) headers.push('traceparent', traceparent);
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

interface ExchangePlan {
  readonly agent: Agent;
  readonly wire: WireRequest;
  /** A flat list of all headers that are sent. */
  readonly headers: string[];
  /** For connection, headers and body together. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly address?: string;
}

/** Sends a request and reads the answer. Never rejects, and ends by the deadline. */
function exchange(plan: ExchangePlan, call: Call): Promise<Exchange> {
  const { origin, path, method, body = null } = plan.wire;
  return new Promise(resolve => {
    const reader = new AnswerReader(plan.wire, plan.maxResponseBytes, (outcome, dialled) => {
      clearTimeout(timer);
      call.waitFor(undefined);
      const address = dialled ?? reader.connection?.address;
      resolve(address === undefined ? { outcome } : { outcome, address });
    });
    const timer = setTimeout(() => reader.stop('timeout'), plan.timeoutMs);
    if (call.aborted) return reader.stop('aborted');
    call.waitFor(() => reader.stop('aborted'));
    plan.agent.dispatch({ origin, path, method, headers: plan.headers, body }, reader);
  });
}

interface SignedContent {
  readonly id: string;
  /** The time of the attempt in seconds since 1970. */
  readonly timestamp: number;
  /** The bytes on the wire; the body of a GET is empty, and signed as such (Standard Webhooks only considers POST). */
  readonly body: Uint8Array;
}

/**
 * Signs a message: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, once for each key, separated by spaces
 * (Standard Webhooks 1.0.0, signature scheme and webhook headers).
 */
export function sign(content: SignedContent, keys: readonly KeyObject[]): string {
  const head = `${content.id}.${content.timestamp}.`;
  const signWithKey = (key: KeyObject): string =>
    key.type === 'private' ? ed25519(key, head, content.body) : hmac(key, head, content.body);
  return keys.map(signWithKey).join(' ');
}

function hmac(key: KeyObject, head: string, body: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

function ed25519(key: KeyObject, head: string, body: Uint8Array): string {
  return `v1a,${signWith(null, Buffer.concat([Buffer.from(head), body]), key).toString('base64')}`;
}

/** At most so many URLs are remembered; the oldest is dropped first. */
const maxRemembered = 10_000;

/**
 * URLs that have answered 410 lately: waiting requests with the same headers need not try them. Headers are part of the
 * key because they can identify the caller, and many customers may share a URL.
 */
class GoneUrls {
  readonly #goneMs: number;
  readonly #until = new Map<string, number>();

  constructor(goneMs: number) {
    this.#goneMs = goneMs;
  }

  add(request: WireRequest, now: number): void {
    const key = keyOf(request);
    // Inserted anew, so that it is the youngest.
    this.#until.delete(key);
    this.#until.set(key, now + this.#goneMs);
    const [oldest] = this.#until.keys();
    if (this.#until.size > maxRemembered && oldest !== undefined) this.#until.delete(oldest);
  }

  has(request: WireRequest, now: number): boolean {
    if (this.#until.size === 0) return false;
    return (this.#until.get(keyOf(request)) ?? now) > now;
  }
}

/** Hashed, because headers can be long, and secret. */
function keyOf({ method, origin, path, headers }: WireRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, origin, path, headers]))
    .digest('base64');
}
