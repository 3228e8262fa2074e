import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { itemsOf, newTokenSchema, tokenSchema } from '../../api/answers.ts';
import { isWellFormed, plainNames } from '../../api/field-schemas.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import { type Caller, type ReportLimits, type Role, roles } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { Connection, SqlExecutor } from '../../database/database.ts';
import { jsonOf, type Row, textOf, timeOf } from '../../database/row.ts';

interface TokenRoutesOptions {
  readonly tokens: TokenStore;
  readonly now: () => number;
}

/** Routes for the tokens of programs; each token has a role and an expiry. */
export function tokenRoutes(options: TokenRoutesOptions): readonly Route[] {
  return [listTokens, createToken, deleteToken].map(route => route(options));
}

const day = 86_400_000;
/** The default and the maximum lifetime of a token, in milliseconds. */
export const tokenLifeMs = { usual: 90 * day, longest: 366 * day } as const;

/** @throws {Problem} 422 for an expiry that is in the past or too far away. */
function expiryOf(asked: string | undefined, now: number): Date {
  const expires = asked === undefined ? now + tokenLifeMs.usual : Date.parse(asked);
  if (expires > now && expires <= now + tokenLifeMs.longest) return new Date(expires);
  const message = 'A token expires in the future, within 366 days.';
  throw invalidFields([{ field: 'expiresAt', code: 'invalid-field', message }]);
}

const listTokens = ({ tokens }: TokenRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/tokens',
    operationId: 'listTokens',
    summary: 'List API tokens',
    role: 'editor',
    answers: {
      200: {
        description: 'All tokens, the newest first.',
        schema: itemsOf(tokenSchema),
      },
    },
    handle: async () => ({ status: 200, body: { items: (await tokens.list()).map(viewToken) } }),
  });

const createToken = ({ tokens, now }: TokenRoutesOptions): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/tokens',
    operationId: 'createToken',
    summary: 'Make an API token',
    role: 'editor',
    body: v.strictObject({
      name: tokenNameSchema,
      role: v.picklist(roles),
      events: v.optional(
        v.pipe(plainNames, v.description('For a reporter: the events that it may report. Default: all.')),
      ),
      profiles: v.optional(
        v.pipe(
          plainNames,
          v.description('For a reporter: the profiles that it may report for. Default: all.'),
        ),
      ),
      expiresAt: v.optional(
        v.pipe(v.string(), v.isoTimestamp(), v.description('At most 366 days from now; default 90.')),
      ),
    }),
    answers: {
      201: {
        description: 'The token; `token` is shown this once.',
        schema: newTokenSchema,
      },
    },
    problems: { 409: 'A token of this name is there, or there are 1,000.' },
    handle: async ({ body: { name, role, expiresAt, ...limits }, caller }) => {
      // Otherwise a leaked token could leave others behind when it is revoked.
      if (caller.tokenMadeBy !== undefined)
        throw new Problem(403, 'forbidden', 'A token makes no tokens: log in to make one.');
      assertLimitable(role, limits);
      const expires = expiryOf(expiresAt, now());
      const made = await tokens.add({ name, role, ...limits, expiresAt: expires, createdBy: caller.name });
      return { status: 201, body: { ...viewToken(made.token), token: made.secret } };
    },
  });

/** @throws {Problem} 422 for limits of a role that has none: whoever gave them may believe that they hold. */
function assertLimitable(role: Role, limits: ReportLimits): void {
  if (role === 'reporter') return;
  const given = Object.entries(limits).filter(([, names]) => names !== undefined);
  if (given.length === 0) return;
  const message = 'Only what a reporter may do can be limited to some names.';
  throw invalidFields(given.map(([field]) => ({ field, code: 'invalid-field', message })));
}

const deleteToken = ({ tokens }: TokenRoutesOptions): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/tokens/{id}',
    operationId: 'deleteToken',
    summary: 'Revoke an API token',
    role: 'editor',
    params: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
    answers: { 204: { description: 'It is revoked, at once.' } },
    problems: { 404: 'No token with this id.' },
    handle: async ({ params: { id } }) => {
      if (await tokens.remove(id)) return { status: 204, body: undefined };
      throw new Problem(404, 'unknown-token', 'No token with this id.');
    },
  });

