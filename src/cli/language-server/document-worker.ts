import { Worker } from 'node:worker_threads';
import { type DocumentAnswers, type DocumentJob, dataOf, type SettingsData } from './check-document.ts';
import type { LanguageServerSettings } from './settings.ts';

/** What the thread is told: settings, once, and then texts that are read with them. */
export type ThreadQuestion =
  | { readonly kind: 'settings'; readonly id: number; readonly settings: SettingsData }
  | { readonly kind: 'job'; readonly settings: number; readonly job: Omit<DocumentJob, 'settings'> };

export interface ThreadAnswer {
  readonly value: DocumentAnswers[DocumentJob['kind']];
}

/** A text to work on; `signal` is aborted when nobody wants to know any more. */
export interface DocumentTask extends Omit<DocumentJob, 'settings'> {
  readonly settings: LanguageServerSettings;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly task: DocumentTask;
  readonly resolve: (value: unknown) => void;
}

/**
 * Milliseconds that work may still take once nobody wants it. Then the thread is ended: one that has worked before is several
 * times as fast as a new one, so this is for work without an end in sight.
 */
const graceMs = 2_000;

/** The memory of the thread, in MiB; with more, it ends, and the server goes on. */
const memoryMb = 1024;

/**
 * Works on documents in a thread, one after the other. What nobody wants any more is left out, or given up; the thread starts
 * with the first document.
 */
export class DocumentWorker {
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #waiting: Waiting[] = [];
  /** The settings that the thread knows, with their numbers. */
  #known = new Map<LanguageServerSettings, number>();
  #isStopped = false;

  /** Loads the thread, which takes a while, before there is work for it. */
  start(): void {
    if (!this.#isStopped) this.#worker ??= this.#load();
  }

  /** Undefined also if nobody wants the answer any more, or the thread has died of the work. */
  run<Kind extends DocumentJob['kind']>(
    task: DocumentTask & { readonly kind: Kind },
  ): Promise<DocumentAnswers[Kind]> {
    const { signal } = task;
    return new Promise(resolve => {
      if (signal.aborted || this.#isStopped) return resolve(undefined);
      // The thread answers with the result of this very work.
      const waiting: Waiting = { task, resolve: value => resolve(value as DocumentAnswers[Kind]) };
      signal.addEventListener('abort', () => this.#abandon(waiting), { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  stop(): void {
    this.#isStopped = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
    this.#end();
  }

  #load(): Worker {
    // What it prints would end up between the messages of the protocol.
    const worker = new Worker(script, {
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.stdout.on('data', (printed: Buffer) => process.stderr.write(printed));
    worker.on('message', ({ value }: ThreadAnswer) => {
      if (worker === this.#worker) this.#answer(value);
    });
    worker.on('error', () => {});
    worker.on('exit', () => {
      // It was out of memory, or has a mistake.
      if (worker === this.#worker) this.#end();
    });
    worker.unref();
    return worker;
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#current = next;
    this.start();
    const { settings, kind, text, document } = next.task;
    let id = this.#known.get(settings);
    if (id === undefined) {
      id = this.#known.size;
      this.#known.set(settings, id);
      this.#send({ kind: 'settings', id, settings: dataOf(settings) });
    }
    this.#send({ kind: 'job', settings: id, job: { kind, text, document } });
  }

  #send(question: ThreadQuestion): void {
    this.#worker?.postMessage(question);
  }

  #answer(value: unknown): void {
    this.#current?.resolve(value);
    this.#current = undefined;
    this.#next();
  }

  #abandon(waiting: Waiting): void {
    waiting.resolve(undefined);
    if (waiting !== this.#current) {
      this.#waiting = this.#waiting.filter(each => each !== waiting);
      return;
    }
    const late = (): void => {
      if (waiting !== this.#current) return;
      this.#end();
      this.start();
    };
    setTimeout(late, graceMs).unref();
  }

  /** Ends the thread, and begins the next work in another one. */
  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#known = new Map();
    void worker?.terminate();
    this.#answer(undefined);
  }
}

/** Beside this file, in the sources as in the package. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './document-thread.ts' : './document-thread.js',
  import.meta.url,
);
