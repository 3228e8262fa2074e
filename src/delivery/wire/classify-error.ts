import { RefusedAddress, UnresolvedName } from '../guard/guarded-connect.ts';
import type { AttemptError, Failed } from './attempt.ts';
import type { TracedConnection } from './traced-agent.ts';

const kindByCode: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  ENETUNREACH: 'connection-refused',
  EHOSTDOWN: 'connection-refused',
  EADDRNOTAVAIL: 'connection-refused',
  EACCES: 'connection-refused',
  EMFILE: 'out-of-resources',
  ENFILE: 'out-of-resources',
  ENOBUFS: 'out-of-resources',
  ENOMEM: 'out-of-resources',
  ECONNRESET: 'connection-reset',
  ECONNABORTED: 'connection-reset',
  EPIPE: 'connection-reset',
  UND_ERR_SOCKET: 'connection-reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large-headers',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  EPROTO: 'tls',
};

const sentences: Readonly<Record<AttemptError, (host: string) => string>> = {
  dns: host => `No address was found for the name \`${host}\`.`,
  'refused-address': host => `The address of \`${host}\` may not be called.`,
  'connection-refused': host => `\`${host}\` did not accept the connection.`,
  'connection-reset': host => `\`${host}\` closed the connection before its answer was complete.`,
  tls: host => `A trusted TLS connection to \`${host}\` could not be established.`,
  timeout: host => `\`${host}\` did not answer completely before the timeout.`,
  protocol: host => `The answer from \`${host}\` is not valid HTTP.`,
  'too-large-headers': host => `The headers of the answer from \`${host}\` are too large.`,
  'out-of-resources': host =>
    `This machine has no room for a connection to \`${host}\`: it ran out of open files or memory.`,
  signature: host => `The request to \`${host}\` could not be signed and was not sent.`,
  'queue-full': host => `Too many requests are already waiting for \`${host}\`; this one was not sent.`,
  gone: host =>
    `\`${host}\` answered 410 Gone a short while ago, which asks us to stop: this message was not sent.`,
  aborted: host => `The request to \`${host}\` was aborted.`,
};

/** A failure in our own words: messages of the network stack may quote the request. */
export function failed(error: AttemptError, host: string, detail?: string): Failed {
  const sentence = sentences[error](host);
  const message = detail === undefined ? sentence : `${sentence} (${detail})`;
  return Object.freeze<Failed>({ kind: 'failed', error, message });
}

/**
 * Classifies an error of undici, `node:net`, `node:tls` or the resolver. `awaitsCertificate`: the receiver asked for a
 * client certificate, and the connection ended instead of going on.
 */
export function classifyError(
  error: unknown,
  host: string,
  { awaitsCertificate }: Pick<TracedConnection, 'awaitsCertificate'> = { awaitsCertificate: false },
): Failed {
  if (error instanceof RefusedAddress) {
    return failed('refused-address', host, `${error.address}: ${error.refusal}`);
  }
  const code = codeOf(error);
  if (error instanceof UnresolvedName) {
    return failed('dns', host, code !== undefined && isDnsCode(code) ? code : undefined);
  }
  if (code === undefined) return failed('protocol', host);
  const kind = kindOf(error, code);
  if (awaitsCertificate && (kind === 'connection-reset' || code.includes('_ALERT_')))
    return failed('tls', host, `${code}: it asks for a client certificate`);
  return failed(kind, host, code);
}

function kindOf(error: unknown, code: string): AttemptError {
  const known = kindByCode[code];
  if (code === 'UND_ERR_SOCKET' && isBadAnswer(error)) return 'protocol';
  if (known) return known;
  if (isDnsCode(code)) return 'dns';
  if (isTlsCode(code)) return 'tls';
  return 'protocol';
}

/** undici reports an answer in the wrong order of messages with the code of a closed socket. */
function isBadAnswer(error: unknown): boolean {
  return error instanceof Error && (error.message === 'bad response' || error.message === 'bad upgrade');
}

/** The codes of `node:dns` and getaddrinfo. */
function isDnsCode(code: string): boolean {
  return /^(EAI_[A-Z]+|ETIMEOUT|ENOTFOUND|ENODATA|ESERVFAIL|ENONAME|EBADNAME|EBADRESP|EFORMERR|ENOTIMP|EREFUSED)$/.test(
    code,
  );
}

/** OpenSSL's verification codes have no common prefix. */
function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|PATH_LENGTH_|ERROR_IN_CERT|ERROR_IN_CRL)/.test(
    code,
  );
}

/** Accepts only what is certainly a code: a message may quote anything. */
function codeOf(error: unknown): string | undefined {
  for (const candidate of candidates(error)) {
    const code = (candidate as { readonly code?: unknown }).code;
    if (typeof code === 'string' && isCode(code)) return code;
  }
  return undefined;
}

/** Codes of OpenSSL may name `SSL/TLS`. */
function isCode(text: string): boolean {
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(text) || /^ERR_SSL_[A-Z0-9_/]{1,60}$/.test(text);
}

/** If several addresses were dialled, the errors of all of them. */
function candidates(error: unknown): readonly object[] {
  if (typeof error !== 'object' || error === null) return [];
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...inner.filter(candidate => typeof candidate === 'object' && candidate !== null)];
}
