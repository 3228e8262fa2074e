import { assertNever } from '../../diagnostics/assert-never.ts';
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
  type FilledWebhookOptions,
  readWebhookOptions,
  type WebhookOptions,
} from '../webhook-options.ts';
import { isArray, isSettings, recordOf } from './given-config.ts';
import { readConfig } from './read-config.ts';
import {
  type AnyConfig,
  type Setting,
  type SettingTree,
  settingIn,
  settings,
  type WebhookConfig,
} from './settings.ts';

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

/**
 * A text or a flag, with its key, or with the first word of its keys: those of switches go on with an event, those of lists with
 * the name of an item, and those of groups per event with an event and their own name.
 */
interface Property {
  readonly word: string;
  /** The setting itself, or the one that has the events or the items. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'flag';
  /** What the key goes on with: an event, or the name of an item, of which it is this part; that of an event is written last. */
  readonly per?: 'event' | { readonly part: string } | { readonly ofEvent: string };
}

function propertiesIn(tree: SettingTree, path: readonly string[] = []): readonly Property[] {
  return Object.entries(tree).flatMap(([name, setting]) => propertiesOf(setting, [...path, name]));
}

function propertiesOf(setting: Setting, path: readonly string[]): readonly Property[] {
  switch (setting.kind) {
    case 'text':
    case 'flag':
      return [{ word: path.join('.'), path, kind: setting.kind }];
    case 'switches':
      return [{ word: setting.inProperties, path, kind: 'flag', per: 'event' }];
    case 'group':
      return propertiesIn(setting.settings, path);
    case 'list':
      return Object.entries(setting.item.settings).flatMap(([part, { kind }]) =>
        (kind === 'text' || kind === 'flag') && part !== 'name'
          ? [{ word: wordOfPart(setting.inProperties, part), path, kind, per: { part } }]
          : [],
      );
    case 'per event':
      return Object.entries(setting.item.settings).flatMap(([ofEvent, { kind }]) =>
        kind === 'text' ? [{ word: path.join('.'), path, kind, per: { ofEvent } }] : [],
      );
    default:
      return assertNever(setting);
  }
}

/** `header` for its value, and `secretHeader` for its mark: the name of a header may contain dots. */
function wordOfPart(word: string, part: string): string {
  return part === 'value' ? word : part + word.charAt(0).toUpperCase() + word.slice(1);
}

const properties = propertiesIn(settings);
const wholeWords = properties.filter(({ per }) => !per).map(({ word }) => word);
const openProperties = properties.filter(({ per }) => per);

/** The names that the keys of a property may go on with; undefined for any. */
function namesAfter({ per }: Property, { names }: AnyCatalogue): readonly string[] | undefined {
  const part = partOfEvent(per);
  if (part !== undefined) return names.map(name => `${name}.${part}`);
  return per === 'event' ? names : undefined;
}

function partOfEvent(per: Property['per']): string | undefined {
  return typeof per === 'object' && 'ofEvent' in per ? per.ofEvent : undefined;
}

function knownNames(catalogue: AnyCatalogue): readonly string[] {
  const open = openProperties.flatMap(property =>
    (namesAfter(property, catalogue) ?? ['<Name>']).map(name => `${property.word}.${name}`),
  );
  return [...wholeWords, ...open];
}

/** The property that a key without the prefix belongs to, whether or not there is such an event. */
function propertyAt(name: string): readonly [property: Property, rest: string] | undefined {
  const property = properties.find(({ word, per }) => {
    const part = partOfEvent(per);
    if (part !== undefined) return name.startsWith(`${word}.`) && name.endsWith(`.${part}`);
    return per ? name.startsWith(`${word}.`) : name === word;
  });
  return property && [property, name.slice(property.word.length + 1)];
}

/** Where the value of a property stands in a configuration. */
interface PropertyPlace {
  readonly path: readonly string[];
  /** The name of the item of the list at `path`, and its part. */
  readonly item?: { readonly name: string; readonly part: string };
}

/** The place for a property; one that is unknown stands by its own words in a group, or as a setting. */
export function placeOfProperty(key: string): PropertyPlace {
  const own = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  const [property, rest = ''] = propertyAt(own) ?? [];
  if (property) return placeIn(property, rest);
  const words = own.split('.');
  return { path: settingIn(settings, words[0] ?? '')?.kind === 'group' ? words : [own] };
}

function placeIn({ path, per }: Property, rest: string): PropertyPlace {
  if (per === 'event') return { path: [...path, rest] };
  const part = partOfEvent(per);
  if (part !== undefined) return { path: [...path, rest.slice(0, -part.length - 1), part] };
  const ofItem = partOf(per);
  return ofItem === undefined ? { path } : { path, item: { name: rest, part: ofItem } };
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
 * `event.Started`, each `true` or `false`; and `header.<Name>` for each header, in their order, with `secretHeader.<Name>` for
 * its mark, `true` or `false`. Every other key is an error.
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
  { events: catalogue, allow, receivers }: FilledWebhookOptions,
): { readonly config?: AnyConfig; readonly diagnostics: readonly WebhookDiagnostic[] } {
  const read: ReadProperties = { config: { events: {} }, items: new Map(), diagnostics: [] };
  try {
    if (!isSettings(given)) return { diagnostics: readConfig(given, catalogue).diagnostics };
    for (const [key, value] of Object.entries(given)) readProperty(key, value, read, catalogue);
  } catch {
    return { diagnostics: [diagnoseField('', 'unreadable-configuration', {})] };
  }
  const { items, diagnostics } = read;
  for (const [list, ofList] of items) put(read.config, list.split('.'), [...ofList.values()]);
  const { config, diagnostics: inConfig } = checkWebhook(read.config, catalogue, { allow, receivers });
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
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap(each => textsOf(own, each, catalogue))) {
    const key = prefix + name;
    if (Object.hasOwn(written, key)) throw new WebhookError(checkWebhook(own, catalogue).diagnostics);
    written[key] = text;
  }
  return written;
}

