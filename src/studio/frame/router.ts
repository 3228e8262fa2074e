import type { Address } from './address.ts';

/** Asks whether what somebody was about to leave may be left. */
export type LeaveGuard = () => Promise<boolean>;

/** What is kept with each address, to tell how far somebody went back. */
interface HistoryState {
  readonly place: number;
}

/** How somebody came to an address: by loading it, by a link, or by changing the query of the same one. */
export type Arrival = 'loaded' | 'moved' | 'changed';

/** Shows the page of an address without loading it: links, back and forward lead from one to the other. */
export class Router {
  /** Set by a page that has something to lose. */
  guard: LeaveGuard | undefined;
  readonly #base: URL;
  readonly #onArrival: (address: Address, arrival: Arrival) => void;
  #place = 0;
  /** A way back that was taken only to ask first. */
  #isReturning = false;

  constructor(base: string, onArrival: (address: Address, arrival: Arrival) => void) {
    this.#base = new URL(base);
    this.#onArrival = onArrival;
  }

  /** Follows links, back and forward from now on. */
  start(): void {
    const { state } = history;
    this.#place = isState(state) ? state.place : 0;
    history.replaceState({ place: this.#place } satisfies HistoryState, '');
    addEventListener('click', event => this.#onClick(event));
    addEventListener('popstate', ({ state }) => void this.#onPopState(state));
    addEventListener('beforeunload', event => this.guard && event.preventDefault());
    this.#onArrival(this.address, 'loaded');
  }

  get address(): Address {
    const { pathname, search } = location;
    const path = pathname.slice(this.#base.pathname.length - 1);
    return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
  }

  /** Goes to a path below where the pages begin, unless there is something to lose. */
  async go(path: string): Promise<void> {
    const { href, pathname } = new URL(path, this.#base);
    // A link to the page itself leaves nothing.
    if (pathname === location.pathname) return this.#show(href, 'changed');
    if (await this.#mayLeave()) this.#show(href, 'moved');
  }

  /** Changes the address of the page that is shown, such as its filters, without a step to go back to. */
  replace(path: string): void {
    history.replaceState({ place: this.#place } satisfies HistoryState, '', new URL(path, this.#base));
    this.#onArrival(this.address, 'changed');
  }

  /** The same address once more is no step to go back from. */
  #show(href: string, arrival: Arrival): void {
    if (href !== location.href) {
      this.#place++;
      history.pushState({ place: this.#place } satisfies HistoryState, '', href);
    }
    this.#onArrival(this.address, arrival);
  }

  async #mayLeave(): Promise<boolean> {
    if (this.guard && !(await this.guard())) return false;
    this.guard = undefined;
    return true;
  }

  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
    if (link?.target !== '' || link.hasAttribute('download')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    const path = pathname.slice(this.#base.pathname.length);
    const isPage = origin === this.#base.origin && pathname.startsWith(this.#base.pathname) && hash === '';
    if (!isPage || path.startsWith('api/')) return;
    event.preventDefault();
    void this.go(path + search);
  }

  async #onPopState(state: unknown): Promise<void> {
    if (this.#isReturning) {
      this.#isReturning = false;
      return;
    }
    const place = isState(state) ? state.place : 0;
    const steps = place - this.#place;
    if (this.guard && steps !== 0) {
      // The address is what is shown until somebody has said that it may be left.
      this.#isReturning = true;
      history.go(-steps);
      if (await this.#mayLeave()) history.go(steps);
      return;
    }
    this.#place = place;
    this.#onArrival(this.address, 'moved');
  }
}

function isState(state: unknown): state is HistoryState {
  return typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'number';
}
