import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Page, ResentBody, ShownEndpoint, ShownMessagePage } from '../../api/answers.ts';
import { Debounce } from '../../timing/debounce.ts';
import { reasonAgainst, type Studio } from '../frame/screen.ts';
import { Acting, actionButton, refusal } from '../parts/acting.ts';
import { counted, formatCount, isUncounted } from '../parts/counts.ts';
import { field } from '../parts/form.ts';
import { Loaded } from '../parts/loaded.ts';
import { formatDuration } from '../parts/time.ts';
import {
  always,
  disablingStory,
  enableAndResend,
  endpointName,
  isWaitedFor,
  usualPerSecond,
} from './endpoint.ts';
import {
  boundsOf,
  filterFields,
  findKnown,
  type Known,
  type MessageListFilter,
  queryOf,
  stateInApi,
  withoutTimes,
} from './message-filter.ts';
import { messageBadges } from './message-states.ts';

interface ResendQuestion {
  readonly studio: Studio;
  /** What is chosen at first. */
  readonly filter: MessageListFilter;
  /** Where the page knows it already. */
  readonly known?: Known | undefined;
}

/** What was done with how many messages. */
export interface Resent {
  readonly count: number;
  /** Whether they had not ended, so that their next attempts were made. */
  readonly isRetry: boolean;
}

/** Asks whether to make the next attempts of all that waits for an endpoint; if nothing does, to resend what failed. */
export function askToSendAgain(studio: Studio, endpoint: ShownEndpoint): Promise<Resent | undefined> {
  const state = isWaitedFor(endpoint) ? 'retrying' : 'failed';
  return askToResend({ studio, filter: { state, endpoint: endpoint.id } });
}

/** What was done, in a sentence. */
export function resentWords({ count, isRetry }: Resent): string {
  return `${counted(count, 'message is', 'messages are')} ${isRetry ? 'tried now' : 'sent again'}`;
}

/** Asks which messages to resend or retry, and does so; resolves to undefined if nobody wants to. */
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
const states = ['retrying', 'failed', 'cancelled', 'delivered'] as const;

/** Usually, what has failed. */
function beginWith(filter: MessageListFilter): MessageListFilter {
  const state = states.find(each => each === filter.state) ?? 'failed';
  return { ...filter, state };
}

/** How many match the filter. */
interface Found {
  /** What can be resent, or retried. */
  readonly possible: number;
  /** What has ended and cannot be resent. */
  readonly leftOut: number;
  /** Whether there may be more of those: the API counts only so many that match. */
  readonly isMore: boolean;
  /** The only endpoint that is disabled, if they all are left out for that. */
  readonly disabled: ShownEndpoint | undefined;
}

/** The pause after which what was chosen is counted, in milliseconds. */
const restMs = 250;

/** `<resend-form>`: which messages to resend, how many that are, and how fast they leave. Event: `closed`. */
class ResendForm extends LitElement {
  static override readonly properties = { filter: { state: true }, perSecond: { state: true } };

