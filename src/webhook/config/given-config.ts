import {
  type Flag,
  type Group,
  type List,
  type PerEvent,
  type Setting,
  type SettingTree,
  type Switches,
  settingIn,
  settingInside,
  settings,
  type Text,
  wholeConfig,
} from './settings.ts';

export type Settings = Readonly<Record<string, unknown>>;

/**
 * A configuration as given, which may be anything: half-written, with wrong types, from a file, a page or a request. It
 * is read only once, so that the checked values are the ones that are used. Fields for texts are undefined unless they
 * are text, and those with a few options may be anything; `settings` still has everything.
 */
export type GivenConfig = GivenGroup<typeof settings> & {
  /** The reason why nothing could be read: it is not an object, or a getter or a proxy threw. */
  readonly fault?: 'not-an-object' | 'unreadable';
};

type GivenGroup<Tree> = { readonly [Name in keyof Tree]: GivenValue<Tree[Name]> } & {
  /** Every present setting, known or not, in the given order; `undefined` counts as absent. */
  readonly settings: Settings;
};

type GivenValue<S> =
  S extends Text<infer Value>
    ? string extends Value
      ? string | undefined
      : unknown
    : S extends Flag
      ? unknown
      : S extends Switches
        ? Settings | undefined
        : S extends Group<infer Tree>
          ? GivenGroup<Tree> | undefined
          : S extends List<infer Tree>
            ? readonly GivenGroup<Tree>[]
            : S extends PerEvent<infer Tree>
              ? Readonly<Record<string, GivenGroup<Tree>>>
              : never;

/**
 * Reads a configuration of any form. Never throws, and keeps no reference to its input.
 *
 * @param maxItems Maximum number of items that are read of a list. Default: all.
 */
export function readGiven(input: unknown, maxItems = Number.POSITIVE_INFINITY): GivenConfig {
  if (!isSettings(input)) return { ...viewOf(noSettings), fault: 'not-an-object' };
  try {
    return viewOf(copy(input, wholeConfig, maxItems));
  } catch {
    // The error may contain secrets, and is dropped.
    return { ...viewOf(noSettings), fault: 'unreadable' };
  }
}

const noSettings: Settings = Object.freeze(Object.create(null));

function viewOf(given: unknown): GivenConfig {
  // The settings that give the view its values give the type its fields.
  return groupView(given, settings) as unknown as GivenConfig;
}

/** An object without settings stands for anything that is no object. */
function groupView(given: unknown, tree: SettingTree): Settings {
  const own = isSettings(given) ? given : noSettings;
  const values = Object.entries(tree).map(([name, setting]) => [name, valueView(own[name], setting)]);
  return { ...Object.fromEntries(values), settings: own };
}

function valueView(given: unknown, setting: Setting): unknown {
  switch (setting.kind) {
    case 'text':
      return setting.options ? given : asText(given);
    case 'flag':
      return given;
    case 'switches':
      return isSettings(given) ? given : undefined;
    case 'group':
      return isSettings(given) ? groupView(given, setting.settings) : undefined;
    case 'list':
      // All items, so that indices match those of fields.
      return isArray(given) ? given.map(item => groupView(item, setting.item.settings)) : [];
    case 'per event':
      return mapOwn(isSettings(given) ? given : noSettings, item => groupView(item, setting.item.settings));
  }
}

/** Copies own properties only, and reads each once. */
function copy(given: unknown, setting: Setting | undefined, maxItems: number): unknown {
  if (setting?.kind === 'list' && isArray(given))
    return Array.from(given.slice(0, maxItems), item => copy(item, setting.item, maxItems));
  if (!isSettings(given) || setting === undefined || !isOfNames(setting)) return given;
  const inner = (name: string) => settingInside(setting, name);
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return mapOwn(Object.fromEntries(present), (value, name) => copy(value, inner(name), maxItems));
}

/** Without a prototype, from which a property could be read by mistake: an event may be called `toString`. */
function mapOwn<T>(values: Settings, map: (value: unknown, name: string) => T): Readonly<Record<string, T>> {
  const mapped = Object.entries(values).map(([name, value]) => [name, map(value, name)]);
  return Object.assign(Object.create(null), Object.fromEntries(mapped));
}

/** Whether its values are objects. */
export function isOfNames(setting: Setting): setting is Extract<Setting, Switches | Group | PerEvent> {
  return setting.kind === 'group' || setting.kind === 'switches' || setting.kind === 'per event';
}

/** A setting of a configuration, with what is given for it. */
export interface GivenSetting {
  readonly field: string;
  readonly given: unknown;
  readonly setting: Setting;
}

/** All settings with those inside them, in their order. */
export function givenSettings(given: unknown, setting: Setting, field = ''): readonly GivenSetting[] {
  const inner: GivenSetting[] = [];
  if (setting.kind === 'group' && isSettings(given)) {
    for (const [name, each] of Object.entries(setting.settings))
      inner.push({ field: fieldIn(field, name), given: given[name], setting: each });
  } else if (setting.kind === 'list' && isArray(given)) {
    for (const [index, item] of given.entries())
      inner.push({ field: fieldIn(field, index), given: item, setting: setting.item });
  } else if (setting.kind === 'per event' && isSettings(given)) {
    for (const [event, item] of Object.entries(given))
      inner.push({ field: fieldIn(field, event), given: item, setting: setting.item });
  }
  return [
    { field, given, setting },
    ...inner.flatMap(part => givenSettings(part.given, part.setting, part.field)),
  ];
}

export function fieldIn(field: string, key: unknown): string {
  if (typeof key === 'number') return `${field}[${key}]`;
  return field === '' ? String(key) : `${field}.${String(key)}`;
}

/** A text of a configuration, with its setting. */
interface GivenText {
  readonly field: string;
  readonly text: string;
  readonly setting: Text;
}

/** The texts of a configuration whose settings are of a kind, in the order of the settings. */
export function textsIn(
  given: GivenConfig,
  isMeant: (setting: Text) => boolean | undefined,
): readonly GivenText[] {
  return givenSettings(given.settings, wholeConfig).flatMap(({ field, given: text, setting }) =>
    setting.kind === 'text' && isMeant(setting) && typeof text === 'string' ? [{ field, text, setting }] : [],
  );
}

export function templateTexts(given: GivenConfig): readonly GivenText[] {
  return textsIn(given, ({ isTemplate }) => isTemplate);
}

/** The text of a field, such as `url` or `headers[0].value`; undefined if it has none. */
export function textOfField({ settings: own }: GivenConfig, field: string): string | undefined {
  return asText(
    keysOfField(field).reduce<unknown>(
      (value, key) => (isArray(value) ? value[Number(key)] : recordOf(value)[key]),
      own,
    ),
  );
}

/** The path to a field: `headers`, `0` and `value`. The name of an event may contain dots. */
export function keysOfField(field: string): readonly string[] {
  const [, name = '', inside = ''] = /^(\w+)[.[](.*)$/s.exec(field) ?? [];
  const { kind } = settingIn(settings, name) ?? {};
  if (kind === 'switches') return [name, inside];
  if (kind === 'list') return [name, ...inside.split(/\]\.?/)];
  if (kind !== 'per event') return kind === 'group' ? [name, inside] : [field];
  const end = inside.lastIndexOf('.');
  return end === -1 ? [name, inside] : [name, inside.slice(0, end), inside.slice(end + 1)];
}

/** Converts anything to an object whose keys can be read; an empty one if it is not an object. */
export function recordOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** `Array.isArray` throws for a revoked proxy, which does not count as a list. */
export function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
