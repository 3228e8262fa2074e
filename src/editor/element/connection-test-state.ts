import type { EditedWebhook } from './edited-webhook.ts';
import type { ConnectionTestModel, TestState } from './parts/connection-test.ts';
import type { TestResult } from './test-result.ts';

/** What becomes of *Test Connection*: the panel is closed, asks for an event, waits for the page, or shows its answer. */
export class ConnectionTestState {
  readonly #webhook: EditedWebhook;
  readonly #send: (event: string) => void;
  readonly #changed: () => void;
  readonly #closed: () => void;
  #state: TestState | undefined;
  #chosen: string | undefined;

  constructor(
    webhook: EditedWebhook,
    send: (event: string) => void,
    changed: () => void,
    closed: () => void,
  ) {
    this.#webhook = webhook;
    this.#send = send;
    this.#changed = changed;
    this.#closed = closed;
  }

  get isOpen(): boolean {
    return this.#state !== undefined;
  }

  get enabled(): readonly string[] {
    const { catalogue, draft } = this.#webhook;
    return catalogue.names.filter(name => draft.events[name] === true);
  }

  /** The button was pressed: the first event of the catalogue is sent at once, another one when it was chosen. */
  begin(): void {
    const [first] = this.#webhook.catalogue.names;
    const isChosen = this.#chosen !== undefined && this.enabled.includes(this.#chosen);
    if (isChosen || (first !== undefined && this.enabled.includes(first))) this.#start();
    else this.#become({ kind: 'asking' });
  }

  end(result: TestResult | undefined): void {
    this.#become(result && { kind: 'ended', result });
  }

  /** What the panel shows; undefined while it is closed. */
  model(about: Pick<ConnectionTestModel, 'isModified' | 'reason'>): ConnectionTestModel | undefined {
    if (!this.#state) return undefined;
    return {
      ...about,
      catalogue: this.#webhook.catalogue,
      enabled: this.enabled,
      chosen: this.#event,
      state: this.#state,
      choose: event => {
        this.#chosen = event;
        this.#changed();
      },
      send: () => this.#start(),
      close: () => {
        this.#become(undefined);
        this.#closed();
      },
    };
  }

  get #event(): string {
    const { enabled } = this;
    return enabled.find(name => name === this.#chosen) ?? enabled[0] ?? '';
  }

  #start(): void {
    // A second press of the button, before there was an answer.
    if (this.#state?.kind === 'sending') return;
    this.#become({ kind: 'sending' });
    this.#send(this.#event);
  }

  #become(state: TestState | undefined): void {
    this.#state = state;
    this.#changed();
  }
}
