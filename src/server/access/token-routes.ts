import * as v from 'valibot';
import { itemsOf, newTokenSchema, tokenSchema } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { isWellFormed, plainNames } from '../../api/field-schemas.ts';
import { invalidFields, Problem } from '../../api/problem.ts';
import { type Caller, knowsProfile, type Limits, type Role, roles } from '../../api/role.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import type { RouteContext } from '../route-context.ts';
import { unseen } from './tokens.ts';

/** Routes for the tokens of programs; each token has a role and an expiry. */
export function tokenRoutes(options: RouteContext): readonly Route[] {
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

const listTokens = ({ tokens }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/tokens',
    operationId: 'listTokens',
    summary: 'List API tokens',
    role: 'editor',
    about: 'profiles',
    answers: {
      200: {
        description: 'All tokens, the newest first.',
        schema: itemsOf(tokenSchema),
      },
    },
    handle: async ({ caller }) => ({
      status: 200,
      body: asAnswer(itemsOf(tokenSchema), { items: await tokens.list(caller) }),
    }),
  });

const createToken = ({ tokens, now }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/tokens',
    operationId: 'createToken',
    summary: 'Make an API token',
    role: 'editor',
    about: 'profiles',
    subject: 'token',
    body: v.strictObject({
      name: tokenNameSchema,
      role: v.picklist(roles),
      events: v.optional(
        v.pipe(plainNames, v.description('For a reporter: the events that it may report. Default: all.')),
      ),
      profiles: v.optional(
        v.pipe(
          plainNames,
          v.description(
            'The profiles that there are for it. Default: those of whoever makes it, who has no others to give.',
          ),
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
    problems: {
      409: 'A token of this name is there, or there are 1,000, or 20 of a caller who is limited to profiles.',
    },
    handle: async ({ caller, body: { name, role, expiresAt, events, profiles = caller.profiles } }) => {
      // Otherwise a leaked token could leave others behind when it is revoked.
      if (caller.tokenMadeBy !== undefined)
        throw new Problem(403, 'forbidden', 'A token makes no tokens: log in to make one.');
      if (caller.portal)
        throw new Problem(403, 'forbidden', 'Tokens would outlive the link that opened the portal.');
      assertLimitable({ role, events, profiles }, caller);
      const expires = expiryOf(expiresAt, now());
      const made = await tokens.add({ name, role, events, profiles, expiresAt: expires }, caller);
      return { status: 201, body: asAnswer(newTokenSchema, { ...made.token, token: made.secret }) };
    },
  });

/** @throws {Problem} 422 for limits that would not hold, and for profiles that whoever makes the token does not have. */
function assertLimitable({ role, events, profiles }: Limits & { readonly role: Role }, maker: Caller): void {
  if (events !== undefined && role !== 'reporter')
    throw invalidField('events', 'Only what a reporter may do can be limited to some events.');
  if (profiles?.length === 0)
    throw new Problem(403, 'forbidden', 'There is no profile for you that a token could be for.');
  if (profiles?.every(name => knowsProfile(maker, name)) === false)
    throw invalidField('profiles', 'A token has no profiles that you do not have.');
}

function invalidField(field: string, message: string): Problem {
  return invalidFields([{ field, code: 'invalid-field', message }]);
}

const deleteToken = ({ tokens }: RouteContext): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/tokens/{id}',
    operationId: 'deleteToken',
    summary: 'Revoke an API token',
    role: 'editor',
    about: 'profiles',
    subject: 'token',
    params: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)) }),
    answers: { 204: { description: 'It is revoked, at once.' } },
    problems: { 404: 'No token with this id.' },
    handle: async ({ params: { id }, caller }) => {
      if (await tokens.remove(id, caller)) return { status: 204, body: undefined };
      throw new Problem(404, 'unknown-token', 'No token with this id.');
    },
  });

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
