import type { Alive, EventChange, MessageChange, ProcessChange } from '../../api/answers.ts';
import { Debounce } from '../../timing/debounce.ts';
import { type Backoff, backoffMs, WakeUp } from '../../timing/wait.ts';
import { type Api, ApiError, type ServerEvent } from './api.ts';

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
const interrupted = 'The stream of changes was interrupted.';
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
  #reading: AbortController | undefined;
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
    this.#reading = new AbortController();
    void this.#read(this.#reading.signal);
    this.#listen();
  }

  async #read(signal: AbortSignal): Promise<void> {
    let reason = interrupted;
    try {
      const events = await this.#api.stream('api/changes', signal);
      if (signal.aborted) return;
      this.#opened();
      for await (const event of events) {
        if (signal.aborted) return;
        this.#heard(event);
      }
    } catch (error) {
      if (error instanceof ApiError) reason = error.message;
    }
    if (!signal.aborted) this.#failed(reason);
  }

  #heard({ event, data }: ServerEvent): void {
    if (event === 'alive') {
      const { everyMs }: Alive = JSON.parse(data);
      this.#everyMs = everyMs;
    }
    this.#listen();
    // Its name is the kind of the change.
    if (event === 'reload') this.#tell({ kind: 'reload' });
    else if (event !== 'alive') this.#tell({ kind: event, data: JSON.parse(data) } as Change);
  }

  #tell(change: Change | Reload): void {
    for (const listener of this.#listeners) listener(change);
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

  #failed(reason: string): void {
    this.#close();
    this.#opening.call();
    if (!document.hidden) this.#retry(reason);
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
    this.#reading?.abort();
    this.#reading = undefined;
  }
}
