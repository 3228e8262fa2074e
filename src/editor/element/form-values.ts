import type { SourceRange } from '../../diagnostics/diagnostic.ts';
import {
  asText,
  type GivenConfig,
  keysOfField,
  readGiven,
  recordOf,
} from '../../webhook/config/given-config.ts';
import { hasBody } from '../../webhook/config/request-body.ts';
import {
  bodySettings,
  type FieldName,
  fieldAt,
  isFieldName,
  type Setting,
  secretMark,
  settingIn,
  settings,
  textFields,
} from '../../webhook/config/settings.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { eventsName } from '../../webhook/events/events-name.ts';
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

/** The fields of a message. */
export interface MessageValues {
  to: SecretText;
  /** Whether each event has words of its own. */
  isPerEvent: boolean;
  /** Those of all events. */
  common: WordsValues;
  /** Those of one event each. */
  readonly own: Record<string, WordsValues>;
}

/** A text that is not set is empty. */
export interface WordsValues {
  title: string;
  text: string;
}

/**
 * The values of the fields. They are more than a configuration: settings that a GET does not use are still there if
 * somebody changes the method back. A text that is not set is empty.
 */
export type FormValues = { [Name in FieldName]: string } & {
  /** Settings without a field, unchanged. */
  rest: Readonly<Record<string, unknown>>;
  readonly events: Record<string, boolean>;
  username: string;
  password: SecretText;
  signingSecret: SecretText;
  headers: HeaderRow[];
  /** Undefined for a webhook with a payload. */
  message: MessageValues | undefined;
};

let rows = 0;

export function headerRow(name = '', value: unknown = '', isSecret = false): HeaderRow {
  return { key: rows++, name, value: secretText(value), isSecret, wasSecret: false };
}

/** Whether the value of a row is secret: by its box, or as a known kind of secret. */
export function isSecretRow({ name, value, isSecret }: HeaderRow): boolean {
  const header = { name, value: saidSecret(value), [secretMark]: isSecret };
  return secretsOf({ headers: [header] }, { level: 'declared' }).length > 0;
}

/** The values for a configuration, however incomplete. */
export function valuesOf(config: unknown, signingSecret?: unknown): FormValues {
  const given = readGiven(config);
  const { username = '', settings: { password } = {} } = given.authentication ?? {};
  const texts = Object.fromEntries(textFields.map(name => [name, asText(given[name]) ?? '']));
  const rest = Object.entries(given.settings).filter(([name]) => !settingIn(settings, name)?.control);
  return {
    // It has all of these names.
    ...(texts as Record<FieldName, string>),
    rest: Object.fromEntries(rest),
    events: Object.fromEntries(Object.entries(given.events ?? {}).map(([name, on]) => [name, on === true])),
    method: asText(given.method) || 'POST',
    username,
    password: secretText(password),
    signingSecret: signingSecretText(signingSecret),
    headers: given.headers.map(({ name, settings: { value, [secretMark]: mark } }) =>
      headerRow(name, value, mark === true),
    ),
    payload: withPlainBreaks(given.payload),
    message: messageValuesOf(given),
  };
}

/** Text fields of a page use these line breaks, and ranges have to agree everywhere. */
function withPlainBreaks(text = ''): string {
  return text.replace(/\r\n?/g, '\n');
}

function messageValuesOf({
  message,
  messages,
  settings: own,
  events = {},
}: GivenConfig): MessageValues | undefined {
  const { message: given, messages: perEvent } = own;
  if (given === undefined && perEvent === undefined) return undefined;
  const wordsOf = (words: Partial<WordsValues> = {}): WordsValues => ({
    title: withPlainBreaks(words.title),
    text: withPlainBreaks(words.text),
  });
  const common = wordsOf({
    ...(message?.title !== undefined && { title: message.title }),
    ...(message?.text !== undefined && { text: message.text }),
  });
  const names = Object.keys(messages ?? {});
  const isPerEvent = perEvent !== undefined;
  // Those that an event has of all others stand beside its own.
  const all = isPerEvent
    ? [...new Set([...names, ...Object.keys(events).filter(name => events[name] === true)])]
    : [];
  const { to } = recordOf(given);
  return {
    to: secretText(to),
    isPerEvent,
    common: isPerEvent ? wordsOf() : common,
    own: Object.fromEntries(
      all.map(name => {
        const { title = message?.title, text = message?.text } = messages[name] ?? {};
        return [
          name,
          wordsOf({ ...(title !== undefined && { title }), ...(text !== undefined && { text }) }),
        ];
      }),
    ),
  };
}