const readOptions = defineOptions<{ readonly events: AnyCatalogue }>({ events: aCatalogue });

/** Settings alone come first, and then those of groups, events, and items, of which there may be many. */
function rankOf({ path, per }: Property): number {
  if (per === undefined) return Math.min(path.length, 2);
  return per === 'event' || partOfEvent(per) !== undefined ? 3 : 4;
}

/** The texts of a property, by their keys without the prefix. */
function textsOf(
  config: AnyConfig,
  { word, path, per }: Property,
  { names }: AnyCatalogue,
): readonly (readonly [name: string, text: string])[] {
  const value = path.reduce<unknown>((inside, name) => recordOf(inside)[name], config);
  if (value === undefined) return [];
  if (per === undefined) return [[word, String(value)]];
  const ofEvent = (name: string) =>
    Object.hasOwn(recordOf(value), name) ? recordOf(value)[name] : undefined;
  const part = partOfEvent(per);
  const ofItem = partOf(per) ?? '';
  const named =
    part !== undefined
      ? names.map(name => [`${name}.${part}`, recordOf(ofEvent(name))[part]])
      : per === 'event'
        ? names.map(name => [name, ofEvent(name)])
        : (isArray(value) ? value : []).map(recordOf).map(({ name, [ofItem]: each }) => [name, each]);
  return named.flatMap(([name, each]) =>
    each === undefined ? [] : [[`${word}.${String(name)}`, String(each)] as const],
  );
}

type Values = Record<string, unknown>;

interface ReadProperties {
  readonly config: Values;
  /** The items of each list, by the path of the list and their names, in their order. */
  readonly items: Map<string, Map<string, Values>>;
  readonly diagnostics: WebhookDiagnostic[];
}

function readProperty(key: string, value: unknown, read: ReadProperties, catalogue: AnyCatalogue): void {
  const { config, items, diagnostics } = read;
  const [property, rest = ''] = (key.startsWith(prefix) && propertyAt(key.slice(prefix.length))) || [];
  if (!property || namesAfter(property, catalogue)?.includes(rest) === false) {
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
  const isFlag = property.kind === 'flag';
  if (isFlag && value !== 'true' && value !== 'false') diagnostics.push(explainFlag(key, value));
  // An invalid value counts as on; otherwise the lack of events would be reported as well.
  const meant = isFlag ? value !== 'false' : value;
  const { path, item } = placeIn(property, rest);
  if (!item) {
    put(config, path, meant);
    return;
  }
  const list = path.join('.');
  const ofList = items.get(list) ?? new Map<string, Values>();
  items.set(list, ofList.set(item.name, { name: item.name, ...ofList.get(item.name), [item.part]: meant }));
}

function put(values: Values, [name = '', ...inside]: readonly string[], value: unknown): void {
  if (inside.length === 0) {
    // An event may be called `__proto__`.
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner = Object.hasOwn(values, name) ? (values[name] as Values) : {};
  put(inner, inside, value);
  values[name] = inner;
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
  if (rest.length === 0)
    return didYouMean(
      first,
      wholeWords.filter(word => !word.includes('.')),
    );
  const inGroups = wholeWords.filter(word => word.includes('.')).map(word => word.split('.'));
  const heads = [...openProperties.map(({ word }) => word), ...inGroups.flatMap(([head = '']) => head)];
  const head = didYouMean(first, [...new Set(heads)]);
  if (head === undefined) return undefined;
  const open = openProperties.find(({ word }) => word === head);
  const names = open
    ? namesAfter(open, catalogue)
    : inGroups.filter(([word]) => word === head).map(([, ...inside]) => inside.join('.'));
  const meant = names ? didYouMean(rest.join('.'), names) : rest.join('.');
  return meant === undefined ? undefined : `${head}.${meant}`;
}

/** Moves a diagnostic to the property that its field was read from. */
function atProperty(diagnostic: WebhookDiagnostic, { items }: ReadProperties): WebhookDiagnostic {
  const [, list = '', index, part] = /^([\w.]+)\[(\d+)\]\.(\w+)$/.exec(diagnostic.field) ?? [];
  if (index === undefined) return { ...diagnostic, field: prefix + propertyOf(diagnostic.field) };
  const [name = ''] = [...(items.get(list)?.keys() ?? [])].slice(Number(index));
  const own = properties.find(({ path, per }) => path.join('.') === list && partOf(per) === part);
  const field = `${prefix}${own?.word ?? propertyOf(list)}.${name}`;
  // The name is in the key, which a range of the property's value cannot point to.
  return own ? { ...diagnostic, field } : { ...diagnostic, ...inKey, field };
}

function partOf(per: Property['per']): string | undefined {
  return typeof per === 'object' && 'part' in per ? per.part : undefined;
}

const inKey = { range: { start: 0, end: 0 }, related: [], fixes: [] } satisfies Partial<Diagnostic>;

function propertyOf(field: string): string {
  const open = openProperties.find(
    ({ path, per }) => `${field}.`.startsWith(`${path.join('.')}.`) && partOfEvent(per) === undefined,
  );
  return open ? open.word + field.slice(open.path.join('.').length) : field;
}
