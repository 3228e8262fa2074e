import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { makeSecret, parseSecret } from '../../delivery/signature/key-ring.ts';
import type {
  HmacSignature,
  SignedTimestamp,
  SourceSignature,
  StandardSignature,
  TokenSignature,
} from '../../webhook/sources/source.ts';

/** A request that says who sent it, and what its source knows. */
export interface SignedRequest {
  /** Any of them is enough; none for a source that does not exist. */
  readonly signatures: readonly SourceSignature[];
  /** The secrets that count now. One that a signature cannot be made with is passed over. */
  readonly secrets: readonly string[];
  readonly headers: Headers;
  /** The bytes as they came. */
  readonly body: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What tells it from others: the part that is signed or, where the secret itself was sent, the body. */
export interface SignatureProof {
  /** The id that is signed beside the body. */
  readonly id?: string;
  /**
   * SHA-256 of the body in hexadecimal, with the signed time where that tells a reminder from a repetition; absent where nothing
   * does.
   */
  readonly digest?: string;
}

/** No source knows more signatures and secrets than these. */
export const maxSignatures = 2;
const maxSecrets = 2;

/** Stands for a secret where there is none, so that no answer comes sooner. Nobody knows it. */
const decoy: Attempt = {
  signature: { kind: 'hmac-sha256', header: 'x-signature', encoding: 'hex' },
  secret: randomBytes(32).toString('hex'),
};

/**
 * Whether somebody sent this who knows one of the secrets; undefined if not. The work depends on the length of the body
 * alone: neither on whether the source exists, nor on how it signs, nor on what is wrong.
 */
export function findProof({ signatures, secrets, ...request }: SignedRequest): SignatureProof | undefined {
  const attempts = signatures.flatMap(signature => secrets.map(secret => ({ signature, secret })));
  const most = Math.max(maxSignatures * maxSecrets, attempts.length);
  const all = Array.from({ length: most }, (_, index) => attempts[index] ?? decoy);
  return all.map(attempt => prove(attempt, request)).find(proof => proof !== undefined);
}

/**
 * Why a call is refused: no secret is known, no header has a signature or token, its time is too far from ours, it was made with
 * another secret, or it is signed and its address has a profile that the source may not report to.
 */
export type RefusalReason = (typeof refusalReasons)[number];

export const refusalReasons = [
  'no-secret',
  'unsigned',
  'untimely',
  'wrong-signature',
  'other-profile',
] as const;

/** For those who look after the source, and not for the caller. */
export function explainRefusal({
  signatures,
  secrets,
  ...request
}: Omit<SignedRequest, 'body'>): RefusalReason {
  if (secrets.length === 0) return 'no-secret';
  const claimed = signatures.filter(signature => request.headers.has(proofHeader(signature)));
  if (claimed.length === 0) return 'unsigned';
  return claimed.some(signature => isTimely(signature, request)) ? 'wrong-signature' : 'untimely';
}

/** The header that has the signature, or the secret itself. */
export function proofHeader(signature: SourceSignature): string {
  return signature.kind === 'standard-webhooks' ? 'webhook-signature' : signature.header;
}

function isTimely(signature: SourceSignature, { headers, now }: Omit<Request, 'body'>): boolean {
  switch (signature.kind) {
    case 'token':
      return true;
    case 'hmac-sha256': {
      const { timestamp } = signature;
      return !timestamp || isRecent(signedTimeOf(timestamp, headers), now, timestamp.toleranceSeconds);
    }
    case 'standard-webhooks':
      return isRecent(headers.get('webhook-timestamp') ?? '', now, signature.toleranceSeconds);
  }
}

interface Attempt {
  readonly signature: SourceSignature;
  readonly secret: string;
}

type Request = Pick<SignedRequest, 'headers' | 'body' | 'now'>;

function prove({ signature, secret }: Attempt, request: Request): SignatureProof | undefined {
  const key = keyOf(signature, secret);
  const claim = claimOf(signature, request);
  const signed = [Buffer.from(claim.before), request.body];
  const mac = macOf(key ?? unknownKey, signed);
  const isSigned = claim.macs.map(given => timingSafeEqual(given, mac)).includes(true);
  const isToken = isSameText(claim.token ?? '', secret) && claim.token !== undefined;
  if (key === undefined || !(isSigned || isToken)) return undefined;
  if (signature.kind === 'token' && signature.sendsReminders) return {};
  const digest = createHash('sha256')
    .update(claim.told ?? '')
    .update(request.body)
    .digest('hex');
  return { digest, ...(claim.id !== undefined && { id: claim.id }) };
}

const unknownKey = randomBytes(32);

/** The key of a secret; undefined if the signature cannot be made with it. */
function keyOf({ kind }: SourceSignature, secret: string): KeyObject | Buffer | undefined {
  if (kind !== 'standard-webhooks') return secret === '' ? undefined : Buffer.from(secret);
  try {
    const key = parseSecret(secret, 'secret');
    return key.type === 'secret' ? key : undefined;
  } catch {
    return undefined;
  }
}

function macOf(key: KeyObject | Buffer, parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Compares texts of any length, also of different ones, without telling where they differ. */
function isSameText(one: string, other: string): boolean {
  const digestOf = (text: string): Buffer => macOf(unknownKey, [Buffer.from(text)]);
  return timingSafeEqual(digestOf(one), digestOf(other));
}

/** The signatures that a request claims to have. */
interface Claim {
  /** What is signed before the body. */
  readonly before: string;
  /** The part of it that tells a reminder from a repetition, and the id in it. */
  readonly told?: string;
  readonly id?: string;
  /** None if they are not written as they should be, or are of another time. */
  readonly macs: readonly Buffer[];
  /** The secret itself, if that is what is sent. */
  readonly token?: string;
}

const noClaim: Claim = { before: '', macs: [] };

function claimOf(signature: SourceSignature, request: Request): Claim {
  switch (signature.kind) {
    case 'token':
      return { ...noClaim, token: tokenOf(signature, request) };
    case 'hmac-sha256':
      return hmacClaim(signature, request);
    case 'standard-webhooks':
      return standardClaim(signature, request);
  }
}

function tokenOf({ header, prefix = '' }: TokenSignature, { headers }: Request): string {
  const value = headers.get(header) ?? '';
  const start = value.slice(0, prefix.length);
  // The name of a scheme is compared regardless of case (RFC 9110, section 11.1).
  const isPrefixed =
    header === 'authorization' ? start.toLowerCase() === prefix.toLowerCase() : start === prefix;
  return isPrefixed ? value.slice(prefix.length) : '';
}

function hmacClaim(signature: HmacSignature, { headers, now }: Request): Claim {
  const { header, encoding, prefix = '', isList = false, timestamp } = signature;
  const value = headers.get(header) ?? '';
  const macs = (isList ? partsOf(value) : [value]).flatMap(part =>
    part.startsWith(prefix) ? (decodeMac(part.slice(prefix.length), encoding) ?? []) : [],
  );
  if (!timestamp) return { before: '', macs };
  const time = signedTimeOf(timestamp, headers);
  if (!isRecent(time, now, timestamp.toleranceSeconds)) return noClaim;
  const before = time + timestamp.between;
  return { before, macs, ...(timestamp.tellsReminders && { told: before }) };
}

function standardClaim({ toleranceSeconds }: StandardSignature, { headers, now }: Request): Claim {
  const [id = '', time = '', value = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    name => headers.get(name) ?? '',
  );
  const macs = value
    .split(' ', maxParts)
    .flatMap(part => (part.startsWith('v1,') ? (decodeMac(part.slice(3), 'base64') ?? []) : []));
  if (id === '' || id.length > maxIdLength || !isRecent(time, now, toleranceSeconds)) return noClaim;
  return { before: `${id}.${time}.`, macs, id };
}

/** It is signed before the body. */
const maxIdLength = 256;

/** So many parts of a list in a header are looked at: how long more of them take would show that the source exists. */
const maxParts = 16;

function partsOf(value: string): readonly string[] {
  return value.split(',', maxParts).map(part => part.trim());
}

/** The text that was signed; empty unless it is there once. */
function signedTimeOf({ header, prefix }: SignedTimestamp, headers: Headers): string {
  const value = headers.get(header) ?? '';
  if (prefix === undefined) return value;
  const [only = '', ...others] = partsOf(value).filter(part => part.startsWith(prefix));
  return others.length === 0 ? only.slice(prefix.length) : '';
}

function isRecent(time: string, now: number, toleranceSeconds: number): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now / 1000 - Number(time)) <= toleranceSeconds;
}

