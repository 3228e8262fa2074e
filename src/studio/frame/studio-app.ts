import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { ChevronDown, Moon, Sun } from 'lucide-static';
import type { Session } from '../../api/answers.ts';
import type { Role } from '../../api/role.ts';
import { type ApiError, apiErrorOf, createApi } from '../api/api.ts';
import { ChangeStream, type StreamState } from '../api/change-stream.ts';
import { signInWanted } from '../parts/acting.ts';
import { icon } from '../parts/icon.ts';
import { failureNotice, loading, signedInAgain, toFirstPage } from '../parts/loaded.ts';
import { setProfileLabel } from '../parts/profile-label.ts';
import type { Embedding } from './embedding.ts';
import { Router, type Visit, withAsked } from './router.ts';
import { type FoundRoute, findRoute, sectionsFor } from './routes.ts';
import type { Studio } from './screen.ts';
import type { SignInAgain } from './sign-in-again.ts';

/** `<hookplate-studio>`: the row at the top, and the page of the address below it. */
export class StudioApp extends LitElement {
  static override readonly properties = {
    session: { state: true },
    problem: { state: true },
    found: { state: true },
    stream: { state: true },
    announcement: { state: true },
    hasEnded: { state: true },
    stillIn: { state: true },
  };

  declare protected session: Session | undefined;
  declare protected problem: ApiError | undefined;
  declare protected found: FoundRoute | undefined;
  declare protected stream: StreamState;
  declare protected announcement: string;
  /** Whether the server no longer knows who is calling. */
  declare protected hasEnded: boolean;
  /** The reason why signing out has failed. */
  declare protected stillIn: string | undefined;
  /** Set before there is one, where the pages are embedded. */
  static embedding: Embedding | undefined;
  readonly #api = createApi(
    StudioApp.embedding?.server ?? document.baseURI,
    isKnown => {
      this.hasEnded = !isKnown;
    },
    StudioApp.embedding && (refused => StudioApp.embedding?.token(refused) ?? Promise.reject()),
  );
  readonly #changes = new ChangeStream(this.#api, state => {
    const news = streamNews(this.stream, state);
    this.stream = state;
    if (state.kind === 'live') this.hasEnded = false;
    if (news !== undefined) void this.#announce(news);
  });
  readonly #router = new Router(document.baseURI, (_, arrival) => void this.#arrive(arrival));
  #studio: Studio | undefined;
  #shown: { readonly key: string; readonly screen: HTMLElement } | undefined;
  /** A browser remembers a script that failed to load, and does not try it again before the page is reloaded. */
  #lacksScript = false;
  /** The last requested route. Its script may still be loading. */
  #asked: FoundRoute | undefined;

  constructor() {
    super();
    this.stream = { kind: 'connecting' };
    this.announcement = '';
    this.hasEnded = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    document.addEventListener(signInWanted, () => void this.#askToSignIn());
    this.#router.start();
    const parts = new MutationObserver(() => this.#tellWhetherBusy());
    for (const main of this.querySelectorAll('main')) parts.observe(main, { childList: true, subtree: true });
    void this.#begin();
  }

  protected override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the page</a>
      <header>
        ${StudioApp.embedding ? nothing : html`<a class="brand" href="">${unsafeHTML(mark)} hookplate</a>`}
        <nav aria-label="Main">
          ${(
            StudioApp.embedding && !this.session
              ? []
              : sectionsFor(this.session, this.getAttribute('audience'))
          ).map(
            ([word, path]) =>
              html`<a href=${path} aria-current=${this.found?.section === word ? 'page' : nothing}>${word}</a>`,
          )}
        </nav>
        <div class="status">${streamState(this.hasEnded ? { kind: 'out' } : this.stream)} ${StudioApp.embedding ? nothing : this.#theme()} ${userMenu(this.session, everywhere => void this.#signOut(everywhere))}</div>
      </header>
      ${
        this.hasEnded
          ? html`<sign-in-again .api=${this.#api} .session=${this.session} @signed-in=${this.#signedIn}></sign-in-again>`
          : nothing
      }
      ${this.stillIn === undefined ? nothing : html`<p class="notice bad" role="alert">You are still signed in. ${this.stillIn}</p>`}
      <main id="main">${this.#page()}</main>
      <div class="unseen" role="status">${this.announcement}</div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    // Perhaps in another tab.
    if (changed.get('hasEnded') === true) document.dispatchEvent(new Event(signedInAgain));
    if (!changed.has('found') || !this.found) return;
    document.title = `${this.found.title} · hookplate`;
    // Where the entries do not fit, they scroll sideways. (`scrollIntoView` would let the Tab key go on from there.)
    const current = this.querySelector<HTMLElement>('nav [aria-current]');
    const nav = current?.closest('nav');
    if (current && nav)
      nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  }

  /** The page is busy while a part of it is still to come. */
  #tellWhetherBusy(): void {
    const main = this.querySelector('main');
    if (main) main.ariaBusy = String(this.#asked !== this.found || main.querySelector(partsToCome) !== null);
  }

  #page(): TemplateResult {
    if (this.problem) {
      this.#shown = undefined;
      return html`<h1 tabindex="-1">hookplate</h1>${failureNotice(this.problem, () => this.#tryAgain())}`;
    }
    const { found } = this;
    if (!this.#studio || !found) return loading();
    const { key, screen, given } = found;
    if (screen === undefined) return nowhere();
    // Another page starts afresh; the same page with other filters continues.
    if (key !== this.#shown?.key) this.#shown = { key, screen: document.createElement(screen) };
    Object.assign(this.#shown.screen, { studio: this.#studio, ...given });
    return html`${this.#shown.screen}`;
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
      setProfileLabel(session.profileLabel);
      if (!StudioApp.embedding) applyTheme(session.portal?.theme);
      const { expiresAt } = session.portal ?? {};
      const { embedding } = StudioApp;
      if (embedding) {
        embedding.onRenewed = () => this.#changes.retry();
        if (expiresAt !== undefined) embedding.renewBefore(expiresAt);
      }
      await this.#changes.start();
      this.#studio = {
        api: this.#api,
        changes: this.#changes,
        router: this.#router,
        session,
        announce: text => void this.#announce(text),
      };
      this.session = session;
      await this.#arrive('loaded');
    } catch (error) {
      this.problem = apiErrorOf(error);
    }
  }

  async #signOut(everywhere: boolean): Promise<void> {
    this.stillIn = undefined;
    try {
      await this.#api.send('DELETE', 'api/session', everywhere ? { query: { everywhere: 'true' } } : {});
    } catch (error) {
      const { status, message } = apiErrorOf(error);
      // Whoever is no longer known has signed out, such as in another tab.
      if (status !== 401) {
        this.stillIn = message;
        return;
      }
    }
    location.assign(this.session?.portal ? new URL('portal', document.baseURI) : document.baseURI);
  }

  /** Whoever has pressed a button wants to go on; what comes unasked takes the focus from nobody. */
  async #askToSignIn(): Promise<void> {
    await this.updateComplete;
    await this.querySelector<SignInAgain>('sign-in-again')?.updateComplete;
    this.querySelector<HTMLElement>('sign-in-again [name=password]')?.focus();
  }

  readonly #signedIn = ({ detail: { name, role } }: CustomEvent<Session>): void => {
    // What the page shows is for whoever had signed in before; a script that was refused meanwhile comes with a new page.
    if (this.#lacksScript || name !== this.session?.name || role !== this.session.role) {
      location.reload();
      return;
    }
    this.hasEnded = false;
    this.#changes.retry();
    void this.#announce('You are signed in again.');
    this.querySelector<HTMLElement>('main h1')?.focus();
  };

  #tryAgain(): void {
    if (this.#lacksScript) location.reload();
    else void this.#begin();
  }

  /** Screen readers repeat the same words only if they were gone in between. */
  async #announce(text: string): Promise<void> {
    this.announcement = '';
    await this.updateComplete;
    this.announcement = text;
  }

  /** Shows the page of the address, and after a navigation moves keyboard and screen reader to its heading. */
  async #arrive(visit: Visit): Promise<void> {
    StudioApp.embedding?.tellPlace(`/${withAsked(this.#router.address, {})}`, visit === 'moved');
    const found = findRoute(this.#router.address, this.session);
    // Which pages there are depends on who is calling; the script is most likely that of the page.
    if (!this.session) return void found.load?.().catch(() => {});
    this.#asked = found;
    this.#tellWhetherBusy();
    // A question about another page.
    if (found.key !== this.found?.key)
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    try {
      await found.load?.();
    } catch (error) {
      // The server, if it is there, may have a newer version without the scripts of this one: reload the page.
      const isThere = await this.#api.get('api/session').then(
        () => true,
        () => false,
      );
      if (visit !== 'loaded' && isThere) return location.reload();
      this.problem = apiErrorOf(error);
      this.#lacksScript = true;
    }
    if (this.#asked !== found) return;
    this.found = found;
    await this.updateComplete;
    this.#tellWhetherBusy();
    if (visit !== 'moved') return;
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

function nowhere(): TemplateResult {
  return html`<div>
    <h1 tabindex="-1">There is no page at this address</h1>
    <p>It may have been typed wrong, or what it showed is gone.</p>
    <p>${toFirstPage()}</p>
  </div>`;
}

/** Placeholders of parts that are still to come. */
const partsToCome = '.loading, .plot:empty, [data-to-come]';

/** The mark of the icon, in the colours of the theme. */
const mark =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" /><path d="M10 8v16M22 8v16M10 17c0-3 3-4 6-4s6 1 6 4" /></svg>';

type ShownState = StreamState | { readonly kind: 'out' };

/** The state of the stream in a word, with the reason if it is down. */
function streamState(state: ShownState): TemplateResult {
  const { word, title } = describe(state);
  return html`<span class="stream ${state.kind}" title=${title}>
    <span class="dot" aria-hidden="true"></span><span class="word">${word}</span><span class="unseen">. ${title}</span>
  </span>`;
}

/** The announcement that the page has fallen behind, or has caught up. */
function streamNews(before: StreamState, after: StreamState): string | undefined {
  if (after.kind === 'down') return before.kind === 'down' ? undefined : describe(after).title;
  return before.kind === 'down' && after.kind === 'live' ? describe(after).title : undefined;
}

function describe(state: ShownState): { readonly word: string; readonly title: string } {
  switch (state.kind) {
    case 'live':
      return { word: 'live', title: 'This page shows changes as they happen.' };
    case 'connecting':
      return { word: 'connecting', title: 'This page is about to show changes as they happen.' };
    case 'paused':
      return { word: 'paused', title: 'Updates resume when this page is visible again.' };
    case 'out':
      return { word: 'signed out', title: 'Your session has ended.' };
    case 'down':
      return { word: 'not live', title: `${state.reason} It is tried again.` };
  }
}

/** By default that of the system. */
type Theme = 'light' | 'dark';

const key = 'hookplate-theme';

/** Applies the theme that the user chose before, or else one that was chosen for them. */
export function applyTheme(otherwise?: Theme): void {
  const chosen = chosenTheme() ?? otherwise;
  if (chosen) document.documentElement.style.colorScheme = chosen;
}

function currentTheme(): Theme {
  const { colorScheme: applied } = document.documentElement.style;
  if (applied === 'light' || applied === 'dark') return applied;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser without storage keeps the theme until the page is left.
  }
}

