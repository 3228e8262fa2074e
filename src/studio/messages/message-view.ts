import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Ban, Play, RotateCcw } from 'lucide-static';
import type {
  Header,
  SentRequest,
  ShownAttempt,
  ShownEndpoint,
  ShownMessageDetails,
} from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { apiErrorOf } from '../api/api.ts';
import { pathOf, withQuery } from '../frame/router.ts';
import { may, reasonAgainst, type Studio, seesAll, seesOne } from '../frame/screen.ts';
import { Acting, actionButton, ask, refusal } from '../parts/acting.ts';
import { Following, Ticking } from '../parts/following.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { profileLabel } from '../parts/profile-label.ts';
import { agoAt, formatDuration, until } from '../parts/time.ts';
import { disablingStory } from './endpoint.ts';
import { messageBadge } from './message-states.ts';
import {
  attemptsOf,
  deletedReason,
  disabledReason,
  isOpen,
  outcomeOf,
  troubleOf,
  wasAccepted,
} from './message-words.ts';

type Tab = 'Request' | 'Response';

interface Found {
  readonly message: ShownMessageDetails;
  /** That of a message that has ended, if it still exists: it may be disabled, or enabled by now. */
  readonly endpoint: ShownEndpoint | undefined;
}

/** `<message-view>`: one message, what can be done about it, what was sent and answered, and each attempt. */
export class MessageView extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    message: { attribute: false },
    tab: { state: true },
    answered: { state: true },
  };

  declare studio: Studio;
  /** Its id. */
  declare message: string;
  declare protected tab: Tab;
  /** The attempt whose answer is shown; undefined for the last one. */
  declare protected answered: string | undefined;
  readonly #message = new Loaded(this, signal => this.#find(signal));
  readonly #acting = new Acting(this);
  /** An attempt that somebody has asked for, until another message is shown. */
  #asked: AskedAttempt | undefined;
  readonly #following = new Following(this, {
    concerns: ({ kind, data }) => kind === 'message' && data.id === this.message,
    refresh: () => this.#message.reload(),
  });

  constructor() {
    super();
    this.tab = 'Response';
    new Ticking(this, 1000);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('message')) return;
    this.answered = undefined;
    this.#asked = undefined;
    this.#acting.forget();
    void this.#message.restart();
  }

  protected override updated(): void {
    const { value } = this.#message;
    const outcome = value && outcomeOfAsked(value.message, this.#asked);
    if (outcome && this.#asked && !this.#asked.isSaid) {
      this.#asked = { ...this.#asked, isSaid: true };
      this.studio.announce(outcomeOf(outcome, value.message.request?.url));
    }
    if (value) this.dispatchEvent(new CustomEvent('found', { detail: value.message }));
  }

  protected override render(): TemplateResult {
    return loaded(this.#message, found => this.#show(found));
  }

  get #path(): string {
    return pathOf('api', 'messages', this.message);
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const message = await this.#findMessage(signal);
    if (isOpen(message)) return { message, endpoint: undefined };
    const endpoint = await this.studio.api
      .get<ShownEndpoint>(pathOf('api', 'endpoints', message.endpoint), { signal })
      .catch(error => {
        if (apiErrorOf(error).status !== 404) throw error;
        return undefined;
      });
    return { message, endpoint };
  }

  /** Includes the request if the user may see it, unless no key opens it any more. */
  async #findMessage(signal: AbortSignal): Promise<ShownMessageDetails> {
    const { api } = this.studio;
    if (may(this.studio, 'editor')) {
      try {
        return await api.get<ShownMessageDetails>(this.#path, { query: { include: 'request' }, signal });
      } catch (error) {
        if (apiErrorOf(error).status !== 409) throw error;
      }
    }
    return api.get<ShownMessageDetails>(this.#path, { signal });
  }

  #show({ message, endpoint }: Found): TemplateResult {
    const { problem } = this.#acting;
    const now = Date.now();
    return html`<section class="panel" aria-label="Message">
        <span class="large">${messageBadge(message, now)}</span>
        ${refusal(problem)}
        ${this.#asked ? whatCame(message, this.#asked, now) : nothing}
        ${whyNotDelivered({ message, endpoint }, now, this.#asked)}
        <div class="buttons">${this.#buttons({ message, endpoint })}</div>
        ${isRetriable(message) ? html`<p class="hint">Retrying now uses up attempt ${message.attempts + 1} of ${message.maxAttempts}.</p>` : nothing}
        ${factsOf(message, now, this.studio)}
      </section>
      <section class="panel" aria-label="Contents">
        ${this.#tabs()}
        <div id="content" role="tabpanel" aria-labelledby="tab-${this.tab}">
          ${this.tab === 'Request' ? sentRequest(message.request, this.studio) : this.#response(message)}
        </div>
      </section>
      <section class="panel" aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        ${this.#attempts(message, now)}
      </section>`;
  }

  #buttons({ message, endpoint }: Found): TemplateResult {
    const common = {
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
    };
    if (isOpen(message)) {
      return html`${
        isRetriable(message)
          ? actionButton({
              ...common,
              word: 'Retry now',
              svg: Play,
              look: 'primary',
              act: () => void this.#act('retry', `${this.#path}/retry`),
            })
          : nothing
      }
      ${actionButton({ ...common, word: 'Cancel message', svg: Ban, act: () => void this.#cancel() })}`;
    }
    const again = {
      ...common,
      reason: common.reason ?? (message.reason === 'webhook-deleted' ? deletedReason : undefined),
      svg: RotateCcw,
      ...(message.state !== 'delivered' && ({ look: 'primary' } as const)),
    };
    const resend = `${this.#path}/resend`;
    if (!isDisabled({ message, endpoint })) {
      return actionButton({ ...again, word: 'Resend', act: () => void this.#act('resend', resend) });
    }
    const enable = `${pathOf('api', 'endpoints', message.endpoint)}/enable`;
    return actionButton({
      ...again,
      word: 'Enable and resend',
      act: () => void this.#act('enable', enable, resend),
    });
  }

  async #cancel(): Promise<void> {
    const isSure = await ask({
      title: 'Cancel this message?',
      text: 'It will not be retried unless it is resent. An attempt in progress may still arrive.',
      action: 'Cancel message',
      otherwise: 'Keep trying',
    });
    if (isSure) await this.#act('cancel', `${this.#path}/cancel`);
  }

  /** Posts to one path after the other. */
  async #act(what: keyof typeof done, ...paths: readonly string[]): Promise<void> {
    const isDone = await this.#acting.act(what, async () => {
      for (const path of paths) await this.studio.api.send('POST', path);
    });
    if (isDone) {
      this.studio.announce(done[what]);
      const attempts = this.#message.value?.message.history.length ?? 0;
      this.#asked = what === 'cancel' ? undefined : { attempts, isSaid: false };
    }
    this.#following.soon();
    void this.#message.reload();
  }

  #tabs(): TemplateResult {
    const names: readonly Tab[] = ['Request', 'Response'];
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      void this.#choose(this.tab === 'Request' ? 'Response' : 'Request');
    };
    return html`<div class="tabs" role="tablist" aria-label="Contents" @keydown=${onKey}>
      ${names.map(
        name => html`<button
          type="button"
          role="tab"
          id="tab-${name}"
          aria-controls="content"
          aria-selected=${name === this.tab}
          tabindex=${name === this.tab ? 0 : -1}
          @click=${() => void this.#choose(name)}
        >
          ${name}
        </button>`,
      )}
    </div>`;
  }

  async #choose(tab: Tab): Promise<void> {
    this.tab = tab;
    await this.updateComplete;
    this.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  /** The receiver's answer to one attempt, always as text. */
  #response({ history }: ShownMessageDetails): TemplateResult {
    const attempt = history.find(each => keyOf(each) === this.answered) ?? history.at(-1);
    if (!attempt) return html`<p class="quiet">Nothing was sent, so nothing was answered.</p>`;
    const about = `Attempt ${attempt.number}${ofRound(attempt)}`;
    const { outcome } = attempt;
    if (outcome.kind === 'failed')
      return html`<p class="quiet">${about}: there was no answer. ${codeIn(outcomeOf(outcome))}</p>`;
    const { status, headers, body, truncated } = outcome;
    const text = [`HTTP ${status}`, ...(headers ?? []).map(headerLine), ...(body ? ['', body] : [])].join(
      '\n',
    );
    return html`<p class="quiet">${about}</p>
      <pre class="text" tabindex="0">${text}</pre>
      ${truncated ? html`<p class="hint">There was more of it.</p>` : nothing}
      ${headers === undefined ? html`<p class="hint">${whyNot(this.studio)}</p>` : nothing}`;
  }

  /** All attempts, the latest first: result, time and duration. */
  #attempts({ history, state, request }: ShownMessageDetails, now: number): TemplateResult {
    if (history.length === 0) {
      const isComing = state === 'pending' || state === 'sending';
      return html`<p class="quiet">${isComing ? 'No attempts yet.' : 'No attempts.'}</p>`;
    }
    const shown = this.answered ?? keyOf(history.at(-1));
    return html`<ol class="event-line attempts">
      ${repeat(history.toReversed(), keyOf, attempt => this.#attempt(attempt, { now, isShown: keyOf(attempt) === shown, url: request?.url }))}
    </ol>`;
  }

  #attempt(
    attempt: ShownAttempt,
    {
      now,
      isShown,
      url,
    }: { readonly now: number; readonly isShown: boolean; readonly url: string | undefined },
  ): TemplateResult {
    const { number, startedAt, durationMs, address, outcome } = attempt;
    const show = (): void => {
      this.answered = keyOf(attempt);
      this.tab = 'Response';
    };
    return html`<li class=${wasAccepted(outcome) ? 'good' : 'bad'}>
      <strong>${codeIn(outcomeOf(outcome, url))}</strong>
      <p class="quiet">
        Attempt ${number}${ofRound(attempt)}, ${agoAt(startedAt, now)}, ${formatDuration(durationMs)}${address === undefined ? '' : `, ${address}`}
      </p>
      ${
        outcome.kind === 'answered'
          ? html`<button type="button" class="button small" aria-pressed=${isShown && this.tab === 'Response'} @click=${show}>Show response</button>`
          : nothing
      }
    </li>`;
  }
}

