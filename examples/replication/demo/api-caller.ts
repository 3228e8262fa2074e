/** The parts of an answer that the demonstration looks at; each check verifies for itself that they are there. */
export interface AnswerBody {
  readonly pid?: unknown;
  readonly status?: unknown;
  readonly recordsProcessed?: unknown;
  readonly error?: unknown;
  readonly position?: unknown;
  readonly missing?: unknown;
  readonly baseUrl?: unknown;
  readonly endpoints?: unknown;
  readonly items?: unknown;
  readonly request?: { readonly url: string };
  readonly config?: { readonly events: object; readonly url: string };
}

/** An answer of the server. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for an answer without JSON. */
  readonly body: AnswerBody;
}

interface CallOptions {
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `name:password`. Default: `ada`, who may do everything. */
  readonly user?: string;
}

/** Calls the server, as any program would. */
export type CallApi = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

export function createApiCaller(origin: string, password: string): CallApi {
  return async (method, path, { body, headers = {}, user = `ada:${password}` } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(user !== '' && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
}
