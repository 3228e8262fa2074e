import { html, nothing, type TemplateResult } from 'lit';
import type { BranchesModel, PreviewModel, SampleModel } from './preview-model.ts';
import { requestView } from './request-view.ts';

/** The exact request, with a tab for each event. */
export function preview(model: PreviewModel): TemplateResult {
  const { catalogue, chosen, isOld, isOn, events } = model;
  const hasRequests = isOn(chosen) && events.length > 0;
  return html`<div class="preview" id="preview" role="group" aria-label="What will be sent">
    <div class="title">
      <h2>What will be sent</h2>
      <span class="hint">${isOld && hasRequests ? 'As before the errors' : ''}</span>
    </div>
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
      aria-description="The left and right arrow keys go from value to value, Enter to the tag that wrote it."
      tabindex="0"
      @keydown=${walkValues}
    >
      ${panel(model)}
    </div>
    ${coverage(model.branches)} ${isOn(chosen) ? sampleData(model.sample) : nothing}
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

/** From one value that a tag wrote to the next, and from there to the tag. */
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
  return requestView(shown, model);
}

function coverage({ shown, total, showNext }: BranchesModel): TemplateResult {
  if (total === 0) return html``;
  return html`<p class="actions">
    <span role="status">${shown} of ${total} branches shown</span>
    ${
      showNext
        ? html`<button type="button" class="quiet" @click=${showNext}>Show one that is missing</button>`
        : shown < total
          ? html`<span class="hint">The rest is for events that are off, or for values that no sample has.</span>`
          : nothing
    }
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
