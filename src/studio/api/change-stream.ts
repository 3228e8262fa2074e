import type { DeliveryChange, ProcessChange, Session } from './answers.ts';
import type { Api } from './api.ts';
import { apiErrorOf } from './api-error.ts';

/** Whether pages hear of changes; `paused` while nobody looks at the page. */
export type StreamState =
  | { readonly kind: 'connecting' | 'live' | 'paused' }
  | { readonly kind: 'down'; readonly reason: string };

/** Something happened on the server. */
export type Change =
  | { readonly kind: 'process'; readonly data: ProcessChange }
  | { readonly kind: 'delivery'; readonly data: DeliveryChange };

/** Told of each change. */
export type ChangeListener = (change: Change) => void;

const firstDelayMs = 1000;
const longestDelayMs = 10_000;

/**
 * The stream of what happens on the server. It is closed while the page is hidden, as a browser has few connections, and
 * opened again after an error; whoever shows lists fetches them again then, as what happened meanwhile is not repeated.
 *
 *     connecting ──opened──▶ live ──hidden──▶ paused ──shown──▶ connecting
 *         ▲                   │
 *         └─after a while── down
 */
export class ChangeStream {
  readonly #api: Api;
  readonly #onState: (state: StreamState) => void;
  readonly #listeners = new Set<ChangeListener>();
  readonly #onReopened = new Set<() => void>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delayMs = firstDelayMs;
  /** Whether changes may have been missed. */
  #hasGap = false;

  constructor(api: Api, onState: (state: StreamState) => void) {
    this.#api = api;
    this.#onState = onState;
  }

  /** Opens the stream, and follows whether the page can be seen. */
  start(): void {
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#pause() : this.#open()));
    addEventListener('pagehide', () => this.#pause());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#open());
    if (!document.hidden) this.#open();
  }

  /** Calls `onChange` with each change, and `onReopened` when some may have been missed, until it is ended. */
  watch(onChange: ChangeListener, onReopened: () => void): () => void {
    this.#listeners.add(onChange);
    this.#onReopened.add(onReopened);
    return () => {
      this.#listeners.delete(onChange);
      this.#onReopened.delete(onReopened);
    };
  }

  #open(): void {
    this.#close();
    this.#onState({ kind: 'connecting' });
    const source = new EventSource(this.#api.urlOf('api/events'));
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => void this.#failed());
    for (const kind of ['process', 'delivery'] as const) {
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        // Of the kind that its name says.
        const change = { kind, data: JSON.parse(data) } as Change;
        for (const listener of this.#listeners) listener(change);
      });
    }
  }

  #opened(): void {
    this.#delayMs = firstDelayMs;
    this.#onState({ kind: 'live' });
    if (this.#hasGap) for (const tell of this.#onReopened) tell();
    this.#hasGap = false;
  }

  /** An error of a stream says nothing: another request finds out why. */
  async #failed(): Promise<void> {
    this.#close();
    this.#hasGap = true;
    const reason = await this.#api.get<Session>('api/session').then(
      () => 'The stream of changes was interrupted.',
      error => apiErrorOf(error).message,
    );
    if (document.hidden || this.#source) return;
    this.#onState({ kind: 'down', reason });
    this.#timer = setTimeout(() => this.#open(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
  }

  #pause(): void {
    this.#close();
    this.#hasGap = true;
    this.#onState({ kind: 'paused' });
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }
}
