import { isSuccessStatus } from '../../http/status.ts';
import { checkThat } from '../../options/define-options.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import type { EditedWebhook } from './edited-webhook.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * The result of a test as hookplate's server returns it: the request and its answer, or the reason why nothing was
 * sent.
 */
export type TestResult = TestAnswer | { readonly message: string };

export interface TestAnswer {
  readonly event: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Pairs;
    readonly body?: string | undefined;
  };
  readonly attempt: {
    readonly durationMs: number;
    readonly outcome:
      | {
          readonly kind: 'answered';
          readonly status: number;
          readonly headers?: Pairs | undefined;
          readonly body?: string | undefined;
          readonly truncated?: boolean | undefined;
        }
      | { readonly kind: 'failed'; readonly message: string };
  };
  /** A sentence that the page adds, such as that messages will be signed otherwise. */
  readonly note?: string | undefined;
}

/** @throws {TypeError} for anything else. */
export const readTestResult = checkThat(
  'what a test answered, with `event`, `request` and `attempt`, or an object with a `message`',
  isTestResult,
);

function isTestResult(value: unknown): value is TestResult {
  const { message, event, request, attempt, note } = recordOf(value);
  if (typeof message === 'string') return true;
  if (note !== undefined && typeof note !== 'string') return false;
  const { headers } = recordOf(request);
  const { outcome } = recordOf(attempt);
  const { kind } = recordOf(outcome);
  return typeof event === 'string' && Array.isArray(headers) && typeof kind === 'string';
}

/** The panel of *Test Connection*: closed, waiting for the page, or showing the answer. */
export class ConnectionTestState {
  readonly #webhook: EditedWebhook;
  readonly #send: (event: string) => void;
  readonly #changed: () => void;
  readonly #focus: (place: 'test' | 'test-panel') => void;
  #state: TestState | undefined;
  /** Whether the webhook was changed since the test was sent. */
  #isOld = false;
  #chosen: string | undefined;

  constructor(
    webhook: EditedWebhook,
    send: (event: string) => void,
    changed: () => void,
    focus: (place: 'test' | 'test-panel') => void,
  ) {
    this.#webhook = webhook;
    this.#send = send;
    this.#changed = changed;
    this.#focus = focus;
  }

  get isOpen(): boolean {
    return this.#state !== undefined;
  }

  get enabled(): readonly string[] {
    const { catalogue, values } = this.#webhook;
    return catalogue.names.filter(name => values.events[name] === true);
  }

  /** Handles the button: sends the event that was chosen last, or the first that is on. */
  begin(): void {
    this.#start();
    // Its answer comes where nobody may be looking.
    this.#focus('test-panel');
  }

  /** Call it after each edit: the answer was to what stood there before. */
  edited(): void {
    this.#isOld = this.#state !== undefined;
  }

  /** What the answer says against the webhook as it is now, in a sentence; undefined if nothing. */
  get refusal(): string | undefined {
    if (this.#state?.kind !== 'ended' || this.#isOld) return undefined;
    const { result } = this.#state;
    if (!('attempt' in result)) return 'The test was not sent.';
    const { outcome } = result.attempt;
    if (outcome.kind === 'failed') return 'The test got no answer.';
    return isSuccessStatus(outcome.status) ? undefined : 'The test failed.';
  }

  end(result: TestResult | undefined): void {
    this.#become(result && { kind: 'ended', result });
  }

  /** Undefined while the panel is closed. */
  model(about: Pick<ConnectionTestModel, 'isModified' | 'reason'>): ConnectionTestModel | undefined {
    if (!this.#state) return undefined;
    return {
      ...about,
      catalogue: this.#webhook.catalogue,
      receiver: this.#receiverName,
      enabled: this.enabled,
      chosen: this.#event,
      state: this.#state,
      isOld: this.#isOld && this.#state.kind === 'ended',
      isOfWords: this.#webhook.values.message !== undefined,
      choose: event => {
        this.#chosen = event;
        this.#changed();
      },
      send: () => this.begin(),
      close: () => {
        this.#isOld = false;
        this.#become(undefined);
        this.#focus('test');
      },
    };
  }

  get #receiverName(): string | undefined {
    const { values, knownReceivers } = this.#webhook;
    return knownReceivers.find(({ id }) => id === values.receiver)?.name;
  }

  get #event(): string {
    const { enabled } = this;
    return enabled.find(name => name === this.#chosen) ?? enabled[0] ?? '';
  }

  #start(): void {
    // The button was pressed again before there was an answer.
    if (this.#state?.kind === 'sending') return;
    this.#isOld = false;
    this.#become({ kind: 'sending' });
    this.#send(this.#event);
  }

  #become(state: TestState | undefined): void {
    this.#state = state;
    this.#changed();
  }
}

export interface ConnectionTestModel {
  readonly catalogue: AnyCatalogue;
  /** The name of the receiver that was chosen, if one was. */
  readonly receiver: string | undefined;
  /** The events that are on. */
  readonly enabled: readonly string[];
  readonly chosen: string;
  /** Whether the test sends unsaved changes. */
  readonly isModified: boolean;
  /** The reason why it cannot be sent again; empty if it can. */
  readonly reason: string;
  readonly state: TestState;
  /** Whether the answer is to an earlier version of the webhook. */
  readonly isOld: boolean;
  /** Whether it is a message in words, of whose request few want to know. */
  readonly isOfWords: boolean;
  readonly choose: (event: string) => void;
  readonly send: () => void;
  readonly close: () => void;
}

type TestState = { readonly kind: 'sending' } | { readonly kind: 'ended'; readonly result: TestResult };
