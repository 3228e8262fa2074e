import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ShownFlowApi } from '../../api/answers.ts';
import { type Answer, ApiError } from '../api/api.ts';
import { KeptFocus, SaveKey, type Studio } from '../frame/screen.ts';
import { Acting, ask, refusal } from '../parts/acting.ts';
import { type Field, field } from '../parts/form.ts';
import { Conflict, conflictView } from '../unsaved/conflict.ts';
import {
  askToLeave,
  type KeptDraft,
  type KeptDrafts,
  keptChanges,
  UnsavedChanges,
} from '../unsaved/unsaved-changes.ts';
import {
  type ApiInput,
  type ApiValues,
  apiWords,
  EditedApi,
  findApi,
  inputOf,
  readParameters,
} from './edited-api.ts';
import { missingValues } from './missing-values.ts';

/** The detail is the stored version; `null` if that was deleted in the meantime. */
export type ApiStored = CustomEvent<Answer<ShownFlowApi> | null>;

/**
 * `<api-form>`: edits how a flow can be started from outside. Events: `stored`, and `closed` if there is nothing left
 * to do.
 */
export class ApiForm extends LitElement {
  static override readonly properties = {
    studio: { attribute: false },
    path: { attribute: false },
    given: { attribute: false },
    drafts: { attribute: false },
    begins: { attribute: false },
  };

  declare studio: Studio;
  /** The path of the stored configuration. */
  declare path: string;
  /** The stored configuration; `null` if there is none. */
  declare given: Answer<ShownFlowApi> | null;
  declare drafts: KeptDrafts;
  /** Whether the edit begins with the stored version, or with a draft kept in the browser. */
  declare begins: 'stored' | 'kept';
  readonly #acting = new Acting(this);
  #api: EditedApi | undefined;
  #unsaved: UnsavedChanges | undefined;
  #conflict: Conflict<ShownFlowApi> | undefined;
  /** Mistakes found before anything is sent. */
  #wrong: WrongFields = {};

  constructor() {
    super();
    new SaveKey(this, () => this.querySelector('form')?.requestSubmit());
    new KeptFocus(this, () => this.#firstField);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.studio.router.guard === askToLeave) this.studio.router.guard = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    if (this.#api) return;
    this.#api = new EditedApi(this.given?.body ?? null, this.studio.api.urlOf('api/v2'));
    const { drafts, path } = this;
    this.#unsaved = new UnsavedChanges(this, { drafts, id: () => path, read: () => this.#kept });
    if (this.begins === 'kept') this.#restore();
  }

  protected override firstUpdated(): void {
    this.#firstField?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const [api, unsaved] = [this.#api, this.#unsaved];
    if (!api) return nothing;
    const { doing, problem } = this.#acting;
    const title = this.given ? 'Edit the API' : 'Set up the API';
    return html`<form class="panel" aria-label=${title} novalidate @submit=${this.#submit} @input=${this.#input}>
      <h2>${title}</h2>
      ${keptChanges({ found: unsaved?.found ?? [], isModified: api.isModified, restore: () => this.#restore(), discard: () => this.#discard() })}
      ${this.#conflicting()} ${apiFields(api.values, this.#wrong)} ${this.#missing(api)}
      ${refusal(problem)}
      <div class="buttons">
        <button type="submit" class="button primary" aria-keyshortcuts="Control+S Meta+S" aria-disabled=${doing !== undefined}>Save</button>
        <button type="button" class="button" @click=${() => void this.#cancel()}>Cancel</button>
        <span class="quiet" role="status">${doing ? 'Saving …' : api.isModified ? 'Unsaved changes' : ''}</span>
      </div>
    </form>`;
  }

  /** A test of the flow would fail where the sample lacks a parameter. */
  #missing(api: EditedApi): TemplateResult {
    const { parameters, sampleBody } = api.values;
    const read = readParameters(parameters);
    const add = (text: string): void => {
      api.values = { ...api.values, sampleBody: text };
      this.#changed();
    };
    return html`<div role="status">
      ${'wrong' in read ? nothing : missingValues({ text: sampleBody, parameters: read.parameters, what: 'The sample', add })}
    </div>`;
  }

