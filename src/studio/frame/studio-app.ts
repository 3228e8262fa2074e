import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Moon, Sun } from 'lucide-static';
import type { Session } from '../api/answers.ts';
import { createApi } from '../api/api.ts';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';
import { ChangeStream, type StreamState } from '../api/change-stream.ts';
import { icon } from '../parts/icon.ts';
import { failed, loading } from '../parts/load-states.ts';
import { streamNews, streamState } from './live.ts';
import { type Arrival, Router } from './router.ts';
import { type Found, findRoute, sections } from './routes.ts';
import type { Studio } from './studio.ts';
import { chooseTheme, currentTheme } from './theme.ts';
import { userMenu } from './user-menu.ts';

/** `<hookplate-studio>`: the row at the top, and below it the page of the address. */
export class StudioApp extends LitElement {
  static override readonly properties = {
    session: { state: true },
    problem: { state: true },
    found: { state: true },
    stream: { state: true },
    announcement: { state: true },
  };

  declare protected session: Session | undefined;
  declare protected problem: ApiError | undefined;
  declare protected found: Found | undefined;
  declare protected stream: StreamState;
  declare protected announcement: string;
  readonly #api = createApi(document.baseURI);
  readonly #changes = new ChangeStream(this.#api, state => {
    const news = streamNews(this.stream, state);
    this.stream = state;
    if (news !== undefined) void this.#announce(news);
  });
  readonly #router = new Router(document.baseURI, (_, arrival) => void this.#arrive(arrival));
  #studio: Studio | undefined;
  /** A browser remembers which script did not come, and asks for it no more until the page is loaded again. */
  #lacksScript = false;
  /** The address that was asked for last, while what it shows is loaded. */
  #asked: Found | undefined;

  constructor() {
    super();
    this.stream = { kind: 'connecting' };
    this.announcement = '';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    this.#router.start();
    void this.#begin();
  }

  protected override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the page</a>
      <header>
        <a class="brand" href="">hookplate</a>
        <nav aria-label="Main">
          ${sections.map(
            ([word, path]) =>
              html`<a href=${path} aria-current=${this.found?.section === word ? 'page' : nothing}>${word}</a>`,
          )}
        </nav>
        <div class="status">${streamState(this.stream)} ${this.#theme()} ${userMenu(this.session)}</div>
      </header>
      <main id="main">${this.#page()}</main>
      <div class="unseen" role="status">${this.announcement}</div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('found') && this.found) document.title = `${this.found.title} · hookplate`;
  }

  #page(): TemplateResult {
    if (this.problem)
      return html`<h1 tabindex="-1">hookplate</h1>${failed(this.problem, () => this.#tryAgain())}`;
    if (!this.#studio || !this.found) return loading();
    // Another page begins anew; the same one with other filters goes on.
    return html`${keyed(this.found.key, this.found.show(this.#studio))}`;
  }

  #theme(): TemplateResult {
    const other = currentTheme() === 'dark' ? 'light' : 'dark';
    const label = `Change to the ${other} theme`;
    const change = (): void => {
      chooseTheme(other);
      this.requestUpdate();
    };
    return html`<button type="button" class="icon-button" aria-label=${label} title=${label} @click=${change}>
      ${icon(other === 'dark' ? Moon : Sun)}
    </button>`;
  }

  async #begin(): Promise<void> {
    this.problem = undefined;
    try {
      const session = await this.#api.get<Session>('api/session');
      this.#studio = {
        api: this.#api,
        changes: this.#changes,
        router: this.#router,
        session,
        announce: text => void this.#announce(text),
      };
      this.session = session;
      this.#changes.start();
      if (!this.found) await this.#arrive('loaded');
    } catch (error) {
      this.problem = apiErrorOf(error);
    }
  }

  #tryAgain(): void {
    if (this.#lacksScript) location.reload();
    else void this.#begin();
  }

  /** The same words are said again only where they were taken away. */
  async #announce(text: string): Promise<void> {
    this.announcement = '';
    await this.updateComplete;
    this.announcement = text;
  }

  /** Shows the page of the address, and leads keyboard and screen reader to its heading where somebody has moved there. */
  async #arrive(arrival: Arrival): Promise<void> {
    const found = findRoute(this.#router.address);
    this.#asked = found;
    try {
      await found.load?.();
    } catch (error) {
      // A newer version may be served, without the scripts of this one: then the page is loaded again.
      if (arrival !== 'loaded') return location.reload();
      this.problem = apiErrorOf(error);
      this.#lacksScript = true;
    }
    if (this.#asked !== found) return;
    this.found = found;
    if (arrival !== 'moved') return;
    await this.updateComplete;
    const screen = this.querySelector<LitElement>('main > *');
    await screen?.updateComplete;
    scrollTo(0, 0);
    this.querySelector<HTMLElement>('main h1')?.focus();
  }

  #skip(event: Event): void {
    event.preventDefault();
    document.querySelector<HTMLElement>('main h1')?.focus();
  }
}
