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
import { isArray, isSettings, recordOf } from './given-config.ts';
import { readConfig } from './read-config.ts';
import { type AnyConfig, type Setting, settings, type WebhookConfig } from './settings.ts';

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

/** A setting with the first word of its keys: a text has one key, and others have one for each part, after a dot. */
interface Property {
  readonly name: string;
  readonly word: string;
  readonly setting: Setting;
}

const properties: readonly Property[] = (['text', 'group', 'list', 'switches'] as const).flatMap(kind =>
  Object.entries<Setting>(settings)
    .filter(([, setting]) => setting.kind === kind)
    .map(([name, setting]) => ({
      name,
      word: 'inProperties' in setting ? setting.inProperties : name,
      setting,
    })),
);
const textNames = properties.filter(({ setting }) => setting.kind === 'text').map(({ word }) => word);
const withParts = properties.filter(({ setting }) => setting.kind !== 'text');

/** The names of the parts of a setting; undefined if it has none, or any. */
function partNames({ setting }: Property, { names }: AnyCatalogue): readonly string[] | undefined {
  if (setting.kind === 'group') return Object.keys(setting.settings);
  return setting.kind === 'switches' ? names : undefined;
}

function knownNames(catalogue: AnyCatalogue): readonly string[] {
  const ofParts = withParts.flatMap(property =>
    (partNames(property, catalogue) ?? ['<Name>']).map(name => `${property.word}.${name}`),
  );
  return [...textNames, ...ofParts];
}

/** The setting that a key without the prefix belongs to, whether or not it has such a part. */
function propertyAt(name: string): readonly [property: Property, part?: string] | undefined {
  const property = properties.find(({ word, setting }) =>
    setting.kind === 'text' ? name === word : name.startsWith(`${word}.`),
  );
  if (property?.setting.kind === 'text') return [property];
  return property && [property, name.slice(property.word.length + 1)];
}

/** The setting for a property: `headers` and a name, `events` and a name, or a setting alone. */
export function settingOfProperty(key: string): readonly [setting: string, inner?: string] {
  const own = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  const [property, part] = propertyAt(own) ?? [];
  return property && part !== undefined ? [property.name, part] : [own];
}

export interface WebhookProperties<Catalogue extends AnyCatalogue = ProcessEvents> {
  /** Undefined if a setting is missing or cannot be understood; it may still have errors in its texts. */
  readonly config?: WebhookConfig<Catalogue>;
  /** All diagnostics of the properties and the configuration; `field` is the key of a property. */
  readonly diagnostics: readonly WebhookDiagnostic[];
}

/**
 * Reads a configuration from flat keys that begin with `notification.webhook.`: the names of settings that are a text, such as
 * `url`; `authentication.username` and `authentication.password`; `event.<Name>` for each event of the catalogue, such as
 * `event.Started`, each `true` or `false`; and `header.<Name>` for each header, in their order. Every other key is an error.
 * Mistakes in the properties do not throw: they are in `diagnostics`.
 *
 * @throws {TypeError} for options that are unknown or invalid.
 */
export function parseWebhookProperties<Catalogue extends AnyCatalogue = ProcessEvents>(
  given: Readonly<Record<string, string>>,
  options?: WebhookOptions<Catalogue>,
): WebhookProperties<Catalogue> {
  // A configuration that was read for a catalogue has its events.
  return parse(given, readWebhookOptions(options)) as WebhookProperties<Catalogue>;
}

function parse(
  given: Readonly<Record<string, string>>,
  { events: catalogue, allow, receivers }: WebhookSettings,
): { readonly config?: AnyConfig; readonly diagnostics: readonly WebhookDiagnostic[] } {
  const read: ReadProperties = { texts: {}, parts: { events: {} }, items: {}, diagnostics: [] };
  try {
    if (!isSettings(given)) return { diagnostics: readConfig(given, catalogue).diagnostics };
    for (const [key, value] of Object.entries(given)) readProperty(key, value, read, catalogue);
  } catch {
    return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
  }
  const { texts, parts, items, diagnostics } = read;
  const input = { ...texts, ...parts, ...items };
  const { config, diagnostics: inConfig } = checkWebhook(input, catalogue, { allow, receivers });
  const ofConfig = inConfig.map(diagnostic => atProperty(diagnostic, read));
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
  const written: Record<string, string> = {};
  for (const [name, text] of properties
    .toSorted(headersLast)
    .flatMap(each => textsOf(own, each, catalogue))) {
    const key = prefix + name;
    if (Object.hasOwn(written, key)) throw new WebhookError(checkWebhook(own, catalogue).diagnostics);
    written[key] = text;
  }
  return written;
}

