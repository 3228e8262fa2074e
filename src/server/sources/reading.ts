import type { JsonObject, JsonValue } from '../../api/json-body.ts';
import { findJsonFault } from '../../api/json-body.ts';
import type { Reading, Source } from '../../webhook/sources/source.ts';
import { proofHeader } from './signature.ts';

/** What a source sent, as far as it is kept: as text, or in base64 if it is none. */
export type KeptContent = {
  /** The id of the description of its source. */
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
} & ({ readonly body: string } | { readonly base64: string });

/** Kept of every request, since they tell people what sent it. */
const usualHeaders = ['content-type', 'user-agent'];
const maxHeaderLength = 2000;

/** Keeps the few headers that are read; never what proves who sent it, which could be sent again. */
export function keptContentOf(
  { id: kind, headers: read, signatures }: Source,
  headers: Headers,
  body: Uint8Array,
): KeptContent & JsonObject {
  const proofs = new Set(signatures.map(proofHeader));
  const names = [...usualHeaders, ...read].filter(name => !proofs.has(name));
  const kept = Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value.slice(0, maxHeaderLength)]];
    }),
  );
  const text = decodeUtf8(body);
  return text === undefined
    ? { kind, headers: kept, base64: Buffer.from(body).toString('base64') }
    : { kind, headers: kept, body: text };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a stored content is one of a source; others arrived at the API. */
export function isKeptContent(content: JsonValue): content is KeptContent & JsonObject {
  return typeof content === 'object' && content !== null && 'headers' in content;
}

/** The body as JSON, or a sentence that says why it is none; it quotes nothing of it. */
export function readJson(
  content: KeptContent,
): { readonly json: JsonValue } | { readonly unreadable: string } {
  if (!('body' in content)) return { unreadable: 'The body is not text in UTF-8.' };
  try {
    return { json: JSON.parse(content.body) };
  } catch {
    // What GitHub sends unless its webhook says otherwise.
    if (/^application\/x-www-form-urlencoded\b/i.test(content.headers['content-type'] ?? ''))
      return {
        unreadable:
          'The body is a form: choose the content type `application/json` where the sender is set up.',
      };
    const { line = 1, column = 1 } = findJsonFault(content.body) ?? {};
    return { unreadable: `The body is not JSON: see line ${line}, column ${column}.` };
  }
}

/**
 * What a source makes of a content.
 *
 * @param onError Called with what its function throws; then it is unreadable.
 */
export function readContent(
  { name, read }: Source,
  content: KeptContent,
  onError: (error: unknown) => void,
): Reading {
  const body = readJson(content);
  if ('unreadable' in body) return body;
  try {
    return read({ headers: content.headers, body: body.json });
  } catch (error) {
    onError(error);
    return { unreadable: `What ${name} sent cannot be read.` };
  }
}
