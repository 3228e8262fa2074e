import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { aListOf, type Check, checkThat, expected } from '../options/define-options.ts';
import { DatabaseError } from './database-error.ts';
import { bytesOf, type Row } from './row.ts';

/*
 * The stored form of requests, webhooks, samples of flows and bodies of runs. The first byte is the format: 0 for
 * plain, 1 for AES-256-GCM (NIST SP 800-38D), followed by 4 bytes that identify the key, 12 of nonce, 16 of tag, and
 * the ciphertext. The id of the sealed object is authenticated with it, so that the bytes cannot be moved to another
 * row.
 */

export interface Sealer {
  readonly seal: (plain: Uint8Array, id: string) => Uint8Array;
  /**
   * The first bytes of everything that `seal` returns: data that begins differently was not sealed by the first key.
   */
  readonly start: Uint8Array;
  /** The first bytes of everything that `open` can open, in hexadecimal. */
  readonly knownStarts: readonly string[];
  /** Whether somebody with another key may be able to open it; otherwise data that `open` refuses is damaged. */
  readonly isOfOtherKey: (stored: Uint8Array) => boolean;
  /** @throws {DatabaseError} `wrong-key` if none of the keys has sealed it. */
  readonly open: (stored: Uint8Array, id: string) => Uint8Array;
}

const plainMark = 0;
/** The first byte of everything that is sealed, by whatever key. */
export const sealedMark = 1;
const nonceStart = 5;
const tagStart = nonceStart + 12;
const textStart = tagStart + 16;

/**
 * Seals with the first key and opens with any of them, so that keys can be rotated; without keys, data is stored in
 * plain form. Each key is 32 bytes in base64.
 *
 * @throws {InvalidArgument} for anything but such keys; it does not quote them.
 */
export function createSealer(keys: readonly string[]): Sealer {
  const known = keys.map(parseKey);
  const byId = new Map(known.map(key => [key.id.toString('hex'), key.bytes]));
  const [current] = known;
  const startOf = ({ id }: Key): Buffer => Buffer.concat([Buffer.of(sealedMark), id]);
  const plainStart = Buffer.of(plainMark);
  const keyOf = (stored: Uint8Array) => byId.get(Buffer.from(stored.subarray(1, nonceStart)).toString('hex'));
  return {
    knownStarts: [plainStart, ...known.map(startOf)].map(start => start.toString('hex')),
    isOfOtherKey: stored => stored[0] === sealedMark && stored.length >= textStart && !keyOf(stored),
    start: current ? startOf(current) : plainStart,
    seal: (plain, id) => {
      if (!current) return Buffer.concat([Buffer.of(plainMark), plain]);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(id));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(sealedMark), current.id, nonce, cipher.getAuthTag(), text]);
    },
    open: (stored, id) => {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      if (bytes[0] === plainMark) return bytes.subarray(1);
      const key = keyOf(bytes);
      if (!key) throw wrongKey();
      try {
        const nonce = bytes.subarray(nonceStart, tagStart);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
        decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(tagStart, textStart));
        return Buffer.concat([decipher.update(bytes.subarray(textStart)), decipher.final()]);
      } catch (cause) {
        throw wrongKey(cause);
      }
    },
  };
}

export function isKey(key: unknown): key is string {
  return typeof key === 'string' && Buffer.from(key, 'base64').length === 32;
}

const aKey = checkThat('32 bytes in base64', isKey);

/** Checks the option `encryptionKeys`, for `createSealer`. */
export const aListOfKeys: Check<readonly string[]> = aListOf(aKey);

interface Key {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

function parseKey(text: string, index: number): Key {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw expected(`options.encryptionKeys[${index}]`, '32 bytes in base64');
  return { id: createHash('sha256').update(bytes).digest().subarray(0, 4), bytes };
}

function wrongKey(cause?: unknown): DatabaseError {
  const message = 'None of the encryption keys opens this row: add the key it was stored under.';
  return new DatabaseError('wrong-key', message, { cause });
}

/**
 * Opens a column that holds JSON.
 *
 * @throws {DatabaseError} `wrong-key`.
 */
export function openJson<T>(row: Row, column: string, name: string, sealer: Sealer): T {
  return JSON.parse(Buffer.from(sealer.open(bytesOf(row, column) ?? new Uint8Array(), name)).toString());
}
