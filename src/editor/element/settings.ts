import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { aBoolean, aListOf, defineOptions, oneOf, optional } from '../../options/define-options.ts';
import { readGiven } from '../../webhook/config/given-config.ts';
import { hasBody, payloadOutputs } from '../../webhook/config/request-body.ts';
import { fieldAt, lineFields, secretMark } from '../../webhook/config/settings.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { fieldsToFill } from '../../webhook/placeholders.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { methods } from '../../webhook/webhook-request.ts';
import type { Help } from '../template-assistance.ts';
import { problemId } from './diagnostics.ts';
import {
  configOf,
  editorOfHeader,
  type FoldedName,
  type FormValues,
  foldedNames,
  type HeaderRow,
  headerRow,
  homeOf,
  isSecretEmpty,
  isSecretRow,
  kept,
  labelOf,
  type MessageValues,
  type SecretText,
  secretText,
  summaryOfFolded,
  titleOfFolded,
  written,
} from './form-values.ts';
import { payloadTools } from './payload-tools.ts';
import type { PayloadToolsModel } from './payload-tools-panel.ts';

/** The features that a page enables in the editor. */
export interface EditorCapabilities {
  /** Whether the user may change anything. Default: `true`. */
  readonly edit: boolean;
  /** Whether there is a button *Save*, which raises `save-request` like `Mod-S`. Default: `false`. */
  readonly save: boolean;
  /** Whether there is a button *Test Connection*, which raises `test-request`. Default: `false`. */
  readonly test: boolean;
  /** Whether headers can be marked as secret; the page never shows their values again. Default: `false`. */
  readonly secretHeaders: boolean;
  /** Whether there is a field for the signing secret. Default: `false`, and only where one is to be given or removed. */
  readonly signing: boolean;
  /** The methods to choose from. Default: all. */
  readonly methods: readonly string[];
}

/** @throws {TypeError} for a capability that is unknown or invalid. */
export const readCapabilities = defineOptions<EditorCapabilities>({
  edit: optional(aBoolean, true),
  save: optional(aBoolean, false),
  test: optional(aBoolean, false),
  secretHeaders: optional(aBoolean, false),
  signing: optional(aBoolean, false),
  methods: optional(aListOf(oneOf(...methods)), methods),
});

/** The contents of the fields, and callbacks for editing them. */
export interface SettingsModel {
  readonly values: FormValues;
  readonly catalogue: AnyCatalogue;
  /** Those to choose from. */
  readonly receivers: readonly KnownReceiver[];
  readonly capabilities: EditorCapabilities;
  /** The label of the group of events. */
  readonly eventsName: string;
  readonly isDisabled: boolean;
  /** The editor of a template's field. */
  readonly editorOf: (key: string, label: string, lines: 'one' | 'many') => HTMLElement;
  /** Whether a field has a mistake. */
  readonly isWrong: (field: string) => boolean;
  /** The receiver that is chosen, if it is known. */
  readonly receiver: KnownReceiver | undefined;
  /** The event whose words of the message are shown; undefined for those of all. */
  readonly wordsOf: string | undefined;
  /** Shows the words about an event. */
  readonly showWords: (event: string) => void;
  /** Writes the payload in place of the message that becomes it; undefined where that is not possible. */
  readonly editPayload: (() => void) | undefined;
  /** Takes that back; undefined where there is nothing to take back. */
  readonly undoPayload: (() => void) | undefined;
  /** Writes a message in place of the payload; undefined where the receiver takes none. */
  readonly writeMessage: (() => void) | undefined;
  /** What is loaded when it is first wanted, which a message does. */
  readonly help: Help | undefined;
  /** The buttons of the payload, and what they show. */
  readonly payloadTools: PayloadToolsModel;
  /** What was found at a place of the form, if anything was. */
  readonly problemsAt: (home: string) => TemplateResult | typeof nothing;
  readonly change: (change: (values: FormValues) => void) => void;
  /** Moves the focus to a control in its state after a change. */
  readonly focus: (field: string) => void;
}

