/** Asks whether the page may be left. */
type LeaveGuard = () => Promise<boolean>;

/** Stored with each address, to tell how far the user went back. */
interface HistoryState {
  readonly place: number;
}

/** How the user came to an address: by loading it, by a link, or by changing the query of the same page. */
export type Visit = 'loaded' | 'moved' | 'changed';

/** Shows the page of an address without reloading: links, back and forward lead from one to another. */
export class Router {
  /** Set by a page with unsaved changes. */
  guard: LeaveGuard | undefined;
  readonly #base: URL;
  readonly #onVisit: (address: Address, visit: Visit) => void;
  #place = 0;
  /** Whether the current step only undoes another one, so that the user can be asked first. */
  #isReturning = false;

  constructor(base: string, onVisit: (address: Address, visit: Visit) => void) {
    this.#base = new URL(base);
    this.#onVisit = onVisit;
  }

  /** Starts following links, back and forward. */
  start(): void {
    const { state } = history;
    this.#place = isState(state) ? state.place : 0;
    history.replaceState({ place: this.#place } satisfies HistoryState, '');
    addEventListener('click', event => this.#onClick(event));
    addEventListener('popstate', ({ state }) => void this.#onPopState(state));
    addEventListener('beforeunload', event => this.guard && event.preventDefault());
    this.#onVisit(this.address, 'loaded');
  }

  get address(): Address {
    const { pathname, search } = location;
    const path = pathname.slice(this.#base.pathname.length - 1);
    return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
  }

  /** Goes to a path relative to the base of the pages, unless the user wants to stay. */
  async go(path: string): Promise<void> {
    const { href, pathname } = new URL(path, this.#base);
    // A link to the same page loses nothing.
    if (pathname === location.pathname) return this.#show(href, 'changed');
    if (await this.#mayLeave()) this.#show(href, 'moved');
  }

  /** Changes the address of the current page, such as its filters, without adding a step to the history. */
  replace(path: string): void {
    history.replaceState({ place: this.#place } satisfies HistoryState, '', new URL(path, this.#base));
    this.#onVisit(this.address, 'changed');
  }

  /** Showing the same address again adds no step to the history. */
  #show(href: string, visit: Visit): void {
    if (href !== location.href) {
      this.#place++;
      history.pushState({ place: this.#place } satisfies HistoryState, '', href);
    }
    this.#onVisit(this.address, visit);
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
      // The address stays that of the page until the user agrees to leave it.
      this.#isReturning = true;
      history.go(-steps);
      if (await this.#mayLeave()) history.go(steps);
      return;
    }
    this.#place = place;
    this.#onVisit(this.address, 'moved');
  }
}

function isState(state: unknown): state is HistoryState {
  return typeof state === 'object' && state !== null && 'place' in state && typeof state.place === 'number';
}

/** An address: the path below the base of the pages, with a leading slash, and the query. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * The parameters of a path according to a pattern such as `/flows/{projectId}/{taskId}`; undefined if it does not
 * match.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const text = given[index] ?? '';
    if (!step.startsWith('{')) {
      if (step !== text) return undefined;
      continue;
    }
    const value = decode(text);
    if (value === undefined || value === '') return undefined;
    params[step.slice(1, -1)] = value;
  }
  return params;
}

/** A path relative to the base of the pages, without a leading slash, for links. */
export function pathOf(...steps: readonly string[]): string {
  return steps.map(encodeURIComponent).join('/');
}

/** A path with a query; empty and undefined values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`;
}

/** The same address with these changes to its query. */
export function withAsked(
  { path, query }: Address,
  said: Readonly<Record<string, string | undefined>>,
): string {
  return withQuery(path.slice(1), { ...Object.fromEntries(query), ...said });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
