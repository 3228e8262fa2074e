import * as v from 'valibot';
import { Problem } from '../../workflow/http/problem.ts';
import { timestamp } from '../routes/page.ts';
import { invalidFields } from '../routes/read-request.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import { roles } from './role.ts';
import { tokenNameSchema } from './token-name.ts';
import type { Token, TokenStore } from './token-store.ts';

export interface TokenRoutesOptions {
  readonly tokens: TokenStore;
  readonly now: () => number;
}

const day = 86_400_000;
/** How long a token is good for that says nothing else, and at most, in milliseconds. */
export const tokenLifeMs = { usual: 90 * day, longest: 366 * day } as const;

export const tokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  role: v.picklist(roles),
  createdAt: timestamp,
  createdBy: v.string(),
  expiresAt: timestamp,
  lastUsedAt: v.optional(timestamp),
});

/** @throws {Problem} 422 for an end that is not ahead, or too far. */
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
        schema: v.object({ items: v.array(tokenSchema) }),
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
      expiresAt: v.optional(
        v.pipe(v.string(), v.isoTimestamp(), v.description('At most 366 days from now; default 90.')),
      ),
    }),
    answers: {
      201: {
        description: 'The token; `token` is shown this once.',
        schema: v.object({ ...tokenSchema.entries, token: v.string() }),
      },
    },
    problems: { 409: 'A token of this name is there, or there are 1,000.' },
    handle: async ({ body: { name, role, expiresAt }, caller }) => {
      // One that leaked would leave others behind when it is revoked.
      if (caller.hasToken)
        throw new Problem(403, 'forbidden', 'A token makes no tokens: log in to make one.');
      const expires = expiryOf(expiresAt, now());
      const made = await tokens.add({ name, role, expiresAt: expires, createdBy: caller.name });
      return { status: 201, body: { ...viewToken(made.token), token: made.secret } };
    },
  });

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

/** Tokens of programs; a token has a role and an end. */
export function tokenRoutes(options: TokenRoutesOptions): readonly Route[] {
  return [listTokens, createToken, deleteToken].map(route => route(options));
}

function viewToken({ id, name, role, createdAt, createdBy, expiresAt, lastUsedAt }: Token) {
  return {
    ...{ id, name, role, createdBy },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
