import { html, nothing, type TemplateResult } from 'lit';
import type { PreviewPart } from '../../../webhook/preview/preview.ts';
import type { PreviewedEvent } from '../../check/check-job.ts';
import { isPrettyable, prettyPart } from './pretty-body.ts';
import type { PreviewModel } from './preview-model.ts';
import { mostShownCharacters, piecesOf, type RequestPiece } from './request-pieces.ts';

export type ShownRequest = Extract<PreviewedEvent, { kind: 'request' }>;

/** The exact request: its line, its headers, those that follow from other settings marked, and its body. */
export function requestView(shown: ShownRequest, model: PreviewModel): TemplateResult {
  const { method, url, headers, body } = shown.request;
  const { host, origin } = new URL(url);
  const bytes = new TextEncoder().encode(body ?? '').byteLength;
  const values = shown.parts.filter(({ field }) => field.startsWith('headers'));
  const own = headers.length - values.length - (headers.at(-1)?.[0] === 'authorization' ? 1 : 0);
  return html`
    <div class=${model.isOld ? 'request old' : 'request'}>
      <p>${method} ${part(partOf(shown, 'url'), model, origin.length)} HTTP/1.1</p>
      <p class="derived" title=${derived}>host: ${host}</p>
      ${headers.map(([name, value], index) => {
        const found = values[index - own];
        return html`<p class=${found ? '' : 'derived'} title=${found ? nothing : derived}>
          ${name.toLowerCase()}: ${found ? part(found, model) : value}
        </p>`;
      })}
      ${body === undefined ? nothing : html`<pre>${part(bodyOf(shown, model), model)}</pre>`}
    </div>
    <p class="actions">
      <span class="size">${body === undefined ? 'No body' : `${bytes.toLocaleString('en')} B`}</span>
      ${body !== undefined && isPrettyable(model.output) ? prettyButton(model) : nothing}
      <button type="button" class="quiet" @click=${() => model.copy(shown.curl)}>Copy as curl</button>
      <span role="status">${model.copied ? 'Copied' : ''}</span>
    </p>
  `;
}

const derived = 'Follows from the other settings';

function prettyButton({ isPretty, setPretty }: PreviewModel): TemplateResult {
  return html`<button
    type="button"
    class="quiet toggle"
    aria-pressed=${isPretty}
    @click=${() => setPretty(!isPretty)}
  >
    Pretty
  </button>`;
}

function partOf({ parts }: ShownRequest, field: string): PreviewPart | undefined {
  return parts.find(each => each.field === field);
}

function bodyOf(shown: ShownRequest, { isPretty, output }: PreviewModel): PreviewPart | undefined {
  const found = partOf(shown, 'payload');
  return found && isPretty && isPrettyable(output) ? prettyPart(found, output) : found;
}

function part(found: PreviewPart | undefined, model: PreviewModel, from = 0): TemplateResult {
  if (!found) return html``;
  const left = found.text.length - from - mostShownCharacters;
  return html`${piecesOf(found, from).map(each => piece(each, found.field, model))}${
    left > 0 ? html`<span class="derived">… ${left.toLocaleString('en')} more characters</span>` : nothing
  }`;
}

function piece({ text, source }: RequestPiece, field: string, model: PreviewModel): TemplateResult {
  if (!source) return html`${text}`;
  const { cursor } = model;
  const isLinked = cursor?.field === field && source.start <= cursor.offset && cursor.offset <= source.end;
  return html`<span
    class=${isLinked ? 'value linked' : 'value'}
    tabindex="-1"
    @focus=${() => model.point(field, source)}
    @blur=${() => model.point(field, undefined)}
    @pointerenter=${() => model.point(field, source)}
    @pointerleave=${() => model.point(field, undefined)}
    @click=${() => model.goTo(field, source)}
    >${text}</span
  >`;
}