/** The class of a field's frame. */
function frame(isWrong: boolean): string {
  return isWrong ? 'frame wrong' : 'frame';
}

const common = ['GET', 'POST'];
const mediaTypes = [
  'application/json',
  'application/x-ndjson',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-8',
];

/** The fields of a webhook. */
export function webhookFields(model: SettingsModel): TemplateResult {
  const { values, problemsAt } = model;
  const [first, ...lines] = lineFields.map(
    key => html`<div class="field wide">${textField({ key }, model)} ${problemsAt(key)}</div>`,
  );
  const beside = html`<div class="field wide">${receiver(model)} ${problemsAt('receiver')}</div>`;
  return html`
    ${inRows([first, beside, ...lines]).map(row => html`<div class="line">${row}</div>`)}
    ${values.message ? ofMessage(values.message, model) : ofRequest(model)}
    ${furtherSettings(model)} ${problemsAt('')}
  `;
}

/** The request in all its parts. */
function ofRequest(model: SettingsModel): TemplateResult {
  const { values, problemsAt } = model;
  const canHaveBody = hasBody({ method: values.method, payload: '' });
  return html`<div class="line">
      <div class="field events">${eventBoxes(model)} ${problemsAt('events')}</div>
      ${canHaveBody ? contentType(model) : nothing}
    </div>
    <div class="field">
      <div class="line">${method(model)} ${url(model)}</div>
      ${setupHint(model)} ${problemsAt('method')} ${problemsAt('url')}
    </div>
    ${canHaveBody ? payload(model) : nothing} ${headers(model)}`;
}

/** What people write who know their receiver, and not its requests. */
function ofMessage(message: MessageValues, model: SettingsModel): TemplateResult {
  const { values, catalogue, problemsAt, isDisabled, editorOf, isWrong, change } = model;
  const known = model.receiver;
  return html`<div class="line">
      <div class="field events">${eventBoxes(model)} ${problemsAt('events')}</div>
    </div>
    <div class="field">
      <div class="line">${url(model)}</div>
      ${setupHint(model)} ${problemsAt('url')}
    </div>
    ${
      known?.message && model.help
        ? model.help.messageFields({
            values,
            catalogue,
            receiver: known,
            event: model.wordsOf,
            isDisabled,
            isWrong,
            editorOf,
            choose: model.showWords,
            change,
            to: to(message, known, model),
            tools: isDisabled
              ? nothing
              : html`${payloadTools(model.payloadTools)} ${model.help?.insertPanel(model.payloadTools) ?? nothing}`,
            problems: problemsAt('message'),
          })
        : problemsAt('message')
    }`;
}

function to(
  message: MessageValues,
  { message: accepts }: KnownReceiver,
  model: SettingsModel,
): TemplateResult | typeof nothing {
  if (!accepts?.to && isSecretEmpty(message.to)) return nothing;
  return html`<div class="field">
    ${secretField({
      label: accepts?.to?.label ?? labelOf('message.to'),
      isLabelled: true,
      field: 'message.to',
      secret: message.to,
      isDisabled: model.isDisabled,
      isRemovable: true,
      ...(accepts?.to?.example !== undefined && { placeholder: accepts.to.example }),
      focus: model.focus,
      change: secret =>
        model.change(({ message: changed }) => {
          if (changed) changed.to = secret;
        }),
    })}
  </div>`;
}

function url({ isWrong, editorOf }: SettingsModel): TemplateResult {
  return html`<div class="field wide">
    <span class="label" aria-hidden="true">${labelOf('url')}</span>
    <div class=${frame(isWrong('url'))}>${editorOf('url', labelOf('url'), 'one')}</div>
  </div>`;
}

/** More than three beside each other have no room for their placeholders. */
function inRows<T>(controls: readonly T[]): readonly (readonly T[])[] {
  return controls.length === 0 ? [] : [controls.slice(0, 3), ...inRows(controls.slice(3))];
}

