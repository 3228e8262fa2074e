export type Settings = Readonly<Record<string, unknown>>;

/**
 * A configuration as somebody gave it, which may be anything: half-written, of wrong types, from a file, a page or a
 * request. It is read once, so that what was checked is what is used; a text is there where it is text, and nothing else is
 * dropped from `settings`.
 */
export interface GivenConfig {
  /** Why nothing of it could be read: it is no object, or a getter or a proxy threw. */
  readonly fault?: 'not-an-object' | 'unreadable';
  /** Every setting that is present, known or not, in its order; `undefined` counts as absent. */
  readonly settings: Settings;
  readonly id: string | undefined;
  readonly profile: string | undefined;
  readonly method: unknown;
  readonly events: Settings | undefined;
  readonly url: string | undefined;
  readonly authentication: GivenCredentials | undefined;
  /** As many as there are, so that their indices are those of fields; nothing of what is no list. */
  readonly headers: readonly GivenHeader[];
  readonly contentType: string | undefined;
  readonly payload: string | undefined;
  readonly output: unknown;
  readonly timeZone: string | undefined;
}

interface GivenCredentials {
  readonly settings: Settings;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

interface GivenHeader {
  /** All that was given of it; nothing where it is no object. */
  readonly settings: Settings;
  readonly name: string | undefined;
  readonly value: string | undefined;
}

/**
 * Reads a configuration, whatever it is. Never throws, and keeps no reference to what was given.
 *
 * @param mostHeaders How many headers are read. Default: all.
 */
export function readGiven(input: unknown, mostHeaders = Number.POSITIVE_INFINITY): GivenConfig {
  if (!isSettings(input)) return { ...viewOf(noSettings), fault: 'not-an-object' };
  try {
    return viewOf(copy(input, mostHeaders));
  } catch {
    // What was thrown may contain secrets, and is dropped.
    return { ...viewOf(noSettings), fault: 'unreadable' };
  }
}

const noSettings: Settings = Object.freeze(Object.create(null));

function viewOf(settings: Settings): GivenConfig {
  const {
    id,
    profile,
    method,
    events,
    authentication,
    headers,
    url,
    contentType,
    payload,
    output,
    timeZone,
  } = settings;
  return {
    settings,
    id: asText(id),
    profile: asText(profile),
    method,
    events: isSettings(events) ? events : undefined,
    url: asText(url),
    authentication: isSettings(authentication) ? credentialsOf(authentication) : undefined,
    headers: isArray(headers) ? headers.map(headerOf) : [],
    contentType: asText(contentType),
    payload: asText(payload),
    output,
    timeZone: asText(timeZone),
  };
}

function credentialsOf(settings: Settings): GivenCredentials {
  const { username, password } = settings;
  return { settings, username: asText(username), password: asText(password) };
}

function headerOf(given: unknown): GivenHeader {
  const settings = isSettings(given) ? given : noSettings;
  const { name, value } = settings;
  return { settings, name: asText(name), value: asText(value) };
}

/** Own properties only, each read once. */
function copy(input: Settings, mostHeaders: number): Settings {
  const own = ownSettings(input);
  const { events, authentication, headers } = own;
  return ownSettings({
    ...own,
    ...(isSettings(events) && { events: ownSettings(events) }),
    ...(isSettings(authentication) && { authentication: ownSettings(authentication) }),
    ...(isArray(headers) && {
      headers: Array.from(headers.slice(0, mostHeaders), header =>
        isSettings(header) ? ownSettings(header) : header,
      ),
    }),
  });
}

/** Without a prototype, whose properties would be read otherwise: an event may be called `toString`. */
function ownSettings(object: Settings): Settings {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.assign(Object.create(null), Object.fromEntries(present));
}

/** The text of a field, such as `url` or `headers[0].value`; undefined where there is none. */
export function textOfField(given: GivenConfig, field: string): string | undefined {
  const [, index, part = ''] = /^headers\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (index !== undefined) return asText(given.headers[Number(index)]?.settings[part]);
  const [, setting] = /^authentication\.(\w+)$/.exec(field) ?? [];
  return asText(setting === undefined ? given.settings[field] : given.authentication?.settings[setting]);
}

export function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** `Array.isArray` throws for a proxy that was revoked, which is not a list either. */
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