  declare studio: Studio;
  declare known: Known | undefined;
  declare filter: MessageListFilter;
  /** Undefined for all at once. */
  declare perSecond: number | undefined;
  resent: Resent | undefined;
  readonly #known = new Loaded(this, signal => findKnown({ api: this.studio.api, signal }));
  readonly #found = new Loaded(this, signal => this.#find(signal));
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
    if (!this.known) void this.#known.reload();
    void this.#found.reload();
  }

  protected override render(): TemplateResult {
    const { value: found } = this.#found;
    const problem = this.#acting.problem ?? this.#found.problem ?? this.#known.problem;
    const count = this.#isUnbounded ? undefined : found?.possible;
    const isOff = count === undefined || count === 0 || this.#acting.doing !== undefined;
    return html`<form @submit=${this.#submit}>
      <h2 id="resend">${this.#isRetry ? 'Retry messages now' : 'Resend messages'}</h2>
      <div class="filters" role="group" aria-label="Which">
        ${field({
          label: 'State',
          value: this.filter.state ?? '',
          choices: states.map(state => [state, messageBadges[state].word]),
          change: state => this.#choose({ state }),
        })}
        ${filterFields({ session: this.studio.session, filter: this.filter, known: this.known ?? this.#known.value, choose: change => this.#choose(change) })}
        ${field({
          label: 'How many a second',
          kind: 'number',
          attributes: { min: '0.01', max: '1000000', step: 'any', placeholder: 'All at once' },
          value: String(this.perSecond ?? ''),
          input: text => {
            this.perSecond = Number(text) > 0 ? Number(text) : undefined;
          },
        })}
      </div>
      <div role="status">
        <p>${this.#words(count)}</p>
        ${found?.leftOut && !this.#isUnbounded ? this.#leftOut(found) : nothing}
      </div>
      <p class="hint">
        ${
          this.#isRetry
            ? 'The next attempt of each is made now and uses up one of its attempts.'
            : 'Each is sent again under its own id, so that its receiver can tell that it is a repeated one.'
        }
      </p>
      ${refusal(problem)}
      <div class="buttons">
        <button type="button" class="button" @click=${this.#close}>Cancel</button>
        <button type="submit" class="button primary" aria-disabled=${isOff}>
          ${this.#isRetry ? 'Retry' : 'Resend'}${count ? ` ${formatCount(count)}` : ''}
        </button>
      </div>
    </form>`;
  }

  get #isRetry(): boolean {
    return this.filter.state === 'retrying';
  }

  /** Whether a range was chosen that has neither a beginning nor an end yet. */
  get #isUnbounded(): boolean {
    const { within, from, to } = this.filter;
    return within === 'range' && !from && !to;
  }

  #words(count: number | undefined): string {
    if (this.#isUnbounded) return 'Say from when, or until when.';
    if (count === undefined) return this.#found.problem ? '' : 'Counting …';
    if (count === 0)
      return `No message like this ${this.#isRetry ? 'waits for another attempt' : 'can be resent'}.`;
    const ofAll = this.filter.within || this.#isRetry ? '' : ' of all time';
    const many = `${counted(count, 'message', 'messages')}${ofAll}`;
    const rate = this.perSecond;
    if (rate === undefined || count === 1) return `${many}, now.`;
    return `${many}, ${formatCount(rate)} a second: that takes ${formatDuration((count / rate) * 1000)}.`;
  }

  #leftOut({ leftOut, isMore, disabled }: Found): TemplateResult {
    const isOne = leftOut === 1;
    const many = `${isMore ? 'At least ' : ''}${counted(leftOut, 'message is', 'messages are')} left out`;
    if (disabled)
      return html`<p>${many}: ${endpointName(disabled)} is disabled.</p>
        <p class="under">${disablingStory(disabled, Date.now())}</p>
        ${actionButton({
          word: 'Enable and resend',
          reason: reasonAgainst(this.studio, 'operator'),
          isBusy: this.#acting.doing !== undefined,
          small: true,
          act: () => void this.#enable(disabled),
        })}`;
    return html`<p>
      ${many}: ${isOne ? 'its endpoint is disabled, or its request is' : 'their endpoints are disabled, or their requests are'}
      no longer kept. <a href="endpoints?state=disabled" @click=${this.#close}>See disabled endpoints</a>
    </p>`;
  }

  async #enable(endpoint: ShownEndpoint): Promise<void> {
    let count: number | undefined;
    const isDone = await this.#acting.act('enable', async () => {
      count = await enableAndResend(this.studio, endpoint);
    });
    if (!isDone || count === undefined) return;
    this.resent = { count, isRetry: false };
    this.#close();
  }

  readonly #close = (): void => {
    this.dispatchEvent(new Event('closed'));
  };

  #choose(change: MessageListFilter): void {
    this.filter = { ...this.filter, ...change };
    this.#found.value = undefined;
    this.#counting.start(() => void this.#found.reload(), restMs);
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#isUnbounded || !this.#found.value?.possible) return;
    const perSecond = this.perSecond;
    const isDone = await this.#acting.act('resend', async () => {
      const count = await this.#resend({ ...(perSecond !== undefined && { perSecond }) });
      this.resent = { count, isRetry: this.#isRetry };
    });
    if (isDone) this.#close();
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const [possible, matching] = await Promise.all([
      this.#resend({ dryRun: true }, signal),
      this.#isRetry ? 0 : this.#matching(this.filter, signal),
    ]);
    const leftOut = Math.max(0, matching - possible);
    const disabled = leftOut === 0 ? undefined : await this.#disabled(leftOut, signal);
    return { possible, leftOut, isMore: isUncounted(matching), disabled };
  }

  async #matching(filter: MessageListFilter, signal: AbortSignal): Promise<number> {
    const query = { ...queryOf(filter, Date.now()), count: 'true', limit: 1 };
    return (await this.studio.api.get<ShownMessagePage>('api/messages', { query, signal })).count ?? 0;
  }

  async #disabled(leftOut: number, signal: AbortSignal): Promise<ShownEndpoint | undefined> {
    const query = { state: 'disabled', limit: 2 };
    const { items } = await this.studio.api.get<Page<ShownEndpoint>>('api/endpoints', { query, signal });
    const [only, other] = items;
    const { endpoint } = this.filter;
    if (!only || other || (endpoint && endpoint !== only.id)) return undefined;
    const count = await this.#matching({ ...this.filter, endpoint: only.id }, signal);
    return count === leftOut ? only : undefined;
  }

  async #resend(more: object, signal?: AbortSignal): Promise<number> {
    const chosen = Object.fromEntries(Object.entries(withoutTimes(this.filter)).filter(([, value]) => value));
    const { since, before } = boundsOf(this.filter, Date.now());
    const bounds = { since: since || always, ...(before && { before }) };
    const which = this.#isRetry ? { failing: true } : stateInApi(this.filter.state);
    const body = { ...chosen, ...which, ...bounds, ...more };
    const call = { body, ...(signal && { signal }) };
    return (await this.studio.api.send<ResentBody>('POST', 'api/messages/resend', call)).body.resent;
  }
}

customElements.define('resend-form', ResendForm);
