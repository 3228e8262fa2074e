import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BundledWorker, bundleWorker } from './bundle-worker.ts';
import type { Order, WorkerSettings } from './worker-options.ts';

/** Processes that deliver: one that ends is replaced at once. */
export class WorkerPool {
  readonly #worker: BundledWorker;
  readonly #settings: WorkerSettings;
  readonly #onStored: (id: string) => void;
  readonly #size: number;
  readonly #processes = new Set<ChildProcess>();
  readonly #ready: ChildProcess[] = [];
  #isClosed = false;
  kills = 0;
  /** How many messages had not ended when a process was last told something. */
  unended: number | undefined;

  static async start(
    size: number,
    settings: WorkerSettings,
    onStored: (id: string) => void = () => {},
  ): Promise<WorkerPool> {
    return new WorkerPool(await bundleWorker(), size, settings, onStored);
  }

  private constructor(
    worker: BundledWorker,
    size: number,
    settings: WorkerSettings,
    onStored: (id: string) => void,
  ) {
    this.#worker = worker;
    this.#settings = settings;
    this.#onStored = onStored;
    this.#size = size;
    for (let index = 0; index < size; index++) this.#spawn();
  }

  #spawn(): void {
    const child = fork(this.#worker.program, [JSON.stringify(this.#settings)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#processes.add(child);
    child.on('message', (told: 'ready' | { stored: string } | { unended: number }) => {
      if (told === 'ready') this.#ready.push(child);
      else if ('stored' in told) this.#onStored(told.stored);
      else this.unended = told.unended;
    });
    child.on('error', () => {});
    child.once('exit', () => {
      this.#processes.delete(child);
      const index = this.#ready.indexOf(child);
      if (index >= 0) this.#ready.splice(index, 1);
      if (!this.#isClosed) this.#spawn();
    });
  }

  /**
   * Kills the process that has been ready for longest. Where a busy machine takes longer to replace them than to kill
   * them, it leaves half of them alive, or nothing would ever be delivered.
   */
  killOne(): void {
    if (this.#ready.length < this.#size / 2) return;
    const oldest = this.#ready.shift();
    if (!oldest) return;
    this.kills++;
    oldest.kill('SIGKILL');
  }

  /** Waits until so many have been killed: on a busy machine a process takes long until it can be. */
  async untilKilled(count: number): Promise<void> {
    while (this.kills < count) await sleep(50);
  }

  /** Whether there was a process to tell. */
  tell(order: Order): boolean {
    const [worker] = this.#ready;
    if (!worker?.connected) return false;
    worker.send(order, () => {});
    return true;
  }

  /** Kills all of them, and replaces none. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#processes].map(child => new Promise(resolve => child.once('exit', resolve)));
    for (const child of this.#processes) child.kill('SIGKILL');
    await Promise.all(ends);
    await this.#worker.remove();
  }
}
