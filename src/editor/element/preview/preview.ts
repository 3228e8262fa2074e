import { html, nothing, type TemplateResult } from 'lit';
import type { SourceRange } from '../../../diagnostics/diagnostic.ts';
import type { AnyCatalogue } from '../../../webhook/events/event-catalogue.ts';
import type { PreviewedEvent } from '../../check/check-job.ts';
import { mostShownCharacters, piecesOf, type RequestPiece } from './request-pieces.ts';

export interface PreviewModel {
  readonly catalogue: AnyCatalogue;
  readonly events: readonly PreviewedEvent[];
  /** The event whose request is shown. */
  readonly chosen: string;
  /** Whether the requests are those of an earlier text, because this one has errors. */
  readonly isOld: boolean;
  readonly isOn: (name: string) => boolean;
  /** The field and offset of the cursor, whose tag lights up. */
  readonly cursor: { readonly field: string; readonly offset: number } | undefined;
  readonly choose: (name: string) => void;
  /** The pointer is on what a tag wrote, or left it. */
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
  readonly copied: boolean;
  readonly copy: (curl: string) => void;
}

type Shown = Extract<PreviewedEvent, { kind: 'request' }>;

/** The exact request, with a tab for each event. */
export function preview(model: PreviewModel): TemplateResult {
  const { catalogue, chosen } = model;
  return html`<section class="preview" aria-label="What will be sent">
    <h2>What will be sent</h2>
    <div role="tablist" aria-label="Events" @keydown=${(event: KeyboardEvent) => moveTab(event, model)}>
      ${catalogue.names.map(
        name => html`<button
          type="button"
          role="tab"
          id="tab-${name}"
          aria-selected=${name === chosen}
          aria-controls="request"
          tabindex=${name === chosen ? 0 : -1}
          class=${model.isOn(name) ? '' : 'off'}
          @click=${() => model.choose(name)}
        >
          ${catalogue.events[name]?.title ?? name}
        </button>`,
      )}
    </div>
    <div id="request" role="tabpanel" aria-labelledby="tab-${chosen}" tabindex="0">${panel(model)}</div>
  </section>`;
}

function moveTab(event: KeyboardEvent, { catalogue: { names }, chosen, choose }: PreviewModel): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = names[(names.indexOf(chosen) + step + names.length) % names.length] ?? chosen;
  choose(next);
  const tabs = (event.currentTarget as HTMLElement).children;
  for (const tab of tabs) if (tab instanceof HTMLElement && tab.id === `tab-${next}`) tab.focus();
}

function panel(model: PreviewModel): TemplateResult {
  const { chosen, events, isOn, isOld } = model;
  if (!isOn(chosen)) return html`<p class="hint">Not sent: this event is switched off.</p>`;
  const shown = events.find(({ name }) => name === chosen);
  if (!shown) return html`<p class="hint">The request is shown here when there are no errors.</p>`;
  if (shown.kind === 'failure') return html`<p class="hint">No request: ${shown.message}</p>`;
  return html`
    ${isOld ? html`<p class="hint">As it was before the last change: correct the errors to see it anew.</p>` : nothing}
    ${request(shown, model)}
  `;
}

function request(shown: Shown, model: PreviewModel): TemplateResult {
  const { method, url, headers, body } = shown.request;
  const { host, origin } = new URL(url);
  const bytes = new TextEncoder().encode(body ?? '').byteLength;
  const values = shown.parts.filter(({ field }) => field.startsWith('headers'));
  const own = headers.length - values.length - (headers.at(-1)?.[0] === 'authorization' ? 1 : 0);
  return html`
    <div class=${model.isOld ? 'request old' : 'request'}>
      <p>${method} ${part(shown, 'url', model, origin.length)} HTTP/1.1</p>
      <p class="derived">host: ${host}</p>
      ${headers.map(([name, value], index) => {
        const field = values[index - own]?.field;
        return html`<p class=${field ? '' : 'derived'}>
          ${name.toLowerCase()}: ${field ? part(shown, field, model) : value}
        </p>`;
      })}
      ${body === undefined ? nothing : html`<pre>${part(shown, 'payload', model)}</pre>`}
    </div>
    <p class="actions">
      ${body === undefined ? 'No body' : `${bytes.toLocaleString('en')} B`}
      <button type="button" class="quiet" @click=${() => model.copy(shown.curl)}>Copy as curl</button>
      <span role="status">${model.copied ? 'Copied' : ''}</span>
    </p>
  `;
}

function part({ parts }: Shown, field: string, model: PreviewModel, from = 0): TemplateResult {
  const found = parts.find(each => each.field === field);
  if (!found) return html``;
  const left = found.text.length - from - mostShownCharacters;
  return html`${piecesOf(found, from).map(each => piece(each, field, model))}${
    left > 0 ? html`<span class="derived">… ${left.toLocaleString('en')} more characters</span>` : nothing
  }`;
}

function piece({ text, source }: RequestPiece, field: string, model: PreviewModel): TemplateResult {
  if (!source) return html`${text}`;
  const { cursor } = model;
  const isLinked = cursor?.field === field && source.start <= cursor.offset && cursor.offset <= source.end;
  return html`<span
    class=${isLinked ? 'value linked' : 'value'}
    @pointerenter=${() => model.point(field, source)}
    @pointerleave=${() => model.point(field, undefined)}
    @click=${() => model.goTo(field, source)}
    >${text}</span
  >`;
}
