import { parseRetryAfter } from '../http/retry-after.ts';
import { type Answer, answeredError } from './answer.ts';
import { WorkflowClientError } from './client-error.ts';
import { type ClientSettings, mergeHeaders } from './client-options.ts';
import { sleep } from './sleep.ts';

/** One call to the API. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** After the base URL, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server may get it twice. */
  readonly canRepeat: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The first pause before a call is repeated, in milliseconds; each one after it is twice as long. */
const firstRetryMs = 250;

/** Where the server says to wait longer than this, the call fails instead. In milliseconds. */
const longestRetryMs = 60_000;

/** Makes a call, and repeats it where that cannot do anything twice. Rejects with what `signal` was aborted with. */
export async function exchange(settings: ClientSettings, call: Call): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptCall(settings, call);
    } catch (error) {
      const delayMs = attempt < settings.retries ? retryDelay(error, attempt, call) : undefined;
      if (delayMs === undefined) throw error;
      await sleep(delayMs, call.signal);
    }
  }
}

function retryDelay(error: unknown, attempt: number, { canRepeat }: Call): number | undefined {
  if (!(error instanceof WorkflowClientError)) return undefined;
  const isSafe = error.code === 'refused' || (canRepeat && isTransient(error));
  const delayMs = Math.max(firstRetryMs * 2 ** attempt, error.retryAfterMs ?? 0);
  return isSafe && delayMs <= longestRetryMs ? delayMs : undefined;
}

/** Whether another try at once may fare better. */
function isTransient({ code, status }: WorkflowClientError): boolean {
  if (code === 'answered') return status === 429 || status === 502 || status === 503 || status === 504;
  return code !== 'unreadable';
}

async function attemptCall(settings: ClientSettings, call: Call): Promise<Answer> {
  const { method, path, signal, body } = call;
  const url = settings.base + path;
  const name = `${method} ${url}`;
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  signal?.throwIfAborted();
  const init: RequestInit = {
    method,
    headers: mergeHeaders(settings.headers, call.headers ?? {}),
    // A redirect would turn a POST into a GET, or take the credentials elsewhere.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && { body }),
  };
  const answer = await fetchAnswer(url, init, settings).catch(cause => {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new WorkflowClientError('timeout', `${name} took too long`, { cause });
    throw new WorkflowClientError(isRefused(cause) ? 'refused' : 'network', `${name} got no answer`, {
      cause,
    });
  });
  const { status, raw, isWhole } = answer;
  if (status < 200 || status > 299) throw answeredError(answer, name);
  if (isWhole) return answer;
  const message = `${name} was answered with more than ${settings.maxAnswerBytes} bytes`;
  throw new WorkflowClientError('unreadable', message, { status, raw });
}

interface FetchedAnswer extends Answer {
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
}

async function fetchAnswer(
  url: string,
  init: RequestInit,
  { maxAnswerBytes, now }: ClientSettings,
): Promise<FetchedAnswer> {
  const { status, headers, body } = await fetch(url, init);
  const { text, isWhole } = await readText(body, maxAnswerBytes);
  const retryAfter = headers.get('retry-after');
  const retryAfterMs = retryAfter === null ? undefined : parseRetryAfter([retryAfter], now());
  return { status, headers, retryAfterMs, raw: isWhole ? parseLeniently(text) : text, isWhole };
}

/** Leaving the loop early cancels the rest of the body. */
async function readText(
  body: Response['body'],
  mostBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let room = mostBytes;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    room -= chunk.length;
    if (room < 0) return { text, isWhole: false };
  }
  return { text: text + decoder.decode(), isWhole: true };
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `fetch` wraps the error of the connection; one that tried several addresses has the code of the last. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(hasRefusedCode);
  return hasRefusedCode(cause);
}

function hasRefusedCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
