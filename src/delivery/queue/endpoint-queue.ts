import type { Call } from './call.ts';

/** How waiting for a turn ended: it has come, the call was aborted before, or too many wait already. */
export type Turn = 'granted' | 'aborted' | 'full';

/** The traffic at one endpoint at the moment. */
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
  /** In their order. */
  readonly waiting: Set<Settle>;
}

/** Bounds the requests in flight to one endpoint, so that one that hangs does not take what the others need. */
export class EndpointQueue {
  readonly #bounds: QueueBounds;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Waits for a turn. After `granted` there must be a `leave`. */
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

  /** Gives the turn to the one who has waited longest. */
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
