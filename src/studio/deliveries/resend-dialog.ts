import { html, LitElement, type TemplateResult } from 'lit';
import type { ResentBody } from '../../api/answers.ts';
import { Debounce } from '../../timing/debounce.ts';
import type { Studio } from '../frame/screen.ts';
import { Acting, refusal } from '../parts/acting.ts';
import { counted, formatCount } from '../parts/counts.ts';
import { choice } from '../parts/list-view.ts';
import { Loaded } from '../parts/loaded.ts';
import { deliveryBadges } from '../parts/states.ts';
import { formatDuration } from '../parts/time.ts';
import {
  boundsOf,
  type DeliveryFilter,
  filterFields,
  type Known,
  stateInApi,
  withoutTimes,
} from './delivery-filter.ts';
import { always, usualPerSecond } from './endpoint.ts';

interface ResendQuestion {
  readonly studio: Studio;
  /** What is chosen at first. */
  readonly filter: DeliveryFilter;
  readonly known: Known | undefined;
}

/** What was done with how many deliveries. */
export interface Resent {
  readonly count: number;
  /** Whether they had not ended, so that their next attempts were made. */
  readonly isRetry: boolean;
}

/** Asks which deliveries to resend or retry, and does so; resolves to undefined if nobody wants to. */
export function askToResend({ studio, filter, known }: ResendQuestion): Promise<Resent | undefined> {
  const dialog = document.createElement('dialog');
  dialog.classList.add('wide');
  dialog.setAttribute('aria-labelledby', 'resend');
  const form = new ResendForm();
  Object.assign(form, { studio, known, filter: beginWith(filter) });
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(resolve => {
    form.addEventListener('closed', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(form.resent);
    });
  });
}

/** What waits for another attempt is retried; what has ended is resent. */
const states = ['retrying', 'failed', 'gone', 'refused', 'cancelled', 'delivered'] as const;

/** Usually, what has failed. */
function beginWith(filter: DeliveryFilter): DeliveryFilter {
  const state = states.find(each => each === filter.state) ?? 'failed';
  return { ...filter, state };
}

/** The pause after which what was chosen is counted, in milliseconds. */
const restMs = 250;

/** `<resend-form>`: which deliveries to resend, how many that are, and how fast they leave. Event: `closed`. */
export class ResendForm extends LitElement {
  static override readonly properties = { filter: { state: true }, perSecond: { state: true } };

  declare studio: Studio;
  declare known: Known | undefined;
  declare filter: DeliveryFilter;
  /** Undefined for all at once. */
  declare perSecond: number | undefined;
  resent: Resent | undefined;
  readonly #count = new Loaded(this, signal => this.#resend({ dryRun: true }, signal));
  readonly #counting = new Debounce();
  readonly #acting = new Acting(this);

  constructor() {
    super();
    this.perSecond = usualPerSecond;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    void this.#count.reload();
  }

  protected override render(): TemplateResult {
    const { value: count } = this.#count;
    const problem = this.#acting.problem ?? this.#count.problem;
    const isOff = count === undefined || count === 0 || this.#acting.doing !== undefined;
    return html`<form @submit=${this.#submit}>
      <h2 id="resend">${this.#isRetry ? 'Retry deliveries now' : 'Resend deliveries'}</h2>
      <div class="filters" role="group" aria-label="Which">
        ${choice({
          label: 'State',
          chosen: this.filter.state ?? '',
          choices: states.map(state => [state, deliveryBadges[state].word]),
          choose: state => this.#choose({ state }),
        })}
        ${filterFields({ filter: this.filter, known: this.known, choose: change => this.#choose(change) })}
        <label class="field">
          <span>How many a second</span>
          <input
            type="number"
            min="0.01"
            max="1000000"
            step="any"
            placeholder="All at once"
            .value=${this.perSecond ?? ''}
            @input=${({ target }: Event) => {
              const { valueAsNumber } = target as HTMLInputElement;
              this.perSecond = valueAsNumber > 0 ? valueAsNumber : undefined;
            }}
          />
        </label>
      </div>
      <p role="status">${this.#words(count)}</p>
      <p class="hint">
        ${
          this.#isRetry
            ? 'The next attempt of each is made now, and counts as any other: if its receiver is still down, one is lost.'
            : 'Each is sent again under its own id, so that its receiver can tell that it is a repeated one. Those of disabled endpoints are left out: for them, Endpoints has Enable and resend.'
        }
      </p>
      ${refusal(problem?.message)}
      <div class="buttons">
        <button type="button" class="button" @click=${() => this.dispatchEvent(new Event('closed'))}>Cancel</button>
        <button type="submit" class="button primary" aria-disabled=${isOff}>
          ${this.#isRetry ? 'Retry' : 'Resend'}${count === undefined ? '' : ` ${formatCount(count)}`}
        </button>
      </div>
    </form>`;
  }

  get #isRetry(): boolean {
    return this.filter.state === 'retrying';
  }

  #words(count: number | undefined): string {
    if (count === undefined) return this.#count.problem ? '' : 'Counting …';
    if (count === 0)
      return `Nothing like this ${this.#isRetry ? 'waits for another attempt' : 'can be resent'}.`;
    const many = counted(count, 'delivery', 'deliveries');
    const rate = this.perSecond;
    if (rate === undefined || count === 1) return `${many}, at once.`;
    return `${many}, ${formatCount(rate)} a second: that takes ${formatDuration((count / rate) * 1000)}.`;
  }

  #choose(change: DeliveryFilter): void {
    this.filter = { ...this.filter, ...change };
    this.#count.value = undefined;
    this.#counting.start(() => void this.#count.reload(), restMs);
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.#count.value) return;
    const perSecond = this.perSecond;
    const isDone = await this.#acting.act('resend', async () => {
      const count = await this.#resend({ ...(perSecond !== undefined && { perSecond }) });
      this.resent = { count, isRetry: this.#isRetry };
    });
    if (isDone) this.dispatchEvent(new Event('closed'));
  }

  async #resend(more: object, signal?: AbortSignal): Promise<number> {
    const chosen = Object.fromEntries(Object.entries(withoutTimes(this.filter)).filter(([, value]) => value));
    const { since, before } = boundsOf(this.filter, Date.now());
    const bounds = { since: since || always, ...(before && { before }) };
    const which = this.#isRetry ? { failing: true } : stateInApi(this.filter.state);
    const body = { ...chosen, ...which, ...bounds, ...more };
    const call = { body, ...(signal && { signal }) };
    return (await this.studio.api.send<ResentBody>('POST', 'api/deliveries/resend', call)).body.resent;
  }
}