function viewToken({ id, name, role, events, profiles, createdAt, createdBy, expiresAt, lastUsedAt }: Token) {
  return {
    ...{ id, name, role, createdBy },
    ...(events && { events }),
    ...(profiles && { profiles }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}

/** A token as the API shows it. The secret itself is shown only once, when it is made. */
interface Token extends ReportLimits {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  /** Accurate to a minute. */
  readonly lastUsedAt: Date | undefined;
}

interface NewToken extends ReportLimits {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly createdBy: string;
}

export interface TokenStore {
  /** @throws {Problem} 409 if the name is taken, ignoring case, and if there are too many tokens. */
  readonly add: (token: NewToken) => Promise<{ readonly token: Token; readonly secret: string }>;
  /** Newest first. */
  readonly list: () => Promise<readonly Token[]>;
  /** `false` if there is none with this id. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly findCaller: (secret: string) => Promise<Caller | undefined>;
}

const prefix = 'hkp_';

/** Limited to the number that one answer lists. */
const maxTokens = 1000;

/** Whether a text has the form of a token, and is worth looking up. */
export function looksLikeToken(text: string): boolean {
  return text.startsWith(prefix);
}

const inserting = `
insert into hookplate.token (id, name, hash, role, expires_at, created_by, events, profiles)
values ($1, $2, $3, $4, $5::timestamptz, $6, $7::jsonb, $8::jsonb) returning *`;

const isUnnoticed = `(last_used_at is null or last_used_at < now() - interval '1 minute')`;
const finding = `select *, ${isUnnoticed} as is_unnoticed from hookplate.token where hash = $1`;
const using = `update hookplate.token set last_used_at = now() where hash = $1 and ${isUnnoticed}`;

/** Tokens are 256 random bits: their SHA-256 reveals nothing, and looking one up by it leaks no timing. */
export function createTokenStore({ executor, transaction }: Connection, now: () => number): TokenStore {
  return {
    add: ({ name, role, expiresAt, createdBy, events, profiles }) =>
      transaction(async tx => {
        await assertFree(name, tx);
        const secret = prefix + randomBytes(32).toString('base64url');
        const limits = [events, profiles].map(names => (names ? JSON.stringify(names) : null));
        const values = [name, hashOf(secret), role, expiresAt.toISOString(), createdBy, ...limits];
        const { rows } = await tx.query(inserting, [`tok_${randomUUID()}`, ...values]);
        return { token: tokenOf(rows[0] ?? {}), secret };
      }),
    list: async () => {
      const { rows } = await executor.query(
        'select * from hookplate.token order by created_at desc, id desc',
      );
      return rows.map(tokenOf);
    },
    remove: async id => {
      const { rows } = await executor.query('delete from hookplate.token where id = $1 returning id', [id]);
      return rows.length > 0;
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
        ...(role === 'reporter' && { reports: { events, profiles } }),
      };
    },
  };
}

/** The log and the list of changes identify tokens by their names. */
async function assertFree(name: string, { query }: SqlExecutor): Promise<void> {
  // When two are created at the same time, the second one waits.
  await query('lock table hookplate.token in share row exclusive mode');
  const { rows } = await query('select name from hookplate.token');
  if (rows.some(row => foldName(textOf(row, 'name')) === foldName(name))) {
    throw new Problem(409, 'name-taken', 'A token of this name is there: revoke it, or choose another name.');
  }
  if (rows.length < maxTokens) return;
  throw new Problem(409, 'too-many-tokens', `There are ${maxTokens} tokens: delete those that nobody uses.`);
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
    events: namesOf(row, 'events'),
    profiles: namesOf(row, 'profiles'),
    createdAt: timeOf(row, 'created_at') ?? new Date(0),
    createdBy: textOf(row, 'created_by'),
    expiresAt: timeOf(row, 'expires_at') ?? new Date(0),
    lastUsedAt: timeOf(row, 'last_used_at'),
  };
}

function namesOf(row: Row, column: string): readonly string[] | undefined {
  const names = jsonOf(row, column);
  return Array.isArray(names) ? names.map(String) : undefined;
}

/** Invisible characters, and characters that look like a blank: names that differ only in them look the same. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const everyUnseen = new RegExp(unseen, 'gu');

/** The same for patterns without the flag `u`, as in JSON Schema; characters beyond U+FFFF are all accepted. */
const visible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: some ranges end with combining characters.
  /^[ -~\xa0-\xac\xae-\u034e\u0350-\u05ff\u0606-\u061b\u061d-\u06dc\u06de-\u070e\u0710-\u088f\u0892-\u08e1\u08e3-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u2010-\u2027\u202f-\u205f\u2070-\u27ff\u2801-\u3163\u3165-\ufdff\ufe10-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc-\uffff]{1,100}$/;

/** The name of a token; surrounding blanks are trimmed. */
const tokenNameSchema = v.pipe(
  v.string(),
  v.regex(visible),
  v.check(name => !visible.test(name) || (isWellFormed(name) && !unseen.test(name) && name.trim() !== '')),
  v.description('No control or invisible characters; surrounding blanks are removed.'),
  v.transform(name => name.trim()),
);

/** Equal for names that differ only in case, Unicode composition, or blanks. */
function foldName(name: string): string {
  return name.normalize('NFKC').replace(everyUnseen, '').replace(/\s+/gu, ' ').trim().toLowerCase();
}
