import {
  isOurs,
  isPortalTheme,
  type PortalMessage,
  type PortalTheme,
  themeProperties,
} from '../../portal/messages.ts';

/** The last part of the base of pages that are embedded. */
const folder = 'embed/';

/** How long before its end a token is replaced, in milliseconds. */
const aheadMs = 60_000;
/** Longer than an application takes to give a token, in milliseconds. */
const tokenMs = 30_000;

/**
 * The page around the pages, which may be of another site. It gives a token, which is kept in memory alone, and is told where the
 * pages are and how high. Who that may be, the server says by its policy: no other page can frame these.
 */
export class Embedding {
  /** The base of the server. */
  readonly server: string = document.baseURI.slice(0, -folder.length);
  #token: Promise<string> | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  #answered: ((token: string) => void) | undefined;

  constructor() {
    addEventListener('message', event => this.#hear(event));
    new ResizeObserver(() => this.#tellHeight()).observe(document.body);
    this.#tell({ hookplate: 'ready' });
  }

  /** The current token; another one if `refused` was refused. */
  token(refused?: Promise<string>): Promise<string> {
    if (this.#token === undefined || this.#token === refused) this.#token = this.#ask();
    return this.#token;
  }

  /** Has tokens replaced before they end, as the first one does at `expiresAt`. */
  renewBefore(expiresAt: string): void {
    clearInterval(this.#renewing);
    const everyMs = Math.max(Date.parse(expiresAt) - Date.now() - aheadMs, 1000);
    this.#renewing = setInterval(() => {
      // The former one is good until the other is there.
      const next = this.#ask();
      void next.then(
        () => {
          this.#token = next;
        },
        () => {},
      );
    }, everyMs);
  }

  tellPlace(place: string, isMoved: boolean): void {
    this.#tell({ hookplate: 'place', place, isMoved });
  }

  #ask(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      setTimeout(() => reject(new Error('The page around this one gives no token.')), tokenMs);
      this.#tell({ hookplate: 'token-wanted' });
    });
  }

  #hear({ source, data }: MessageEvent<unknown>): void {
    if (source !== parent || parent === window || !isOurs(data)) return;
    if (data.hookplate === 'token' && typeof data.token === 'string') this.#answered?.(data.token);
    if (data.hookplate === 'theme' && isPortalTheme(data.theme)) applyTheme(data.theme);
  }

  #tellHeight(): void {
    this.#tell({ hookplate: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  }

  /** None of it is secret, and only pages that the server names can be around this one. */
  #tell(message: PortalMessage): void {
    if (parent !== window) parent.postMessage(message, '*');
  }
}

function applyTheme({ scheme, properties }: PortalTheme): void {
  const { style } = document.documentElement;
  if (scheme) style.colorScheme = scheme;
  for (const name of themeProperties) {
    const value = properties[name];
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}
