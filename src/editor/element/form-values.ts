import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import { asText, readGiven, recordOf, type Settings } from '../../webhook/config/given-config.ts';
import { hasBody } from '../../webhook/config/request-body.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import {
  keptPlaceholder,
  lostPlaceholder,
  secretsOf,
  type UnshownSecret,
} from '../../webhook/secrets/secrets.ts';

/** A header as a row of the form. */
export interface HeaderRow {
  /** Identifies the row, wherever it stands. */
  readonly key: number;
  name: string;
  value: SecretText;
  /** Whether its box is ticked; `isSecretRow` says whether it is secret. */
  isSecret: boolean;
  /** Whether it was marked as secret since it was stored: a value typed then is still a secret. */
  wasSecret: boolean;
}

/**
 * The values of the fields. They are more than a configuration: settings that a GET does not use are still there if
 * somebody changes the method back.
 */
export interface FormValues {
  /** Settings without a field, unchanged. */
  rest: Readonly<Record<string, unknown>>;
  name: string;
  /** The id of the receiver; empty if none is named. */
  receiver: string;
  readonly events: Record<string, boolean>;
  method: string;
  url: string;
  username: string;
  password: SecretText;
  signingSecret: SecretText;
  headers: HeaderRow[];
  contentType: string;
  payload: string;
  output: string;
  timeZone: string;
}

let rows = 0;

export function headerRow(name = '', value: unknown = '', isSecret = false): HeaderRow {
  return { key: rows++, name, value: secretText(value), isSecret, wasSecret: false };
}

/** Whether the value of a row is secret: by its box, or as a known kind of secret. */
export function isSecretRow({ name, value, isSecret }: HeaderRow): boolean {
  const header = { name, value: said(value), secret: isSecret };
  return secretsOf({ headers: [header] }, { level: 'declared' }).length > 0;
}

/** The values for a configuration, however incomplete. */
export function valuesOf(config: unknown, signingSecret?: unknown): FormValues {
  const given = readGiven(config);
  const { name = '', receiver = '', url = '', contentType = '', payload = '', timeZone = '' } = given;
  const { username = '', settings: { password } = {} } = given.authentication ?? {};
  return {
    rest: withoutFields(given.settings),
    name,
    receiver,
    events: Object.fromEntries(Object.entries(given.events ?? {}).map(([name, on]) => [name, on === true])),
    method: asText(given.method) || 'POST',
    url,
    username,
    password: secretText(password),
    signingSecret: signingSecretText(signingSecret),
    headers: given.headers.map(({ name, settings: { value, secret } }) =>
      headerRow(name, value, secret === true),
    ),
    contentType,
    // Text fields of a page use these line breaks, and ranges have to agree everywhere.
    payload: payload.replace(/\r\n?/g, '\n'),
    output: asText(given.output) ?? '',
    timeZone,
  };
}

function withoutFields(settings: Settings): Settings {
  const {
    name,
    receiver,
    events,
    method,
    url,
    authentication,
    headers,
    contentType,
    payload,
    output,
    timeZone,
    ...rest
  } = settings;
  return rest;
}

/** The configuration to save: without empty rows, and without settings that its method does not use. */
export function configOf(values: FormValues): Record<string, unknown> {
  const whole = wholeConfigOf(values);
  const { contentType: _type, payload, output: _output, ...used } = whole;
  return hasBody({ method: values.method, payload }) ? whole : used;
}

/** Includes settings that its method does not use. */
function wholeConfigOf(values: FormValues): Record<string, unknown> {
  const { rest, name, receiver, events, method, url, username, password } = values;
  const { contentType, payload, output, timeZone } = values;
  const headers = filledRows(values).map(({ name, value, isSecret }) => ({
    name,
    value: said(value),
    ...(isSecret && { secret: true }),
  }));
  return {
    ...rest,
    ...(name !== '' && { name }),
    ...(receiver !== '' && { receiver }),
    events: { ...events },
    method,
    url,
    ...((username !== '' || isFilled(password)) && {
      authentication: { username, password: said(password) },
    }),
    ...(headers.length > 0 && { headers }),
    ...(contentType !== '' && { contentType }),
    ...(payload !== '' && { payload }),
    ...(output !== '' && { output }),
    ...(timeZone !== '' && { timeZone }),
  };
}

/** Undefined if there is no signing secret, `null` if the stored one is to be removed. */
function signingSecretOf({ signingSecret }: FormValues): string | UnshownSecret | null | undefined {
  if (isFilled(signingSecret)) return said(signingSecret);
  return signingSecret.isStored ? null : undefined;
}

