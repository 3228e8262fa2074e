import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A password as it is kept: `$scrypt$ln=…,r=…,p=…$salt$hash`, salt and hash in base64 (RFC 7914). */
export interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly options: ScryptOptions;
}

const derive: (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer> = promisify(scrypt);

/** 32 MiB and about 80 ms for each password: OWASP's second choice, which a login can afford. */
const cost = { log2: 15, blockSize: 8, parallelization: 3 } as const;
/** More than this would let a hash in a file take the memory of the server. */
const mostMemory = 256 * 1024 * 1024;
const hashBytes = 32;

/** The hash of a password, for the option `users`. Equal passwords have different hashes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { log2, blockSize, parallelization } = cost;
  const hash = await derive(
    password.normalize('NFC'),
    salt,
    hashBytes,
    optionsOf(log2, blockSize, parallelization),
  );
  const parameters = `ln=${log2},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${parameters}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Reads what `hashPassword` wrote; undefined for anything else, and for what takes more than 256 MiB. */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [, log2, blockSize, parallelization, salt = '', hash = ''] = parts;
  const options = optionsOf(Number(log2), Number(blockSize), Number(parallelization));
  const bytes = { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  const isFit = Number(log2) > 0 && Number(blockSize) > 0 && Number(parallelization) > 0;
  if (!isFit || memoryOf(options) > mostMemory || bytes.hash.length < 16 || bytes.salt.length < 8)
    return undefined;
  return { ...bytes, options };
}

/** Takes as long for a wrong password as for the right one. */
export async function isPassword(password: string, { salt, hash, options }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password.normalize('NFC'), salt, hash.length, options), hash);
}

/** Of no password: what is compared where there is no such user, so that this takes as long. */
export const nobodysHash: PasswordHash = {
  salt: randomBytes(16),
  hash: randomBytes(hashBytes),
  options: optionsOf(cost.log2, cost.blockSize, cost.parallelization),
};

function optionsOf(log2: number, blockSize: number, parallelization: number): ScryptOptions {
  const options = { N: 2 ** log2, r: blockSize, p: parallelization };
  return { ...options, maxmem: memoryOf(options) + 1024 * 1024 };
}

function memoryOf({ N = 0, r = 0, p = 0 }: ScryptOptions): number {
  return 128 * N * r + 128 * r * p;
}
