import type {
  ProblemBody,
  ShownDiagnostic,
  ShownMessageDetails,
  ShownMessagePage,
  ShownWebhook,
  Stats,
  TestBody,
} from '../api/answers.ts';
import type { JsonValue } from '../api/json-body.ts';
import type { Caller } from '../api/role.ts';
import { actingAs } from './access/gate.ts';
import type { WebhookToSave } from './seed-webhooks.ts';

/** Thrown for what the server refuses; it contains no secret. */
export class HookplateError extends Error {
  override readonly name = 'HookplateError';
  /** As the HTTP API has it, such as `unknown-webhook`, `stale` or `invalid-body`. */
  readonly code: string;
  /** The status that the HTTP API would answer with. */
  readonly status: number;
  /** For each setting what is wrong with it, if something is. */
  readonly diagnostics: readonly ShownDiagnostic[];

  constructor({ code, status, detail, diagnostics = [] }: ProblemBody) {
    super(detail);
    this.code = code;
    this.status = status;
    this.diagnostics = diagnostics as readonly ShownDiagnostic[];
  }
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next?: string | undefined;
}

export interface ListOptions {
  readonly cursor?: string | undefined;
  /** At most 500. Default 50. */
  readonly limit?: number | undefined;
}

export interface SaveOptions {
  /** The webhook to change. Default: a new one is made. */
  readonly id?: string | undefined;
  /** The version that was seen: another one is not overwritten. Default: whichever is there. */
  readonly version?: number | undefined;
  /** `whsec_` and base64 of 24 to 64 bytes; `null` removes it. Default: it stays; a new webhook has none. */
  readonly signingSecret?: string | null | undefined;
}

/** The filters of messages, as the HTTP API has them. */
export interface MessagesQuery extends ListOptions {
  readonly state?: string | undefined;
  readonly webhook?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly event?: string | undefined;
  /** Enqueued at this time or later. */
  readonly since?: Date | undefined;
  /** Enqueued before this time. */
  readonly before?: Date | undefined;
}

export interface StatsOptions extends Pick<MessagesQuery, 'since' | 'webhook' | 'endpoint' | 'event'> {
  /** The length of each period in milliseconds. Default: an hour. */
  readonly bucketMs?: number | undefined;
}

/** What an application does in code, as editors do it over HTTP: it takes and returns the same, and secrets are hidden. */
export interface Calls {
  /** By their ids. */
  readonly list: (options?: ListOptions) => Promise<PageOf<ShownWebhook>>;
  /**
   * Stores a webhook once it is proved; a secret that is left out is kept.
   *
   * @throws {HookplateError} `invalid-body` with diagnostics; `stale`; `unknown-webhook`.
   */
  readonly save: (config: WebhookToSave, options?: SaveOptions) => Promise<ShownWebhook>;
  /** What waits for it is cancelled. @throws {HookplateError} `unknown-webhook`. */
  readonly remove: (id: string) => Promise<void>;
  /** Sends an event at once, a sample: the first that is switched on, or the one that is named. */
  readonly test: (id: string, event?: string) => Promise<TestBody>;
  /** Newest first. */
  readonly messages: (query?: MessagesQuery) => Promise<ShownMessagePage>;
  /** With every attempt, and the request. @throws {HookplateError} `unknown-message`. */
  readonly message: (id: string) => Promise<ShownMessageDetails>;
  /** Makes an ended message pending again, under the same id. */
  readonly resend: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  /** Counts over time, and what waits now. Default: the hours of the last day. */
  readonly stats: (options?: StatsOptions) => Promise<Stats>;
}

type Fetch = (request: Request, environment: object) => Response | Promise<Response>;

interface Asked {
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API as a caller, in this process: whatever is hidden from a caller there is hidden here. */
export function createCalls(fetch: Fetch, basePath: string, caller: Caller): Calls {
  const environment = actingAs(caller);
  const ask = async <T>(
    method: string,
    path: string,
    { query = {}, body, headers }: Asked = {},
  ): Promise<T> => {
    const url = new URL(`http://localhost${basePath}/api/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined)
        url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
    }
    const request = new Request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await fetch(request, environment);
    const text = await response.text();
    const answer = (text === '' ? undefined : JSON.parse(text)) as JsonValue | undefined;
    if (response.ok) return answer as T;
    throw new HookplateError(answer as unknown as ProblemBody);
  };
  const at = (kind: 'webhooks' | 'messages', id: string, action = ''): string =>
    `${kind}/${encodeURIComponent(id)}${action}`;
  const matching = (version?: number) => ({ 'if-match': version === undefined ? '*' : `"${version}"` });
  const [profile, ...others] = caller.profiles ?? [];
  const ofOne = others.length === 0 ? profile : undefined;
  return Object.freeze<Calls>({
    list: query => ask('GET', 'webhooks', { query }),
    save: (config, { id, version, signingSecret } = {}) => {
      const body = {
        config: { ...config, profile: config.profile ?? ofOne },
        ...(signingSecret !== undefined && { signingSecret }),
      };
      return id === undefined
        ? ask('POST', 'webhooks', { body: { signingSecret: null, ...body } })
        : ask('PUT', at('webhooks', id), { body, headers: matching(version) });
    },
    remove: id => ask('DELETE', at('webhooks', id), { headers: matching() }),
    test: (id, event) => ask('POST', at('webhooks', id, '/test'), { body: { event } }),
    messages: query => ask('GET', 'messages', { query }),
    message: id => ask('GET', at('messages', id), { query: { include: 'request' } }),
    resend: id => ask('POST', at('messages', id, '/resend')),
    cancel: id => ask('POST', at('messages', id, '/cancel')),
    stats: query => ask('GET', 'stats', { query }),
  });
}
