import { excerpt } from '../diagnostics/catalogue/excerpt.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { json } from '../output/json/output.ts';
import { Problem } from './problem.ts';

export type { JsonObject, JsonValue } from '../output/json/json-value.ts';

/** The maximum size of a body in bytes: 1 MiB. */
export const maxBodyBytes = 1024 * 1024;

interface JsonBody {
  readonly body: JsonValue;
  readonly bytes: Uint8Array;
}

/**
 * Reads the JSON body of a request.
 *
 * @throws {Problem} 415 unless it is `application/json`, 413 if it is larger than `maxBytes` (default 1 MiB), 400 if it is not JSON (RFC
 * 8259).
 */
export async function readJsonBody(request: Request, maxBytes = maxBodyBytes): Promise<JsonBody> {
  if (mediaTypeOf(request) !== 'application/json') throw notJson(request, '`application/json`');
  return readJson(request, { maxBytes });
}

/** `wanted` names the media types that would do. */
export function notJson(request: Request, wanted: string): Problem {
  const type = mediaTypeOf(request);
  const found = type === '' ? 'it is missing' : `it is \`${excerpt(type)}\``;
  return new Problem(415, 'not-json', `The content type must be ${wanted}, but ${found}.`);
}

interface ReadingOptions {
  /** Default 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** Stands for a body without bytes. Default: it is not JSON. */
  readonly empty?: JsonValue;
  /** As for `readBytes`. */
  readonly onBytes?: (count: number) => void;
}

/** Reads the JSON body of a request whose media type somebody else has judged. */
export async function readJson(
  request: Request,
  { maxBytes = maxBodyBytes, empty, onBytes }: ReadingOptions = {},
): Promise<JsonBody> {
  assertNotCompressed(request);
  const bytes = await readBytes(request, maxBytes, onBytes);
  if (bytes.length === 0 && empty !== undefined) return { bytes, body: empty };
  return { bytes, body: parseJson(decodeUtf8(bytes)) };
}

export const formType = 'application/x-www-form-urlencoded';

/** Whether a form of a page sent the request. */
export function isForm(request: Request): boolean {
  return mediaTypeOf(request) === formType;
}

/**
 * Reads the body that a form of a page sends, as an object of texts; of a repeated field, the last.
 *
 * @throws {Problem} as `readJsonBody` does.
 */
export async function readFormBody(request: Request, maxBytes = maxBodyBytes): Promise<JsonBody> {
  assertNotCompressed(request);
  const bytes = await readBytes(request, maxBytes);
  return { bytes, body: Object.fromEntries(new URLSearchParams(decodeUtf8(bytes))) };
}

/** In lower case, without parameters. */
export function mediaTypeOf({ headers }: Request): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** @throws {Problem} 415. */
export function assertNotCompressed({ headers }: Request): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return;
  const identity = { 'accept-encoding': 'identity' };
  throw new Problem(415, 'content-encoding', 'The body must not be compressed.', identity);
}

/**
 * Reads the bytes of a body. Counts what arrives, whatever length was announced.
 *
 * @param onBytes Told how many bytes have arrived since it was told before, and of a short body how many will; may throw to read
 * no more.
 * @throws {Problem} 413 if there are more than `maxBytes`, 400 if they end too soon.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  onBytes: (count: number) => void = () => {},
): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length'));
  if (announced > maxBytes) throw tooLarge(maxBytes);
  // A stream would be a quarter of what a small request costs.
  if (isShort(request)) {
    onBytes(announced);
    const bytes = await request.arrayBuffer().catch(() => Promise.reject(interrupted()));
    if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
    return new Uint8Array(bytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request.body)) {
    length += chunk.length;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) throw tooLarge(maxBytes);
    onBytes(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** In bytes. */
const maxOfShort = 16 * 1024;

/** Whether the body says that it is short; one whose length is not announced may be long. */
export function isShort({ headers }: Request): boolean {
  return Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= maxOfShort;
}

async function* chunksOf(body: Request['body']): AsyncIterable<Uint8Array> {
  if (!body) return;
  try {
    yield* body;
  } catch {
    throw interrupted();
  }
}

function interrupted(): Problem {
  return new Problem(400, 'body-interrupted', 'The body ended before it was complete.');
}

function tooLarge(maxBytes: number): Problem {
  const detail = `The body must have at most ${maxBytes} bytes${maxBytes === maxBodyBytes ? ' (1 MiB)' : ''}.`;
  return new Problem(413, 'body-too-large', detail, { connection: 'close' });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(
      400,
      'invalid-utf8',
      `The body is not valid UTF-8: see the byte at offset ${invalidByte(bytes)}.`,
    );
  }
}

/**
 * The index of the first byte that is not UTF-8: decoded leniently and encoded again, the bytes differ from there on.
 */
function invalidByte(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(lenient);
  return bytes.findIndex((byte, index) => byte !== again[index]);
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson(text);
  }
}

function invalidJson(text: string): Problem {
  const fault = findJsonFault(text);
  if (!fault) return new Problem(400, 'invalid-json', 'The body is not valid JSON.');
  const { what, ...position } = fault;
  const where = `line ${position.line}, column ${position.column}`;
  const detail = `The body is not valid JSON: ${what} at ${where}.`;
  return new Problem(400, 'invalid-json', detail, {}, { position });
}

/** The reason why a text is not JSON, and its position: characters from 0, line and column from 1. */
interface JsonFault {
  readonly what: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The platform's parser gives no reliable position, but the automaton of JSON templates does. */
export function findJsonFault(text: string): JsonFault | undefined {
  const step = json.advance(json.start(), text, 0);
  const violation = 'violation' in step ? step.violation : json.end(step.state, text.length);
  if (!violation) return undefined;
  const { start: offset, expected, found } = violation;
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { what: `expected ${expected}, found ${found}`, offset, line: before.length, column };
}