const readOptions = defineOptions<{ readonly events: AnyCatalogue }>({ events: aCatalogue });

function headersLast(a: Property, b: Property): number {
  return Number(a.setting.kind === 'list') - Number(b.setting.kind === 'list');
}

/** The texts of a setting, by their keys without the prefix. */
function textsOf(
  config: AnyConfig,
  property: Property,
  catalogue: AnyCatalogue,
): readonly (readonly [name: string, text: string])[] {
  const { word } = property;
  const value = recordOf(config)[property.name];
  if (value === undefined) return [];
  if (isArray(value))
    return value.map(recordOf).map(({ name, value: text }) => [`${word}.${String(name)}`, String(text)]);
  const names = partNames(property, catalogue);
  if (!names) return [[word, String(value)]];
  const parts = recordOf(value);
  return names
    .filter(name => Object.hasOwn(parts, name))
    .map(name => [`${word}.${name}`, String(parts[name])]);
}

interface ReadProperties {
  readonly texts: Record<string, string>;
  /** The parts of groups, and of switches. */
  readonly parts: Record<string, Record<string, unknown>>;
  readonly items: Record<string, { readonly name: string; readonly value: string }[]>;
  readonly diagnostics: WebhookDiagnostic[];
}

function readProperty(key: string, value: unknown, read: ReadProperties, catalogue: AnyCatalogue): void {
  const { texts, parts, items, diagnostics } = read;
  const [property, part = ''] = (key.startsWith(prefix) && propertyAt(key.slice(prefix.length))) || [];
  if (!property || partNames(property, catalogue)?.includes(part) === false) {
    const meant = meantKey(key, catalogue);
    const known = knownNames(catalogue).map(known => prefix + known);
    diagnostics.push(diagnoseField(key, 'unknown-property', { name: key, known, meant }));
    return;
  }
  if (typeof value !== 'string') {
    const found = `a ${typeof value}`;
    diagnostics.push(diagnoseField(key, 'wrong-setting-type', { name: key, expected: 'text', found }));
    return;
  }
  const { name, setting } = property;
  if (setting.kind === 'list') {
    items[name] ??= [];
    items[name].push({ name: part, value });
  } else if (setting.kind === 'text') {
    texts[name] = value;
  } else {
    const isSwitch = setting.kind === 'switches';
    if (isSwitch && value !== 'true' && value !== 'false') diagnostics.push(explainFlag(key, value));
    // An invalid value counts as on; otherwise the lack of events would be reported as well.
    parts[name] ??= {};
    parts[name][part] = isSwitch ? value !== 'false' : value;
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

function meantName([first = '', ...rest]: readonly string[], catalogue: AnyCatalogue): string | undefined {
  if (rest.length === 0) return didYouMean(first, textNames);
  const words = withParts.map(({ word }) => word);
  const property = withParts[words.indexOf(didYouMean(first, words) ?? '')];
  if (!property) return undefined;
  const names = partNames(property, catalogue);
  const part = names ? didYouMean(rest.join('.'), names) : rest.join('.');
  return part === undefined ? undefined : `${property.word}.${part}`;
}

/** Moves a diagnostic to the property that its field was read from. */
function atProperty(diagnostic: WebhookDiagnostic, { items }: ReadProperties): WebhookDiagnostic {
  const [, list = '', index, part] = /^(\w+)\[(\d+)\]\.(name|value)$/.exec(diagnostic.field) ?? [];
  if (index === undefined) return { ...diagnostic, field: prefix + propertyOf(diagnostic.field) };
  const field = `${prefix}${propertyOf(list)}.${items[list]?.[Number(index)]?.name ?? ''}`;
  // The name is in the key, which a range of the property's value cannot point to.
  return part === 'value' ? { ...diagnostic, field } : { ...diagnostic, ...inKey, field };
}

const inKey = { range: { start: 0, end: 0 }, related: [], fixes: [] } satisfies Partial<Diagnostic>;

function propertyOf(field: string): string {
  return field.replace(/^\w+/, setting => properties.find(({ name }) => name === setting)?.word ?? setting);
}
