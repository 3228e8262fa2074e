import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { replaceWith } from '../../diagnostics/fixes/fix.ts';
import { defineOptions } from '../../options/define-options.ts';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { checkWebhook } from '../check.ts';
import { diagnoseField, type WebhookDiagnostic, wholeRange } from '../diagnostic.ts';
import { WebhookError } from '../error.ts';
import type { AnyCatalogue } from '../events/event-catalogue.ts';
import type { ProcessEvents } from '../events/process-events.ts';
import {
  aCatalogue,
  type CatalogueOptions,
  readWebhookOptions,
  type WebhookOptions,
  type WebhookSettings,
} from '../webhook-options.ts';
import { isSettings } from './given-config.ts';
import { readConfig } from './read-config.ts';
import type { AnyConfig, WebhookConfig } from './settings.ts';

/** What the keys of a webhook begin with. */
export const webhookPrefix = 'notification.webhook.';
const prefix = webhookPrefix;
const prefixWords = prefix.split('.');

/** Whether a key is meant for a webhook, though its prefix may be misspelt. */
export function isWebhookProperty(key: string): boolean {
  if (key.startsWith(prefix)) return true;
  const words = key.split('.').slice(0, 2);
  // One by one: the length of the first would let the second be any other word.
  return words.length === 2 && words.every((word, index) => didYouMean(word, [prefixWords[index] ?? '']));
}

/**
 * Whether keys are meant for a webhook: at least one with the prefix, or three settings without it, since `name` and `url` alone
 * may be those of any program.
 */
export function areWebhookProperties(keys: readonly string[], catalogue: AnyCatalogue): boolean {
  return (
    keys.some(isWebhookProperty) || keys.filter(key => meantKey(key, catalogue) !== undefined).length >= 3
  );
}

/** Settings that are a single text, with a property of the same name. */
const textSettings = [
  'id',
  'name',
  'profile',
  'receiver',
  'catalogue',
  'channel',
  'method',
  'url',
  'contentType',
  'payload',
  'output',
  'timeZone',
] as const;
const credentialSettings = ['username', 'password'] as const;

/** The setting for a property: `headers` and a name, `events` and a name, or a setting alone. */
export function settingOfProperty(key: string): readonly [setting: string, inner?: string] {
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  const [, group = '', inner] = /^(header|event|authentication)\.(.*)$/s.exec(name) ?? [];
  return inner === undefined ? [name] : [groups[group] ?? group, inner];
}

const groups: Readonly<Record<string, string>> = { header: 'headers', event: 'events' };

function knownNames({ names }: AnyCatalogue): readonly string[] {
  return [
    ...textSettings,
    ...credentialSettings.map(name => `authentication.${name}`),
    'header.<Name>',
    ...names.map(name => `event.${name}`),
  ];
}

