import { css, html, type ReactiveController, type TemplateResult } from 'lit';
import { X } from 'lucide-static';
import type { Screen } from '../frame/screen.ts';
import { icon } from './icon.ts';

interface SidePanel {
  readonly heading: string;
  /** The address of the page without the panel. */
  readonly closed: string;
  readonly content: TemplateResult;
}

/** A page, with a panel beside it while there is something to show in it; on narrow screens the panel alone is shown. */
export function withSidePanel(page: TemplateResult, panel: SidePanel | undefined): TemplateResult {
  return html`<div class="beside ${panel ? 'open' : ''}">
    <div class="page">${page}</div>
    ${
      panel &&
      html`<aside class="side" aria-labelledby="side">
        <div class="heading">
          <h2 id="side" tabindex="-1">${panel.heading}</h2>
          <a class="button small close" href=${panel.closed} aria-label="Close">${icon(X)}</a>
        </div>
        ${panel.content}
      </aside>`
    }
  </div>`;
}

interface SidePanelOptions {
  /** The id of what the panel shows; undefined while it is closed. */
  readonly shown: () => string | undefined;
  /** The element that gets the focus when the panel with this id is closed. */
  readonly opener: (id: string) => HTMLElement | null | undefined;
  /** The address of the page without the panel. */
  readonly closed: () => string;
}

/** That of its row, if it has one; undefined for an element that is not shown, as on narrow screens. */
function placeOf(element: HTMLElement | null | undefined): DOMRect | undefined {
  const rectangle = (element?.closest('tr') ?? element)?.getBoundingClientRect();
  return rectangle && rectangle.height > 0 ? rectangle : undefined;
}

/**
 * Moves the focus into a panel that somebody opens, and back when it is closed, also with Escape. The row that opened it
 * stays under the pointer, although the page becomes narrower.
 */
export class SidePanelFocus implements ReactiveController {
  readonly #screen: Screen;
  readonly #options: SidePanelOptions;
  /** What the panel showed at the last update; null before the first one. */
  #before: string | undefined | null = null;
  /** Where the element that opens the panel was, before the page becomes narrower or wider. */
  #place: DOMRect | undefined;

  constructor(screen: Screen, options: SidePanelOptions) {
    this.#screen = screen;
    this.#options = options;
    screen.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  hostUpdate(): void {
    const shown = this.#options.shown();
    this.#place = this.#before === shown ? undefined : placeOf(this.#openerOf(shown));
  }

  hostUpdated(): void {
    const [before, shown] = [this.#before, this.#options.shown()];
    this.#before = shown;
    if (before === null || before === shown) return;
    const place = placeOf(this.#openerOf(shown ?? before));
    // A button that moved sideways as well is no longer under the pointer whatever is done.
    if (place && place.left === this.#place?.left) scrollBy(0, place.top - this.#place.top);
    if (shown !== undefined)
      this.#screen.querySelector<HTMLElement>('#side')?.focus({ preventScroll: place !== undefined });
    else if (before !== undefined) this.#options.opener(before)?.focus();
  }

  #openerOf(id: string | undefined = this.#before ?? undefined): HTMLElement | null | undefined {
    return id === undefined ? undefined : this.#options.opener(id);
  }

  readonly #onKey = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
    if (key !== 'Escape' || defaultPrevented || this.#options.shown() === undefined) return;
    // There it has a meaning of its own.
    const isTyping = target instanceof Element && target.matches('input, select, textarea');
    if (isTyping || document.querySelector('dialog[open], :popover-open')) return;
    void this.#screen.studio.router.go(this.#options.closed());
  };
}

export const sidePanelStyles = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
  }
  /* A page and what is shown beside it, which scrolls on its own. */
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    align-content: start;
  }
  .side > .heading {
    flex-wrap: nowrap;
    align-items: start;
  }
  .side > .heading > h2 {
    overflow-wrap: anywhere;
  }
  @media (width >= 1100px) {
    .beside.open {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 480px;
      gap: 16px;
      align-items: start;
    }
    .side {
      position: sticky;
      top: 16px;
      max-height: calc(var(--hookplate-view-height, 100vh) - 32px);
      padding: 2px;
      overflow-y: auto;
    }
  }
  @media (width < 1100px) {
    .beside.open > .page {
      display: none;
    }
  }
`;
