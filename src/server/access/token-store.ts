import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Connection, SqlExecutor } from '../../outbox/database/database.ts';
import { type Row, textOf, timeOf } from '../../outbox/database/row.ts';
import { Problem } from '../../workflow/http/problem.ts';
import { type Caller, type Role, roles } from './role.ts';
import { foldName } from './token-name.ts';

/** A token as it is shown: what it is made of is shown once, when it is made. */
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  /** Within a minute. */
  readonly lastUsedAt: Date | undefined;
}

interface NewToken {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly createdBy: string;
}

export interface TokenStore {
  /** @throws {Problem} 409 where one of this name, in letters of any case, is there already, and where there are too many. */
  readonly add: (token: NewToken) => Promise<{ readonly token: Token; readonly secret: string }>;
  /** Newest first. */
  readonly list: () => Promise<readonly Token[]>;
  /** `false` where there is none of this id. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly findCaller: (secret: string) => Promise<Caller | undefined>;
}

const prefix = 'hkp_';

/** As many as one answer lists. */
const mostTokens = 1000;

/** Whether it is worth looking up. */
export function looksLikeToken(text: string): boolean {
  return text.startsWith(prefix);
}

const inserting = `
insert into hookplate.token (id, name, hash, role, expires_at, created_by)
values ($1, $2, $3, $4, $5::timestamptz, $6) returning *`;

const using = `
update hookplate.token set last_used_at = now()
where hash = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

/** Tokens are 256 random bits, so their SHA-256 tells nobody anything, and finding one by it takes no secret time. */
export function createTokenStore({ executor, transaction }: Connection, now: () => number): TokenStore {
  return {
    add: ({ name, role, expiresAt, createdBy }) =>
      transaction(async tx => {
        await assertFree(name, tx);
        const secret = prefix + randomBytes(32).toString('base64url');
        const values = [name, hashOf(secret), role, expiresAt.toISOString(), createdBy];
        const { rows } = await tx.executeSql(inserting, [`tok_${randomUUID()}`, ...values]);
        return { token: tokenOf(rows[0] ?? {}), secret };
      }),
    list: async () => {
      const { rows } = await executor.executeSql(
        'select * from hookplate.token order by created_at desc, id desc',
      );
      return rows.map(tokenOf);
    },
    remove: async id => {
      const { rows } = await executor.executeSql('delete from hookplate.token where id = $1 returning id', [
        id,
      ]);
      return rows.length > 0;
    },
    findCaller: async secret => {
      const { rows } = await executor.executeSql('select * from hookplate.token where hash = $1', [
        hashOf(secret),
      ]);
      const token = rows[0] && tokenOf(rows[0]);
      if (!token || token.expiresAt.getTime() <= now()) return undefined;
      await executor.executeSql(using, [hashOf(secret)]);
      return { name: `token ${token.name}`, role: token.role, hasToken: true };
    },
  };
}

/** The log and the list of changes tell tokens apart by their names. */
async function assertFree(name: string, { executeSql }: SqlExecutor): Promise<void> {
  // Of two that are made at the same time, the second one waits.
  await executeSql('lock table hookplate.token in share row exclusive mode');
  const { rows } = await executeSql('select name from hookplate.token');
  if (rows.some(row => foldName(textOf(row, 'name')) === foldName(name))) {
    throw new Problem(409, 'name-taken', 'A token of this name is there: revoke it, or choose another name.');
  }
  if (rows.length < mostTokens) return;
  throw new Problem(409, 'too-many-tokens', `There are ${mostTokens} tokens: delete those that nobody uses.`);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function tokenOf(row: Row): Token {
  const { role: stored } = row;
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    role: roles.find(role => role === stored) ?? 'viewer',
    createdAt: timeOf(row, 'created_at') ?? new Date(0),
    createdBy: textOf(row, 'created_by'),
    expiresAt: timeOf(row, 'expires_at') ?? new Date(0),
    lastUsedAt: timeOf(row, 'last_used_at'),
  };
}