function chosenTheme(): Theme | undefined {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
  } catch {
    return undefined;
  }
}

const meaning: Readonly<Record<Role, string>> = {
  reporter: 'You may report events.',
  viewer: 'You may look at everything but secrets.',
  operator: 'You may look, run, interrupt and resend.',
  editor: 'You may do everything.',
};

/** The user menu: the role, links that are rarely needed, and the way out. */
function userMenu(
  session: Session | undefined,
  signOut: (everywhere: boolean) => void,
): TemplateResult | typeof nothing {
  if (!session) return nothing;
  const { name, role, canSignOut, profiles, portal } = session;
  const close = (event: Event): void => (event.currentTarget as HTMLElement).hidePopover();
  const ways = html`<button type="button" class="button small" @click=${() => signOut(false)}>Sign out</button>
    ${portal ? nothing : html`<button type="button" class="button small" @click=${() => signOut(true)}>Sign out everywhere</button>`}`;
  return html`<button type="button" class="user" popovertarget="user-menu" aria-label="User ${name}">
      <span class="name">${name}</span>${icon(ChevronDown)}
    </button>
    <div id="user-menu" popover class="menu" @click=${close}>
      <p><strong>${name}</strong> <span class="quiet">${role}</span></p>
      <p class="quiet">${portal ? nothing : meaning[role]}</p>
      ${role === 'editor' && !portal ? html`<a href="tokens">API tokens</a>` : nothing}
      ${role !== 'viewer' && !profiles ? html`<a href="audit-log">Audit log</a>` : nothing}
      ${portal ? nothing : html`<a href="api/openapi.json" target="_blank" rel="noopener">HTTP API (OpenAPI)</a>`}
      ${canSignOut ? ways : nothing}
    </div>`;
}

