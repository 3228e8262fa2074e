import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Ban, CircleCheck, CircleX, Play, RotateCcw } from 'lucide-static';
import type { DeliveryDetails, Header, SentRequest, ShownAttempt } from '../../api/answers.ts';
import { codeIn } from '../../editor/code-in.ts';
import { pathOf } from '../frame/router.ts';
import { may, reasonAgainst, Screen, type Studio } from '../frame/screen.ts';
import { Acting, actionButton, ask } from '../parts/acting.ts';
import { Following, Ticking } from '../parts/following.ts';
import { icon } from '../parts/icon.ts';
import { Loaded, loaded } from '../parts/loaded.ts';
import { deliveryBadge } from '../parts/states.ts';
import { ago, formatDuration } from '../parts/time.ts';
import { attemptsOf, headingOf, isOpen, outcomeOf, reasonOf, wasAccepted } from './delivery-words.ts';

/** One delivery: its request, and the result of each attempt. */
export class DeliveryScreen extends Screen {
  readonly #delivery = new Loaded(this, signal => this.#find(signal));
  readonly #acting = new Acting(this);
  readonly #following = new Following(this, {
    concerns: ({ kind, data }) => kind === 'delivery' && data.id === this.param('id'),
    refresh: () => this.#delivery.reload(),
  });

  constructor() {
    super();
    new Ticking(this, 1000);
  }

  protected override firstUpdated(): void {
    void this.#delivery.reload();
  }

  protected override render(): TemplateResult {
    const delivery = this.#delivery.value;
    return html`<p class="crumbs"><a href="deliveries">Deliveries</a></p>
      <h1 tabindex="-1">${delivery ? headingOf(delivery) : 'Delivery'}</h1>
      ${loaded(this.#delivery, delivery => this.#show(delivery))}`;
  }

  get #path(): string {
    return pathOf('api', 'deliveries', this.param('id'));
  }

  /** Includes the request if the user may see it, unless no key opens it any more. */
  async #find(signal: AbortSignal): Promise<DeliveryDetails> {
    const { api } = this.studio;
    if (may(this.studio, 'editor')) {
      try {
        return await api.get<DeliveryDetails>(this.#path, { query: { include: 'request' }, signal });
      } catch (error) {
        if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
      }
    }
    return api.get<DeliveryDetails>(this.#path, { signal });
  }

  #show(delivery: DeliveryDetails): TemplateResult {
    const { problem } = this.#acting;
    const reason = reasonOf(delivery);
    return html`<section class="panel" aria-label="Delivery">
        <div class="heading">
          <span class="large">${deliveryBadge(delivery)}</span>
          <div class="buttons">${this.#buttons(delivery)}</div>
        </div>
        ${problem ? html`<p class="notice bad" role="alert">${problem.message}</p>` : nothing}
        ${reason === undefined ? nothing : html`<div class="notice"><p>${reason}</p>${wayOut(delivery)}</div>`}
        ${this.#facts(delivery)}
      </section>
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        ${attemptList(delivery, Date.now())}
      </section>
      ${sentRequest(delivery.request, this.studio)}`;
  }

  #facts(delivery: DeliveryDetails): TemplateResult {
    const { id, profile, method, host, createdAt, nextAttemptAt } = delivery;
    const now = Date.now();
    return html`<dl class="facts">
      <dt>To</dt>
      <dd><span class="method">${method}</span> ${host}</dd>
      ${profile === undefined ? nothing : html`<dt>Profile</dt><dd><a href=${pathOf('profiles', profile)}>${profile}</a></dd>`}
      <dt>Attempts</dt>
      <dd>${attemptsOf(delivery)}</dd>
      <dt>Created</dt>
      <dd>${ago(createdAt, now)}</dd>
      ${nextAttemptAt === undefined ? nothing : html`<dt>Next attempt</dt><dd>${ago(nextAttemptAt, now)}</dd>`}
      <dt>Id</dt>
      <dd class="line"><code>${id}</code> <copy-button .text=${id} label="Copy the id"></copy-button></dd>
    </dl>`;
  }

  #buttons(delivery: DeliveryDetails): TemplateResult {
    const common = {
      reason: reasonAgainst(this.studio, 'operator'),
      isBusy: this.#acting.doing !== undefined,
    };
    if (isOpen(delivery)) {
      const waits = delivery.nextAttemptAt !== undefined;
      return html`${
        waits
          ? actionButton({
              ...common,
              word: 'Retry now',
              svg: Play,
              act: () => void this.#act('retry', `${this.#path}/retry`),
            })
          : nothing
      }
      ${actionButton({ ...common, word: 'Cancel delivery', svg: Ban, act: () => void this.#cancel() })}`;
    }
    const again = { ...common, svg: RotateCcw, look: 'primary' } as const;
    const resend = `${this.#path}/resend`;
    if (delivery.reason !== 'endpoint-disabled') {
      return actionButton({ ...again, word: 'Resend', act: () => void this.#act('resend', resend) });
    }
    const enable = `${pathOf('api', 'endpoints', delivery.endpoint)}/enable`;
    return actionButton({
      ...again,
      word: 'Enable and resend',
      act: () => void this.#act('enable', enable, resend),
    });
  }

  async #cancel(): Promise<void> {
    const isSure = await ask({
      title: 'Cancel this delivery?',
      text: 'It will not be retried unless it is resent. An attempt in progress may still arrive.',
      action: 'Cancel delivery',
      otherwise: 'Keep trying',
    });
    if (isSure) await this.#act('cancel', `${this.#path}/cancel`);
  }

  /** Posts to one path after the other. */
  async #act(what: keyof typeof done, ...paths: readonly string[]): Promise<void> {
    const isDone = await this.#acting.act(what, async () => {
      for (const path of paths) await this.studio.api.send('POST', path);
    });
    if (isDone) this.studio.announce(done[what]);
    this.#following.soon();
    void this.#delivery.reload();
  }
}

