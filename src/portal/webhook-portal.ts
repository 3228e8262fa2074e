import { type HostMessage, isOurs, lookProperties, type PortalLook } from './messages.ts';

/** Resolves to a token that the application's own server got from `portalToken`, for whoever is signed in there. */
export type TokenSource = () => Promise<string>;

/** The part of the address that keeps the place in the portal. */
const hashKey = 'webhooks';

const styles = `:host { display: block; }
iframe { display: block; width: 100%; min-height: 480px; border: 0; color-scheme: light dark; }`;

/** Programs that render pages on a server load this, too. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<webhook-portal src="https://hooks.example.com/webhooks">`: the pages of one profile, inside a page of the application. It asks the
 * property `token` for a token, and again before that ends. The place in the portal stands in the fragment of the page's address.
 * `theme`, `light` or `dark`, says how it looks; by default it follows `color-scheme` of the element.
 *
 * @example
 * const portal = document.querySelector('webhook-portal');
 * portal.token = async () => (await fetch('/webhook-token', { method: 'POST' })).text();
 */
export class WebhookPortal extends Base {
  static readonly observedAttributes = ['src', 'theme'];

  #token: TokenSource | undefined;
  #frame: HTMLIFrameElement | undefined;
  /** Whether the pages wait for a token. */
  #isWanted = false;
  readonly #themes = new MutationObserver(() => this.#tellLook());
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #onMessage = (event: MessageEvent<unknown>): void => this.#hear(event);
  readonly #onLook = (): void => this.#tellLook();

  /** Asked for a token at first, and before it ends. */
  get token(): TokenSource | undefined {
    return this.#token;
  }

  set token(token: TokenSource | undefined) {
    this.#token = token;
    // Perhaps it was asked for before.
    if (token && this.#isWanted) void this.#answer(token);
  }

  connectedCallback(): void {
    // Set before the element was defined, it hides the accessor.
    if (Object.hasOwn(this, 'token')) {
      const { token } = this;
      Reflect.deleteProperty(this, 'token');
      this.token = token;
    }
    addEventListener('message', this.#onMessage);
    this.#scheme.addEventListener('change', this.#onLook);
    addEventListener('resize', this.#onLook);
    const attributes = { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] };
    for (let each: Element | null = this; each; each = each.parentElement)
      this.#themes.observe(each, attributes);
    this.#load();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#onMessage);
    this.#scheme.removeEventListener('change', this.#onLook);
    removeEventListener('resize', this.#onLook);
    this.#themes.disconnect();
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback(name: string): void {
    // When it is upgraded, its attributes come before it is connected.
    if (!this.#frame) return;
    if (name === 'src') this.#load();
    else this.#tellLook();
  }

  get #source(): URL | undefined {
    const src = this.getAttribute('src');
    return src === null
      ? undefined
      : (URL.parse(`${src.replace(/\/+$/, '')}/embed/`, document.baseURI) ?? undefined);
  }

  #load(): void {
    this.#frame?.remove();
    const source = this.#source;
    if (!source) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('title') ?? 'Webhooks';
    frame.allow = 'clipboard-write';
    const place = keptPlace();
    // A place of another address would lead elsewhere.
    const start = URL.parse(place.replace(/^\/+/, ''), source);
    frame.src = start?.href.startsWith(source.href) ? start.href : source.href;
    this.#frame = frame;
    root.append(frame);
  }

  #hear({ source, origin, data }: MessageEvent<unknown>): void {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || origin !== this.#source?.origin || !isOurs(data)) return;
    if (data.hookplate === 'ready') this.#tellLook();
    if (data.hookplate === 'token-wanted') {
      this.#isWanted = true;
      if (this.#token) void this.#answer(this.#token);
    }
    if (data.hookplate === 'place' && typeof data.place === 'string') {
      keepPlace(data.place);
      // Whoever goes to another page begins to read it at its top.
      if (data.isMoved === true && this.getBoundingClientRect().top < 0) this.scrollIntoView();
    }
    if (data.hookplate === 'height' && typeof data.height === 'number')
      frame.style.height = `${Math.min(data.height, 100_000)}px`;
  }

  async #answer(source: TokenSource): Promise<void> {
    this.#isWanted = false;
    try {
      this.#tell({ hookplate: 'token', token: await source() });
    } catch (error) {
      this.#tell({ hookplate: 'token' });
      this.dispatchEvent(new CustomEvent('token-error', { detail: error }));
    }
  }

  #tellLook(): void {
    const computed = getComputedStyle(this);
    const properties = Object.fromEntries(
      lookProperties.map(name => [name, computed.getPropertyValue(name).trim()]),
    );
    const scheme = this.#schemeOf(computed);
    this.#tell({ hookplate: 'look', look: { scheme, properties, viewHeight: innerHeight } });
  }

  #schemeOf({ colorScheme }: CSSStyleDeclaration): PortalLook['scheme'] {
    const chosen = this.getAttribute('theme');
    if (chosen === 'light' || chosen === 'dark') return chosen;
    const [isLight, isDark] = ['light', 'dark'].map(scheme => colorScheme.split(' ').includes(scheme));
    if (isLight && isDark) return this.#scheme.matches ? 'dark' : 'light';
    // A page that says nothing is light.
    return isDark ? 'dark' : 'light';
  }

  /** To the pages alone, whatever has become of the frame. */
  #tell(message: HostMessage): void {
    const origin = this.#source?.origin;
    if (origin !== undefined) this.#frame?.contentWindow?.postMessage(message, origin);
  }
}

const ownPart = new RegExp(`(?:^|&)${hashKey}=([^&]*)`);

function keptPlace(): string {
  const [, place = ''] = ownPart.exec(location.hash.slice(1)) ?? [];
  try {
    return decodeURIComponent(place);
  } catch {
    return '';
  }
}

/** Leaves the rest of the fragment as it is, and adds no step to the history, in which the frame has its own. */
function keepPlace(place: string): void {
  if (place === (keptPlace() || '/')) return;
  const rest = location.hash.slice(1).replace(ownPart, '').replace(/^&/, '');
  const own = place === '/' ? '' : `${hashKey}=${encodeURIComponent(place)}`;
  const hash = [rest, own].filter(part => part !== '').join('&');
  history.replaceState(history.state, '', location.pathname + location.search + (hash && `#${hash}`));
}

/** Defines `<webhook-portal>`, once. */
export function definePortal(): void {
  if (!customElements.get('webhook-portal')) customElements.define('webhook-portal', WebhookPortal);
}
