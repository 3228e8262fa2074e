import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Problem } from '../../api/problem.ts';
import { type Caller, type Limits, type Role, roles } from '../../api/role.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { optionalTextsOf, optionalTimeOf, type Row, rowReader, textOf, timeOf } from '../../database/row.ts';

/** A token as the API shows it. The secret itself is shown only once, when it is made. */
interface Token extends Limits {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  /** Accurate to a minute. */
  readonly lastUsedAt: Date | undefined;
}

interface NewToken extends Limits {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

/** Whose tokens there are: for a caller who is limited, the caller's own, of no other profiles. */
type Owner = Pick<Caller, 'name' | 'profiles'>;

export interface TokenStore {
  /** @throws {Problem} 409 if the name is taken, ignoring case, and if there are too many tokens. */
  readonly add: (
    token: NewToken,
    owner: Owner,
  ) => Promise<{ readonly token: Token; readonly secret: string }>;
  /** Newest first. */
  readonly list: (owner: Owner) => Promise<readonly Token[]>;
  /** `false` if there is none with this id. */
  readonly remove: (id: string, owner: Owner) => Promise<boolean>;
  /** Deletes those that have no other profile. */
  readonly erase: (profile: string) => Promise<void>;
  readonly findCaller: (secret: string) => Promise<Caller | undefined>;
}

const prefix = 'hkp_';

/** Limited to the number that one answer lists. */
const maxTokens = 1000;
/** How many somebody may have who is limited to profiles. */
const maxTokensOfLimited = 20;

/** Whether a text has the form of a token, and is worth looking up. */
export function looksLikeToken(text: string): boolean {
  return text.startsWith(prefix);
}

const inserting = `
insert into hookplate.token (id, name, hash, role, expires_at, created_by, events, profiles)
values ($1, $2, $3, $4, $5::timestamptz, $6, $7::jsonb, $8::jsonb) returning *`;

/** SQL: whether a token is one of an owner's. */
const isOf = ({ name, profiles }: Owner, first: number): readonly [sql: string, ...values: string[]] =>
  profiles
    ? [`created_by = $${first} and profiles <@ $${first + 1}::jsonb`, name, JSON.stringify(profiles)]
    : ['true'];

const isUnnoticed = `(last_used_at is null or last_used_at < now() - interval '1 minute')`;
const finding = `select *, ${isUnnoticed} as is_unnoticed from hookplate.token where hash = $1`;
const using = `update hookplate.token set last_used_at = now() where hash = $1 and ${isUnnoticed}`;

/** Tokens are 256 random bits: their SHA-256 reveals nothing, and looking one up by it leaks no timing. */
export function createTokenStore({ executor, transaction }: Connection, now: () => number): TokenStore {
  return {
    add: ({ name, role, expiresAt, events, profiles }, owner) =>
      transaction(async tx => {
        await assertFree(name, owner, tx);
        const secret = prefix + randomBytes(32).toString('base64url');
        const limits = [events, profiles].map(names => (names ? JSON.stringify([...new Set(names)]) : null));
        const values = [name, hashOf(secret), role, expiresAt.toISOString(), owner.name, ...limits];
        const { rows } = await tx.query(inserting, [`tok_${randomUUID()}`, ...values]);
        return { token: tokenOf(rows[0] ?? {}), secret };
      }),
    list: async owner => {
      const [isOwn, ...values] = isOf(owner, 1);
      const { rows } = await executor.query(
        `select * from hookplate.token where ${isOwn} order by created_at desc, id desc limit ${maxTokens}`,
        values,
      );
      return rows.map(tokenOf);
    },
    remove: async (id, owner) => {
      const [isOwn, ...values] = isOf(owner, 2);
      const { rows } = await executor.query(
        `delete from hookplate.token where id = $1 and ${isOwn} returning id`,
        [id, ...values],
      );
      return rows.length > 0;
    },
    erase: async profile => {
      await executor.query(`delete from hookplate.token where profiles <@ jsonb_build_array($1::text)`, [
        profile,
      ]);
    },
    findCaller: async secret => {
      const { rows } = await executor.query(finding, [hashOf(secret)]);
      const token = rows.filter(row => roles.some(known => known === textOf(row, 'role'))).map(tokenOf)[0];
      if (!token || token.expiresAt.getTime() <= now()) return undefined;
      if (rows.some(({ is_unnoticed: isDue }) => isDue === true))
        await executor.query(using, [hashOf(secret)]);
      const { name, role, createdBy, events, profiles } = token;
      return {
        ...{ name: `token ${name}`, role, tokenMadeBy: createdBy },
        ...(events && { events }),
        ...(profiles && { profiles }),
      };
    },
  };
}

/**
 * The list of changes of a profile identifies tokens by their names. Nobody is kept from a name, or from making a token, by those of
 * people who are limited to profiles.
 */
async function assertFree(name: string, owner: Owner, { query }: SqlExecutor): Promise<void> {
  // When two are created at the same time, the second one waits.
  await query('lock table hookplate.token in share row exclusive mode');
  const [isOwn, ...values] = owner.profiles
    ? isOf(owner, 1)
    : ['(profiles is null or created_by = $1)', owner.name];
  const { rows } = await query(`select name from hookplate.token where ${isOwn}`, values);
  if (rows.some(row => foldName(textOf(row, 'name')) === foldName(name))) {
    throw new Problem(409, 'name-taken', 'A token of this name is there: revoke it, or choose another name.');
  }
  const max = owner.profiles ? maxTokensOfLimited : maxTokens;
  if (rows.length < max) return;
  throw new Problem(409, 'too-many-tokens', `There are ${max} tokens: delete those that nobody uses.`);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const tokenOf: (row: Row) => Token = rowReader({
  id: textOf,
  name: textOf,
  role: (row, column) => roles.find(role => role === textOf(row, column)) ?? 'viewer',
  events: optionalTextsOf,
  profiles: optionalTextsOf,
  createdAt: timeOf,
  createdBy: textOf,
  expiresAt: timeOf,
  lastUsedAt: optionalTimeOf,
});

/** Invisible characters, and characters that look like a blank: names that differ only in them look the same. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const everyUnseen = new RegExp(unseen, 'gu');

/** Equal for names that differ only in case, Unicode composition, or blanks. */
function foldName(name: string): string {
  return name.normalize('NFKC').replace(everyUnseen, '').replace(/\s+/gu, ' ').trim().toLowerCase();
}
