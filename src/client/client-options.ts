import {
  aFunction,
  checkThat,
  defineOptions,
  expected,
  InvalidArgument,
  milliseconds,
  objectWith,
  optional,
  type WithDefaults,
  wholeNumber,
} from '../options/define-options.ts';

/**
 * The address of the API, and the credentials. A base URL is used as it is, and runs have the short form
 * (`project/…/task/…/run`); under an instance URL the API is at `/api/v2`, and runs have the full form
 * (`projects/…/tasks/…/run`).
 */
export type WorkflowClientOptions = Address & Identity & Limits;

type Address =
  | { readonly baseUrl: string | URL; readonly instanceUrl?: undefined }
  | { readonly instanceUrl: string | URL; readonly baseUrl?: undefined };

interface Identity {
  /** For Basic authentication; must not contain a colon. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** An API token, in place of `username` and `password`. */
  readonly token?: string | undefined;
  /** Sent with every request; for example another `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface Limits {
  /** Time limit for one request and its answer. Default 30,000 ms. */
  readonly timeoutMs?: number | undefined;
  /** The number of retries for calls that may be repeated. Default 2. */
  readonly retries?: number | undefined;
  /** The maximum size of an answer in bytes; the rest of a longer one is not read. Default 1,048,576 (1 MiB). */
  readonly maxAnswerBytes?: number | undefined;
  /** The current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export interface ClientSettings extends WithDefaults<Limits> {
  /** Without a trailing slash. */
  readonly base: string;
  readonly form: 'short' | 'full';
  /** Sent with every request. */
  readonly headers: Headers;
}

/** @throws {TypeError} naming the invalid option; it does not quote values that may be secret. */
export function readClientOptions(options: WorkflowClientOptions): ClientSettings {
  const { baseUrl, instanceUrl, username, password, token, headers, ...limits } = readOptions(options);
  if (baseUrl === undefined && instanceUrl === undefined) {
    throw new InvalidArgument('options: one of `baseUrl` and `instanceUrl` is needed');
  }
  if (baseUrl !== undefined && instanceUrl !== undefined) {
    throw new InvalidArgument('options: only one of `baseUrl` and `instanceUrl` can be used');
  }
  return {
    ...limits,
    ...(baseUrl !== undefined
      ? { form: 'short', base: baseUrl }
      : { form: 'full', base: `${instanceUrl}/api/v2` }),
    headers: mergeHeaders({ accept: 'application/json' }, authorization(username, password, token), headers),
  };
}

/** Later headers override earlier ones; names are case-insensitive. */
export function mergeHeaders(...all: readonly (Headers | Readonly<Record<string, string>>)[]): Headers {
  const merged = new Headers();
  for (const headers of all) {
    for (const [name, value] of new Headers(headers)) merged.set(name, value);
  }
  return merged;
}

interface GivenOptions extends WithDefaults<Limits> {
  readonly baseUrl: string | undefined;
  readonly instanceUrl: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly headers: Headers;
}

const readOptions = defineOptions<GivenOptions>({
  baseUrl: optional(readUrl),
  instanceUrl: optional(readUrl),
  username: optional(
    checkThat('text without a colon', (value): value is string => isText(value) && !value.includes(':')),
  ),
  password: optional(checkThat('text', isText)),
  token: optional(
    checkThat('a token', (value): value is string => isText(value) && /^[\x21-\x7e]+$/.test(value)),
  ),
  headers: optional(readHeaders, new Headers()),
  timeoutMs: optional(milliseconds(1), 30_000),
  retries: optional(wholeNumber(0), 2),
  maxAnswerBytes: optional(wholeNumber(1), 1_048_576),
  now: optional(aFunction(), Date.now),
});

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function readUrl(value: unknown, name: string): string {
  const url = URL.parse(String(value));
  if (!url || !/^https?:$/.test(url.protocol)) throw expected(name, 'an http or https URL');
  if (url.username !== '' || url.password !== '') {
    throw expected(name, 'a URL without credentials, which belong in `username` and `password`');
  }
  if (url.search !== '' || url.hash !== '') throw expected(name, 'a URL without query and fragment');
  return url.href.replace(/\/+$/, '');
}

/** The platform's error quotes the value. */
function readHeaders(value: unknown, name: string): Headers {
  const given = objectWith<Record<string, string>>()(value, name);
  try {
    return new Headers(given);
  } catch {
    throw expected(name, 'names and values that are valid in HTTP headers');
  }
}

function authorization(
  username: string | undefined,
  password: string | undefined,
  token: string | undefined,
): Readonly<Record<string, string>> {
  if (token !== undefined) {
    if (username === undefined && password === undefined) return { authorization: `Bearer ${token}` };
    throw expected('options.token', 'none beside `username` and `password`');
  }
  if (username === undefined && password === undefined) return {};
  if (username === undefined) throw expected('options.username', 'text, because there is a password');
  if (password === undefined) throw expected('options.password', 'text, because there is a username');
  // In UTF-8 (RFC 7617, section 2.1); `btoa` takes bytes as characters.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return { authorization: `Basic ${btoa(binary)}` };
}