const done = {
  resend: 'It is sent again.',
  retry: 'It is tried now.',
  cancel: 'It is cancelled.',
  enable: 'Its endpoint is enabled, and it is sent again.',
} as const;

/** A link to the place where the cause can be removed. */
function wayOut({ reason }: DeliveryDetails): TemplateResult | typeof nothing {
  if (reason !== 'endpoint-disabled') return nothing;
  return html`<a class="button small" href="endpoints">See endpoints</a>`;
}

/** All attempts, latest first: time, duration and result. */
function attemptList({ history, state }: DeliveryDetails, now: number): TemplateResult {
  if (history.length === 0) {
    const isComing = state === 'pending' || state === 'sending';
    return html`<p class="quiet">${isComing ? 'No attempts yet.' : 'No attempts.'}</p>`;
  }
  return html`<ol class="attempts">
    ${repeat(
      history.toReversed(),
      ({ round = 0, number }) => `${round} ${number}`,
      (attempt, index) => item(attempt, { now, answers: index === 0 ? 'shown' : 'folded' }),
    )}
  </ol>`;
}

interface Look {
  readonly now: number;
  /** People usually look for the answer of the last attempt. */
  readonly answers: 'shown' | 'folded';
}

function item(attempt: ShownAttempt, { now, answers }: Look): TemplateResult {
  const { round = 0, number, startedAt, durationMs, address, outcome } = attempt;
  const isGood = wasAccepted(attempt);
  return html`<li class="panel">
    <p class="state ${isGood ? 'good' : 'bad'}">
      ${icon(isGood ? CircleCheck : CircleX)}<strong>${codeIn(outcomeOf(attempt))}</strong>
    </p>
    <p class="quiet">
      Attempt ${number}${round > 0 ? ` after it was resent ${round === 1 ? 'once' : `${round} times`}` : ''},
      ${ago(startedAt, now)}, ${formatDuration(durationMs)}${address === undefined ? '' : `, ${address}`}
    </p>
    ${outcome.kind === 'answered' ? answer(outcome, answers) : nothing}
  </li>`;
}

type Answered = Extract<ShownAttempt['outcome'], { readonly kind: 'answered' }>;

/** The receiver's answer, always as text. */
function answer(
  { headers, body, truncated }: Answered,
  answers: Look['answers'],
): TemplateResult | typeof nothing {
  const hasHeaders = headers !== undefined && headers.length > 0;
  const hasBody = body !== undefined && body !== '';
  if (!hasHeaders && !hasBody) return nothing;
  return html`<details ?open=${hasBody && answers === 'shown'}>
    <summary>Answer</summary>
    <pre class="text" tabindex="0">${hasHeaders ? headerLines(headers) : ''}${hasHeaders && hasBody ? '\n\n' : ''}${body}</pre>
    ${truncated ? html`<p class="hint">There was more of it.</p>` : nothing}
  </details>`;
}

function headerLines(headers: readonly Header[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** The request, if the user may see it. */
function sentRequest(request: SentRequest | undefined, studio: Studio): TemplateResult {
  return html`<section aria-labelledby="request">
    <h2 id="request">Request</h2>
    ${request ? text(request) : html`<p class="quiet">${whyNot(studio)}</p>`}
  </section>`;
}

function text({ method, url, headers, body }: SentRequest): TemplateResult {
  const head = `${method} ${url}\n${headerLines(headers)}`;
  return html`<pre class="text" tabindex="0">${head}${body === undefined ? '' : `\n\n${body}`}</pre>`;
}

function whyNot(studio: Studio): string {
  if (!may(studio, 'editor')) return 'Requests and answers may hold secrets: they are shown to editors.';
  return 'It was not kept, could not be made, or no encryption key opens it any more.';
}