export const frameStyles = css`
  :root {
    /* Aligns the row with the page, whose width is limited for readability. */
    --width: max(1280px, 80%);
    --margin: max(24px, calc((100% - var(--width)) / 2 + 24px));
  }
  hookplate-studio:not(:defined) {
    display: block;
    min-height: 100vh;
  }
  .skip {
    position: absolute;
    inset: 8px auto auto 8px;
    z-index: 2;
    padding: 4px 12px;
    background: var(--hookplate-ground);
    border-radius: 6px;
    transform: translateY(-200%);
  }
  .skip:focus {
    transform: none;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    align-items: center;
    padding: 0 var(--margin);
    background: var(--hookplate-ground);
    border-bottom: 1px solid var(--hookplate-line);
  }
  .brand {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    padding: 12px 0;
    color: inherit;
    font-size: 16px;
    font-weight: 650;
    text-decoration: none;
  }
  .mark {
    width: 20px;
    height: 20px;
  }
  .mark rect {
    fill: var(--hookplate-accent);
  }
  .mark path {
    fill: none;
    stroke: var(--hookplate-on-accent);
    stroke-width: 3;
    stroke-linecap: round;
  }
  nav[aria-label='Main'] {
    display: flex;
    gap: 4px;
    align-self: stretch;
  }
  nav[aria-label='Main'] a {
    display: flex;
    align-items: center;
    padding: 12px 8px;
    color: var(--hookplate-quiet);
    border-block: 2px solid transparent;
    font-weight: 500;
    text-decoration: none;
  }
  nav[aria-label='Main'] a:hover {
    color: var(--hookplate-text);
  }
  nav[aria-label='Main'] a[aria-current] {
    color: var(--hookplate-text);
    border-bottom-color: var(--hookplate-accent);
  }
  .status {
    display: flex;
    gap: 12px;
    align-items: center;
    margin-inline-start: auto;
  }
  /* Hidden until the user's name is known, so that nothing moves when it appears. */
  header:has(+ main > .loading) .status:not(:has(.user)) {
    visibility: hidden;
  }
  .stream {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    color: var(--hookplate-quiet);
    font-size: 13px;
    cursor: default;
  }
  .stream .dot {
    width: 8px;
    height: 8px;
    border: 2px solid var(--hookplate-border);
    border-radius: 50%;
  }
  .stream .word {
    min-width: 32px;
  }
  /* Keeps the room for the next word; the dot and the title show the state, too. */
  .stream.connecting .word {
    width: 32px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Where there is no room, the word is shown once it is not the usual one. */
  @media (width < 360px) {
    .stream:is(.live, .connecting) .word {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  .stream.live .dot {
    background: var(--hookplate-safe);
    border-color: var(--hookplate-safe);
  }
  .stream:is(.down, .out) {
    color: var(--hookplate-error);
    font-weight: 600;
  }
  .stream:is(.down, .out) .dot {
    border-color: var(--hookplate-error);
    border-radius: 2px;
  }
  .icon-button,
  .user {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 32px;
    min-height: 32px;
    padding: 4px 8px;
    border-radius: 6px;
  }
  .icon-button:hover,
  .user:hover {
    background: var(--hookplate-tag-ground);
  }
  .user .name {
    max-width: 160px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .menu {
    position: fixed;
    inset: 48px var(--margin) auto auto;
    width: max-content;
    max-width: min(320px, calc(100vw - 32px));
    padding: 12px 16px;
    color: inherit;
    background: var(--hookplate-ground);
    border: 1px solid var(--hookplate-border);
    border-radius: 6px;
    box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
    overflow-wrap: anywhere;
  }
  .menu:popover-open {
    display: grid;
    gap: 8px;
  }
  main {
    max-width: var(--width);
    margin: 0 auto;
    padding: 24px 24px 40px;
  }
  main > * {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
  }
  @media (width < 720px) {
    :root {
      --margin: 16px;
    }
    nav[aria-label='Main'] {
      order: 1;
      width: calc(100% + 16px);
      gap: 0;
      margin: 0 -8px;
      overflow-x: auto;
      justify-content: space-between;
      scrollbar-width: none;
    }
    /* The mark leads there, too, and five others just fit. */
    nav[aria-label='Main'] a[href='']:nth-last-child(n + 6) {
      display: none;
    }
    nav[aria-label='Main'] a {
      padding: 8px 4px;
      /* Outside, it would be cut off where the row scrolls. */
      outline-offset: -2px;
      font-size: 13px;
    }
    .status {
      gap: 4px;
    }
    main {
      padding: 16px 16px 40px;
    }
  }
  /* Beside the mark, in one row; the menu says the whole name. */
  @media (width < 440px) {
    .user .name {
      max-width: 88px;
    }
  }
  @media (width < 360px) {
    header {
      gap: 0 8px;
    }
    .user .name {
      max-width: 64px;
    }
  }
  /* Where so little can be seen at once, nothing stays in front of it. */
  @media (height < 480px) {
    .menu {
      max-height: calc(100vh - 56px);
      overflow-y: auto;
    }
  }
  @media (forced-colors: active) {
    nav[aria-label='Main'] a {
      border-color: Canvas;
    }
    nav[aria-label='Main'] a[aria-current] {
      border-bottom-color: Highlight;
    }
    .stream.live .dot {
      background: CanvasText;
    }
  }
`;
