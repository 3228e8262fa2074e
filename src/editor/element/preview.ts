import { html, nothing, type TemplateResult } from 'lit';
import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import type { OutputName } from '../../output/output.ts';
import { recordOf } from '../../webhook/config/given-config.ts';
import type {
  AnyCatalogue,
  AnyEvent,
  EventCatalogue,
  EventMap,
} from '../../webhook/events/event-catalogue.ts';
import type { Branch, Coverage } from '../../webhook/preview/coverage.ts';
import type { PreviewPart } from '../../webhook/preview/preview.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import type { PreviewedEvent } from '../check/check-job.ts';
import { codeIn } from '../code-in.ts';
import { loadHelp } from '../template-assistance.ts';
import type { EditedWebhook } from './edited-webhook.ts';
import { isPrettyable, prettyPart } from './pretty-body.ts';
import { type ValueWiring, type WrittenPiece, writtenPiece } from './written-piece.ts';

interface PreviewWiring {
  readonly webhook: EditedWebhook;
  readonly changed: () => void;
  readonly point: (field: string, source: SourceRange | undefined) => void;
  readonly goTo: (field: string, source: SourceRange) => void;
  readonly root: () => ShadowRoot;
}

/** What draws messages, which is loaded with the first. */
type Drawing = NonNullable<Awaited<ReturnType<typeof loadHelp>>>;

/** The state of the preview. */
export class PreviewState {
  #cursor: PreviewModel['cursor'];
  /** Counts changes that the webhook itself does not know about. */
  #version = 0;
  readonly #wiring: PreviewWiring;
  readonly #branches = new BranchesShown();
  #chosen: string | undefined;
  #isPretty = false;
  #copied = false;
  #isRequestShown = false;
  #drawing: Drawing | undefined;
  /** A text that is not a valid sample yet. */
  #unread: { readonly event: string; readonly text: string; readonly mistake?: string } | undefined;

  constructor(wiring: PreviewWiring) {
    this.#wiring = wiring;
  }

  /** Call it after a check. */
  checked(): void {
    const { templates, checkedEvents, coverage } = this.#wiring.webhook;
    this.#version++;
    // After errors, the state from before them stays.
    if (coverage && coverage.contexts.length > 0) this.#branches.add(templates, checkedEvents, coverage);
  }

  /** Shows the request for an event. */
  choose(event: string): void {
    this.#change({ chosen: event });
  }

  /** Call it when the cursor was moved other than by typing. */
  moved(cursor: PreviewModel['cursor']): void {
    this.#cursor = cursor;
    this.#changed();
  }

  /** Shows the request for an event with these facts. @throws {TypeError} if the catalogue does not accept them. */
  showSample(event: string, facts: object): void {
    const { webhook } = this.#wiring;
    webhook.setSample(event, sampleWith(facts, event, webhook.catalogue));
    this.#change({ chosen: event });
  }

  /** While these are the same, nothing is rendered again: a preview can be long, and keys come fast. */
  get dependencies(): unknown[] {
    const { values, catalogue, requests, areRequestsOld, payloadOutput } = this.#wiring.webhook;
    const on = JSON.stringify(values.events);
    return [this.#version, catalogue, requests, areRequestsOld, payloadOutput, on];
  }

  get model(): PreviewModel {
    const { webhook, point, goTo } = this.#wiring;
    const { values, catalogue, requests, areRequestsOld, payloadOutput, receiver } = webhook;
    if (values.message && !this.#drawing) void this.#loadDrawing();
    const isOn = (name: string): boolean => values.events[name] === true;
    const chosen = this.#chosen ?? catalogue.names.find(isOn) ?? catalogue.names[0] ?? '';
    const next = this.#branches.next(isOn);
    return {
      catalogue,
      events: requests,
      isOn,
      chosen,
      isUnchecked: webhook.diagnostics === undefined,
      isOld: areRequestsOld,
      output: payloadOutput,
      isPretty: this.#isPretty,
      setPretty: isPretty => this.#change({ isPretty }),
      cursor: this.#cursor,
      choose: name => this.#change({ chosen: name }),
      point,
      goTo,
      message:
        values.message && receiver && this.#drawing
          ? { receiver, name: values.name, drawing: this.#drawing }
          : undefined,
      isRequestShown: this.#isRequestShown || !values.message,
      showRequest: isShown => {
        this.#isRequestShown = isShown;
        this.#changed();
      },
      copied: this.#copied,
      copy: curl => this.#copy(curl),
      branches: {
        ...this.#branches.counts,
        showNext:
          next &&
          (() => {
            webhook.setSample(next.event, next);
            this.#change({ chosen: next.event });
          }),
      },
      sample: this.#sample(chosen),
    };
  }

  async #loadDrawing(): Promise<void> {
    const drawing = await loadHelp();
    if (!drawing || this.#drawing) return;
    this.#drawing = drawing;
    const { adoptedStyleSheets: adopted } = this.#wiring.root();
    const sheets = drawing.messageLookStyles.flatMap(({ styleSheet }) => styleSheet ?? []);
    this.#wiring.root().adoptedStyleSheets = [...adopted, ...sheets];
    this.#changed();
  }

  #sample(event: string): SampleModel {
    const { webhook } = this.#wiring;
    const unread = this.#unread?.event === event ? this.#unread : undefined;
    return {
      text: unread?.text ?? writeSample(webhook.sampleOf(event)),
      mistake: unread?.mistake,
      isChanged: unread !== undefined || webhook.hasOwnSample(event),
      write: text => {
        const read = readSample(text, event, webhook.catalogue);
        // The text stays as the user writes it.
        this.#unread = { event, text, ...('mistake' in read && { mistake: read.mistake }) };
        if ('sample' in read) webhook.setSample(event, read.sample);
        this.#changed();
      },
      reset: () => {
        this.#unread = undefined;
        webhook.setSample(event, undefined);
        this.#changed();
      },
    };
  }

  #change({ chosen, isPretty }: { readonly chosen?: string; readonly isPretty?: boolean }): void {
    this.#copied = false;
    this.#chosen = chosen ?? this.#chosen;
    this.#isPretty = isPretty ?? this.#isPretty;
    if (chosen !== undefined) this.#unread = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#version++;
    this.#wiring.changed();
  }

  #copy(curl: string): void {
    const copied = (): void => {
      this.#copied = true;
      this.#changed();
    };
    // A page without access to the clipboard announces nothing.
    navigator.clipboard?.writeText(curl).then(copied, () => {});
  }
}

