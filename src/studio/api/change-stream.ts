import type { Alive, EventChange, MessageChange, ProcessChange } from '../../api/answers.ts';
import { Debounce } from '../../timing/debounce.ts';
import { type Backoff, backoffMs, WakeUp } from '../../timing/wait.ts';
import { type Api, apiErrorOf } from './api.ts';

/** Whether pages receive changes; `paused` while the page is hidden. */
export type StreamState =
  | { readonly kind: 'connecting' | 'live' | 'paused' }
  | { readonly kind: 'down'; readonly reason: string };

/** A change on the server. */
export type Change =
  | { readonly kind: 'process'; readonly data: ProcessChange }
  | { readonly kind: 'message'; readonly data: MessageChange }
  | { readonly kind: 'event'; readonly data: EventChange };

/** Stands for changes that the server has left out. */
interface Reload {
  readonly kind: 'reload';
}

export type ChangeListener = (change: Change | Reload) => void;

const backoff: Backoff = { firstMs: 1000, longestMs: 10_000 };
/** Time limit for finding out why a stream ended; the failure is reported only after that. */
const askingMs = 5000;
/** A page waits no longer than this for the stream before it fetches what it shows. */
export const maxOpeningMs = 300;
/** The interval of the server's heartbeats, until the server has told its own. */
const usualEveryMs = 15_000;
/** A connection counts as dead after so many intervals of silence. */
const patience = 2.5;

/**
 * The stream of changes on the server. It is closed while the page is hidden, since a browser allows few connections,
 * and reopened after an error, and after a silence: a connection can be dead without having ended. Lists are then
 * fetched again, because changes in between are not repeated.
 *
 *     connecting ──opened──▶ live ──hidden──▶ paused ──shown──▶ connecting
 *          │                 │  ▲
 *          └─failed, silent──┴─▶ down, tried again until it is opened
 */
export class ChangeStream {
  readonly #api: Api;
  readonly #onState: (state: StreamState) => void;
  readonly #listeners = new Set<ChangeListener>();
  readonly #onReopened = new Set<() => void>();
  #state: StreamState = { kind: 'paused' };
  #source: EventSource | undefined;
  /** Waits until the stream has to be reopened or, while it is open, until it has been silent for too long. */
  readonly #waiting = new Debounce();
  /** The number of failures in a row. */
  #failures = 0;
  #everyMs = usualEveryMs;
  /** Whether changes may have been missed: at the beginning those since a list was fetched, while the stream was opened. */
  #hasGap = true;
  /** Called when the first try has ended. */
  readonly #opening = new WakeUp();

  constructor(api: Api, onState: (state: StreamState) => void) {
    this.#api = api;
    this.#onState = onState;
  }

  /**
   * Opens the stream, and watches the visibility of the page. Resolves once it is open, has failed, or takes too long. What
   * is fetched after that need not be fetched again.
   */
  start(): Promise<void> {
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#pause() : this.#open()));
    addEventListener('pagehide', () => this.#pause());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#open());
    if (document.hidden) return Promise.resolve();
    this.#open();
    return this.#opening.sleep(maxOpeningMs);
  }

  /**
   * Calls `onChange` for each change, or for many, and `onReopened` if some may have been missed while the stream was not
   * open, until the returned function is called.
   */
  watch(onChange: ChangeListener, onReopened: () => void): () => void {
    this.#listeners.add(onChange);
    this.#onReopened.add(onReopened);
    return () => {
      this.#listeners.delete(onChange);
      this.#onReopened.delete(onReopened);
    };
  }

  /** Tries again at once, such as after somebody has signed in. */
  retry(): void {
    this.#hasGap = true;
    this.#failures = 0;
    if (!document.hidden) this.#open();
  }

  #become(state: StreamState): void {
    this.#state = state;
    this.#onState(state);
  }

  #open(): void {
    this.#close();
    // While it is down, another try is not worth announcing.
    if (this.#state.kind !== 'down') this.#become({ kind: 'connecting' });
    const source = new EventSource(this.#api.urlOf('api/changes'));
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => void this.#failed());
    source.addEventListener('alive', ({ data }: MessageEvent<string>) => {
      const { everyMs }: Alive = JSON.parse(data);
      this.#everyMs = everyMs;
      this.#listen();
    });
    source.addEventListener('reload', () => {
      this.#listen();
      for (const listener of this.#listeners) listener({ kind: 'reload' });
    });
    for (const kind of ['process', 'message', 'event'] as const) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        this.#listen();
        // The name of the event is the kind of the change.
        const change = { kind, data: JSON.parse(data) } as Change;
        for (const listener of this.#listeners) listener(change);
      });
    }
    this.#listen();
  }

  #opened(): void {
    this.#listen();
    this.#failures = 0;
    this.#become({ kind: 'live' });
    if (this.#hasGap) for (const tell of this.#onReopened) tell();
    this.#hasGap = false;
    this.#opening.call();
  }

  /** Restarts the timer for silence. */
  #listen(): void {
    const longestMs = this.#everyMs * patience;
    this.#waiting.start(() => {
      this.#close();
      this.#retry(`Nothing was heard from the server for ${Math.round(longestMs / 1000)} seconds.`);
    }, longestMs);
  }

  /** A stream's error has no reason, but the answer to the same request does. */
  async #failed(): Promise<void> {
    this.#close();
    this.#hasGap = true;
    this.#opening.call();
    const signal = AbortSignal.timeout(askingMs);
    const reason = await this.#api.probe('api/changes', signal).then(
      () => 'The stream of changes was interrupted.',
      error => apiErrorOf(error).message,
    );
    if (document.hidden || this.#source) return;
    this.#retry(reason);
  }

  #retry(reason: string): void {
    this.#hasGap = true;
    this.#become({ kind: 'down', reason });
    this.#failures++;
    this.#waiting.start(() => this.#open(), backoffMs(this.#failures, backoff));
  }

  #pause(): void {
    this.#close();
    this.#hasGap = true;
    this.#become({ kind: 'paused' });
  }

  #close(): void {
    this.#waiting.cancel();
    this.#source?.close();
    this.#source = undefined;
  }
}