/** Whether its endpoint is disabled, as far as is known. */
function isDisabled({ message, endpoint }: Found): boolean {
  return endpoint ? endpoint.disabledAt !== undefined : message.reason === 'endpoint-disabled';
}

/** How its last attempt ended, why it ended without one, and what stands in the way of resending it. */
function whyNotDelivered(found: Found, now: number, asked: AskedAttempt | undefined): TemplateResult {
  const { message, endpoint } = found;
  const isOff = isDisabled(found);
  // What came of the attempt says it already.
  const trouble = outcomeOfAsked(message, asked) ? undefined : troubleOf(message);
  const disabling = !isOff
    ? 'Its endpoint was disabled then, and is enabled again.'
    : html`${disabledReason} ${endpoint ? html`<span class="under">${disablingStory(endpoint, now)}</span>` : nothing}`;
  return html`${trouble === undefined ? nothing : html`<div class="notice ${isOpen(message) ? 'warning' : 'bad'}"><p>${codeIn(trouble)}</p></div>`}
    ${isOff || message.reason === 'endpoint-disabled' ? html`<div class="notice warning"><p>${disabling}</p></div>` : nothing}`;
}

/** Whether its next attempt can be made now. */
function isRetriable({ state, nextAttemptAt }: ShownMessageDetails): boolean {
  return state === 'pending' && nextAttemptAt !== undefined;
}