function eventBoxes({ values, catalogue, eventsName, isDisabled, change }: SettingsModel): TemplateResult {
  return html`<fieldset ?disabled=${isDisabled}>
    <legend>${eventsName}</legend>
    <div class="boxes">
      ${catalogue.names.map(name => {
        const { title = name, description = '' } = catalogue.events[name] ?? {};
        return html`<label class="box" title=${description}>
          <input
            type="checkbox"
            data-field="events"
            .checked=${values.events[name] === true}
            @change=${(event: Event) => {
              const { checked } = event.target as HTMLInputElement;
              change(changed => {
                changed.events[name] = checked;
              });
            }}
          />
          ${title}
        </label>`;
      })}
    </div>
  </fieldset>`;
}

/** Whose rules the payload is checked by. The current one is always among the options, even if nobody knows it. */
function receiver(model: SettingsModel): TemplateResult {
  const { values, receivers } = model;
  const current = { id: values.receiver, name: values.receiver };
  const isListed = current.id === '' || receivers.some(({ id }) => id === current.id);
  const offered = isListed ? receivers : [current, ...receivers];
  const options = html`
    ${option('', 'Custom', current.id)}
    ${repeat(
      offered,
      ({ id }) => id,
      ({ id, name }) => option(id, name, current.id),
    )}
  `;
  return choice({ key: 'receiver', options }, model);
}

/** Where the users of a receiver find what has to be filled in, until it is. */
function setupHint({ values, receivers }: SettingsModel): TemplateResult | typeof nothing {
  const { setup } = receivers.find(({ id }) => id === values.receiver) ?? {};
  const isOpen = values.url === '' || fieldsToFill(readGiven(configOf(values))).length > 0;
  return setup === undefined || !isOpen ? nothing : html`<span id="setup" class="hint">${setup}</span>`;
}

/** The current method is always among the options, even if the page does not list it. */
function method(model: SettingsModel): TemplateResult {
  const { values, capabilities } = model;
  const offered = capabilities.methods;
  const known = offered.includes(values.method) ? offered : [values.method, ...offered];
  const more = known.filter(name => !common.includes(name));
  const named = (name: string) => option(name, name, values.method);
  const options = html`
    ${known.filter(name => common.includes(name)).map(named)}
    ${more.length > 0 ? html`<optgroup label="More">${more.map(named)}</optgroup>` : nothing}
  `;
  return choice({ key: 'method', options }, model);
}

function contentType(model: SettingsModel): TemplateResult {
  return html`<div class="field wide">
    ${textField({ key: 'contentType', suggestions: ['media-types', mediaTypes] }, model)}
    ${model.problemsAt('contentType')}
  </div>`;
}

function payload(model: SettingsModel): TemplateResult {
  const { isDisabled, editorOf, isWrong, problemsAt } = model;
  return html`<div class="field with-tools">
    <span class="label" aria-hidden="true">${labelOf('payload')}</span>
    <div class="${frame(isWrong('payload'))} payload ${model.payloadTools.isTall ? 'tall' : ''}">
      ${editorOf('payload', labelOf('payload'), 'many')}
    </div>
    ${problemsAt('payload')}
    ${kindOfMessage(model)}
    <span id="leave" class="hint" ?hidden=${isDisabled}
      >Tab indents: press Escape, then Tab, to leave the payload.</span
    >
    ${isDisabled ? nothing : [payloadTools(model.payloadTools), model.help?.insertPanel(model.payloadTools) ?? nothing]}
  </div>`;
}

/** Ways from a payload to a message, and back to the message that it was. */
function kindOfMessage({
  isDisabled,
  undoPayload,
  writeMessage,
}: SettingsModel): TemplateResult | typeof nothing {
  if (isDisabled || (!undoPayload && !writeMessage)) return nothing;
  return html`<p class="actions">
    ${undoPayload ? html`<button type="button" class="quiet" data-field="undo-payload" @click=${undoPayload}>Back to the message</button>` : nothing}
    ${!undoPayload && writeMessage ? html`<button type="button" class="quiet" data-field="write-message" @click=${writeMessage}>Write a message in words instead</button>` : nothing}
  </p>`;
}

