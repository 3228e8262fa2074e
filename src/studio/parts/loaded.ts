import {
  css,
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { CircleAlert, Inbox, Lock, SearchX } from 'lucide-static';
import { codeIn } from '../../editor/code-in.ts';
import { ApiError, apiErrorOf } from '../api/api.ts';
import { icon } from './icon.ts';

/** A value from the server that a screen shows. While it is fetched again, and if that fails, the last value stays. */
export class Loaded<T> {
  value: T | undefined;
  readonly #fetching: Fetching;
  readonly #load: (signal: AbortSignal) => Promise<T>;

  constructor(host: ReactiveControllerHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#fetching = new Fetching(host);
    this.#load = load;
  }

  /** The error of the last fetch. */
  get problem(): ApiError | undefined {
    return this.#fetching.problem;
  }

  /** Fetches the value, replacing a fetch in progress. */
  reload(): Promise<void> {
    return this.#fetching.fetch(this.#load, value => {
      this.value = value;
    });
  }

  /** Drops the value and fetches another one. */
  restart(): Promise<void> {
    this.value = undefined;
    this.#fetching.problem = undefined;
    return this.reload();
  }
}

/** Raised by the document when somebody has signed in again. */
export const signedInAgain = 'signed-in-again';

/**
 * Fetches for a part of a screen, one at a time: the next fetch replaces one in progress. One that failed because the session
 * had ended is repeated once somebody has signed in again.
 */
export class Fetching implements ReactiveController {
  /** The error of the last fetch. */
  problem: ApiError | undefined;
  readonly #host: ReactiveControllerHost;
  #current: AbortController | undefined;
  #repeat: (() => unknown) | undefined;
  readonly #onSignedIn = (): void => {
    if (this.problem?.status === 401) this.#repeat?.();
  };
  /** Settles when the latest fetch has ended. */
  #running: Promise<void> = Promise.resolve();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  /** Resolves once no fetch is in progress. */
  async idle(): Promise<void> {
    while (this.isRunning) await this.#running;
  }

  hostConnected(): void {
    document.addEventListener(signedInAgain, this.#onSignedIn);
  }

  hostDisconnected(): void {
    document.removeEventListener(signedInAgain, this.#onSignedIn);
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Passes the result of `load` to `take`, unless another fetch has replaced it. */
  fetch<T>(load: (signal: AbortSignal) => Promise<T>, take: (found: T) => void): Promise<void> {
    this.#repeat = () => this.fetch(load, take);
    const running = this.#replace(load, take);
    this.#running = running;
    return running;
  }

  async #replace<T>(load: (signal: AbortSignal) => Promise<T>, take: (found: T) => void): Promise<void> {
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

/** Shows a value from the server: a placeholder while it loads, an error, or the value. */
export function loaded<T>(of: Loaded<T>, show: (value: T) => TemplateResult): TemplateResult {
  const { value, problem } = of;
  const retry = () => void of.reload();
  if (value !== undefined) return html`${problem ? failureNotice(problem, retry) : nothing}${show(value)}`;
  return problem ? notLoaded(problem, retry) : loading();
}

/** Instead of what an address shows: its query may ask for what does not exist, such as a state that nobody knows. */
export function notLoaded(problem: ApiError, retry: () => void): TemplateResult {
  if (problem.status === 401) return loading();
  if (problem.status !== 400) return failureNotice(problem, retry);
  if (location.search === '') return failureNotice(new ApiError(problem.code, 404, problem.message), retry);
  const [field = ''] = problem.diagnostics.map(each => each.field);
  const asked = new URLSearchParams(location.search).get(field);
  return nowhere(SearchX, {
    title: 'The filter in this address is wrong',
    message:
      asked === null
        ? `It asks for something that this page does not know. ${problem.message}`
        : `It asks for the ${field} “${asked}”, which this page does not know.`,
    way: html`<a class="button" href=${location.pathname}>Show all</a>`,
  });
}

/** Keeps the place of a list, so that nothing moves when it arrives. */
export function loading(): TemplateResult {
  return html`<div class="loading" role="status">
    <span class="unseen">Loading</span><i></i><i></i><i></i><i></i>
  </div>`;
}

/** Explains why something could not be loaded, and what to do next: to try again, if that may help. */
export function failureNotice({ message, status }: ApiError, retry: () => void): TemplateResult {
  // The frame asks to sign in.
  if (status === 401) return html``;
  if (status === 403 || status === 404)
    return nowhere(status === 403 ? Lock : SearchX, {
      title: status === 403 ? 'You may not see this' : 'Nothing is here',
      message,
      way: toFirstPage(),
    });
  return html`<div class="notice bad" role="alert">
    ${icon(CircleAlert)}
    <p>${codeIn(message)}</p>
    <button type="button" class="button small" @click=${retry}>Try again</button>
  </div>`;
}

/** The way out for everybody: which page is the first one depends on who is calling. */
export function toFirstPage(): TemplateResult {
  return html`<a class="button" href="">Go to the first page</a>`;
}

interface Nowhere {
  readonly title: string;
  readonly message: string;
  /** Leads to where something is. */
  readonly way: TemplateResult;
}

function nowhere(svg: string, { title, message, way }: Nowhere): TemplateResult {
  return html`<div class="empty" role="alert">
    ${icon(svg)}
    <h2>${title}</h2>
    <p>${codeIn(message)}</p>
    ${way}
  </div>`;
}

/** Shown if there is nothing yet; tells how to change that. */
export function empty(title: string, what: unknown, action: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    ${icon(Inbox)}
    <h2>${title}</h2>
    <p>${what}</p>
    ${action}
  </div>`;
}

export const loadedStyles = css`
  .empty {
    display: grid;
    gap: 8px;
    justify-items: center;
    padding: 40px 16px;
    background: var(--hookplate-ground);
    border: 1px dashed var(--hookplate-border);
    border-radius: 8px;
    text-align: center;
  }
  .empty p,
  .empty > .icon {
    color: var(--hookplate-quiet);
  }
  .empty p {
    max-width: 56ch;
  }
  .empty > .icon svg {
    width: 24px;
    height: 24px;
  }
  .loading {
    display: grid;
    gap: 12px;
    padding: 12px 0;
  }
  .loading i {
    height: 20px;
    background: var(--hookplate-line);
    opacity: 0.6;
    border-radius: 6px;
  }
  .loading i:nth-of-type(3n) {
    width: 70%;
  }
`;
