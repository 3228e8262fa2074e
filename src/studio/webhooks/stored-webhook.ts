import type { Session, ShownWebhook, TestBody } from '../../api/answers.ts';
import type { EditedContent, ReportedDiagnostic, TestAnswer } from '../../editor/index.ts';
import {
  isPublicName,
  lineFields,
  type PublicName,
  type Setting,
  settings,
} from '../../webhook/config/settings.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { eventsName } from '../../webhook/events/events-name.ts';
import { hidden, maskSecrets } from '../../webhook/secrets/secrets.ts';
import { type Answer, type Api, apiErrorOf } from '../api/api.ts';
import { pathOf } from '../frame/router.ts';
import type { FieldWords } from '../unsaved/conflict.ts';
import type { Fields } from '../unsaved/fields.ts';

/** A webhook as shown to editors: a stored secret is `{ "set": true }`. */
export interface EditableWebhook extends Omit<ShownWebhook, 'config' | 'diagnostics'> {
  readonly config?: Record<string, unknown> | undefined;
  readonly diagnostics?: readonly ReportedDiagnostic[] | undefined;
  /** The signing secret that the server has made when this version was saved. */
  readonly madeSecret?: string | undefined;
}

/** A webhook being edited, stored or new. */
export interface WebhookSubject {
  /** Identifies it on the page; for a stored webhook, its id. */
  readonly id: string;
  readonly stored: EditableWebhook | undefined;
  /** The content of a stored webhook; for a new one, what its draft is compared with. */
  readonly initial: EditedContent;
  /** What a new one begins with, if that is more. */
  readonly begun?: EditedContent | undefined;
}

export function editableContentOf({ config = {}, signingSecret }: EditableWebhook): EditedContent {
  return { config, ...(signingSecret && { signingSecret }) };
}

/** The name of the catalogue whose events it reports; undefined for the default one. */
export function catalogueOf(config: Record<string, unknown> = {}): string | undefined {
  const { catalogue } = config;
  return typeof catalogue === 'string' ? catalogue : undefined;
}

/** The version as a value of `If-Match`. */
function tagOf({ version }: Pick<EditableWebhook, 'version'>): string {
  return `"${version}"`;
}

/**
 * An id for a new webhook. The page chooses it once, so that a webhook whose first save got no answer is not saved a
 * second time. Ids of later webhooks sort after it.
 */
export function newWebhookId({ idPrefixes = {} }: Session, profile: string): string {
  const [...words] = crypto.getRandomValues(new Uint32Array(4));
  return `${idPrefixes[profile] ?? 'wh_'}${Date.now().toString(36)}_${words.map(word => word.toString(36)).join('')}`;
}

export function newContent(id: string, profile: string, events: readonly string[]): EditedContent {
  return {
    config: {
      id,
      profile,
      events: Object.fromEntries(events.map(name => [name, true])),
      method: 'POST',
      url: '',
      contentType: 'application/json',
      payload: '{\n  "text": "$event$"\n}',
    },
  };
}

/** A webhook as stored on the server, and the version that the edit began with. */
export class WebhookRecord {
  /** Undefined until it was saved for the first time. */
  stored: EditableWebhook | undefined;
  readonly #api: Api;
  readonly #initial: EditedContent;
  #version: number;

  constructor(api: Api, { stored, initial }: WebhookSubject) {
    this.#api = api;
    this.#initial = initial;
    this.stored = stored;
    this.#version = stored?.version ?? 0;
  }

  /** The stored content, or the initial one of a new webhook. */
  get content(): EditedContent {
    return this.stored ? editableContentOf(this.stored) : this.#initial;
  }

  /** 0 for a new webhook. */
  get version(): number {
    return this.#version;
  }

  /** If part of the edit began with another version, the earliest counts. */
  beginWith(version: number): void {
    this.#version = Math.min(this.#version, version);
  }

  /** @throws {ApiError} 412 if somebody has saved it since, 422 with diagnostics. */
  async save(content: EditedContent): Promise<void> {
    const { body } = await (this.stored ? this.#put(content, this.#version) : this.#post(content));
    this.take(body);
  }

  async #post(body: EditedContent): Promise<Answer<EditableWebhook>> {
    try {
      return await this.#api.send<EditableWebhook>('POST', 'api/webhooks', { body });
    } catch (error) {
      if (apiErrorOf(error).code !== 'id-taken') throw error;
      // Nobody else has this id: it was saved before, but the answer was lost.
      return this.#put(body, 1);
    }
  }

