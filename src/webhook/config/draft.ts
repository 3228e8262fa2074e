import { isTimeZone } from '../../dates/zone/time-zone.ts';
import { isSettings } from './read-config.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** What can be checked of a configuration though something else may be missing or of a wrong type. */
export interface Draft {
  readonly method: unknown;
  readonly events: Settings | undefined;
  readonly url: string | undefined;
  readonly authentication:
    | { readonly username: string | undefined; readonly password: string | undefined }
    | undefined;
  readonly headers: readonly { readonly name?: string | undefined; readonly value?: string | undefined }[];
  readonly contentType: string | undefined;
  readonly payload: string | undefined;
  readonly output: unknown;
  readonly timeZone: string | undefined;
}

export function draftOf(settings: Settings): Draft {
  const { method, events, authentication, headers, url, contentType, payload, output, timeZone } = settings;
  return {
    method,
    events: isSettings(events) ? events : undefined,
    url: textOf(url),
    authentication: isSettings(authentication) ? credentialsOf(authentication) : undefined,
    headers: (Array.isArray(headers) ? headers : []).map(headerOf),
    contentType: textOf(contentType),
    payload: textOf(payload),
    output,
    timeZone: textOf(timeZone),
  };
}

function credentialsOf({ username, password }: Settings): Draft['authentication'] {
  return { username: textOf(username), password: textOf(password) };
}

function headerOf(header: unknown): Draft['headers'][number] {
  if (!isSettings(header)) return {};
  const { name, value } = header;
  return { name: textOf(name), value: textOf(value) };
}

/** An unknown zone is reported once, in its own field. */
export function zoneOf({ timeZone }: Draft): string {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC';
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