/** The headers of a request: a row for each, and a button to add one. */
function headers(model: SettingsModel): TemplateResult {
  const { values, isDisabled, change, focus } = model;
  return html`<fieldset ?disabled=${isDisabled}>
    <legend>${labelOf('headers')}</legend>
    ${repeat(
      values.headers,
      ({ key }) => key,
      (row, index) => html`${header(row, index + 1, model)} ${model.problemsAt(editorOfHeader(row))}`,
    )}
    <button
      type="button"
      class="quiet"
      ?hidden=${isDisabled}
      data-field="headers"
      @click=${() => {
        const row = headerRow();
        change(({ headers: rows }) => rows.push(row));
        focus(`${editorOfHeader(row)} name`);
      }}
    >
      Add header
    </button>
    ${model.problemsAt('headers')}
  </fieldset>`;
}

function header(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  const { capabilities, isDisabled } = model;
  return html`<div class="header">
    <input
      type="text"
      class="frame name"
      aria-label="Name of header ${number}"
      data-field="${editorOfHeader(row)} name"
      placeholder="Name"
      autocomplete="off"
      spellcheck="false"
      .value=${row.name}
      @input=${(event: Event) => {
        const { value } = event.target as HTMLInputElement;
        model.change(() => {
          row.name = value;
        });
      }}
    />
    ${value(row, number, model)}
    ${capabilities.secretHeaders || isSecretRow(row) ? secretBox(row, number, model) : nothing}
    <button
      type="button"
      class="quiet"
      aria-label="Remove header ${number}"
      ?hidden=${isDisabled}
      @click=${() => {
        model.change(values => {
          values.headers = values.headers.filter(each => each !== row);
        });
        model.focus('headers');
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
    </button>
  </div>`;
}

function value(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  const label = `Value of header ${number}`;
  if (!isSecretRow(row))
    return html`<div class=${frame(false)}>${model.editorOf(editorOfHeader(row), label, 'one')}</div>`;
  return secretField({
    label,
    isLabelled: false,
    field: `${editorOfHeader(row)} value`,
    secret: row.value,
    isDisabled: model.isDisabled,
    isRemovable: false,
    focus: model.focus,
    change: secret =>
      model.change(() => {
        row.value = secret;
      }),
  });
}

/** A stored value is not known here, so a header that is no longer secret has to be entered again. */
function secretBox(row: HeaderRow, number: number, model: SettingsModel): TemplateResult {
  return html`<label class="box">
    <input
      type="checkbox"
      aria-label="Header ${number} is secret"
      .checked=${isSecretRow(row)}
      ?disabled=${!row.isSecret && isSecretRow(row)}
      @change=${(event: Event) => {
        const { checked } = event.target as HTMLInputElement;
        model.change(() => {
          row.isSecret = checked;
          row.wasSecret = true;
          row.value = secretText(row.value.text);
        });
      }}
    />
    <span aria-hidden="true">${labelOf(`headers.0.${secretMark}`)}</span>
  </label>`;
}

const zones = Intl.supportedValuesOf('timeZone');

const outputNames: Readonly<Record<(typeof payloadOutputs)[number], string>> = {
  text: 'Text',
  json: 'JSON',
  'json-lines': 'JSON, a value in each line',
  form: 'Form',
  xml: 'XML',
};

/** The controls of settings that few webhooks need. */
const foldedControls: Readonly<Record<FoldedName, (model: SettingsModel) => TemplateResult>> = {
  authentication: credentials,
  signingSecret: signing,
  timeZone: model => textField({ key: 'timeZone', suggestions: ['time-zones', zones] }, model),
  output,
};

