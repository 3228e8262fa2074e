import { ApiError, errorOfResponse, unreachable } from './api-error.ts';

/** An answer of the server. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The version of what was asked for, where it has one. */
  readonly etag: string | undefined;
}

interface Call {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The version that is meant. */
  readonly ifMatch?: string;
  /** Only where there is none yet. */
  readonly ifNoneMatch?: '*';
  readonly signal?: AbortSignal;
}

/** The server's HTTP API. What an answer holds, its OpenAPI document says; that is believed, and not checked here. */
export interface Api {
  /** @throws {ApiError} for any answer but a success, and for none. */
  readonly send: <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call?: Call,
  ) => Promise<Answer<T>>;
  /** The body of a GET. */
  readonly get: <T>(path: string, call?: Call) => Promise<T>;
  /** Whether a GET is answered, of which nothing is read. @throws {ApiError} as `send` does. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<void>;
  /** The address of a path of the API. */
  readonly urlOf: (path: string, query?: Call['query']) => string;
}

/** Longer than any answer takes, and shorter than anybody waits, in milliseconds. */
const timeoutMs = 30_000;

/** Calls the server as whoever is logged in: their credentials are the browser's business. */
export function createApi(base: string): Api {
  const urlOf: Api['urlOf'] = (path, query = {}) => {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    return url.href;
  };
  const send: Api['send'] = async (method, path, call = {}) => {
    const response = await fetchAnswer(urlOf(path, call.query), requestOf(method, call));
    if (!response.ok) throw await errorOfResponse(response);
    const body = response.status === 204 ? undefined : await readBody(response);
    // As the document of the API says.
    return { status: response.status, body: body as never, etag: response.headers.get('etag') ?? undefined };
  };
  return {
    urlOf,
    send,
    probe: async (path, signal) => {
      const response = await fetchAnswer(urlOf(path), { signal });
      if (!response.ok) throw await errorOfResponse(response);
      await response.body?.cancel();
    },
    get: async <T>(path: string, call?: Call) => (await send<T>('GET', path, call)).body,
  };
}

function requestOf(method: string, { body, ifMatch, ifNoneMatch, signal }: Call): RequestInit {
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

async function fetchAnswer(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('unexpected', response.status, 'The answer of the server cannot be read.');
  }
}
