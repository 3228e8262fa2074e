import {
  type BinaryLike,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { createDigest, normalized } from '../../api/basic-authentication.ts';
import { Problem } from '../../api/problem.ts';
import { type Caller, type Role, roles } from '../../api/role.ts';
import {
  aListOf,
  aText,
  type Check,
  checkThat,
  defineOptions,
  expected,
  oneOf,
  optional,
} from '../../options/define-options.ts';

/** Someone who may use the server. Either `password` or `passwordHash` is required. */
export interface User {
  /** Must not contain a colon, which ends it on the wire, nor be a name that the history gives to tokens and seeds. */
  readonly username: string;
  /** Take it from the environment or a file, never from arguments, which are visible to other users of the machine. */
  readonly password?: string | undefined;
  /** The result of `hashPassword`. */
  readonly passwordHash?: string | undefined;
  readonly role: Role;
  /** The events that a reporter may report. Default: all. */
  readonly events?: readonly string[] | undefined;
  /** The profiles that there are for the user: nothing of others is shown or changed. Default: all. */
  readonly profiles?: readonly string[] | undefined;
}

/** A user, as the configuration has them. */
export interface KnownUser {
  readonly caller: Caller;
  /** A digest of the password, or of its hash: it changes with the password. Never stored. */
  readonly credential: Buffer;
}

export interface UserDirectory {
  /** Finds the user for a name and a password. */
  readonly find: (username: string, password: string) => Promise<KnownUser | undefined>;
  /** Finds the user for a name alone, whose password was checked before. */
  readonly named: (username: string) => KnownUser | undefined;
}

/** At most so many hashes are computed at the same time, in 32 MiB each, while `maxWaiting` more may wait. */
const maxHashing = 2;
const maxWaiting = 64;

const readUser = defineOptions<{ [K in keyof Required<User>]: User[K] }>({
  username: checkThat(
    'text without a colon',
    (value): value is string => typeof value === 'string' && /^[^:\0]{1,256}$/.test(value),
  ),
  password: optional(
    checkThat(
      'text that is not empty',
      (value): value is string => typeof value === 'string' && value !== '',
    ),
  ),
  passwordHash: optional(
    checkThat(
      'a hash made by `hashPassword`',
      (value): value is string => typeof value === 'string' && parsePasswordHash(value) !== undefined,
    ),
  ),
  role: oneOf(...roles),
  events: optional(aListOf(aText)),
  profiles: optional(aListOf(aText)),
});

/** Users with unique names, each with one password. */
export const readUsers: Check<readonly User[]> = (value, name) => {
  const users = aListOf(readUser)(value, name);
  if (users.length === 0) throw expected(name, 'at least one user');
  users.forEach(({ username, password, passwordHash, role, events }, index) => {
    const at = `${name}[${index}]`;
    if (role !== 'reporter' && events) {
      throw expected(`${at}.events`, 'none, since only a reporter can be limited to events');
    }
    if ((password === undefined) === (passwordHash === undefined)) {
      throw expected(at, 'either `password` or `passwordHash`');
    }
    if (isReserved(username))
      throw expected(`${at}.username`, 'a name that no token, no seed and no application has');
    if (users.findIndex(user => normalized(user.username) === normalized(username)) !== index) {
      throw expected(`${at}.username`, 'a name that no other user has');
    }
  });
  return users;
};

/** Whether the change history uses such a name for tokens, seeds or the application, which nobody may impersonate. */
export function isReserved(username: string): boolean {
  return /^(?:application|configuration|hookplate|token .*|source .*|portal .*)$/su.test(
    normalized(username),
  );
}

interface CheckedUser extends KnownUser {
  /** A digest of the password under a key of this process. After a login it saves the slow hash. */
  digest: Buffer | undefined;
  readonly hash: PasswordHash | undefined;
}

/**
 * Every failed login takes the same time, whatever is wrong: for an unknown name, the password is compared with a hash
 * of no password.
 */
export function createUserDirectory(users: readonly User[]): UserDirectory {
  const digestOf = createDigest();
  const known = new Map(
    users.map(({ username, password, passwordHash, role, events, profiles }): [string, CheckedUser] => [
      normalized(username),
      {
        caller: { name: username, role, ...(events && { events }), ...(profiles && { profiles }) },
        credential: createHash('sha256')
          .update(passwordHash ?? normalized(password ?? ''))
          .digest(),
        digest: password === undefined ? undefined : digestOf(password),
        hash: passwordHash === undefined ? undefined : parsePasswordHash(passwordHash),
      },
    ]),
  );
  const unknownDigest = digestOf('');
  const hashing = createTurns();
  const hasHashes = users.some(({ passwordHash }) => passwordHash !== undefined);

  return {
    find: async (username, password) => {
      const user = known.get(normalized(username));
      const digest = digestOf(password);
      const isKnown = timingSafeEqual(digest, user?.digest ?? unknownDigest);
      if (user?.digest && isKnown) return user;
      if (!hasHashes) return undefined;
      const isRight = await hashing(() => isPassword(password, user?.hash ?? nobodysHash));
      if (!user?.hash || !isRight) return undefined;
      user.digest = digest;
      return user;
    },
    named: username => known.get(normalized(username)),
  };
}

/** Runs a few at a time: each takes memory, which strangers must not be able to multiply. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async work => {
    if (running >= maxHashing) {
      if (waiting.length >= maxWaiting) throw busy();
      await new Promise<void>(resolve => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function busy(): Problem {
  return new Problem(503, 'busy', 'Too many logins at once; try again later.', { 'retry-after': '5' });
}

/** A parsed password hash: `$scrypt$ln=…,r=…,p=…$salt$hash`, with salt and hash in base64 (RFC 7914). */
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

/** 32 MiB and about 80 ms per password: OWASP's second choice, and affordable for a login. */
const cost = { log2: 15, blockSize: 8, parallelization: 3 } as const;
/** A limit, so that a hash in a file cannot take up the server's memory. */
const maxMemory = 256 * 1024 * 1024;
const hashBytes = 32;

/** Hashes a password for the option `users`. The salt is random, so equal passwords get different hashes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { log2, blockSize, parallelization } = cost;
  const hash = await derive(
    normalized(password),
    salt,
    hashBytes,
    optionsOf(log2, blockSize, parallelization),
  );
  const parameters = `ln=${log2},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${parameters}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Parses the output of `hashPassword`; undefined for anything else, and for a hash that needs more than 256 MiB. */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const parts = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(
    text,
  );
  if (!parts) return undefined;
  const [, log2, blockSize, parallelization, salt = '', hash = ''] = parts;
  const options = optionsOf(Number(log2), Number(blockSize), Number(parallelization));
  const bytes = { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  const isFit = Number(log2) > 0 && Number(blockSize) > 0 && Number(parallelization) > 0;
  if (!isFit || memoryOf(options) > maxMemory || bytes.hash.length < 16 || bytes.salt.length < 8)
    return undefined;
  return { ...bytes, options };
}

/** Takes the same time for a wrong password as for the right one. */
export async function isPassword(password: string, { salt, hash, options }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(normalized(password), salt, hash.length, options), hash);
}

/** The hash of no password, compared where there is no such user, so that the answer takes the same time. */
const nobodysHash: PasswordHash = {
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
