import type { WebhookRequest } from '../webhook/webhook-request.ts';
import { isFieldValue, isToken } from './field-syntax.ts';

/** A request taken apart once, so that each of its attempts sends the same bytes. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** What people may see of the URL, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
  readonly origin: string;
  readonly path: string;
  /** Flat, as undici takes them, with repeated names in their order. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** Set by the connection or by the delivery; a request that brings one of them contradicts what is sent. */
const reservedHeaders = new Set(
  (
    'connection content-length expect host http2-settings keep-alive proxy-connection te trailer transfer-encoding ' +
    'upgrade webhook-id webhook-signature webhook-timestamp'
  ).split(' '),
);
/** Ours wins without a word: only identity-coded answers are read. */
const replacedHeaders = new Set(['accept-encoding']);

/**
 * Takes a request apart; nothing where its URL is not an `http:` or `https:` URL.
 *
 * @throws {TypeError} for what no request can have: another method, a header name that is no token, a value with
 * control characters, a header that the connection sets, a body on a GET.
 */
export function parseWireRequest(request: WebhookRequest, userAgent: string): WireRequest | undefined {
  assertRequest(request);
  const url = URL.parse(request.url);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const https = url.protocol === 'https:';
  return {
    method: request.method,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (https ? 443 : 80) : Number(url.port),
    scheme: https ? 'https' : 'http',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: headersOf(request, url, userAgent),
    body: request.body === undefined ? undefined : Buffer.from(request.body, 'utf8'),
  };
}

function assertRequest(request: WebhookRequest): void {
  if (request === null || typeof request !== 'object') throw new TypeError('request: expected an object');
  if (request.method !== 'GET' && request.method !== 'POST') {
    throw new TypeError('request.method: expected "GET" or "POST"');
  }
  if (typeof request.url !== 'string') throw new TypeError('request.url: expected a string');
  if (request.body !== undefined && typeof request.body !== 'string') {
    throw new TypeError('request.body: expected a string');
  }
  if (request.body !== undefined && request.method === 'GET') {
    throw new TypeError('request.body: a GET request has none');
  }
  if (!Array.isArray(request.headers)) throw new TypeError('request.headers: expected [name, value] pairs');
  request.headers.forEach(assertHeader);
}

/** Names the header by its place: a name that is no token may be a secret in the wrong field. */
function assertHeader(header: unknown, index: number): void {
  const at = `request.headers[${index}]`;
  const [name, value] = Array.isArray(header) ? header : [];
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw new TypeError(`${at}: expected a [name, value] pair of strings`);
  }
  if (!isToken(name)) throw new TypeError(`${at}: the name is not a token (RFC 9110, 5.6.2)`);
  if (!isFieldValue(value)) throw new TypeError(`${at}: the value has characters that no header can carry`);
  if (reservedHeaders.has(name.toLowerCase())) {
    throw new TypeError(`${at}: "${name.toLowerCase()}" is set by the delivery itself`);
  }
}

function headersOf(request: WebhookRequest, url: URL, userAgent: string): readonly string[] {
  const headers: string[] = [];
  const names = new Set<string>();
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (replacedHeaders.has(lower)) continue;
    names.add(lower);
    headers.push(name, value);
  }
  headers.push('accept-encoding', 'identity');
  if (!names.has('user-agent')) headers.push('user-agent', userAgent);
  if (!names.has('authorization') && (url.username !== '' || url.password !== '')) {
    headers.push('authorization', basicCredentials(url));
  }
  return headers;
}

/** RFC 7617. The client would drop what is written before the `@` without a word. */
function basicCredentials(url: URL): string {
  const pair = Buffer.concat([percentDecode(url.username), Buffer.from(':'), percentDecode(url.password)]);
  return `Basic ${pair.toString('base64')}`;
}

/** Byte by byte, so that credentials need not be UTF-8; the URL parser has left nothing but ASCII. */
function percentDecode(text: string): Buffer {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
