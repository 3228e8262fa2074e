import { html, nothing, type TemplateResult } from 'lit';
import type { PreviewPart } from '../../webhook/preview/preview.ts';
import type { PreviewedEvent } from '../check/check-job.ts';
import { codeIn } from '../code-in.ts';
import { messageLook } from './look/message-look.ts';
import { shownMessage } from './look/shown-message.ts';
import { prettyPart } from './pretty-body.ts';
import { isPrettyable } from './pretty-output.ts';
import type { BranchesModel, PreviewModel, SampleModel } from './preview.ts';
import { type WrittenPiece, writtenPiece } from './written-piece.ts';

/** The exact request, with a tab for each event. `problem` is why there is none of the present text. */
export function requestPreview(model: PreviewModel, problem: TemplateResult | undefined): TemplateResult {
  const { catalogue, chosen, isOld, isOn, events } = model;
  const hasRequests = isOn(chosen) && events.length > 0;
  return html`<div class="preview" id="preview" role="group" aria-label="What will be sent">
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
          class=${isOn(name) ? '' : 'off'}
          @click=${() => model.choose(name)}
        >
          ${catalogue.events[name]?.title ?? name}${
            isOn(name) ? nothing : html` <span class="mark">not sent</span>`
          }
        </button>`,
      )}
    </div>
    <div
      id="request"
      role="tabpanel"
      aria-labelledby="tab-${chosen}"
      @keydown=${walkValues}
    >
      ${panel(model)}
    </div>
    ${isOld && hasRequests && problem ? html`<p class="paused">Paused: ${problem}</p>` : nothing}
    ${isOld ? nothing : coverage(model.branches)} ${isOn(chosen) ? sampleData(model.sample) : nothing}
  </div>`;
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

/** Moves from one value written by a tag to the next, and to the tag itself. */
function walkValues(event: KeyboardEvent): void {
  const values = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.value')];
  const at = values.indexOf(event.target as HTMLElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const next = step === undefined ? undefined : values[Math.min(Math.max(at + step, 0), values.length - 1)];
  if (next) next.focus();
  else if (event.key === 'Enter' && at >= 0) values[at]?.click();
  else return;
  event.preventDefault();
}

function panel(model: PreviewModel): TemplateResult {
  const { chosen, events, isOn, isUnchecked } = model;
  if (!isOn(chosen)) return html`<p class="hint">Not sent: this event is switched off.</p>`;
  const shown = events.find(({ name }) => name === chosen);
  if (!shown && isUnchecked) return html`<p class="hint">Checking …</p>`;
  if (!shown) return html`<p class="hint">The request is shown here when there are no errors.</p>`;
  if (shown.kind === 'failure') return html`<p class="hint">No request: ${shown.message}</p>`;
  return model.isRequestShown
    ? html`${model.message ? toggle('Show the message', false, model) : nothing} ${requestView(shown, model)}`
    : html`${messageView(shown, model)} ${toggle('Show the request', true, model)}`;
}

/** The message as its receiver shows it. */
function messageView(shown: ShownRequest, model: PreviewModel): TemplateResult {
  const { message } = model;
  if (!message) return html`<p class="hint">No receiver of messages is chosen.</p>`;
  const { receiver, name } = message;
  const pieces = ({ field }: { readonly field: string }) => {
    const part = partOf(shown, field);
    return part ? piecesOf(part) : [];
  };
  const drawn = shownMessage({ receiver, name, request: shown, pieces });
  return html`<div class=${model.isOld ? 'message old' : 'message'}>
    ${drawn ? messageLook({ ...drawn, values: model }) : nothing}
  </div>`;
}

function toggle(word: string, isRequestShown: boolean, { showRequest }: PreviewModel): TemplateResult {
  return html`<p class="actions">
    <button type="button" class="quiet" @click=${() => showRequest(isRequestShown)}>${word}</button>
  </p>`;
}

/** Says what a case is, which is a word of this house, wherever one was not shown. */
function coverage({ shown, total, showNext }: BranchesModel): TemplateResult | typeof nothing {
  if (shown === total) return nothing;
  const more = 'The others are for events that are off, or for values that no sample has.';
  return html`<p class="actions">
    <span class="hint">The previews have shown ${shown} of the ${total} cases of conditions and lists so far. ${showNext ? nothing : more}</span>
    ${showNext ? html`<button type="button" class="quiet" @click=${showNext}>Show another case</button>` : nothing}
  </p>`;
}

function sampleData({ text, mistake, isChanged, write, reset }: SampleModel): TemplateResult {
  return html`<details class="sample">
    <summary>Sample data${isChanged ? html` <span class="hint">changed</span>` : nothing}</summary>
    <div class="folded">
      <textarea
        aria-label="Sample data, as JSON"
        aria-describedby="sample-mistake"
        aria-invalid=${mistake === undefined ? 'false' : 'true'}
        rows="8"
        spellcheck="false"
        .value=${text}
        @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p id="sample-mistake" class="hint" role="status">${mistake ?? ''}</p>
      <button type="button" class="quiet" ?disabled=${!isChanged} @click=${reset}>Reset sample data</button>
    </div>
  </details>`;
}

type ShownRequest = Extract<PreviewedEvent, { kind: 'request' }>;

/**
 * The exact request: its request line, its headers, with those marked that follow from other settings, and its body.
 */
function requestView(shown: ShownRequest, model: PreviewModel): TemplateResult {
  const { method, url, headers, body } = shown.request;
  const { host, origin } = new URL(url);
  const bytes = new TextEncoder().encode(body ?? '').byteLength;
  const values = shown.parts.filter(({ field }) => field.startsWith('headers'));
  const own = headers.length - values.length - (headers.at(-1)?.[0] === 'authorization' ? 1 : 0);
  return html`
    <div
      class=${model.isOld ? 'request old' : 'request'}
      role="group"
      aria-label="Request"
      aria-description="The left and right arrow keys go from value to value, Enter to the tag that wrote it."
      tabindex="0"
    >
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
    ${violation(shown, model)}
    <p class="actions">
      <span class="size">${body === undefined ? 'No body' : `${bytes.toLocaleString('en')} B`}</span>
      ${body !== undefined && isPrettyable(model.output) ? prettyButton(model) : nothing}
      <button type="button" class="quiet" @click=${() => model.copy(shown.curl)}>Copy as curl</button>
      <span aria-live="polite">${model.copied ? 'Copied' : ''}</span>
    </p>
  `;
}

/** What the receiver refuses in the body, with a way to the part of the template that wrote it. */
function violation(shown: ShownRequest, { goTo }: PreviewModel): TemplateResult {
  const { violation: found } = shown.body ?? {};
  if (!found) return html``;
  const { start } = found.range;
  const { text = '', spans = [] } = partOf(shown, 'payload') ?? {};
  const span = spans.find(({ output }) => output.start <= start && start < output.end);
  const line = text.slice(0, start).split('\n').length;
  return html`<p class="hint" role="note">
    ${
      span
        ? html`<button type="button" class="link" @click=${() => goTo('payload', span.source)}>Line ${line}</button>: `
        : nothing
    }${codeIn(found.message)}
  </p>`;
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
  const left = found.text.length - from - maxShownCharacters;
  return html`${piecesOf(found, from).map(each => writtenPiece(each, found.field, model))}${
    left > 0 ? html`<span class="derived">… ${left.toLocaleString('en')} more characters</span>` : nothing
  }`;
}

/** Nobody reads more of a text, and a longer preview would make the page slow. */
const maxShownCharacters = 8000;

/** A part of a request from an offset on, divided at the values of tags, up to the limit. */
function piecesOf({ text, spans }: PreviewPart, from = 0): readonly WrittenPiece[] {
  const pieces: WrittenPiece[] = [];
  const most = Math.min(text.length, from + maxShownCharacters);
  let read = from;
  for (const { output, source, value } of spans) {
    if (output.start >= most) break;
    if (!value || output.start < read || output.end === output.start) continue;
    if (output.start > read) pieces.push({ text: text.slice(read, output.start) });
    read = Math.min(output.end, most);
    pieces.push({ text: text.slice(output.start, read), source });
  }
  if (read < most) pieces.push({ text: text.slice(read, most) });
  return pieces;
}