/** The settings of a message, of which empty texts are left out. */
function messageOf({ to, isPerEvent, common, own }: MessageValues): Record<string, unknown> {
  const written = ({ title, text }: WordsValues) => ({ ...(title !== '' && { title }), text });
  const filled = Object.entries(own).filter(([, { title, text }]) => title !== '' || text !== '');
  const said = isFilled(to) ? { to: saidSecret(to) } : {};
  if (!isPerEvent) return { message: { ...said, ...written(common) } };
  return {
    ...(isFilled(to) && { message: said }),
    messages: Object.fromEntries(filled.map(([name, words]) => [name, written(words)])),
  };
}

/** The words that a field of a message stands for, and their part; undefined for any other field. */
export function wordsAt(
  field: string,
  { message }: FormValues,
): { readonly words: WordsValues; readonly part: keyof WordsValues } | undefined {
  const [setting, ...keys] = keysOfField(field);
  const part = keys.at(-1);
  if (!message || (part !== 'title' && part !== 'text')) return undefined;
  if (setting === 'message') return { words: message.common, part };
  const [event = ''] = keys;
  if (setting !== 'messages') return undefined;
  message.own[event] ??= { title: '', text: '' };
  return { words: message.own[event], part };
}

/** The field of a part of a message: about one event, or about all. */
export function wordsField(event: string | undefined, part: keyof WordsValues): string {
  return event === undefined ? `message.${part}` : `messages.${event}.${part}`;
}

/** The event whose words a field has; undefined for those of all, and for other fields. */
export function eventOfField(field: string): string | undefined {
  const [setting, event] = keysOfField(field);
  return setting === 'messages' ? event : undefined;
}

/** The configuration to save: without empty rows, and without settings that its method does not use. */
export function configOf(values: FormValues): Record<string, unknown> {
  const whole = wholeConfigOf(values);
  const { payload } = whole;
  const isLeftOut = (name: string): boolean => {
    if (values.message) return name === 'method' || bodySettings.includes(name);
    return bodySettings.includes(name) && !hasBody({ method: values.method, payload });
  };
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !isLeftOut(name)));
}

/** Includes settings that its method does not use. */
function wholeConfigOf(values: FormValues): Record<string, unknown> {
  const { rest, events, username, password } = values;
  const headers = filledRows(values).map(({ name, value, isSecret }) => ({
    name,
    value: saidSecret(value),
    ...(isSecret && { [secretMark]: true }),
  }));
  const nested: Readonly<Record<string, unknown>> = {
    events: { ...events },
    ...((username !== '' || isFilled(password)) && {
      authentication: { username, password: saidSecret(password) },
    }),
    ...(headers.length > 0 && { headers }),
    ...(values.message && messageOf(values.message)),
  };
  const written = Object.entries<Setting>(settings).flatMap(([name, { isOptional }]) => {
    if (!isFieldName(name)) return Object.hasOwn(nested, name) ? [[name, nested[name]]] : [];
    return values[name] === '' && isOptional ? [] : [[name, values[name]]];
  });
  return { ...rest, ...Object.fromEntries(written) };
}

