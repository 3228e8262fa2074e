/** Somebody sleeps until they are woken up, or for a time. A call while nobody sleeps is remembered for the next sleep. */
export class WakeUp {
  #isCalled = false;
  #end: (() => void) | undefined;

  call(): void {
    this.#isCalled = true;
    this.#end?.();
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(timer);
        this.#end = undefined;
        this.#isCalled = false;
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (this.#isCalled) end();
      else this.#end = end;
    });
  }
}
