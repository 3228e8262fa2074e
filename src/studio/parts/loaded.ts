import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { CircleAlert, Inbox } from 'lucide-static';
import { type ApiError, apiErrorOf } from '../api/api.ts';
import { icon } from './icon.ts';

/** Something that a screen shows and the server has. While it is fetched again, and if that fails, the last value stays. */
export class Loaded<T> {
  value: T | undefined;
  readonly #fetching: Fetching;
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#fetching = new Fetching(host);
    this.#load = load;
  }

  /** Why it could not be fetched the last time. */
  get problem(): ApiError | undefined {
    return this.#fetching.problem;
  }

  /** Fetches it, in place of a fetch that has not ended. */
  reload(): Promise<void> {
    return this.#fetching.fetch(this.#load, value => {
      this.value = value;
    });
  }

  /** Forgets the value: something else is shown from now on. */
  restart(): Promise<void> {
    this.value = undefined;
    this.#fetching.problem = undefined;
    return this.reload();
  }
}

/** Fetches for a part of a screen, one at a time: the next takes the place of one that has not ended. */
export class Fetching implements ReactiveController {
  /** Why the last one came to nothing. */
  problem: ApiError | undefined;
  readonly #host: ReactiveControllerHost;
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  hostDisconnected(): void {
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Hands the result of `load` to `take`, unless another fetch has taken its place meanwhile. */
  async fetch<T>(load: (signal: AbortSignal) => Promise<T>, take: (found: T) => void): Promise<void> {
    this.#current?.abort();
    const current = new AbortController();
    this.#current = current;
    this.#host.requestUpdate();
    try {
      const found = await load(current.signal);
      if (this.#current !== current) return;
      take(found);
      this.problem = undefined;
    } catch (error) {
      if (this.#current !== current) return;
      this.problem = apiErrorOf(error);
    }
    this.#current = undefined;
    this.#host.requestUpdate();
  }
}

/** Shows something that the server has: its placeholder while it comes, why it did not, or itself. */
export function loaded<T>(of: Loaded<T>, show: (value: T) => TemplateResult): TemplateResult {
  const { value, problem } = of;
  const retry = () => void of.reload();
  if (value !== undefined) return html`${problem ? failureNotice(problem, retry) : nothing}${show(value)}`;
  return problem ? failureNotice(problem, retry) : loading();
}

/** Holds the place of a list, so that nothing moves when it comes. */
export function loading(): TemplateResult {
  return html`<div class="loading" role="status">
    <span class="unseen">Loading</span><i></i><i></i><i></i><i></i>
  </div>`;
}

/** Tells why something did not come, with a button that tries again where that may help. */
export function failureNotice({ message, status }: ApiError, retry: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    ${icon(CircleAlert)}
    <p>${message}</p>
    ${status === 403 || status === 404 ? nothing : html`<button type="button" class="button small" @click=${retry}>Try again</button>`}
  </div>`;
}

/** Stands where there is nothing yet, and tells how to change that. */
export function empty(title: string, what: unknown, action: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    ${icon(Inbox)}
    <h2>${title}</h2>
    <p>${what}</p>
    ${action}
  </div>`;
}
