import { isFieldValue, isToken } from '../../http/field-syntax.ts';
import { reservationOf } from '../../http/reserved-headers.ts';
import { expected, InvalidArgument, oneOf } from '../../options/define-options.ts';
import type { WebhookRequest } from '../../webhook/webhook-request.ts';

/** A parsed request; each of its attempts sends the same bytes. */
export interface WireRequest {
  readonly method: WebhookRequest['method'];
  /** The part of the URL that people may see; an IPv6 address is without brackets. */
  readonly host: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
  readonly origin: string;
  readonly path: string;
  /** A flat list for undici, with repeated names in order. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/**
 * Parses a request; undefined if its URL is not an `http:` or `https:` URL.
 *
 * @throws {InvalidArgument} for an invalid request: another method, a header name that is not a token, a value with
 * control characters, a header that the connection sets, a body on a GET.
 */
export function parseWireRequest(request: WebhookRequest, userAgent: string): WireRequest | undefined {
  assertRequest(request);
  const url = URL.parse(request.url);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const https = url.protocol === 'https:';
  return {
    method: request.method,
    host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === '' ? (https ? 443 : 80) : Number(url.port),
    scheme: https ? 'https' : 'http',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: headersOf(request, url, userAgent),
    body: request.body === undefined ? undefined : Buffer.from(request.body, 'utf8'),
  };
}

const readMethod = oneOf<WebhookRequest['method']>('GET', 'POST', 'PUT', 'PATCH', 'DELETE');

function assertRequest(request: WebhookRequest): void {
  if (request === null || typeof request !== 'object') throw expected('request', 'an object');
  readMethod(request.method, 'request.method');
  if (typeof request.url !== 'string') throw expected('request.url', 'a string');
  if (request.body !== undefined && typeof request.body !== 'string') {
    throw expected('request.body', 'a string');
  }
  if (request.body !== undefined && request.method === 'GET') {
    throw new InvalidArgument('request.body: a GET request has none');
  }
  if (!Array.isArray(request.headers)) throw expected('request.headers', '[name, value] pairs');
}

/** A flat list, with our own headers after those of the request. */
function headersOf(request: WebhookRequest, url: URL, userAgent: string): readonly string[] {
  const headers: string[] = [];
  const missing = { 'user-agent': true, authorization: true };
  request.headers.forEach((header, index) => {
    const name = parseHeaderName(header, index);
    // Ours silently takes precedence: only identity-coded answers are read.
    if (reservationOf(name) === 'content-coding') return;
    if (name === 'user-agent' || name === 'authorization') missing[name] = false;
    headers.push(header[0], header[1]);
  });
  headers.push('accept-encoding', 'identity');
  if (missing['user-agent']) headers.push('user-agent', userAgent);
  if (missing.authorization && (url.username !== '' || url.password !== '')) {
    headers.push('authorization', basicCredentials(url));
  }
  return headers;
}

/**
 * Returns the name in lower case. Errors identify a header by its index: even a name may be a secret in the wrong
 * field.
 */
function parseHeaderName(header: unknown, index: number): string {
  const [name, value]: readonly unknown[] = Array.isArray(header) ? header : [];
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw wrongHeader(index, 'expected a [name, value] pair of strings');
  }
  if (!isToken(name)) throw wrongHeader(index, 'the name is not a token (RFC 9110, 5.6.2)');
  if (!isFieldValue(value)) throw wrongHeader(index, 'the value has characters that no header can carry');
  const lower = name.toLowerCase();
  const reservation = reservationOf(lower);
  if (reservation !== undefined && reservation !== 'content-coding')
    throw wrongHeader(index, `"${lower}" is set by the delivery itself`);
  return lower;
}

function wrongHeader(index: number, problem: string): InvalidArgument {
  return new InvalidArgument(`request.headers[${index}]: ${problem}`);
}

/** RFC 7617. The client would silently drop the part before the `@`. */
function basicCredentials(url: URL): string {
  const pair = Buffer.concat([percentDecode(url.username), Buffer.from(':'), percentDecode(url.password)]);
  return `Basic ${pair.toString('base64')}`;
}

/** Works on bytes, so that credentials need not be UTF-8; the URL parser has left only ASCII. */
function percentDecode(text: string): Buffer {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
