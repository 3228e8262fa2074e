import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Answered, AttemptOutcome } from './attempt.ts';
import { classifyError, failed } from './classify-error.ts';
import { keptHeaders } from './kept-headers.ts';
import type { WireRequest } from './request.ts';
import { ConnectionTrace } from './traced-agent.ts';

/** Called once, with the outcome; `dialled` is the address that an error names. */
type Settle = (outcome: AttemptOutcome, dialled?: string) => void;

/**
 * Reads one answer straight from the connection. `undici.request()` does the same, but wraps every answer in a stream
 * and every signal in a listener, which costs more than the rest of an attempt.
 *
 * The status line and headers already decide about the message: from then on there is an answer, whatever happens to
 * its body.
 */
export class AnswerReader extends ConnectionTrace implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest;
  readonly #settle: Settle;
  readonly #body: CappedBody;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #settled = false;

  constructor(request: WireRequest, maxResponseBytes: number, settle: Settle) {
    super();
    this.#request = request;
    this.#body = new CappedBody(maxResponseBytes);
    this.#settle = settle;
  }

  override get isOver(): boolean {
    return this.#settled;
  }

  /** Gives up, and closes a connection that is being dialled for it. */
  stop(error: 'timeout' | 'aborted'): void {
    this.#end(this.#status > 0 ? this.#answer(true) : failed(error, this.#request.host));
    this.#controller?.abort(new Error(error));
    this.connection?.dial?.destroy(new Error(error));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('aborted'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.connection) this.connection.awaitsCertificate = false;
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(chunk);
    if (!this.#body.isOverflown) return;
    this.#end(this.#answer(true));
    controller.abort(new Error('truncated'));
  }

  onResponseEnd(): void {
    this.#end(this.#answer(false));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const { awaitsCertificate = false } = this.connection ?? {};
    const outcome =
      this.#status > 0 ? this.#answer(true) : classifyError(error, this.#request.host, { awaitsCertificate });
    this.#end(outcome, dialledAddress(error));
  }

  /** An abort is followed by the error that it causes: the first outcome counts. */
  #end(outcome: AttemptOutcome, dialled?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#settle(outcome, dialled);
  }

  #answer(truncated: boolean): Answered {
    const headers = keptHeaders(this.#headers, this.#request);
    const body = this.#body.text;
    return Object.freeze<Answered>({ kind: 'answered', status: this.#status, headers, body, truncated });
  }
}

/** Without a connection, the error has the address. */
function dialledAddress(error: unknown): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (typeof first !== 'object' || first === null || !('address' in first)) return undefined;
  return typeof first.address === 'string' ? first.address : undefined;
}

/** The first bytes of a body, up to a limit. */
class CappedBody {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the body was longer than the limit. */
  get isOverflown(): boolean {
    return this.#size > this.#maxBytes;
  }

  push(chunk: Buffer): void {
    if (this.isOverflown) return;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
  }

  /** Decoded as UTF-8. A character that the limit cuts in two is left out. */
  get text(): string {
    if (this.#chunks.length === 0) return '';
    const bytes = Buffer.concat(this.#chunks).subarray(0, this.#maxBytes);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  }
}
