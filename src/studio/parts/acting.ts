import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type ApiError, apiErrorOf } from '../api/api-error.ts';

/** Something that somebody does with a button: once at a time, and what came of it is said. */
export class Acting implements ReactiveController {
  /** What is being done. */
  doing: string | undefined;
  problem: ApiError | undefined;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {}

  /** Does it, unless something is being done; `true` where it went well. */
  async act(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (this.doing !== undefined) return false;
    this.doing = name;
    this.problem = undefined;
    this.#host.requestUpdate();
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = apiErrorOf(error);
      return false;
    } finally {
      this.doing = undefined;
      this.#host.requestUpdate();
    }
  }

  /** Forgets what went wrong. */
  forget(): void {
    this.problem = undefined;
    this.#host.requestUpdate();
  }
}