/** Undefined if there is no signing secret, `null` if the stored one is to be removed. */
function signingSecretOf({ signingSecret }: FormValues): string | UnshownSecret | null | undefined {
  if (isFilled(signingSecret)) return saidSecret(signingSecret);
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
    message: values.message && { ...values.message, to: change(values.message.to) },
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
function saidSecret({ text, isKept, isLost }: SecretText): string | UnshownSecret {
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

/** The label of a field; its name if the page has no word for it. */
export function labelOf(field: string): string {
  if (field === '') return 'Webhook';
  return fieldAt(keysOfField(field))?.label ?? field;
}

/** The fields that are folded together, in the order of the form. */
export const foldedNames = ['authentication', 'signingSecret', 'timeZone', 'output'] as const;
export type FoldedName = (typeof foldedNames)[number];

/** `Authentication, time zone`: what is behind the fold. */
export function titleOfFolded(names: readonly FoldedName[]): string {
  const titles = names.map(name => fieldAt([name])?.folded?.title ?? labelOf(name).toLowerCase());
  return titles.join(', ').replace(/^./, first => first.toUpperCase());
}

/** `signed, as json`: the folded fields that are set, because they count although nobody sees them. */
export function summaryOfFolded(values: FormValues, names: readonly FoldedName[] = foldedNames): string {
  const { config, signingSecret } = values.message ? contentOf(values) : wholeContentOf(values);
  const given: Readonly<Record<string, unknown>> = { ...config, signingSecret: signingSecret ?? undefined };
  return names
    .filter(name => given[name] !== undefined)
    .map(name => fieldAt([name])?.folded?.summary(asText(given[name]) ?? '') ?? '')
    .join(', ');
}

/** The control for the field of a diagnostic, such as `headers[0].value`. */
export function fieldOfPage(field: string, values: FormValues): FieldOfPage {
  if (isTemplateField(field) || wordsAt(field, values)) return { editor: field, label: labelOf(field) };
  const [, index, part] = /^headers\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (index !== undefined)
    return fieldOfHeader(filledRows(values)[Number(index)], Number(index), part, values);
  const label = labelOf(field);
  if (label !== field) return { control: field, label };
  const setting = field.split('.')[0] ?? '';
  return { control: setting, label: settingIn(settings, setting)?.label ?? field };
}

/** Whether a field is a template with an editor of its own; each header has one too. */
export function isTemplateField(field: string): field is FieldName {
  const setting = settingIn(settings, field);
  return setting?.kind === 'text' && setting.isTemplate === true;
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

/** The place on the page for the problems of a field: under its control, or empty for one without a control. */
export function homeOf(field: string, values: FormValues): string {
  const [, index] = /^headers(?:\[(\d+)\])?/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(values)[Number(index)];
  if (field.startsWith('headers')) return row ? editorOfHeader(row) : 'headers';
  const [name = ''] = keysOfField(field);
  if (name === 'message' || name === 'messages') return 'message';
  const { control, folded, isOfBody } = fieldAt([name]) ?? {};
  if (folded) return 'further';
  const isShown = control !== undefined && (!isOfBody || hasBody({ method: values.method, payload: '' }));
  return isShown ? name : '';
}

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
  const own = field === 'events' ? eventsName(catalogue) : fieldOfPage(field, values).label;
  const event = eventOfField(field);
  const label =
    event === undefined ? own : `${catalogue.events[event]?.title ?? event}: ${own.toLowerCase()}`;
  const text = checkedText(field);
  if (!text.includes('\n')) return label;
  return `${label}, line ${text.slice(0, range.start).split('\n').length}`;
}

/** Sets the text of a field without an editor. */
export function setTextOfField(values: FormValues, field: string, text: string): void {
  const [, index, part] = /^headers\[(\d+)\]\.(name|value)$/.exec(field) ?? [];
  const row = index === undefined ? undefined : filledRows(values)[Number(index)];
  const words = wordsAt(field, values);
  if (row && part === 'name') row.name = text;
  else if (row) row.value = secretText(text);
  else if (words) words.words[words.part] = text;
  else if (isFieldName(field)) values[field] = text;
  else values.rest = { ...values.rest, [field]: text };
}

/** The field of a configuration that belongs to an editor. */
export function fieldOfEditor(editor: string, values: FormValues): string {
  if (!editor.startsWith('header ')) return editor;
  const index = filledRows(values).findIndex(row => editorOfHeader(row) === editor);
  return `headers[${index}].value`;
}
