import type { Call } from './call.ts';

/** The result of waiting for a turn: it has come, the call was aborted before, or too many were already waiting. */
export type Turn = 'granted' | 'aborted' | 'full';

/** The current traffic to one endpoint. */
export interface EndpointLoad {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Requests that have their turn. */
  readonly inFlight: number;
  /** Requests that wait for it. */
  readonly waiting: number;
}

export interface QueueBounds {
  readonly perEndpoint: number;
  readonly maxWaiting: number;
}

type Settle = (turn: Turn) => void;

interface Endpoint {
  inFlight: number;
  /** In order. */
  readonly waiting: Set<Settle>;
}

/** Limits the requests in flight to one endpoint, so that one that hangs does not take resources from the others. */
export class EndpointQueue {
  readonly #bounds: QueueBounds;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Waits for a turn. Every `granted` needs a `leave`. */
  enter(origin: string, call: Call): Turn | Promise<Turn> {
    if (call.aborted) return 'aborted';
    let endpoint = this.#endpoints.get(origin);
    if (!endpoint) {
      endpoint = { inFlight: 0, waiting: new Set() };
      this.#endpoints.set(origin, endpoint);
    }
    if (endpoint.inFlight < this.#bounds.perEndpoint) {
      endpoint.inFlight++;
      return 'granted';
    }
    return endpoint.waiting.size < this.#bounds.maxWaiting ? wait(endpoint.waiting, call) : 'full';
  }

  /** Gives the turn to the call that has waited longest. */
  leave(origin: string): void {
    const endpoint = this.#endpoints.get(origin);
    if (!endpoint) return;
    const [next] = endpoint.waiting;
    if (next) next('granted');
    else if (endpoint.inFlight > 1) endpoint.inFlight--;
    else this.#endpoints.delete(origin);
  }

  /** The traffic of the endpoints that have any. */
  get loads(): readonly EndpointLoad[] {
    return Array.from(this.#endpoints, ([origin, { inFlight, waiting }]) => ({
      origin,
      inFlight,
      waiting: waiting.size,
    }));
  }
}

function wait(waiting: Set<Settle>, call: Call): Promise<Turn> {
  return new Promise(resolve => {
    const settle = (turn: Turn): void => {
      waiting.delete(settle);
      call.waitFor(undefined);
      resolve(turn);
    };
    waiting.add(settle);
    call.waitFor(() => settle('aborted'));
  });
}
