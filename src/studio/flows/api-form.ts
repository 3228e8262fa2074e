import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { FlowApi } from '../api/answers.ts';
import type { Answer } from '../api/api.ts';
import type { Studio } from '../frame/studio.ts';
import { Acting } from '../parts/acting.ts';
import { ask } from '../parts/ask.ts';
import { type ApiDraft, draftOf, inputOf } from './api-draft.ts';

/** Says what the server has stored. */
export type SavedEvent = CustomEvent<Answer<FlowApi>>;

const hints = {
  baseUrl: 'Only shown: it never decides where anything is sent. Empty for the address of this server.',
  parameters:
    'One in a line: its name, =, and where it is in the body, such as tables = job/tables or region = value of region.',
  sampleBody: 'The JSON that Test runs with.',
} as const;

/** Asks before what was written is lost. */
const mayLeave = (): Promise<boolean> =>
  ask({
    title: 'Leave without saving?',
    text: 'What you have changed in this form is lost.',
    action: 'Leave',
    otherwise: 'Stay',
  });

/** `<api-form>`: changes how a flow can be started from outside. Events: `saved`, `cancelled`. */
export class ApiForm extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    path: { attribute: false },
    given: { attribute: false },
  };

  declare studio: Studio;
  /** Where it is stored. */
  declare path: string;
  /** As it is stored now; `null` where it is not set up. */
  declare given: Answer<FlowApi> | null;
  readonly #acting = new Acting(this);
  #draft: ApiDraft = draftOf(null, '');
  /** What is wrong with a field, as far as it can be told here. */
  #wrong: Partial<Record<keyof ApiDraft, string>> = {};

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.studio.router.guard === mayLeave) this.studio.router.guard = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('given'))
      this.#draft = draftOf(this.given?.body ?? null, this.studio.api.urlOf('api/v2'));
  }

  protected override firstUpdated(): void {
    this.querySelector('input')?.focus();
  }

  protected override render(): TemplateResult {
    const title = this.given ? 'Edit the API' : 'Set up the API';
    return html`<form
      class="panel"
      aria-label=${title}
      novalidate
      @submit=${this.#submit}
      @input=${this.#input}
    >
      <h2>${title}</h2>
      ${this.#fields()} ${this.#problem()}
      <div class="buttons">
        <button type="submit" class="button primary" ?disabled=${this.#acting.doing !== undefined}>Save</button>
        <button type="button" class="button" @click=${() => this.dispatchEvent(new Event('cancelled'))}>
          Cancel
        </button>
      </div>
    </form>`;
  }

  #fields(): TemplateResult {
    const { enabled, baseUrl, parameters, sampleBody } = this.#draft;
    const area = (name: keyof ApiDraft, text: string) => html`<textarea
      name=${name}
      spellcheck="false"
      aria-describedby="${name}-hint"
      .value=${text}
    ></textarea>`;
    const url = html`<input
      class="code"
      name="baseUrl"
      inputmode="url"
      autocomplete="off"
      aria-describedby="baseUrl-hint"
      .value=${baseUrl}
    />`;
    return html`<label class="check">
        <input type="checkbox" name="enabled" .checked=${enabled} /> The API may start this task
      </label>
      ${this.#field('baseUrl', 'Base URL', hints.baseUrl, url)}
      ${this.#field('parameters', 'Parameters', hints.parameters, area('parameters', parameters))}
      ${this.#field('sampleBody', 'Sample body', hints.sampleBody, area('sampleBody', sampleBody))}`;
  }

  #field(name: keyof ApiDraft, label: string, hint: string, control: TemplateResult): TemplateResult {
    const wrong = this.#wrong[name];
    return html`<div>
      <label class="field"><span>${label}</span> ${control}</label>
      <p class="hint" id="${name}-hint">
        ${hint} ${wrong === undefined ? nothing : html`<span class="wrong">${wrong}</span>`}
      </p>
    </div>`;
  }

  #problem(): TemplateResult | typeof nothing {
    const { problem } = this.#acting;
    if (!problem) return nothing;
    const isStale = problem.status === 412;
    return html`<div class="notice bad" role="alert">
      <p>
        ${isStale ? 'Somebody has changed this since you opened it. Copy what you want to keep, then load what is stored.' : problem.message}
      </p>
      ${isStale ? html`<button type="button" class="button small" @click=${() => void this.#takeStored()}>Load what is stored</button>` : nothing}
    </div>`;
  }

  #input({ target }: Event): void {
    const field = target as HTMLInputElement | HTMLTextAreaElement;
    const value = field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
    this.#draft = { ...this.#draft, [field.name]: value };
    const { [field.name as keyof ApiDraft]: _, ...wrong } = this.#wrong;
    this.#wrong = wrong;
    this.studio.router.guard = mayLeave;
    this.requestUpdate();
  }

  #submit(event: Event): void {
    event.preventDefault();
    const read = inputOf(this.#draft);
    this.#wrong = 'wrong' in read ? read.wrong : {};
    this.requestUpdate();
    if ('wrong' in read) {
      this.querySelector<HTMLElement>(`[name="${Object.keys(read.wrong)[0]}"]`)?.focus();
      return;
    }
    const { api } = this.studio;
    const version = this.given ? { ifMatch: this.given.etag ?? '*' } : { ifNoneMatch: '*' as const };
    void this.#acting.act('save', async () => {
      const saved = await api.send<FlowApi>('PUT', this.path, { body: read.input, ...version });
      this.dispatchEvent(new CustomEvent('saved', { detail: saved }));
    });
  }

  async #takeStored(): Promise<void> {
    await this.#acting.act('load', async () => {
      this.given = await this.studio.api.send<FlowApi>('GET', this.path);
    });
  }
}
