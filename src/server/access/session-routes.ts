import * as v from 'valibot';
import { sessionSchema } from '../../api/answers.ts';
import { asAnswer } from '../../api/as-answer.ts';
import { isForm } from '../../api/json-body.ts';
import { Problem } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { problemOf } from '../problem-of.ts';
import type { RouteContext } from '../route-context.ts';
import { ownIdPrefix } from '../webhooks/own-ids.ts';
import { failuresProblem } from './gate.ts';
import { localPath, signInPage } from './sign-in-page.ts';

/** Routes for who is calling, and for signing in and out where people do that here. */
export function sessionRoutes(options: RouteContext): readonly Route[] {
  const always = [getSession(options), signOut(options)];
  return options.gate.hasSessions ? [...always, signIn(options)] : always;
}

const getSession = ({ profileLabel }: RouteContext): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/session',
    operationId: 'getSession',
    summary: 'Say who is calling, and what they may do',
    role: 'viewer',
    about: 'nobody',
    answers: {
      200: {
        description: 'The caller.',
        schema: sessionSchema,
      },
    },
    handle: async ({ caller: { name, role, profiles, hasSession: canSignOut, portal } }) => ({
      status: 200,
      body: asAnswer(sessionSchema, {
        ...{ name: portal ? portal.name : name, role, ...limitsOf(profiles) },
        ...{ profileLabel, canSignOut, portal },
      }),
    }),
  });

function limitsOf(profiles: readonly string[] | undefined) {
  const prefixes = profiles?.map(name => [name, ownIdPrefix(name)] as const);
  return prefixes && { profiles, idPrefixes: Object.fromEntries(prefixes) };
}

/** A name, a password and a path, however they are escaped. Strangers send it, so it is not 1 MiB. */
const maxSignInBytes = 8 * 1024;

const cookieHeader = { 'Set-Cookie': 'The session.' };

const signIn = ({ gate, profileLabel, baseUrlOf }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/session',
    operationId: 'signIn',
    summary: 'Sign in with a name and a password, for a cookie',
    role: 'anyone',
    about: 'nobody',
    subject: 'session',
    body: v.strictObject({
      name: v.string(),
      password: v.string(),
      next: v.optional(v.pipe(v.string(), v.description('The path to go to, for a form.'))),
    }),
    takesForms: true,
    maxBodyBytes: maxSignInBytes,
    answers: {
      200: {
        description: 'Who has signed in.',
        schema: sessionSchema,
        headers: cookieHeader,
      },
      303: {
        description: 'To a form: signed in.',
        headers: { ...cookieHeader, Location: 'The path that the form named, or the first page.' },
      },
    },
    problems: {
      401: 'Wrong name or password.',
      403: 'A page of another site asks for it.',
      421: 'The server is not called so.',
      429: failuresProblem,
      500: 'Something went wrong in the server.',
      503: 'The database does not answer, or too many sign in at once.',
    },
    handle: async ({ body: { name, password, next }, raw, context }) => {
      const root = `${new URL(baseUrlOf(raw, 2)).pathname.replace(/\/+$/, '')}/`;
      const path = localPath(next, root);
      try {
        const { caller, cookie } = await gate.signIn(context, { username: name, password });
        const headers = { 'set-cookie': cookie };
        if (isForm(raw)) return { status: 303, body: undefined, headers: { ...headers, location: path } };
        const { name: known, role, profiles } = caller;
        const body = asAnswer(sessionSchema, { name: known, role, ...limitsOf(profiles), profileLabel });
        return { status: 200, body, headers };
      } catch (error) {
        const problem = problemOf(error);
        if (!isForm(raw) || problem.status === 500) throw error;
        context.set('problem', problem.code);
        return signInPage({ root, next: path, problem, name });
      }
    },
  });

const signOut = ({ gate }: RouteContext): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api/session',
    operationId: 'signOut',
    summary: 'Sign out: end the session of the request, or all sessions of the caller',
    role: 'viewer',
    about: 'nobody',
    subject: 'session',
    query: v.strictObject({
      everywhere: v.optional(v.pipe(v.literal('true'), v.description('Ends all sessions of the caller.'))),
    }),
    answers: { 204: { description: 'Signed out.', headers: { 'Set-Cookie': 'Removes the session.' } } },
    handle: async ({ query: { everywhere }, caller, context }) => {
      // A token may be called like a user, but is none.
      if (caller.tokenMadeBy !== undefined || (caller.portal && !caller.hasSession))
        throw new Problem(403, 'forbidden', 'A token has no sessions.');
      // Whoever came by a link may be called like a user, too.
      const isUser = everywhere && !caller.portal;
      const cookie = await gate.signOut(context, isUser ? { username: caller.name } : 'this');
      return { status: 204, body: undefined, headers: { 'set-cookie': cookie } };
    },
  });
