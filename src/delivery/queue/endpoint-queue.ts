import type { Call } from './call.ts';

interface Endpoint {
  inFlight: number;
  /** Those who wait, in their order; told whether it is their turn, or that they have been aborted. */
  readonly waiting: Set<(granted: boolean) => void>;
}

/** Bounds the requests in flight to one endpoint, so that one that hangs does not take what the others need. */
export class EndpointQueue {
  readonly #limit: number;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits for a turn. After `true` there must be a `leave`; `false` says that the call was aborted before. */
  enter(origin: string, call: Call): boolean | Promise<boolean> {
    if (call.aborted) return false;
    let endpoint = this.#endpoints.get(origin);
    if (!endpoint) {
      endpoint = { inFlight: 0, waiting: new Set() };
      this.#endpoints.set(origin, endpoint);
    }
    if (endpoint.inFlight < this.#limit) {
      endpoint.inFlight++;
      return true;
    }
    return wait(endpoint.waiting, call);
  }

  /** Gives the turn to the one who has waited longest. */
  leave(origin: string): void {
    const endpoint = this.#endpoints.get(origin);
    if (!endpoint) return;
    const [next] = endpoint.waiting;
    if (next) next(true);
    else if (endpoint.inFlight > 1) endpoint.inFlight--;
    else this.#endpoints.delete(origin);
  }
}

function wait(waiting: Set<(granted: boolean) => void>, call: Call): Promise<boolean> {
  return new Promise(resolve => {
    const settle = (granted: boolean): void => {
      waiting.delete(settle);
      call.waitFor(undefined);
      resolve(granted);
    };
    waiting.add(settle);
    call.waitFor(() => settle(false));
  });
}