/** The branches of the current templates that the user has seen. */
class BranchesShown {
  #templates = '';
  readonly #shown = new Set<string>();
  #coverage: Coverage<AnyEvent> | undefined;

  /** Counted once: there can be thousands, and they are shown with every key. */
  counts = { shown: 0, total: 0 };

  /** Adds the branches that the last check of these templates visited. */
  add(templates: string, events: readonly PreviewedEvent[], coverage: Coverage<AnyEvent>): void {
    if (templates !== this.#templates) this.#shown.clear();
    this.#templates = templates;
    this.#coverage = coverage;
    for (const event of events)
      if (event.kind === 'request') for (const branch of event.branches) this.#shown.add(keyOf(branch));
    const branches = [...coverage.contexts.flatMap(context => context.branches), ...coverage.unvisited];
    const all = [...new Set(branches.map(keyOf))];
    this.counts = { shown: all.filter(branch => this.#shown.has(branch)).length, total: all.length };
  }

  /** The sample that shows most of the missing branches; undefined if no event that is on shows any. */
  next(isOn: (name: string) => boolean): AnyEvent | undefined {
    const news = (this.#coverage?.contexts ?? [])
      .filter(({ event }) => isOn(event.event))
      .map(({ event, branches }) => ({
        event,
        count: branches.filter(branch => !this.#shown.has(keyOf(branch))).length,
      }));
    return news.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.event;
  }
}

function keyOf({ field, kind, range }: Branch): string {
  return `${field} ${kind} ${range.start}`;
}

/** The facts of an event as editable text. */
function writeSample(sample: AnyEvent | undefined): string {
  const { event: _, ...facts } = sample ?? { event: '' };
  return JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2);
}

/** The event with these facts, or the mistake in them. */
function readSample(
  text: string,
  event: string,
  catalogue: EventCatalogue<EventMap>,
): { readonly sample: AnyEvent } | { readonly mistake: string } {
  try {
    return { sample: sampleWith(recordOf(JSON.parse(text)), event, catalogue) };
  } catch (error) {
    if (error instanceof SyntaxError) return { mistake: `This is not JSON yet: ${error.message}` };
    if (error instanceof TypeError) return { mistake: error.message };
    throw error;
  }
}

/** The event with these facts; those that are left out are those of the sample. @throws {TypeError} */
function sampleWith(facts: object, event: string, catalogue: EventCatalogue<EventMap>): AnyEvent {
  const { event: _, ...sample } = catalogue.sample(event);
  return catalogue.create(event, { ...sample, ...facts });
}

/** The requests to show, and callbacks for pointing at them. */
interface PreviewModel extends ValueWiring {
  readonly catalogue: AnyCatalogue;
  readonly events: readonly PreviewedEvent[];
  /** The event whose request is shown. */
  readonly chosen: string;
  /** Whether nothing was checked yet. */
  readonly isUnchecked: boolean;
  /** Whether the requests belong to an earlier text, because this one has errors. */
  readonly isOld: boolean;
  readonly isOn: (name: string) => boolean;
  /** The format of the body. */
  readonly output: OutputName | undefined;
  readonly isPretty: boolean;
  readonly setPretty: (isPretty: boolean) => void;
  readonly choose: (name: string) => void;
  /** What is shown as its receiver shows it; undefined for a payload, and until it can be drawn. */
  readonly message:
    | { readonly receiver: KnownReceiver; readonly name: string; readonly drawing: Drawing }
    | undefined;
  /** Whether the request is shown, and not the message that it carries. */
  readonly isRequestShown: boolean;
  readonly showRequest: (isShown: boolean) => void;
  readonly copied: boolean;
  readonly copy: (curl: string) => void;
  readonly branches: BranchesModel;
  readonly sample: SampleModel;
}

/** The number of branches seen, which are cases to people, and a way to show another one. */
interface BranchesModel {
  readonly shown: number;
  readonly total: number;
  /** Undefined if no event that is on shows a missing branch. */
  readonly showNext: (() => void) | undefined;
}

/** The event behind a request. */
interface SampleModel {
  /** As JSON, or in whatever state the user left it. */
  readonly text: string;
  /** The reason why it cannot be used. */
  readonly mistake: string | undefined;
  readonly isChanged: boolean;
  readonly write: (text: string) => void;
  readonly reset: () => void;
}

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
  if (!message) return html`<p class="hint">Loading …</p>`;
  const { drawing, receiver, name } = message;
  const pieces = ({ field }: { readonly field: string }) => {
    const part = partOf(shown, field);
    return part ? piecesOf(part) : [];
  };
  const drawn = drawing.shownMessage({ receiver, name, request: shown, pieces });
  return html`<div class=${model.isOld ? 'message old' : 'message'}>
    ${drawn ? drawing.messageLook({ ...drawn, values: model }) : nothing}
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