export interface WebhookProperties<Catalogue extends AnyCatalogue = ProcessEvents> {
  /** Undefined if a setting is missing or cannot be understood; it may still have errors in its texts. */
  readonly config?: WebhookConfig<Catalogue>;
  /** All diagnostics of the properties and the configuration; `field` is the key of a property. */
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/**
 * Reads a configuration from flat keys that begin with `notification.webhook.`: `id`, `name`, `url`, `method`, `profile`,
 * `receiver`, `catalogue`, `channel`, `contentType`, `payload`, `output`, `timeZone`; `authentication.username` and
 * `authentication.password`; `event.<Name>` for each event of the catalogue, such as `event.Started`, each `true` or `false`; and `header.<Name>`
 * for each header, in their order. Every other key is an error. Mistakes in the properties do not throw: they are in
 * `diagnostics`.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function parseWebhookProperties<Catalogue extends AnyCatalogue = ProcessEvents>(
  properties: Readonly<Record<string, string>>,
  options?: WebhookOptions<Catalogue>,
): WebhookProperties<Catalogue> {
  // A configuration that was read for a catalogue has its events.
  return parse(properties, readWebhookOptions(options)) as WebhookProperties<Catalogue>;
}

function parse(
  properties: Readonly<Record<string, string>>,
  { events: catalogue, allow, receivers }: WebhookSettings,
): { readonly config?: AnyConfig; readonly diagnostics: readonly WebhookDiagnostic[] } {
  const read: ReadProperties = { settings: {}, credentials: {}, events: {}, headers: [], diagnostics: [] };
  try {
    if (!isSettings(properties)) return { diagnostics: readConfig(properties, catalogue).diagnostics };
    for (const [key, value] of Object.entries(properties)) readProperty(key, value, read, catalogue);
  } catch {
    return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
  }
  const { settings, credentials, events, headers, diagnostics } = read;
  const input = {
    ...settings,
    events,
    ...(Object.keys(credentials).length > 0 && { authentication: credentials }),
    ...(headers.length > 0 && { headers }),
  };
  const { config, diagnostics: inConfig } = checkWebhook(input, catalogue, { allow, receivers });
  const ofConfig = inConfig.map(diagnostic => atProperty(diagnostic, headers));
  const isRead = config !== undefined && !hasErrors(diagnostics);
  return { diagnostics: [...diagnostics, ...ofConfig], ...(isRead && { config }) };
}

/**
 * Writes a configuration as the flat keys that `parseWebhookProperties` reads. Templates with mistakes are written too,
 * so that nothing is lost; an empty list of headers is the same as none. Credentials are written in plain text: the
 * properties are the configuration.
 *
 * @throws {WebhookError} for a configuration without a flat form: one with settings that are unknown, missing or of a
 * wrong type, with too many headers, or with two headers of the same name.
 */
export function formatWebhookProperties<Catalogue extends AnyCatalogue = ProcessEvents>(
  config: WebhookConfig<NoInfer<Catalogue>>,
  options?: CatalogueOptions<Catalogue>,
): Record<string, string> {
  const { events: catalogue } = readOptions(options);
  const reading = readConfig(config, catalogue);
  if (reading.config === undefined) throw new WebhookError(reading.diagnostics);
  const own = reading.config;
  const properties: Record<string, string> = {};
  for (const name of textSettings) {
    const value = own[name];
    if (value !== undefined) properties[prefix + name] = value;
  }
  for (const name of credentialSettings) {
    const value = own.authentication?.[name];
    if (value !== undefined) properties[`${prefix}authentication.${name}`] = value;
  }
  for (const name of catalogue.names) {
    const isOn = own.events[name];
    if (typeof isOn === 'boolean') properties[`${prefix}event.${name}`] = String(isOn);
  }
  for (const { name, value } of own.headers ?? []) {
    const key = `${prefix}header.${name}`;
    if (Object.hasOwn(properties, key)) throw new WebhookError(checkWebhook(own, catalogue).diagnostics);
    properties[key] = value;
  }
  return properties;
}

const readOptions = defineOptions<{ readonly events: AnyCatalogue }>({ events: aCatalogue });

interface ReadProperties {
  readonly settings: Record<string, string>;
  readonly credentials: Record<string, string>;
  readonly events: Record<string, boolean>;
  readonly headers: { readonly name: string; readonly value: string }[];
  readonly diagnostics: WebhookDiagnostic[];
}

function readProperty(key: string, value: unknown, read: ReadProperties, catalogue: AnyCatalogue): void {
  const { settings, credentials, events, headers, diagnostics } = read;
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
  const setting = textSettings.find(known => known === name);
  const credential = credentialSettings.find(known => `authentication.${known}` === name);
  const event = catalogue.names.find(known => `event.${known}` === name);
  if (!setting && !credential && !event && !name.startsWith('header.')) {
    const meant = meantKey(key, catalogue);
    const known = knownNames(catalogue).map(known => prefix + known);
    diagnostics.push(diagnoseField(key, 'unknown-property', { name: key, known, meant }));
  } else if (typeof value !== 'string') {
    const found = `a ${typeof value}`;
    diagnostics.push(diagnoseField(key, 'wrong-setting-type', { name: key, expected: 'text', found }));
  } else if (setting) {
    settings[setting] = value;
  } else if (credential) {
    credentials[credential] = value;
  } else if (event) {
    if (value !== 'true' && value !== 'false') diagnostics.push(explainFlag(key, value));
    // An invalid value counts as on; otherwise the lack of events would be reported as well.
    events[event] = value !== 'false';
  } else {
    headers.push({ name: name.slice('header.'.length), value });
  }
}

function explainFlag(key: string, value: string): WebhookDiagnostic {
  const lower = value.trim().toLowerCase();
  const isOn = ['true', 'yes', 'on', '1'].includes(lower);
  const isOff = ['false', 'no', 'off', '0'].includes(lower);
  const range = wholeRange(value);
  const fixes = isOn || isOff ? [replaceWith(range, String(isOn))] : [];
  return diagnoseField(key, 'not-true-or-false', { name: key }, { range, fixes });
}

/** The key that was meant by a key whose prefix or name is misspelt or missing. */
function meantKey(key: string, catalogue: AnyCatalogue): string | undefined {
  const segments = key.split('.');
  for (let skipped = 0; skipped <= Math.min(2, segments.length - 1); skipped++) {
    const head = segments
      .slice(0, skipped)
      .map(segment => `${segment}.`)
      .join('');
    const isPrefix = head === '' || didYouMean(head, [prefix]) !== undefined;
    const meant = isPrefix ? meantName(segments.slice(skipped), catalogue) : undefined;
    if (meant !== undefined) return prefix + meant;
  }
  return undefined;
}

function meantName([first = '', ...rest]: readonly string[], { names }: AnyCatalogue): string | undefined {
  if (rest.length === 0) return didYouMean(first, textSettings);
  const group = didYouMean(first, ['header', 'event', 'authentication']);
  const name = rest.join('.');
  if (group === undefined || group === 'header') return group && `header.${name}`;
  const meant = didYouMean(name, group === 'event' ? names : credentialSettings);
  return meant && `${group}.${meant}`;
}

/** Moves a diagnostic to the property that its field was read from. */
function atProperty(
  diagnostic: WebhookDiagnostic,
  headers: readonly { readonly name: string }[],
): WebhookDiagnostic {
  const [, index, part] = /^headers\[(\d+)\]\.(name|value)$/.exec(diagnostic.field) ?? [];
  if (index === undefined) return { ...diagnostic, field: prefix + propertyOf(diagnostic.field) };
  const field = `${prefix}header.${headers[Number(index)]?.name ?? ''}`;
  // The name is in the key, which a range of the property's value cannot point to.
  return part === 'value' ? { ...diagnostic, field } : { ...diagnostic, ...inKey, field };
}

const inKey = { range: { start: 0, end: 0 }, related: [], fixes: [] } satisfies Partial<Diagnostic>;

function propertyOf(field: string): string {
  if (field === 'headers') return 'header';
  return field.replace(/^events\b/, 'event');
}