/** Folded until somebody opens them, with a summary of those that are set. */
function furtherSettings(model: SettingsModel): TemplateResult {
  const { values } = model;
  const names = foldedNames.filter(name => name !== 'signingSecret' || hasSigning(model));
  const isSet = summaryOfFolded(values, names);
  const isMessage = values.message !== undefined;
  const canHaveBody = !isMessage && hasBody({ method: values.method, payload: '' });
  return html`<details class="further">
    <summary>
      ${isMessage ? 'More settings' : titleOfFolded(names)}
      ${isSet === '' ? nothing : html`<span class="hint">${isSet}</span>`}
    </summary>
    <div class="folded">
      ${names
        .filter(name => canHaveBody || !fieldAt([name])?.isOfBody)
        .map(name => foldedControls[name](model))}
      ${isMessage ? headers(model) : nothing}
      ${
        isMessage && !model.isDisabled
          ? html`<button
              type="button"
              class="quiet"
              data-field="edit-payload"
              ?disabled=${!model.editPayload}
              @click=${model.editPayload}
            >
              Edit as JSON
            </button>`
          : nothing
      }
    </div>
  </details>
  ${model.problemsAt('further')}`;
}

/** Whether the signing secret has a field: where it has none otherwise, also while it is to be given again or removed. */
function hasSigning({ capabilities, values: { signingSecret }, isWrong }: SettingsModel): boolean {
  const { text, isStored, isKept, isLost } = signingSecret;
  const isAsked = isWrong('signingSecret') || isLost;
  return capabilities.signing || isAsked || text !== '' || (isStored && !isKept);
}

function credentials(model: SettingsModel): TemplateResult {
  const { values, isDisabled, change, focus } = model;
  return html`<fieldset>
    <legend>${labelOf('authentication')}</legend>
    <div class="line">
      ${textField({ key: 'username', field: 'authentication.username' }, model)}
      ${secretField({
        label: labelOf('authentication.password'),
        isLabelled: true,
        field: 'authentication.password',
        secret: values.password,
        isDisabled,
        isRemovable: true,
        focus,
        change: secret =>
          change(changed => {
            changed.password = secret;
          }),
      })}
    </div>
  </fieldset>`;
}

function signing({ values, isDisabled, change, focus }: SettingsModel): TemplateResult {
  return secretField({
    label: labelOf('signingSecret'),
    isLabelled: true,
    field: 'signingSecret',
    secret: values.signingSecret,
    isDisabled,
    isRemovable: true,
    placeholder: fieldAt(['signingSecret'])?.placeholder,
    focus,
    change: secret =>
      change(changed => {
        changed.signingSecret = secret;
      }),
  });
}

function output(model: SettingsModel): TemplateResult {
  const current = model.values.output;
  const options = html`
    ${option('', 'As the content type says', current)}
    ${payloadOutputs.map(name => option(name, outputNames[name], current))}
  `;
  return choice({ key: 'output', options }, model);
}

function option(value: string, text: string, current: string): TemplateResult {
  return html`<option value=${value} ?selected=${value === current}>${text}</option>`;
}

interface Choice {
  readonly key: TextKey;
  readonly options: TemplateResult;
}

/** A field whose value is chosen from a list. */
function choice(
  { key, options }: Choice,
  { values, isDisabled, isWrong, change }: SettingsModel,
): TemplateResult {
  return html`<label class="field">
    <span class="label">${labelOf(key)}</span>
    <select
      class=${frame(isWrong(key))}
      data-field=${key}
      ?disabled=${isDisabled}
      .value=${values[key]}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        change(changed => {
          changed[key] = value;
        });
      }}
    >
      ${options}
    </select>
  </label>`;
}

interface TextField {
  readonly key: TextKey;
  /** The name of the field in diagnostics. Default: `key`. */
  readonly field?: string;
  /** The id of a list of values to choose from, and the values. */
  readonly suggestions?: readonly [id: string, values: readonly string[]];
}

type TextKey = { [Key in keyof FormValues]: FormValues[Key] extends string ? Key : never }[keyof FormValues];

