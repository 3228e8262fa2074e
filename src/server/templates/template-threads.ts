import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import packageJson from '../../../package.json' with { type: 'json' };
import { Problem } from '../../api/problem.ts';
import type { Catalogues } from '../../events/catalogues.ts';
import { expected } from '../../options/define-options.ts';
import { readGiven, templateTexts } from '../../webhook/config/given-config.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import type { CatalogueData } from '../../webhook/events/sampled-catalogue.ts';
import { busyRetrySeconds } from '../problem-of.ts';
import {
  createTemplateWork,
  type TemplateTasks,
  type TemplateWork,
  type WorkSettings,
} from './template-work.ts';
import type { TemplateWorkSettings } from './template-work-options.ts';

type Kind = keyof TemplateTasks;

/** Work for a thread. */
export type TemplateJob<K extends Kind = Kind> = {
  [Each in K]: { readonly kind: Each; readonly input: TemplateTasks[Each]['input'] };
}[K];

/** What a thread says: that it can begin, and the answer to each job. */
export type TemplateAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'problem';
      readonly problem: Pick<Problem, 'status' | 'code' | 'message' | 'headers' | 'extensions'>;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Milliseconds for which a thread may take to be loaded, on a machine that has much else to do. */
const startMs = 60_000;

/** The memory of a thread for what it works on, in MiB; with more, it ends, and the server goes on. */
export const threadMemoryMb = 512;

/** So many callers' turns are remembered. */
const maxServed = 1000;

interface Waiting {
  readonly caller: string;
  readonly job: TemplateJob;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** While it waits, until it gives up; while it runs, until its thread is ended. */
  timer: NodeJS.Timeout | undefined;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  /** Undefined for an idle thread. */
  work: Waiting | undefined;
}

/**
 * Checks, previews and renders the templates of callers in threads of their own: what takes too long is ended together
 * with its thread, and nobody else waits for it. Threads start when there is work, and keep no process alive without.
 *
 *     waiting ──a thread is free──▶ running ──answer──▶ done
 *        │                            ├──deadlineMs──▶ 504, and the thread ends
 *        └──deadlineMs──▶ 503         └──no memory──▶ 422, and the thread ends
 */
export class TemplateThreads {
  readonly #settings: TemplateWorkSettings;
  readonly #catalogues: Catalogues;
  readonly #data: WorkSettings;
  /** Set where there are to be no threads. */
  readonly #here: TemplateWork | undefined;
  /** The part of the rules that all catalogues share. */
  readonly #sharedRules: Uint8Array;
  /** The rules by the events of a catalogue; undefined for the events of an unknown one. */
  readonly #rules = new Map<CatalogueData['events'] | undefined, string>();
  /** Those who wait, by caller; the caller who has waited longest comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Callers by their last turns, the one served longest ago first. */
  readonly #served = new Set<string>();
  readonly #threads = new Set<Thread>();
  #isClosed = false;

