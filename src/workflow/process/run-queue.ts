/** Must not reject. */
export type Job = () => Promise<void>;

/** A slot in the queue, from before its run is stored until its process is no longer held in memory. */
export interface RunSlot {
  /** Waits for its turn to run the job. */
  readonly enter: (job: Job) => void;
  /** Releases the body: the run has ended, or never begins. */
  readonly finish: () => void;
  readonly leave: () => void;
}

export interface RunQueueOptions {
  /** Maximum number of jobs that run at the same time. */
  readonly concurrency: number;
  /** Maximum number of waiting jobs. */
  readonly maxQueued: number;
  /** Maximum total bytes of the bodies of running and waiting jobs; a single one is always accepted. */
  readonly maxQueuedBytes: number;
}

/**
 * Runs jobs in order, a few at a time, and accepts no more than it may hold. Finished slots that have not left count
 * separately: a store that accepts no statuses must not fill the memory, and a slow one must not fill the queue.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #slots = new Set<RunSlot>();
  /** The length of the body for each unfinished slot. */
  readonly #unfinished = new Map<RunSlot, number>();
  readonly #waiting = new Map<RunSlot, Job>();
  #bytes = 0;
  #running = 0;
  #whenEmpty: (() => void)[] = [];

  constructor(options: RunQueueOptions) {
    this.#options = options;
  }

  /** Undefined if the queue is full. */
  reserve(bytes: number): RunSlot | undefined {
    if (!this.#hasRoom(bytes)) return undefined;
    const slot: RunSlot = {
      enter: job => {
        this.#waiting.set(slot, job);
        this.#doNext();
      },
      finish: () => {
        this.#waiting.delete(slot);
        this.#bytes -= this.#unfinished.get(slot) ?? 0;
        this.#unfinished.delete(slot);
      },
      leave: () => {
        slot.finish();
        this.#slots.delete(slot);
        if (this.#slots.size > 0) return;
        for (const resolve of this.#whenEmpty.splice(0)) resolve();
      },
    };
    this.#slots.add(slot);
    this.#unfinished.set(slot, bytes);
    this.#bytes += bytes;
    return slot;
  }

  /** Whether there is no room for another job, however small. */
  get isFull(): boolean {
    const most = this.#options.concurrency + this.#options.maxQueued;
    return this.#unfinished.size >= most || this.#slots.size >= 2 * most;
  }

  #hasRoom(bytes: number): boolean {
    if (this.isFull) return false;
    return this.#bytes === 0 || this.#bytes + bytes <= this.#options.maxQueuedBytes;
  }

  /** Resolves when no slot is held. */
  empty(): Promise<void> {
    if (this.#slots.size === 0) return Promise.resolve();
    return new Promise(resolve => {
      this.#whenEmpty.push(resolve);
    });
  }

  #doNext(): void {
    const [next] = this.#waiting;
    if (!next || this.#running >= this.#options.concurrency) return;
    const [slot, job] = next;
    this.#waiting.delete(slot);
    this.#running++;
    job().finally(() => {
      this.#running--;
      this.#doNext();
    });
  }
}
