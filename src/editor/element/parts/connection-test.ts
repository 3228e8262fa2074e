import { html, nothing, type TemplateResult } from 'lit';
import type { AnyCatalogue } from '../../../webhook/events/event-catalogue.ts';
import type { TestAnswer, TestResult } from '../test-result.ts';

export interface ConnectionTestModel {
  readonly catalogue: AnyCatalogue;
  /** The events that are on. */
  readonly enabled: readonly string[];
  readonly chosen: string;
  /** Whether what is sent differs from what was saved. */
  readonly isModified: boolean;
  /** Why it cannot be sent again; empty where it can. */
  readonly reason: string;
  readonly state: TestState;
  readonly choose: (event: string) => void;
  readonly send: () => void;
  readonly close: () => void;
}

export type TestState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'ended'; readonly result: TestResult };

/** What a test sent, and what came back. */
export function connectionTest(model: ConnectionTestModel): TemplateResult {
  const { state, isModified, close } = model;
  return html`<div class="test" role="group" aria-label="Test">
    <div class="line">
      ${choice(model)}
      <button type="button" class="quiet" aria-label="Close the test" @click=${close}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
      </button>
    </div>
    <p class="outcome" role="status">${outcome(model)}</p>
    <p class="hint">
      Sent as a test; not retried.${isModified ? ' With the changes that are not saved yet.' : nothing}
    </p>
    ${state.kind === 'ended' && 'attempt' in state.result ? exchange(state.result) : nothing}
  </div>`;
}

function choice({
  catalogue,
  enabled,
  chosen,
  state,
  reason,
  choose,
  send,
}: ConnectionTestModel): TemplateResult {
  const titleOf = (name: string): string => catalogue.events[name]?.title ?? name;
  return html`
    <label class="box">
      Event
      <select
        .value=${chosen}
        @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
      >
        ${enabled.map(name => html`<option value=${name} ?selected=${name === chosen}>${titleOf(name)}</option>`)}
      </select>
    </label>
    <button
      type="button"
      class="quiet"
      ?disabled=${state.kind === 'sending' || reason !== ''}
      @click=${send}
    >
      ${state.kind === 'ended' ? 'Send again' : 'Send'}
    </button>
  `;
}

function outcome({ state, chosen, catalogue }: ConnectionTestModel): TemplateResult | string {
  if (state.kind === 'asking') return 'Choose the event to send.';
  if (state.kind === 'sending') return `Sending ${catalogue.events[chosen]?.title ?? chosen} …`;
  const { result } = state;
  if (!('attempt' in result)) return html`<strong class="bad">Not sent.</strong> ${result.message}`;
  const { durationMs, outcome } = result.attempt;
  if (outcome.kind === 'failed') return html`<strong class="bad">No answer.</strong> ${outcome.message}`;
  const isGood = outcome.status >= 200 && outcome.status < 300;
  return html`<strong class=${isGood ? 'good' : 'bad'}>Answered ${outcome.status}</strong> after
    ${Math.round(durationMs).toLocaleString('en')} ms`;
}

function exchange({ request, attempt: { outcome } }: TestAnswer): TemplateResult {
  const answer =
    outcome.kind === 'answered'
      ? message('Answer', `HTTP ${outcome.status}`, outcome.headers ?? [], outcome.body, outcome.truncated)
      : nothing;
  return html`${message('Request as sent', `${request.method} ${request.url}`, request.headers, request.body)}
  ${answer}`;
}

/** A request or an answer, which is text whatever it says. */
function message(
  title: string,
  line: string,
  headers: TestAnswer['request']['headers'],
  body: string | undefined,
  isCut = false,
): TemplateResult {
  return html`<details open>
    <summary>${title}</summary>
    <div class="request" role="group" aria-label=${title} tabindex="0">
      <p>${line}</p>
      ${headers.map(([name, value]) => html`<p class="derived">${name.toLowerCase()}: ${value}</p>`)}
      ${body ? html`<pre>${body}</pre>` : nothing}
      ${isCut ? html`<p class="derived">… and more, which was not read</p>` : nothing}
    </div>
  </details>`;
}