/** A field for plain text, not for a template. */
function textField(
  { key, field = key, suggestions }: TextField,
  { values, isDisabled, isWrong, change }: SettingsModel,
): TemplateResult {
  return html`<label class="field">
      <span class="label">${labelOf(field)}</span>
      <input
        type="text"
        class=${frame(isWrong(field))}
        data-field=${field}
        aria-invalid=${isWrong(field) ? 'true' : nothing}
        aria-describedby=${isWrong(field) ? problemId(homeOf(field, values)) : nothing}
        list=${suggestions?.[0] ?? nothing}
        autocomplete="off"
        spellcheck="false"
        placeholder=${fieldAt(field.split('.'))?.placeholder ?? nothing}
        ?disabled=${isDisabled}
        .value=${values[key]}
        @input=${(event: Event) => {
          const { value } = event.target as HTMLInputElement;
          change(changed => {
            changed[key] = value;
          });
        }}
      />
    </label>
    ${
      suggestions
        ? html`<datalist id=${suggestions[0]}>
          ${suggestions[1].map(value => html`<option value=${value}></option>`)}
        </datalist>`
        : nothing
    }`;
}

interface SecretModel {
  readonly label: string;
  /** Whether the label is shown above it. */
  readonly isLabelled: boolean;
  /** Its `data-field`. */
  readonly field: string;
  readonly secret: SecretText;
  readonly isDisabled: boolean;
  /** Whether a stored secret can be removed here; a header is removed with its row. */
  readonly isRemovable: boolean;
  readonly placeholder?: string | undefined;
  readonly change: (secret: SecretText) => void;
  /** Moves the focus to the control of this field that exists after a change. */
  readonly focus: (field: string) => void;
}

/** A field for a secret: a stored one can be kept, replaced or removed, but is never shown. */
function secretField(model: SecretModel): TemplateResult {
  const { label, isLabelled, secret, isRemovable } = model;
  const isGoing = isRemovable && secret.isStored && !secret.isKept && secret.text === '';
  return html`<div class="field secret wide">
    ${isLabelled ? html`<span class="label" aria-hidden="true">${label}</span>` : nothing}
    <div class="line">${secret.isKept ? stored(model) : input(model)}</div>
    ${isGoing ? html`<span class="hint">Left empty, the one that is stored is removed.</span>` : nothing}
  </div>`;
}

function stored({ secret, isRemovable, ...model }: SecretModel): TemplateResult {
  const empty = written(secret, '');
  return html`
    <span class="stored">Set, and not shown</span>
    ${button('Replace', empty, model, model.field)} ${isRemovable ? button('Remove', empty, model) : nothing}
  `;
}

function input({ secret, isRemovable, ...model }: SecretModel): TemplateResult {
  const { label, field, isDisabled, placeholder, change } = model;
  return html`
    <input
      type="password"
      class="frame"
      aria-label=${label}
      data-field=${field}
      autocomplete="new-password"
      spellcheck="false"
      placeholder=${placeholder ?? nothing}
      ?disabled=${isDisabled}
      .value=${secret.text}
      @input=${(event: Event) => change(written(secret, (event.target as HTMLInputElement).value))}
    />
    ${secret.isStored ? button('Keep', kept(secret), model) : nothing}
    ${secret.isLost && isRemovable ? button('Remove', written(secret, ''), model) : nothing}
  `;
}

type Wiring = Pick<SecretModel, 'label' | 'field' | 'isDisabled' | 'change' | 'focus'>;

/** A button that keeps, replaces or removes the secret. */
function button(
  text: string,
  secret: SecretText,
  { label, field, isDisabled, change, focus }: Wiring,
  ownField?: string,
): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    aria-label="${text}: ${label}"
    data-field=${ownField ?? nothing}
    ?disabled=${isDisabled}
    @click=${() => {
      change(secret);
      focus(field);
    }}
  >
    ${text}
  </button>`;
}