  /** @throws {InvalidArgument} for a catalogue that cannot be sent to a thread. */
  constructor(
    settings: TemplateWorkSettings,
    {
      catalogues,
      allow,
      receivers,
    }: { readonly catalogues: Catalogues } & Pick<WorkSettings, 'allow' | 'receivers'>,
  ) {
    this.#settings = settings;
    this.#catalogues = catalogues;
    const described = Object.fromEntries(
      [...catalogues.all.keys()].map(name => [name, this.#describe(name)]),
    );
    const { '': events = {}, ...named } = described;
    this.#data = structuredClone({ events, catalogues: named, allow, receivers, limits: settings });
    this.#sharedRules = serialize([packageJson.version, { ...this.#data, events: {}, catalogues: {} }]);
    this.#here = settings.threads === 0 ? createTemplateWork(this.#data) : undefined;
  }

  /**
   * A sample of each event of a catalogue; none if there is no such catalogue. Samples may be functions, which cannot be
   * sent to a thread.
   */
  samples(now: number, name: string | undefined): readonly AnyEvent[] {
    const catalogue = this.#catalogues.find(name);
    return catalogue?.names.map(each => catalogue.sample(each, { now: () => now })) ?? [];
  }

  /**
   * A digest of all that the diagnostics of a webhook of a catalogue depend on, beside its own settings: while it is the
   * same, so are they.
   */
  rulesOf(catalogue = ''): string {
    const events = catalogue === '' ? this.#data.events : this.#data.catalogues[catalogue];
    const known = this.#rules.get(events);
    if (known !== undefined) return known;
    const names = Object.keys(this.#data.catalogues);
    const rules = createHash('sha256')
      .update(this.#sharedRules)
      .update(serialize([events, names]))
      .digest('base64url');
    this.#rules.set(events, rules);
    return rules;
  }

  #describe(name: string): CatalogueData['events'] {
    try {
      structuredClone(this.samples(0, name));
      return structuredClone(this.#catalogues.find(name)?.events ?? {});
    } catch {
      const option = name === '' ? 'options.events' : `options.catalogues.${name}`;
      throw expected(option, 'a catalogue whose constants and samples are plain data');
    }
  }

  /**
   * Does some work of a caller.
   *
   * @throws {Problem} 429 if the caller has too much work here, 503 if all callers have, or the server has stopped, 504
   * if it takes too long, and whatever the work itself throws.
   */
  run<K extends Kind>(
    kind: K,
    input: TemplateTasks[K]['input'],
    caller: string,
  ): Promise<TemplateTasks[K]['output']> {
    const here = this.#here;
    if (here && !this.#isClosed) return new Promise(resolve => resolve(here[kind](structuredClone(input))));
    // The two belong together; TypeScript loses that in a union.
    const job = { kind, input } as TemplateJob;
    return new Promise((resolve, reject) => {
      this.#admit(caller);
      const work: Waiting = {
        caller,
        job,
        // The thread answers with the result of this very work.
        resolve: value => resolve(value as TemplateTasks[K]['output']),
        reject,
        timer: undefined,
      };
      work.timer = setTimeout(() => this.#giveUp(work), this.#settings.deadlineMs);
      const others = this.#waiting.get(caller);
      if (others) others.push(work);
      else this.#waiting.set(caller, [work]);
      this.#startNext();
    });
  }

  /** Ends all threads; what they work on, and what waits, is answered with 503. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const work of waiting) settle(work, () => work.reject(closedProblem()));
    await Promise.all([...this.#threads].map(thread => this.#end(thread, closedProblem())));
  }

  /** The number of threads. */
  get size(): number {
    return this.#threads.size;
  }

  #admit(caller: string): void {
    const { maxPerCaller, maxQueued } = this.#settings;
    if (this.#isClosed) throw closedProblem();
    const mine = (this.#waiting.get(caller)?.length ?? 0) + this.#runningOf(caller);
    if (mine >= maxPerCaller) {
      const detail = `${mine} of your configurations are being checked, as many as one caller may have: wait for them.`;
      throw new Problem(429, 'too-many-checks', detail, { 'retry-after': '1' });
    }
    const isFree = this.#idle() !== undefined || this.#threads.size < this.#settings.threads;
    const queued = [...this.#waiting.values()].flat().length;
    if (!isFree && queued >= maxQueued) throw busyProblem();
  }

  #giveUp(work: Waiting): void {
    const others = this.#waiting.get(work.caller)?.filter(each => each !== work) ?? [];
    if (others.length > 0) this.#waiting.set(work.caller, others);
    else this.#waiting.delete(work.caller);
    settle(work, () => work.reject(busyProblem()));
  }

  #startNext(): void {
    for (;;) {
      const free = this.#idle();
      if (!free && this.#threads.size >= this.#settings.threads) return;
      const work = this.#takeNext();
      if (!work) return;
      this.#start(free ?? this.#createThread(), work);
    }
  }

  /** The turn is that of the caller served longest ago, if ever; and nobody takes more than a share, or the last thread. */
  #takeNext(): Waiting | undefined {
    const { threads, maxAtOnce } = this.#settings;
    const most = Math.max(1, Math.min(threads - 1, maxAtOnce));
    const callers = [...this.#waiting.keys()].filter(caller => this.#runningOf(caller) < most);
    const next =
      callers.find(caller => !this.#served.has(caller)) ??
      [...this.#served].find(caller => callers.includes(caller));
    const [first, ...rest] = (next !== undefined && this.#waiting.get(next)) || [];
    if (next === undefined || !first) return undefined;
    this.#served.delete(next);
    this.#served.add(next);
    // Whoever is forgotten has had no turn for so long that the next one is due.
    if (this.#served.size > maxServed) this.#served.delete([...this.#served][0] ?? '');
    this.#waiting.delete(next);
    if (rest.length > 0) this.#waiting.set(next, rest);
    return first;
  }

  #start(thread: Thread, work: Waiting): void {
    thread.work = work;
    this.#giveTime(thread, work);
    thread.worker.ref();
    try {
      thread.worker.postMessage(work.job);
    } catch (error) {
      this.#finish(thread, ({ reject }) => reject(error));
    }
  }

  /** The time to load a thread is not that of the work. */
  #giveTime(thread: Thread, work: Waiting): void {
    const { deadlineMs } = this.#settings;
    clearTimeout(work.timer);
    work.timer = setTimeout(
      () => void this.#end(thread, thread.isReady ? lateProblem(deadlineMs, work.job) : busyProblem()),
      thread.isReady ? deadlineMs : startMs,
    );
  }

  #createThread(): Thread {
    const worker = new Worker(script, {
      workerData: this.#data,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
    });
    const thread: Thread = { worker, isReady: false, work: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: TemplateAnswer) => {
      if (answer.kind === 'ready') {
        thread.isReady = true;
        if (thread.work) this.#giveTime(thread, thread.work);
        return;
      }
      this.#finish(thread, ({ resolve, reject }) => {
        if (answer.kind === 'done') resolve(answer.value);
        else reject(answer.kind === 'failed' ? answer.error : problemOfThread(answer.problem));
      });
    });
    worker.on('error', error => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void this.#end(thread, isFull && thread.work ? fullProblem(thread.work.job) : error);
    });
    worker.on('exit', () => void this.#end(thread, new Error('The thread has ended.')));
    return thread;
  }

  #finish(thread: Thread, how: (work: Waiting) => void): void {
    const { work } = thread;
    thread.work = undefined;
    thread.worker.unref();
    if (work) settle(work, () => how(work));
    this.#startNext();
  }

  async #end(thread: Thread, error: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    const { work } = thread;
    thread.work = undefined;
    if (work) settle(work, () => work.reject(error));
    const ended = thread.worker.terminate();
    if (!this.#isClosed) this.#startNext();
    await ended;
  }

  #idle(): Thread | undefined {
    return [...this.#threads].find(({ work }) => work === undefined);
  }

  #runningOf(caller: string): number {
    return [...this.#threads].filter(({ work }) => work?.caller === caller).length;
  }
}

/** Beside this file, in the sources as in the package. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './template-thread.ts' : './template-thread.js',
  import.meta.url,
);

function settle(work: Waiting, how: () => void): void {
  clearTimeout(work.timer);
  how();
}

function problemOfThread({
  status,
  code,
  message,
  headers,
  extensions,
}: Extract<TemplateAnswer, { kind: 'problem' }>['problem']): Problem {
  return new Problem(status, code, message, headers, extensions);
}

/** Templates of so many bytes, with so many conditions and lists, take a thread milliseconds if it gets to work. */
const maxShortBytes = 1024;
const maxShortBranches = 16;

function lateProblem(deadlineMs: number, { input }: TemplateJob): Problem {
  const late = `These templates were not checked within ${deadlineMs / 1000} s, and nothing was saved or sent.`;
  const { bytes, branches, inWords } = lengthOf(input);
  const isShort = bytes <= maxShortBytes && branches <= maxShortBranches;
  const advice = isShort
    ? `They have ${inWords}, which usually takes milliseconds: the server has too much else to do. Try again.`
    : `They have ${inWords}: make them shorter, with fewer conditions and lists, or try again when the server has less to do.`;
  return new Problem(504, 'check-too-slow', `${late} ${advice}`);
}

function fullProblem({ input }: TemplateJob): Problem {
  const detail = `Checking these templates takes more than ${threadMemoryMb} MiB of memory, and nothing was saved or sent. They have ${lengthOf(input).inWords}: make them shorter, with fewer conditions and lists.`;
  return new Problem(422, 'check-too-large', detail);
}

/** What the templates of some work add up to. */
function lengthOf(input: TemplateJob['input']) {
  const { config } = 'given' in input ? input.given : input.settings;
  const texts = templateTexts(readGiven(config)).map(({ text }) => text);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const branches = texts.flatMap(text => text.match(branch) ?? []).length;
  const beside =
    branches === 0
      ? ''
      : `, with ${branches} ${branches === 1 ? 'condition or list' : 'conditions and lists'}`;
  return { bytes, branches, inWords: `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}${beside}` };
}

const branch = /\$\s*(?:if|elseif|for)\s*\(/g;

function busyProblem(): Problem {
  const detail = 'The server is checking the templates of others, and has no room for more: try again.';
  return new Problem(503, 'checks-full', detail, { 'retry-after': String(busyRetrySeconds) });
}

function closedProblem(): Problem {
  return new Problem(503, 'closed', 'The server is stopping.');
}
