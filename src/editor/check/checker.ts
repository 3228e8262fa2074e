import { type Checked, type CheckJob, runCheck } from './check-job.ts';

/** How long nothing is typed before a configuration is checked. */
const quietMs = 200;

/**
 * Checks configurations as they are written: the latest one alone, after a pause, in a thread of its own. Where a page lets
 * no worker start, it is checked here.
 */
export class Checker {
  readonly #onChecked: (checked: Checked, job: CheckJob) => void;
  #worker: Worker | undefined;
  #canHaveWorker = true;
  #waiting: CheckJob | undefined;
  /** What the worker is busy with. */
  #running: CheckJob | undefined;
  /** Answers that come too late. */
  #ignored = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChecked: (checked: Checked, job: CheckJob) => void) {
    this.#onChecked = onChecked;
  }

  /** Checks it when nothing was typed for a moment. */
  check(job: CheckJob): void {
    this.#waiting = job;
    // Its script comes meanwhile.
    this.#worker ??= this.#createWorker();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), quietMs);
  }

  /** Answers now, for a form that is about to be sent. */
  flush(): void {
    const job = this.#waiting ?? this.#running;
    if (!job) return;
    clearTimeout(this.#timer);
    if (this.#running) this.#ignored++;
    this.#waiting = undefined;
    this.#running = undefined;
    this.#onChecked(runCheck(job), job);
  }

  /** Forgets what is waiting, and ends the thread; the next check starts another. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting = undefined;
    this.#running = undefined;
    this.#ignored = 0;
  }

  #start(): void {
    const job = this.#waiting;
    if (!job || this.#running) return;
    clearTimeout(this.#timer);
    if (!this.#worker) {
      this.flush();
      return;
    }
    try {
      this.#worker.postMessage(job);
      this.#waiting = undefined;
      this.#running = job;
    } catch {
      // A sample with something that no thread can be given, such as a function.
      this.flush();
    }
  }

  #createWorker(): Worker | undefined {
    if (!this.#canHaveWorker) return undefined;
    try {
      const worker = new Worker(trusted(new URL('./editor-worker.js', import.meta.url)), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => this.#answer(data));
      worker.addEventListener('error', () => this.#doWithoutWorker());
      return worker;
    } catch {
      this.#canHaveWorker = false;
      return undefined;
    }
  }

  #answer(checked: Checked): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    const job = this.#running;
    this.#running = undefined;
    // What was typed since is checked next.
    if (job && !this.#waiting) this.#onChecked(checked, job);
    else this.#start();
  }

  /** Its script could not be loaded, or it died. */
  #doWithoutWorker(): void {
    const job = this.#waiting ?? this.#running;
    this.stop();
    this.#canHaveWorker = false;
    if (job) this.#onChecked(runCheck(job), job);
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

/** The address of the one script that is started here, as a page wants it that requires trusted types. */
function trusted({ href }: URL): string {
  if (typeof trustedTypes === 'undefined') return href;
  policy ??= trustedTypes.createPolicy('hookplate-editor', { createScriptURL: url => url });
  return policy.createScriptURL(href);
}
let policy: { readonly createScriptURL: (url: string) => string } | undefined;
