import type { Checked, CheckJob } from './check-job.ts';

/** The thread that checks for all editors of a page: it starts with the first of them, and ends with the last. */
class CheckThread {
  readonly #editors = new Set<object>();
  #worker: Worker | undefined;
  #isAllowed = true;
  /** Who waits, in the order of the jobs, which is that of the answers. Without a result, the thread is gone. */
  #waiting: ((checked?: Checked) => void)[] = [];

  /** Its script loads in the meantime. */
  join(editor: object): void {
    this.#editors.add(editor);
    this.#worker ??= this.#start();
  }

  leave(editor: object): void {
    this.#editors.delete(editor);
    if (this.#editors.size === 0) this.#end();
  }

  /** Undefined if no thread answers. */
  async run(job: CheckJob): Promise<Checked | undefined> {
    try {
      this.#worker?.postMessage(job);
    } catch {
      // A sample contains something that cannot be sent to a thread, such as a function.
      return undefined;
    }
    if (!this.#worker) return undefined;
    return new Promise(resolve => {
      this.#waiting.push(resolve);
    });
  }

  #start(): Worker | undefined {
    if (!this.#isAllowed) return undefined;
    try {
      const worker = new Worker(trusted(new URL('./editor-worker.js', import.meta.url)), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => this.#waiting.shift()?.(data));
      // Its script could not be loaded, or it died.
      worker.addEventListener('error', () => {
        this.#isAllowed = false;
        this.#end();
      });
      return worker;
    } catch {
      this.#isAllowed = false;
      return undefined;
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

export const checkThread = new CheckThread();

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
