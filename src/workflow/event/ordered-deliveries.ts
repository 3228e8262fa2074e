/** Delivers one message; resolves when nothing more will be tried. Must not reject. */
export type Deliver = (onAttempt: () => void) => Promise<void>;

/** How long a message that is tried again and again holds up the next one, in milliseconds: five minutes. */
export const longestHoldMs = 300_000;

export interface OrderedDeliveriesOptions {
  /** Told of each change of how many messages wait: `1` more, or some less. */
  readonly onWaiting: (change: number) => void;
  /** Told when nothing is left. */
  readonly onEmpty: () => void;
}

/**
 * The messages of one process for one webhook, in their order: the next one is delivered when the one before it is
 * final, or when that one has been tried and is five minutes old.
 */
export class OrderedDeliveries {
  readonly #options: OrderedDeliveriesOptions;
  readonly #waiting: Deliver[] = [];
  #isHeld = false;

  constructor(options: OrderedDeliveriesOptions) {
    this.#options = options;
  }

  push(deliver: Deliver): void {
    if (this.#isHeld) {
      this.#waiting.push(deliver);
      this.#options.onWaiting(1);
    } else {
      this.#begin(deliver);
    }
  }

  /** Delivers at once all that waits, in its order. */
  flush(): void {
    const flushed = this.#waiting.splice(0);
    this.#options.onWaiting(-flushed.length);
    for (const deliver of flushed) void deliver(() => {});
  }

  #begin(deliver: Deliver): void {
    this.#isHeld = true;
    let isTried = false;
    let isOld = false;
    let isOver = false;
    const goOn = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#next();
    };
    const timer = setTimeout(() => {
      isOld = true;
      if (isTried) goOn();
    }, longestHoldMs).unref();
    const onAttempt = (): void => {
      isTried = true;
      if (isOld) goOn();
    };
    void deliver(onAttempt).then(goOn);
  }

  #next(): void {
    this.#isHeld = false;
    const deliver = this.#waiting.shift();
    if (deliver) {
      this.#options.onWaiting(-1);
      this.#begin(deliver);
    } else {
      this.#options.onEmpty();
    }
  }
}
