/** How far the bar of the editor covers what ends at `bottom`, in pixels of the window; at most 0 if it does not. */
export function coveredByBar(root: ParentNode, bottom: number): number {
  const bar = root.querySelector('.bar')?.getBoundingClientRect();
  return bar ? bottom - bar.top : 0;
}

/** What is kept in sight together: a field with the worst of its problems, or the answer to a test. */
const kept = '.settings > :is(.field, .line), .test';

/** In pixels: above and below what is kept in sight. */
const room = 8;

interface Wiring {
  readonly root: () => ParentNode;
  /** What to wait for, so that nothing moves under a pressed pointer. */
  readonly released: () => Promise<void> | undefined;
}

/**
 * Scrolls the page on until what has the focus is above the bar, and again when it grows: problems come below it after a check,
 * and an answer after a while. The top of it stays in the window.
 */
export class AboveBar {
  readonly #wiring: Wiring;
  readonly #sizes = new ResizeObserver(() => void this.#reveal());
  #focused: Element | undefined;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** Call it when an element gets the focus. */
  focused(target: Element): void {
    const next = target.closest(kept) ?? undefined;
    if (next === this.#focused) return;
    this.left();
    this.#focused = next;
    // Which also calls back at once.
    if (next) this.#sizes.observe(next);
  }

  /** Call it when nothing has the focus any more. */
  left(): void {
    this.#sizes.disconnect();
    this.#focused = undefined;
  }

  async #reveal(): Promise<void> {
    await this.#wiring.released();
    if (!this.#focused) return;
    const { top } = this.#focused.getBoundingClientRect();
    const { bottom } = (
      this.#focused.querySelector('.problems > li') ?? this.#focused
    ).getBoundingClientRect();
    const distance = Math.min(coveredByBar(this.#wiring.root(), bottom + room), top - room);
    if (distance > 0) scrollBy(0, distance);
  }
}