interface AskedAttempt {
  /** How many attempts had been made when somebody asked for another one. */
  readonly attempts: number;
  /** Whether its outcome was announced. */
  readonly isSaid: boolean;
}

/** How the attempt ended; undefined as long as it has not. */
function outcomeOfAsked({ history }: ShownMessageDetails, asked: AskedAttempt | undefined) {
  return asked === undefined || history.length <= asked.attempts ? undefined : history.at(-1)?.outcome;
}

/** What came of an attempt that somebody has asked for. */
function whatCame(message: ShownMessageDetails, asked: AskedAttempt, now: number): TemplateResult {
  const outcome = outcomeOfAsked(message, asked);
  if (!outcome) {
    return isOpen(message)
      ? html`<div class="notice"><p>The attempt is due now; what comes of it is shown here.</p></div>`
      : html``;
  }
  if (wasAccepted(outcome)) return html`<div class="notice good"><p>${outcomeOf(outcome)}</p></div>`;
  const { nextAttemptAt } = message;
  const then =
    nextAttemptAt === undefined
      ? isOpen(message)
        ? ''
        : 'It is not tried again.'
      : html`The next attempt is ${until(nextAttemptAt, now)}.`;
  return html`<div class="notice bad"><p>The attempt failed as well. ${codeIn(outcomeOf(outcome, message.request?.url))} ${then}</p></div>`;
}

