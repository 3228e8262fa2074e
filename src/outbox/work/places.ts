import type { TakenMessage } from './take-messages.ts';

export interface PlacesOptions {
  /** How many there are. */
  readonly concurrency: number;
  /** Messages in flight to one endpoint. */
  readonly perEndpoint: number;
}

/**
 * Room for messages in flight in this process, and who takes it. An endpoint is bounded by the queue, over all processes; a host
 * with many endpoints is bounded here: once it has as many places as one endpoint may have, nothing more is fetched for it.
 * So it takes less than `perEndpoint` and a quarter of all places, however many webhooks it has.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #taken = new Map<string, TakenMessage>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): readonly TakenMessage[] {
    return [...this.#taken.values()];
  }

  get size(): number {
    return this.#taken.size;
  }

  get free(): number {
    return this.#options.concurrency - this.#taken.size;
  }

  /** As many as are filled before it is asked again which hosts are full. */
  get share(): number {
    return Math.ceil(this.#options.concurrency / 4);
  }

  has(job: string): boolean {
    return this.#taken.has(job);
  }

  take(message: TakenMessage): void {
    this.#taken.set(message.job.id, message);
  }

  leave({ job }: TakenMessage): void {
    this.#taken.delete(job.id);
  }

  /** The hosts for which nothing more may be fetched, each with the endpoints that have places. */
  fullHosts(): ReadonlyMap<string, ReadonlySet<string>> {
    const byHost = new Map<string, { count: number; readonly endpoints: Set<string> }>();
    for (const { host, endpoint } of this.#taken.values()) {
      const known = byHost.get(host) ?? { count: 0, endpoints: new Set() };
      byHost.set(host, known);
      known.count++;
      known.endpoints.add(endpoint);
    }
    const full = [...byHost].filter(([, { count }]) => count >= this.#options.perEndpoint);
    return new Map(full.map(([host, { endpoints }]) => [host, endpoints]));
  }
}