const macForms = {
  hex: /^[\da-f]{64}$/i,
  // 256 bits fill 42 digits, and four of the six bits of another.
  base64: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
} as const;

function decodeMac(text: string, encoding: HmacSignature['encoding']): Buffer | undefined {
  return macForms[encoding].test(text) ? Buffer.from(text, encoding) : undefined;
}

/** A secret as short as this could be guessed by trying. */
export const minCharacters = 16;
export const maxCharacters = 256;

/**
 * Why a secret proves nothing for any of these signatures, as the end of a sentence ("The secret should be …");
 * undefined if it does.
 */
export function explainSecret(signatures: readonly SourceSignature[], secret: string): string | undefined {
  if (
    signatures.some(({ kind }) => kind === 'standard-webhooks') &&
    keyOf({ kind: 'standard-webhooks', toleranceSeconds: 0 }, secret)
  ) {
    return undefined;
  }
  if (signatures.every(({ kind }) => kind === 'standard-webhooks')) {
    return '`whsec_` and base64 of 24 to 64 bytes';
  }
  return secret.length >= minCharacters && secret.length <= maxCharacters && /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : `${minCharacters} to ${maxCharacters} visible characters of ASCII, without blanks`;
}

/** A new secret of 256 random bits, in the form of the first signature. */
export function makeSecretFor([{ kind }]: readonly [SourceSignature, ...SourceSignature[]]): string {
  return kind === 'standard-webhooks' ? makeSecret() : randomBytes(32).toString('base64url');
}