const done = {
  resend: 'It is sent again.',
  retry: 'It is tried now.',
  cancel: 'It is cancelled.',
  enable: 'Its endpoint is enabled, and it is sent again.',
} as const;

function keyOf(attempt: ShownAttempt | undefined): string {
  return attempt ? `${attempt.round ?? 0} ${attempt.number}` : '';
}

/** ` after it was resent twice`; empty for attempts before that. */
function ofRound({ round = 0 }: ShownAttempt): string {
  if (round === 0) return '';
  return ` after it was resent ${round === 1 ? 'once' : `${round} times`}`;
}

function factsOf(message: ShownMessageDetails, now: number, studio: Studio): TemplateResult {
  const {
    id,
    profile,
    webhook,
    method,
    host,
    name = host,
    endpoint,
    pid,
    createdAt,
    nextAttemptAt,
  } = message;
  const fact = (word: string, value: unknown) => html`<dt>${word}</dt><dd>${value}</dd>`;
  const link = (path: string, word: unknown) => html`<a href=${path}>${word}</a>`;
  return html`<dl class="facts">
    ${
      webhook === undefined
        ? nothing
        : fact(
            'Webhook',
            profile === undefined ? name : link(pathOf('profiles', profile, 'webhooks', webhook), name),
          )
    }
    ${profile === undefined || seesOne(studio) ? nothing : fact(profileLabel(), link(pathOf('profiles', profile), profile))}
    ${host === '' ? nothing : fact('Endpoint', html`<span class="method">${method}</span> ${link(withQuery('endpoints', { id: endpoint }), host)}`)}
    ${pid === undefined || !seesAll(studio) ? nothing : fact('Process', link(pathOf('processes', pid), html`<code>${pid}</code>`))}
    ${fact('Attempts', attemptsOf(message))}
    ${nextAttemptAt === undefined ? nothing : fact('Next attempt', agoAt(nextAttemptAt, now))}
    ${fact('Created', agoAt(createdAt, now))}
    <dt>Id</dt>
    <dd class="line"><code>${id}</code> <copy-button .text=${id} label="Copy the id"></copy-button></dd>
  </dl>`;
}

function headerLine([name, value]: Header): string {
  return `${name}: ${value}`;
}

/** The request, if the user may see it. */
function sentRequest(request: SentRequest | undefined, studio: Studio): TemplateResult {
  if (!request) return html`<p class="quiet">${whyNot(studio)}</p>`;
  const { method, url, headers, body } = request;
  const text = [
    `${method} ${url}`,
    ...headers.map(headerLine),
    ...(body === undefined ? [] : ['', body]),
  ].join('\n');
  return html`<pre class="text" tabindex="0">${text}</pre>
    <copy-button .text=${text} shown="Copy" label="Copy the request"></copy-button>`;
}

function whyNot(studio: Studio): string {
  if (!may(studio, 'editor')) return 'Requests and answers may hold secrets: they are shown to editors.';
  return 'It was not kept, could not be made, or no encryption key opens it any more.';
}