/** The rows that become headers of the configuration, in order. */
export function filledRows({ headers }: FormValues): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name !== '' || isFilled(value));
}

/** Whether there is anything to save, if only that it has to be entered again. */
function isFilled(secret: SecretText): boolean {
  return secret.isLost || !isSecretEmpty(secret);
}

/** A webhook to be saved, or tried out. */
export interface EditedContent {
  readonly config: Record<string, unknown>;
  /** Absent if there is none; `null` if the stored one is to be removed. */
  readonly signingSecret?: string | UnshownSecret | null | undefined;
}

export function contentOf(values: FormValues): EditedContent {
  return { ...wholeContentOf(values), config: configOf(values) };
}

/** Includes settings that its method does not use: somebody may change the method back. */
export function wholeContentOf(values: FormValues): EditedContent {
  const signingSecret = signingSecretOf(values);
  return { config: wholeConfigOf(values), ...(signingSecret !== undefined && { signingSecret }) };
}

/**
 * The whole content without secrets that were typed, for storage where no secret may lie around: a new one is `{ "set":
 * false }`, to be entered again.
 */
export function contentWithoutSecrets(values: FormValues): EditedContent {
  return wholeContentOf(changeSecrets(values, unwritten, row => row.wasSecret));
}

/** A content after it went through the fields: with their line breaks, disabled events, and no empty values. */
export function shownContent({ config, signingSecret }: EditedContent): EditedContent {
  return wholeContentOf(valuesOf(config, signingSecret));
}

/** The values after saving: their secrets are stored, and no longer known here. */
export function savedValues(values: FormValues): FormValues {
  return changeSecrets(values, saved, () => false);
}

/** Applies a function to all secrets, including values in rows that are treated as secret. */
function changeSecrets(
  values: FormValues,
  change: (secret: SecretText) => SecretText,
  isAsGood: (row: HeaderRow) => boolean,
): FormValues {
  return {
    ...values,
    password: change(values.password),
    signingSecret: change(values.signingSecret),
    headers: values.headers.map(row => ({
      ...row,
      value: isSecretRow(row) || isAsGood(row) ? change(row.value) : row.value,
      wasSecret: false,
    })),
  };
}

/** Compares contents quickly: a payload may be long, and is compared on each key. */
export function isSameContent(a: EditedContent, b: EditedContent): boolean {
  const { payload } = a.config;
  const { payload: other } = b.config;
  return payload === other && withoutPayload(a) === withoutPayload(b);
}

function withoutPayload({ config, signingSecret }: EditedContent): string {
  return JSON.stringify([{ ...config, payload: undefined }, signingSecret]);
}

/** A text that may be a secret: a stored one is unknown to the page, and stays until another is entered. */
export interface SecretText {
  /** The typed text; empty while the stored secret is kept. */
  readonly text: string;
  /** Whether there is a stored one to keep. */
  readonly isStored: boolean;
  readonly isKept: boolean;
  /** Whether one was typed, but not kept with the rest. */
  readonly isLost: boolean;
}

export function secretText(value: unknown): SecretText {
  const { set } = recordOf(value);
  const text = typeof value === 'string' ? value : '';
  return { text, isStored: set === true, isKept: set === true, isLost: set === false };
}

/** Like `secretText`; `null` stands for a stored secret that is to be removed. */
export function signingSecretText(value: unknown): SecretText {
  return value === null ? { ...secretText(''), isStored: true } : secretText(value);
}

export function written(secret: SecretText, text: string): SecretText {
  return { ...secret, text, isKept: false, isLost: false };
}

/**
 * Drops the text: a stored secret is kept, and a new one has to be entered again. The wish to remove a stored one is
 * not secret.
 */
function unwritten(secret: SecretText): SecretText {
  if (secret.text === '') return secret;
  return secret.isStored ? kept(secret) : secretText(lostPlaceholder);
}

export function kept(secret: SecretText): SecretText {
  return { ...secret, text: '', isKept: secret.isStored };
}

/** The form of a secret in a configuration. */
function said({ text, isKept, isLost }: SecretText): string | UnshownSecret {
  if (isLost) return lostPlaceholder;
  return isKept ? keptPlaceholder : text;
}

/** Whether none was typed, and none is kept. */
export function isSecretEmpty({ text, isKept }: SecretText): boolean {
  return text === '' && !isKept;
}

/** A secret after saving: a typed one is now stored, and a removed one is gone. */
function saved({ text, isKept }: SecretText): SecretText {
  return secretText(text !== '' || isKept ? keptPlaceholder : '');
}

