import type { FieldDiagnostic, ProblemBody } from '../../api/answers.ts';
import { signalWithin } from '../../timing/deadline.ts';

/** An answer of the server. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The version of the resource, if it has one. */
  readonly etag: string | undefined;
}

interface Call {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The version to change. */
  readonly ifMatch?: string;
  /** Makes the server refuse if there already is one. */
  readonly ifNoneMatch?: '*';
  readonly signal?: AbortSignal;
}

/** The server's HTTP API. Answers are trusted to match its OpenAPI document, and not checked. */
export interface Api {
  /** @throws {ApiError} if there is no answer, or not a successful one. */
  readonly send: <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call?: Call,
  ) => Promise<Answer<T>>;
  /** Resolves to the body of a GET. */
  readonly get: <T>(path: string, call?: Call) => Promise<T>;
  /**
   * Resolves once a stream of server-sent events is open, to what arrives on it.
   *
   * @throws {ApiError} as `send` does; what is read throws where the connection breaks.
   */
  readonly stream: (path: string, signal: AbortSignal) => Promise<AsyncGenerator<ServerEvent>>;
  /** The URL for a path of the API. */
  readonly urlOf: (path: string, query?: Call['query']) => string;
}

/** An event of a stream, whose data is JSON. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Gives the token that stands in place of a cookie, for pages that are embedded; another one if `refused` was refused. */
export type TokenOf = (refused?: Promise<string>) => Promise<string>;

/** Longer than any answer takes, and shorter than anybody waits, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Calls the server as the user who has signed in, whose credentials the browser manages, or by a token. `onKnown` is told by each
 * answer whether the server still knows who is calling.
 */
export function createApi(base: string, onKnown: (isKnown: boolean) => void, tokenOf?: TokenOf): Api {
  const urlOf: Api['urlOf'] = (path, query = {}) => {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    return url.href;
  };
  const fetchAnswer = async (url: string, request: RequestInit): Promise<Response> => {
    const response = tokenOf ? await withToken(tokenOf, url, request) : await fetchOrFail(url, request);
    onKnown(response.status !== 401);
    return response;
  };
  const send: Api['send'] = async (method, path, call = {}) => {
    const response = await fetchAnswer(urlOf(path, call.query), requestOf(method, call));
    if (!response.ok) throw await errorOfResponse(response);
    const body = response.status === 204 ? undefined : await readBody(response);
    // Typed according to the OpenAPI document.
    return { status: response.status, body: body as never, etag: response.headers.get('etag') ?? undefined };
  };
  return {
    urlOf,
    send,
    stream: async (path, signal) => {
      const response = await fetchAnswer(urlOf(path), { headers: { accept: 'text/event-stream' }, signal });
      if (!response.ok || !response.body) throw await errorOfResponse(response);
      return eventsIn(response.body);
    },
    get: async <T>(path: string, call?: Call) => (await send<T>('GET', path, call)).body,
  };
}

function requestOf(method: string, { body, ifMatch, ifNoneMatch, signal }: Call): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signalWithin(timeoutMs, signal),
  };
}

async function fetchOrFail(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

async function withToken(tokenOf: TokenOf, url: string, request: RequestInit): Promise<Response> {
  const send = async (token: Promise<string>): Promise<Response> => {
    const authorization = `Bearer ${await token.catch(() => Promise.reject(noToken()))}`;
    const headers = { ...request.headers, authorization };
    return fetchOrFail(url, { ...request, headers, credentials: 'omit' });
  };
  const token = tokenOf();
  const response = await send(token);
  // It may have ended while the computer slept.
  return response.status === 401 ? send(tokenOf(token)) : response;
}

function noToken(): ApiError {
  return new ApiError('no-token', 0, 'The page around this one gives no access: load it again.');
}

/** The events of a stream (HTML Standard, section 9.2.6), as far as our server writes them. */
async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  let rest = '';
  for await (const text of textsOf(body)) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const valuesOf = (name: string): readonly string[] =>
        block
          .split('\n')
          .flatMap(line => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []));
      const data = valuesOf('data').join('\n');
      if (data !== '') yield { event: valuesOf('event')[0] ?? 'message', data };
    }
  }
}

async function* textsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('unexpected', response.status, 'The answer of the server cannot be read.');
  }
}

/** A failed request: either the server's problem document, or the fact that there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The code of the problem document; `unreachable` if there was no answer. */
  readonly code: string;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly diagnostics: readonly FieldDiagnostic[];

  constructor(code: string, status: number, message: string, diagnostics: readonly FieldDiagnostic[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.diagnostics = diagnostics;
  }

  /** What is wrong with each field, where a page does not say it beside the field; otherwise the message. */
  get inFull(): string {
    return this.diagnostics.map(({ message }) => message).join(' ') || this.message;
  }
}

/** Turns anything thrown into an error that a page can show. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('unexpected', 0, 'Something went wrong in this page: load it again.');
}

function unreachable(): ApiError {
  return new ApiError('unreachable', 0, 'The server does not answer.');
}

/** The error of an unsuccessful answer, which may come from a proxy and contain anything. */
async function errorOfResponse(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => undefined);
  const { code, detail, diagnostics, issues } = isProblem(problem) ? problem : {};
  const message = detail ?? `The server answered with ${response.status}.`;
  return new ApiError(code ?? 'unexpected', response.status, message, diagnostics ?? issues ?? []);
}

/** The fields of a problem document that pages read. */
type ReadProblem = Partial<Pick<ProblemBody, 'code' | 'detail' | 'diagnostics' | 'issues'>>;

function isProblem(value: unknown): value is ReadProblem {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string';
}