  get #firstField(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[name="enabled"]');
  }

  get #kept(): KeptDraft | undefined {
    const { version = 0, changes = [] } = this.#api ?? {};
    return changes.length > 0 ? { changes, version } : undefined;
  }

  #conflicting(): TemplateResult | typeof nothing {
    const conflict = this.#conflict;
    if (!conflict) return nothing;
    return conflictView({
      conflict,
      what: 'this API',
      id: 'api',
      words: apiWords,
      changed: () => this.requestUpdate(),
      use: () => this.#settle(conflict),
    });
  }

  #input({ target }: Event): void {
    const [api, field] = [this.#api, target as HTMLInputElement | HTMLTextAreaElement];
    // The choice between two versions is not among the fields.
    if (!api || !Object.hasOwn(api.values, field.name)) return;
    const value = field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
    api.values = { ...api.values, [field.name]: value };
    this.#wrong = { ...this.#wrong, [field.name]: undefined };
    this.#conflict = this.#conflict?.edited(api.fields);
    this.#changed();
  }

  /** Keeps unsaved changes as a draft, and makes the page ask before it is left. */
  #changed(): void {
    this.#unsaved?.changed();
    this.studio.router.guard = this.#api?.isModified ? askToLeave : undefined;
    this.requestUpdate();
  }

  #restore(): void {
    const found = this.#unsaved?.restored();
    if (!found) return;
    this.#api?.restore(found);
    this.#changed();
  }

  /** Takes over the choice between two versions, which is not saved yet. */
  #settle({ stored, choice }: Conflict<ShownFlowApi>): void {
    this.#api?.take(stored, choice);
    this.#conflict = undefined;
    this.#changed();
  }

  #discard(): void {
    this.#unsaved?.discarded();
    this.requestUpdate();
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (!this.#api || this.#acting.doing !== undefined) return;
    if (this.#conflict) this.#settle(this.#conflict);
    const read = inputOf(this.#api.values, { sampleBody: this.#api.sample });
    this.#wrong = 'wrong' in read ? read.wrong : {};
    this.requestUpdate();
    if ('wrong' in read) this.querySelector<HTMLElement>(`[name="${Object.keys(read.wrong)[0]}"]`)?.focus();
    else void this.#save(this.#api, read.input);
  }

  async #save(edited: EditedApi, input: ApiInput): Promise<void> {
    const sent = edited.values;
    const isDone = await this.#acting.act('save', async () => {
      const saved = await this.#send(input, edited.version);
      edited.saved(sent, saved.body);
      this.#tell(saved);
      this.studio.announce('Saved.');
    });
    this.#unsaved?.keep();
    if (!isDone) await this.#refused(edited);
    else if (!edited.isModified) this.dispatchEvent(new Event('closed'));
    this.#changed();
  }

  #send(body: ApiInput, version: number): Promise<Answer<ShownFlowApi>> {
    const seen = version === 0 ? { ifNoneMatch: '*' as const } : { ifMatch: `"${version}"` };
    return this.studio.api.send<ShownFlowApi>('PUT', this.path, { body, ...seen });
  }

  /**
   * Handles a save that was refused: somebody has saved another version, which is shown next to this one, or deleted
   * it.
   */
  async #refused(edited: EditedApi): Promise<void> {
    const { status, code } = this.#acting.problem ?? {};
    if (status !== 412 && code !== 'no-api-configuration') return;
    const theirs = await findApi(this.studio.api, this.path).catch(() => undefined);
    if (theirs === undefined) return;
    if (theirs) {
      const fields = { ...edited.valuesOf(theirs.body) };
      this.#conflict = new Conflict(edited.fields, edited.base, { stored: theirs.body, fields });
      this.#acting.forget();
      await this.updateComplete;
      this.querySelector<HTMLElement>('.conflict h2')?.focus();
    } else {
      edited.take(null, edited.fields);
      this.#acting.problem = new ApiError('no-api-configuration', 404, deletedMeanwhile);
    }
    this.#tell(theirs);
  }

  #tell(stored: Answer<ShownFlowApi> | null): void {
    this.dispatchEvent(new CustomEvent('stored', { detail: stored }));
  }

  async #cancel(): Promise<void> {
    if (this.#api?.isModified && !(await askToDiscard())) return;
    this.#unsaved?.forget();
    this.dispatchEvent(new Event('closed'));
  }
}

const deletedMeanwhile =
  'Somebody has deleted the API of this flow meanwhile. Save sets it up again as you have written it.';

const askToDiscard = (): Promise<boolean> =>
  ask({
    title: 'Discard what you have changed?',
    text: 'The API of this flow stays as it is stored.',
    action: 'Discard',
    otherwise: 'Go on editing',
  });

type WrongFields = Partial<Record<keyof ApiValues, string>>;

/** The fields of a flow's API, with their mistakes. */
function apiFields(
  { enabled, baseUrl, parameters, sampleBody }: ApiValues,
  wrong: WrongFields,
): TemplateResult {
  const fields: readonly Field[] = [
    {
      label: 'Base URL',
      name: 'baseUrl',
      value: baseUrl,
      hint: "For display only. Leave empty to use this server's address.",
      wrong: wrong.baseUrl,
      attributes: { class: 'code', inputmode: 'url' },
    },
    {
      label: 'Parameters',
      name: 'parameters',
      kind: 'lines',
      value: parameters,
      hint: html`One per line, such as <code>tables = job/tables</code>. In the body, <code>job/tables</code> is the field tables
        of job, and <code>value of region</code> is the first field called region.`,
      wrong: wrong.parameters,
    },
    {
      label: 'Sample body',
      name: 'sampleBody',
      kind: 'lines',
      value: sampleBody,
      hint: html`The JSON that <em>Test</em> sends, and that <em>Run …</em> offers.`,
      wrong: wrong.sampleBody,
    },
  ];
  return html`<label class="check">
      <input type="checkbox" name="enabled" .checked=${enabled} /> The API may start this flow
    </label>
    ${fields.map(field)}`;
}
