import { Debounce } from '../../timing/debounce.ts';
import { newestAfterCurrent } from '../../timing/newest-after-current.ts';
import { type Checked, type CheckJob, runCheck } from './check-job.ts';

/** Time without typing before a configuration is checked, in milliseconds. */
const quietMs = 200;

/**
 * Checks configurations while they are typed: only the latest one, after a pause, in a thread of its own. If a page
 * does not allow workers, checks run in its own thread.
 */
export class Checker {
  readonly #onChecked: (checked: Checked, job: CheckJob) => void;
  readonly #run = newestAfterCurrent((job: CheckJob) => this.#ask(job));
  /** The latest configuration, until its result was reported. */
  #job: CheckJob | undefined;
  readonly #quiet = new Debounce();
  #worker: Worker | undefined;
  #canHaveWorker = true;
  /** Ends the wait for the worker; without a result if it is gone. */
  #answer = (_checked?: Checked): void => {};

  constructor(onChecked: (checked: Checked, job: CheckJob) => void) {
    this.#onChecked = onChecked;
  }

  /** Checks the configuration once nothing was typed for a moment. */
  check(job: CheckJob): void {
    this.#job = job;
    // Its script loads in the meantime.
    this.#worker ??= this.#createWorker();
    this.#quiet.start(() => void this.#start(job), quietMs);
  }

  /** Checks now, for a form that is about to be sent. */
  flush(): void {
    const job = this.#job;
    if (!job) return;
    this.#quiet.cancel();
    this.#tell(runCheck(job), job);
  }

  /** Drops a waiting configuration, and ends the thread; the next check starts another. */
  stop(): void {
    this.#quiet.cancel();
    this.#job = undefined;
    this.#endWorker();
  }

  async #start(job: CheckJob): Promise<void> {
    const checked = await this.#run(job);
    // Something was typed since, or it was already answered.
    if (job !== this.#job) return;
    if (checked) this.#tell(checked, job);
    else this.flush();
  }

  #tell(checked: Checked, job: CheckJob): void {
    this.#job = undefined;
    this.#onChecked(checked, job);
  }

  /** Undefined if no worker answers. */
  async #ask(job: CheckJob): Promise<Checked | undefined> {
    try {
      this.#worker?.postMessage(job);
    } catch {
      // A sample contains something that cannot be sent to a thread, such as a function.
      return undefined;
    }
    if (!this.#worker) return undefined;
    return new Promise(resolve => {
      this.#answer = resolve;
    });
  }

  #createWorker(): Worker | undefined {
    if (!this.#canHaveWorker) return undefined;
    try {
      const worker = new Worker(trusted(new URL('./editor-worker.js', import.meta.url)), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => this.#answer(data));
      // Its script could not be loaded, or it died.
      worker.addEventListener('error', () => {
        this.#canHaveWorker = false;
        this.#endWorker();
      });
      return worker;
    } catch {
      this.#canHaveWorker = false;
      return undefined;
    }
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#answer();
  }
}

/** The page's own types of the DOM do not know trusted types yet. */
declare const trustedTypes:
  | {
      readonly createPolicy: (
        name: string,
        rules: { readonly createScriptURL: (url: string) => string },
      ) => { readonly createScriptURL: (url: string) => string };
    }
  | undefined;

/** The URL of the worker's script, in a form that a page with trusted types accepts. */
function trusted({ href }: URL): string {
  if (typeof trustedTypes === 'undefined') return href;
  policy ??= trustedTypes.createPolicy('hookplate-editor', { createScriptURL: url => url });
  return policy.createScriptURL(href);
}
let policy: { readonly createScriptURL: (url: string) => string } | undefined;
