import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Check,
  checkThat,
  defineOptions,
  expected,
  listOf,
  oneOf,
  optional,
} from '../../http/define-options.ts';
import { Problem } from '../../workflow/http/problem.ts';
import { isPassword, nobodysHash, type PasswordHash, parsePasswordHash } from './password.ts';
import { type Caller, type Role, roles } from './role.ts';

/** Someone who may use the server; one of the passwords is given. */
export interface User {
  /** Without a colon, which ends it on the wire, and none of the names that the history gives to tokens and seeds. */
  readonly username: string;
  /** From the environment or a file, never from arguments: those of a program are seen by all. */
  readonly password?: string | undefined;
  /** What `hashPassword` made of it. */
  readonly passwordHash?: string | undefined;
  readonly role: Role;
}

/** Finds who a name and a password belong to. */
export interface UserDirectory {
  readonly find: (username: string, password: string) => Promise<Caller | undefined>;
}

/** As many hashes as are computed at the same time, in 32 MiB each, and as may wait for that. */
const mostHashing = 2;
const mostWaiting = 64;

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
      'what `hashPassword` returns',
      (value): value is string => typeof value === 'string' && parsePasswordHash(value) !== undefined,
    ),
  ),
  role: oneOf(...roles),
});

/** Users with names of their own, each with one password. */
export const readUsers: Check<readonly User[]> = (value, name) => {
  const users = listOf(readUser)(value, name);
  if (users.length === 0) throw expected(name, 'at least one user');
  users.forEach(({ username, password, passwordHash }, index) => {
    const at = `${name}[${index}]`;
    if ((password === undefined) === (passwordHash === undefined)) {
      throw expected(at, 'either `password` or `passwordHash`');
    }
    if (isReserved(username)) throw expected(`${at}.username`, 'a name that no token and no seed has');
    if (users.findIndex(user => user.username.normalize('NFC') === username.normalize('NFC')) !== index) {
      throw expected(`${at}.username`, 'a name that no other user has');
    }
  });
  return users;
};

/** The record of a change names tokens and seeds so: nobody else may pass for one. */
function isReserved(username: string): boolean {
  return /^(?:configuration|hookplate|token .*)$/su.test(username.normalize('NFC'));
}

interface KnownUser {
  readonly caller: Caller;
  /** Of the password, under a key of this process: once it has been given, it need not be hashed slowly again. */
  digest: Buffer | undefined;
  readonly hash: PasswordHash | undefined;
}

/**
 * Whatever is wrong with a name or a password, finding it out takes as long: an unknown name is compared with the hash of
 * no password.
 */
export function createUserDirectory(users: readonly User[]): UserDirectory {
  const key = randomBytes(32);
  const digestOf = (text: string): Buffer => createHmac('sha256', key).update(text.normalize('NFC')).digest();
  const known = new Map(
    users.map(({ username, password, passwordHash, role }): [string, KnownUser] => [
      username.normalize('NFC'),
      {
        caller: { name: username, role },
        digest: password === undefined ? undefined : digestOf(password),
        hash: passwordHash === undefined ? undefined : parsePasswordHash(passwordHash),
      },
    ]),
  );
  const hashing = createTurns();
  const hasHashes = users.some(({ passwordHash }) => passwordHash !== undefined);

  return {
    find: async (username, password) => {
      const user = known.get(username.normalize('NFC'));
      const digest = digestOf(password);
      const isKnown = timingSafeEqual(digest, user?.digest ?? digestOf(''));
      if (user?.digest && isKnown) return user.caller;
      if (!hasHashes) return undefined;
      const isRight = await hashing(() => isPassword(password, user?.hash ?? nobodysHash));
      if (!user?.hash || !isRight) return undefined;
      user.digest = digest;
      return user.caller;
    },
  };
}

/** Runs a few at a time; each takes memory that strangers must not multiply. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async work => {
    if (running >= mostHashing) {
      if (waiting.length >= mostWaiting) throw busy();
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
