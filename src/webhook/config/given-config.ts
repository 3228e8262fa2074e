export type Settings = Readonly<Record<string, unknown>>;

/**
 * A configuration as given, which may be anything: half-written, with wrong types, from a file, a page or a request. It
 * is read only once, so that the checked values are the ones that are used. Fields for texts are undefined unless they
 * are text; `settings` still has everything.
 */
export interface GivenConfig {
  /** The reason why nothing could be read: it is not an object, or a getter or a proxy threw. */
  readonly fault?: 'not-an-object' | 'unreadable';
  /** Every present setting, known or not, in the given order; `undefined` counts as absent. */
  readonly settings: Settings;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly profile: string | undefined;
  readonly receiver: string | undefined;
  readonly catalogue: string | undefined;
  readonly method: unknown;
  readonly events: Settings | undefined;
  readonly url: string | undefined;
  readonly authentication: GivenCredentials | undefined;
  /** All given headers, so that indices match those of fields; empty if it is not a list. */
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
  /** Everything given for it; empty if it is not an object. */
  readonly settings: Settings;
  readonly name: string | undefined;
  readonly value: string | undefined;
}

/**
 * Reads a configuration of any form. Never throws, and keeps no reference to its input.
 *
 * @param maxHeaders Maximum number of headers that are read. Default: all.
 */
export function readGiven(input: unknown, maxHeaders = Number.POSITIVE_INFINITY): GivenConfig {
  if (!isSettings(input)) return { ...viewOf(noSettings), fault: 'not-an-object' };
  try {
    return viewOf(copy(input, maxHeaders));
  } catch {
    // The error may contain secrets, and is dropped.
    return { ...viewOf(noSettings), fault: 'unreadable' };
  }
}

const noSettings: Settings = Object.freeze(Object.create(null));

function viewOf(settings: Settings): GivenConfig {
  const {
    id,
    name,
    profile,
    receiver,
    catalogue,
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
    name: asText(name),
    profile: asText(profile),
    receiver: asText(receiver),
    catalogue: asText(catalogue),
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

/** Copies own properties only, and reads each once. */
function copy(input: Settings, maxHeaders: number): Settings {
  const own = ownSettings(input);
  const { events, authentication, headers } = own;
  return ownSettings({
    ...own,
    ...(isSettings(events) && { events: ownSettings(events) }),
    ...(isSettings(authentication) && { authentication: ownSettings(authentication) }),
    ...(isArray(headers) && {
      headers: Array.from(headers.slice(0, maxHeaders), header =>
        isSettings(header) ? ownSettings(header) : header,
      ),
    }),
  });
}

/** The copy has no prototype, from which a property could be read by mistake: an event may be called `toString`. */
function ownSettings(object: Settings): Settings {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.assign(Object.create(null), Object.fromEntries(present));
}

/** The text of a field, such as `url` or `headers[0].value`; undefined if it has none. */
export function textOfField(given: GivenConfig, field: string): string | undefined {
  const [, index, part = ''] = /^headers\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (index !== undefined) return asText(given.headers[Number(index)]?.settings[part]);
  const [, setting] = /^authentication\.(\w+)$/.exec(field) ?? [];
  return asText(setting === undefined ? given.settings[field] : given.authentication?.settings[setting]);
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
