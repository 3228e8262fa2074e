/**
 * Where the API is, and as whom. A base URL is taken as it is given, and runs have the short form
 * (`project/…/task/…/run`); under an instance URL the API is at `/api/v2`, and runs have the full form
 * (`projects/…/tasks/…/run`): specification 4.1.
 */
export type WorkflowClientOptions = Address & Identity & Limits;

type Address =
  | { readonly baseUrl: string | URL; readonly instanceUrl?: undefined }
  | { readonly instanceUrl: string | URL; readonly baseUrl?: undefined };

interface Identity {
  /** For Basic authentication; without a colon. */
  readonly username?: string;
  readonly password?: string;
  /** Sent with every request, such as another `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Limits {
  /** For one request and its answer. Default 30,000 ms. */
  readonly timeoutMs?: number;
  /** How often a call is repeated that may be. Default 2. */
  readonly retries?: number;
  /** The time in epoch milliseconds, for a `Retry-After` that is a date. Default `Date.now`. */
  readonly now?: () => number;
}

export interface ClientSettings {
  /** Without a slash at its end. */
  readonly base: string;
  readonly form: 'short' | 'full';
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly now: () => number;
}

const defaults = { timeoutMs: 30_000, retries: 2 } as const;

/** @throws {TypeError} naming the option that cannot be; it quotes nothing that may be secret. */
export function normalizeOptions(options: WorkflowClientOptions): ClientSettings {
  const { baseUrl, instanceUrl } = options;
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, now = Date.now } = options;
  if ((baseUrl === undefined) === (instanceUrl === undefined)) {
    throw new TypeError('baseUrl, instanceUrl: expected one of them');
  }
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1)
    throw new TypeError('timeoutMs: expected a whole number from 1');
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new TypeError('retries: expected a whole number from 0');
  const limits = { timeoutMs, retries, now, headers: { ...authorization(options), ...options.headers } };
  if (baseUrl !== undefined) return { ...limits, form: 'short', base: parseUrl(baseUrl, 'baseUrl') };
  return { ...limits, form: 'full', base: `${parseUrl(instanceUrl, 'instanceUrl')}/api/v2` };
}

function parseUrl(text: string | URL | undefined, name: string): string {
  const url = URL.parse(String(text));
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`${name}: expected an http or https URL`);
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${name}: put the credentials into \`username\` and \`password\``);
  }
  if (url.search !== '' || url.hash !== '') throw new TypeError(`${name}: expected no query and no fragment`);
  return url.href.replace(/\/+$/, '');
}

function authorization({ username, password }: Identity): Readonly<Record<string, string>> {
  if (username === undefined && password === undefined) return {};
  if (typeof username !== 'string' || username.includes(':')) {
    throw new TypeError('username: expected text without a colon');
  }
  if (typeof password !== 'string') throw new TypeError('password: expected text');
  // In UTF-8 (RFC 7617, section 2.1); `btoa` takes bytes as characters.
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return { authorization: `Basic ${btoa(binary)}` };
}
