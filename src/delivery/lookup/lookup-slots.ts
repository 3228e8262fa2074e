/** So many may be inside at a time; others wait, in their order. */
export class LookupSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  leave(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