/** The control on the page for a field of a configuration. */
interface FieldOfPage {
  /** The key of its editor, if it is a visible template. */
  readonly editor?: string;
  /** The `data-field` of its control, if it is of another kind. */
  readonly control?: string;
  /** Its label on the page. */
  readonly label: string;
}

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  url: 'URL',
  payload: 'Payload',
  method: 'Method',
  contentType: 'Content type',
  events: 'Events',
  profile: 'Profile',
  receiver: 'Receiver',
  catalogue: 'Catalogue',
  'authentication.username': 'Username',
  'authentication.password': 'Password',
  authentication: 'Authentication',
  signingSecret: 'Signing secret',
  timeZone: 'Time zone',
  output: 'Output',
  headers: 'Headers',
  '': 'Webhook',
};

/** The label of the group of events. */
export function eventsName({ names }: AnyCatalogue): string {
  return names.join() === 'Started,Completed,Errored' ? 'Process' : 'Events';
}

/** The control for the field of a diagnostic, such as `headers[0].value`. */
export function fieldOfPage(field: string, values: FormValues): FieldOfPage {
  if (field === 'url' || field === 'payload') return { editor: field, label: labels[field] ?? field };
  const [, index, part] = /^headers\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (index !== undefined)
    return fieldOfHeader(filledRows(values)[Number(index)], Number(index), part, values);
  if (Object.hasOwn(labels, field)) return { control: field, label: labels[field] ?? field };
  const setting = field.split('.')[0] ?? '';
  return { control: setting, label: labels[setting] ?? field };
}

function fieldOfHeader(
  row: HeaderRow | undefined,
  index: number,
  part: string | undefined,
  values: FormValues,
): FieldOfPage {
  const label = `Header ${row ? values.headers.indexOf(row) + 1 : index + 1}`;
  if (!row) return { label };
  if (part === 'value' && !isSecretRow(row)) return { editor: editorOfHeader(row), label };
  return {
    control: part === 'value' ? `${editorOfHeader(row)} value` : `${editorOfHeader(row)} name`,
    label,
  };
}

/** The controls that are folded together, and have their problems under the fold. */
const further = ['authentication', 'signingSecret', 'timeZone', 'output'];

/** The place on the page for the problems of a field: under its control, or empty for one without a control. */
export function homeOf(field: string, values: FormValues): string {
  const [, index] = /^headers(?:\[(\d+)\])?/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(values)[Number(index)];
  if (field.startsWith('headers')) return row ? editorOfHeader(row) : 'headers';
  const setting = field.split('.')[0] ?? '';
  if (further.includes(setting)) return 'further';
  const isOfBody = setting === 'payload' || setting === 'contentType';
  const isShown = isOfBody ? hasBody({ method: values.method, payload: '' }) : onTop.includes(setting);
  return isShown ? setting : '';
}

const onTop = ['name', 'receiver', 'events', 'method', 'url'];

export function editorOfHeader({ key }: Pick<HeaderRow, 'key'>): string {
  return `header ${key}`;
}

interface Checked {
  readonly values: FormValues;
  readonly catalogue: AnyCatalogue;
  readonly checkedText: (field: string) => string;
}

/** `Payload, line 3`: the place of a diagnostic in a checked text. */
export function fieldAndLineOf(
  { field, range }: { readonly field: string; readonly range: SourceRange },
  { values, catalogue, checkedText }: Checked,
): string {
  const label = field === 'events' ? eventsName(catalogue) : fieldOfPage(field, values).label;
  const text = checkedText(field);
  if (!text.includes('\n')) return label;
  return `${label}, line ${text.slice(0, range.start).split('\n').length}`;
}

/** Sets the text of a field without an editor. */
export function setTextOfField(values: FormValues, field: string, text: string): void {
  const [, index, part] = /^headers\[(\d+)\]\.(name|value)$/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(values)[Number(index)];
  if (row && part === 'name') row.name = text;
  else if (row) row.value = secretText(text);
  else if (isText(field)) values[field] = text;
  else values.rest = { ...values.rest, [field]: text };
}

const texts = ['receiver', 'contentType', 'method', 'timeZone', 'output'] as const;

function isText(field: string): field is (typeof texts)[number] {
  return (texts as readonly string[]).includes(field);
}

/** The field of a configuration that belongs to an editor. */
export function fieldOfEditor(editor: string, values: FormValues): string {
  if (!editor.startsWith('header ')) return editor;
  const index = filledRows(values).findIndex(row => editorOfHeader(row) === editor);
  return `headers[${index}].value`;
}
