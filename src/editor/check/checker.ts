import { Debounce } from '../../timing/debounce.ts';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import type { Checked, CheckJob } from './check-job.ts';
import { checkThread } from './check-thread.ts';

/** Time without typing before a configuration is checked, in milliseconds. */
const quietMs = 200;

/** What checks in the page's own thread, which comes after the page. */
let own: typeof import('./check-job.ts') | undefined;

async function loadOwn(): Promise<typeof own> {
  own ??= await import('./check-job.ts').catch(() => undefined);
  return own;
}

/**
 * Checks configurations while they are typed: only the latest one, after a pause, in the thread of the page's editors. If a page
 * does not allow workers, checks run in its own thread.
 */
export class Checker {
  readonly #onChecked: (checked: Checked, job: CheckJob) => void;
  readonly #run = newestAfterCurrent((job: CheckJob) => checkThread.run(job));
  /** The latest configuration, until its result was reported. */
  #job: CheckJob | undefined;
  readonly #quiet = new Debounce();

  constructor(onChecked: (checked: Checked, job: CheckJob) => void) {
    this.#onChecked = onChecked;
  }

  /** Checks the configuration once nothing was typed for a moment. */
  check(job: CheckJob): void {
    this.#job = job;
    // Their scripts load in the meantime.
    checkThread.join(this);
    void loadOwn();
    this.#quiet.start(() => void this.#start(job), quietMs);
  }

  /** Checks now, for a form that is about to be sent. Returns whether all is checked: the page's own script may not be there yet. */
  flush(): boolean {
    const job = this.#job;
    if (!job) return true;
    this.#quiet.cancel();
    if (own) this.#tell(own.runCheck(job), job);
    else void this.#start(job);
    return own !== undefined;
  }

  /** Drops a waiting configuration, and leaves the thread until the next check. */
  stop(): void {
    this.#quiet.cancel();
    this.#job = undefined;
    checkThread.leave(this);
  }

  async #start(job: CheckJob): Promise<void> {
    const checked = (await this.#run(job)) ?? (await loadOwn())?.runCheck(job);
    // Something was typed since, or it was already answered.
    if (checked && job === this.#job) this.#tell(checked, job);
  }

  #tell(checked: Checked, job: CheckJob): void {
    this.#job = undefined;
    this.#onChecked(checked, job);
  }
}
