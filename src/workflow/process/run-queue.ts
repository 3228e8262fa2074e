/** Must not reject. */
export type Job = () => Promise<void>;

/** A place in the queue, from before its run is written down until its process is no longer held in memory. */
export interface Place {
  /** Waits for its turn to do the job. */
  readonly enter: (job: Job) => void;
  /** The run is over, or never begins: its body is held no longer. */
  readonly finish: () => void;
  readonly leave: () => void;
}

export interface RunQueueOptions {
  /** How many jobs run at the same time. */
  readonly concurrency: number;
  /** How many may wait for them. */
  readonly maxQueued: number;
  /** How many bytes the bodies of those that run and those that wait may have together; one is always taken. */
  readonly maxQueuedBytes: number;
}

/**
 * Runs jobs in their order, some at a time, and takes no more than it may hold. Places that are finished but not left
 * count apart: a store that takes no statuses must not fill the memory, and a slow one must not fill the queue.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #places = new Set<Place>();
  /** The length of its body for each place that is not finished. */
  readonly #unfinished = new Map<Place, number>();
  readonly #waiting = new Map<Place, Job>();
  #bytes = 0;
  #running = 0;
  #whenEmpty: (() => void)[] = [];

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** Nothing if the queue is full. */
  reserve(bytes: number): Place | undefined {
    if (!this.#hasRoom(bytes)) return undefined;
    const place: Place = {
      enter: job => {
        this.#waiting.set(place, job);
        this.#doNext();
      },
      finish: () => {
        this.#waiting.delete(place);
        this.#bytes -= this.#unfinished.get(place) ?? 0;
        this.#unfinished.delete(place);
      },
      leave: () => {
        place.finish();
        this.#places.delete(place);
        if (this.#places.size > 0) return;
        for (const resolve of this.#whenEmpty.splice(0)) resolve();
      },
    };
    this.#places.add(place);
    this.#unfinished.set(place, bytes);
    this.#bytes += bytes;
    return place;
  }

  /** Whether there is no room for another job, be it ever so small. */
  get isFull(): boolean {
    const most = this.#options.concurrency + this.#options.maxQueued;
    return this.#unfinished.size >= most || this.#places.size >= 2 * most;
  }

  #hasRoom(bytes: number): boolean {
    if (this.isFull) return false;
    return this.#bytes === 0 || this.#bytes + bytes <= this.#options.maxQueuedBytes;
  }

  /** Resolves when no place is held. */
  empty(): Promise<void> {
    if (this.#places.size === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#whenEmpty.push(resolve);
    });
  }

  #doNext(): void {
    const [next] = this.#waiting;
    if (!next || this.#running >= this.#options.concurrency) return;
    const [place, job] = next;
    this.#waiting.delete(place);
    this.#running++;
    job().finally(() => {
      this.#running--;
      this.#doNext();
    });
  }
}
