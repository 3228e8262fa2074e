/** A button that is held longer drags something. */
const longestMs = 1000;

/** Knows whether a button of the pointer is held down anywhere in the window. */
export class HeldPointer {
  #released: Promise<void> | undefined;
  #release = (): void => {};

  /** Resolved after the click that ends it; undefined while nothing is held. */
  get released(): Promise<void> | undefined {
    return this.#released;
  }

  connect(): void {
    addEventListener('pointerdown', this.#hold, true);
    addEventListener('pointerup', this.#end, true);
    addEventListener('pointercancel', this.#end, true);
    addEventListener('click', this.#clicked);
  }

  disconnect(): void {
    removeEventListener('pointerdown', this.#hold, true);
    removeEventListener('pointerup', this.#end, true);
    removeEventListener('pointercancel', this.#end, true);
    removeEventListener('click', this.#clicked);
    this.#release();
  }

  readonly #hold = (): void => {
    this.#release();
    const timer = setTimeout(() => this.#release(), longestMs);
    this.#released = new Promise(resolve => {
      this.#release = () => {
        clearTimeout(timer);
        this.#released = undefined;
        resolve();
      };
    });
  };

  readonly #clicked = (): void => this.#release();

  /** A click comes directly after this event, unless what was pressed is not what was released. */
  readonly #end = (): void => {
    const release = this.#release;
    setTimeout(release);
  };
}
