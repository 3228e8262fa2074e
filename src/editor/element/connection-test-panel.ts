import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isSuccessStatus, statusMeaning } from '../../http/status.ts';
import { codeIn } from '../code-in.ts';
import type { ConnectionTestModel, TestAnswer } from './connection-test.ts';

/** The panel: the request that was sent, and its answer. */
export function connectionTest(model: ConnectionTestModel): TemplateResult {
  const { state, isOld, isModified, close } = model;
  const answer = state.kind === 'ended' && 'attempt' in state.result ? state.result : undefined;
  const status = answer && statusOf(answer);
  const isGood = status !== undefined && isSuccessStatus(status);
  return html`<div class=${isOld ? 'test old' : 'test'} role="group" aria-label="Test" tabindex="-1" data-field="test-panel">
    <div class="line">
      ${choice(model)}
      <button type="button" class="quiet" aria-label="Close the test" @click=${close}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
      </button>
    </div>
    <p class="outcome" role="status">${outcome(model)}</p>
    <p class="hint">
      ${isGood ? html`<span>Answered ${status}.</span>` : nothing}
      ${
        isOld
          ? 'The webhook was changed after this test: send it again.'
          : `Sent as a test; not retried.${isModified ? ' With the changes that are not saved yet.' : ''}`
      }
      ${isOld ? nothing : answer?.note}
    </p>
    ${answer ? exchange(answer, model.isOfWords) : nothing}
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
  const events = html`<label class="box">
    Event
    <select
      .value=${chosen}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
    >
      ${repeat(
        enabled,
        name => name,
        name => html`<option value=${name} ?selected=${name === chosen}>${titleOf(name)}</option>`,
      )}
    </select>
  </label>`;
  return html`
    ${enabled.length === 1 ? html`<span class="box">Event: ${titleOf(chosen)}</span>` : events}
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

function outcome({ state, chosen, catalogue, receiver }: ConnectionTestModel): TemplateResult | string {
  if (state.kind === 'sending') return `Sending ${catalogue.events[chosen]?.title ?? chosen} …`;
  const { result } = state;
  if (!('attempt' in result)) return html`<strong class="bad">Not sent.</strong> ${codeIn(result.message)}`;
  const { durationMs, outcome } = result.attempt;
  if (outcome.kind === 'failed')
    return html`<strong class="bad">No answer.</strong> ${codeIn(outcome.message)}`;
  const isGood = isSuccessStatus(outcome.status);
  const who = receiver ?? hostOf(result.request.url) ?? 'The receiver';
  const said = fewWords(outcome.body);
  const took = `in ${Math.round(durationMs).toLocaleString('en')} ms`;
  if (isGood)
    return html`<strong class="good">${who} ${said === undefined ? 'accepted it' : `said ${said}`}</strong> ${took}`;
  const why = statusMeaning(outcome.status, { url: result.request.url, headers: outcome.headers ?? [] });
  return html`<strong class="bad">${who} answered with ${outcome.status}</strong> ${took}${why === undefined ? nothing : html`: ${codeIn(why)}`}.
    ${said === undefined ? nothing : `It said: ${said}`}`;
}

function statusOf({ attempt: { outcome } }: TestAnswer): number | undefined {
  return outcome.kind === 'answered' ? outcome.status : undefined;
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}

const maxWords = 60;

/** What a body says, if that can be read in passing. */
function fewWords(body = ''): string | undefined {
  const text = body.trim();
  return text !== '' && text.length <= maxWords && !/^[<{[]|[\r\n]/.test(text) ? text : undefined;
}

function exchange({ request, attempt: { outcome } }: TestAnswer, isFolded: boolean): TemplateResult {
  const answer =
    outcome.kind === 'answered'
      ? html`<details ?open=${!isFolded}>${message('Answer', `HTTP ${outcome.status}`, outcome.headers ?? [], outcome.body, outcome.truncated)}</details>`
      : nothing;
  // The preview below shows nearly the same as the request.
  return html`${answer}
    <details>${message('Request as sent', `${request.method} ${request.url}`, request.headers, request.body)}</details>`;
}

/** A request or an answer, always as text. */
function message(
  title: string,
  line: string,
  headers: TestAnswer['request']['headers'],
  body: string | undefined,
  isCut = false,
): TemplateResult {
  return html`<summary>${title}</summary>
    <div class="request" role="group" aria-label=${title} tabindex="0">
      <p>${line}</p>
      ${headers.map(([name, value]) => html`<p class="derived">${name.toLowerCase()}: ${value}</p>`)}
      ${body ? html`<pre>${body}</pre>` : nothing}
      ${isCut ? html`<p class="derived">… and more, which was not read</p>` : nothing}
    </div>`;
}