  #put(body: EditedContent, version: number): Promise<Answer<EditableWebhook>> {
    return this.#api.send<EditableWebhook>('PUT', this.#path, { body, ifMatch: tagOf({ version }) });
  }

  /** Fetches the current version from the server. */
  async current(): Promise<EditableWebhook> {
    return (await this.#api.send<EditableWebhook>('GET', this.#path)).body;
  }

  take(stored: EditableWebhook): void {
    this.stored = stored;
    this.#version = stored.version;
  }

  /** Sends one event with the edited content and the stored secrets. */
  async test(content: EditedContent, event: string): Promise<TestAnswer> {
    const body = { ...content, event, ...(this.stored && { id: this.stored.id }) };
    return (await this.#api.send<TestBody>('POST', 'api/webhooks/test', { body })).body;
  }

  /** Removes the edited version, or a later one that the user has seen. */
  async remove(version = this.#version): Promise<void> {
    if (this.stored) await this.#api.send('DELETE', this.#path, { ifMatch: tagOf({ version }) });
  }

  get #path(): string {
    const { id } = this.#initial.config;
    return pathOf('api', 'webhooks', this.stored?.id ?? String(id));
  }
}

/** A webhook as a flat list of settings, including the signing secret, which is otherwise next to the configuration. */
export function fieldsOf({ config, signingSecret }: EditedContent): Fields {
  return { ...config, ...(signingSecret !== undefined && { signingSecret }) };
}

export function contentFrom({ signingSecret, ...config }: Fields): EditedContent {
  // `fieldsOf` has put it there.
  const secret = signingSecret as EditedContent['signingSecret'];
  return { config, ...(secret !== undefined && { signingSecret: secret }) };
}

function labelled(isOfBody: boolean): Readonly<Record<string, string>> {
  const own = Object.entries<Setting>(settings).filter(([, each]) => (each.isOfBody === true) === isOfBody);
  return Object.fromEntries(own.flatMap(([name, { label }]) => (label === undefined ? [] : [[name, label]])));
}

/** The texts beside its name that everybody may see, with their labels. */
export function aboutOf(
  webhook: Pick<ShownWebhook, PublicName>,
): readonly (readonly [label: string, text: string])[] {
  return lineFields.flatMap(name => {
    const text = name !== 'name' && isPublicName(name) ? webhook[name] : undefined;
    return text === undefined ? [] : [[settings[name].label, text] as const];
  });
}

/** The words for the settings of a webhook for the events of a catalogue. */
export function webhookWords(catalogue: AnyCatalogue): FieldWords {
  const ofEvents = { events: eventsName(catalogue), signingSecret: 'Signing secret' };
  return {
    // The payload, which is long, comes late.
    labels: { ...labelled(false), ...ofEvents, ...labelled(true) },
    show: (field, value) =>
      field === 'signingSecret'
        ? secretState(value)
        : shownValue(maskSecrets({ [field]: value }, { level: 'declared' })[field]),
  };
}

/** The state of a secret; its value is never shown. */
function secretState(value: unknown): string {
  if (value === undefined) return 'None';
  if (value === null) return 'Removed here';
  if (typeof value === 'string') return 'Changed here';
  const { set } = { set: true, ...(value as object) };
  return set ? 'Stored' : 'To be written again';
}

/**
 * A setting as text: the payload itself, the list of events that are on, or asterisks for anything that is not text.
 */
function shownValue(value: unknown): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(each => headerText(each)).join('\n');
  const entries = Object.entries(value ?? {});
  if (entries.every(([, on]) => typeof on === 'boolean'))
    return entries.flatMap(([name, on]) => (on ? [name] : [])).join(', ') || 'none';
  return entries.map(([name, of]) => `${name}: ${typeof of === 'string' ? of : hidden}`).join('\n');
}

function headerText(header: unknown): string {
  const { name, value } = { name: '', value: '', ...(header as object) };
  return `${name}: ${typeof value === 'string' ? value : hidden}`;
}

/** What removing a webhook does, before it is confirmed. */
export const removalEffect = 'It will receive no more events, and messages that wait for it are cancelled.';
