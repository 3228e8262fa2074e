import {
  isOurs,
  isPortalLook,
  lookProperties,
  type PortalLook,
  type PortalMessage,
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
  /** Called when there is another token: streams that were opened with the one before end with it. */
  onRenewed: () => void = () => {};
  #token: Promise<string> | undefined;
  /** The question that the page around has yet to answer. */
  #asked: Asked | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;

  constructor() {
    addEventListener('message', event => this.#hear(event));
    // The page around scrolls.
    document.documentElement.style.overflowY = 'hidden';
    new ResizeObserver(() => this.#tellHeight()).observe(document.body);
    this.#tell({ hookplate: 'ready' });
  }

  /** The current token; another one if `refused` was refused. Rejects where the page around gives none, until it does. */
  token(refused?: Promise<string>): Promise<string> {
    if (this.#token === undefined || this.#token === refused) {
      this.#token = undefined;
      return this.#ask();
    }
    return this.#token;
  }

  /** Has tokens replaced before they end, as the first one does at `expiresAt`. */
  renewBefore(expiresAt: string): void {
    clearInterval(this.#renewing);
    const everyMs = Math.max(Date.parse(expiresAt) - Date.now() - aheadMs, 1000);
    this.#renewing = setInterval(
      () =>
        void this.#ask().then(
          () => this.onRenewed(),
          // It is asked for again once the former one is refused.
          () => {},
        ),
      everyMs,
    );
  }

  tellPlace(place: string, isMoved: boolean): void {
    this.#tell({ hookplate: 'place', place, isMoved });
  }

  #ask(): Promise<string> {
    this.#asked ??= this.#newQuestion();
    return this.#asked.answer;
  }

  #newQuestion(): Asked {
    let settle: Asked['settle'] = () => {};
    const answer = new Promise<string>((resolve, reject) => {
      settle = token => {
        if (token === undefined) reject(new Error('The page around this one gives no token.'));
        else resolve(token);
      };
    });
    const timer = setTimeout(() => this.#take(undefined), tokenMs);
    this.#tell({ hookplate: 'token-wanted' });
    return { answer, settle, timer };
  }

  /** A token, however late it comes; undefined if there is none. */
  #take(token: string | undefined): void {
    const { settle, timer } = this.#asked ?? {};
    clearTimeout(timer);
    this.#asked = undefined;
    if (token !== undefined) this.#token = Promise.resolve(token);
    settle?.(token);
  }

  #hear({ source, data }: MessageEvent<unknown>): void {
    if (source !== parent || parent === window || !isOurs(data)) return;
    const { token, look } = data;
    if (data.hookplate === 'token')
      this.#take(typeof token === 'string' && isToken(token) ? token : undefined);
    if (data.hookplate === 'look' && isPortalLook(look)) applyLook(look);
  }

  #tellHeight(): void {
    this.#tell({ hookplate: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  }

  /** None of it is secret, and only pages that the server names can be around this one. */
  #tell(message: PortalMessage): void {
    if (parent !== window) parent.postMessage(message, '*');
  }
}

interface Asked {
  readonly answer: Promise<string>;
  /** Without a token, the answer is that there is none. */
  readonly settle: (token: string | undefined) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** An application may answer with anything, such as its page for signing in. */
function isToken(text: string): boolean {
  return /^hkpp_[\w-]{43}$/.test(text);
}

function applyLook({ scheme, properties, viewHeight }: PortalLook): void {
  const { style } = document.documentElement;
  style.colorScheme = scheme;
  // The frame is as high as its pages: what is as high as the window is as high as that around it.
  style.setProperty('--hookplate-view-height', `${viewHeight}px`);
  for (const name of lookProperties) {
    const value = properties[name];
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}
