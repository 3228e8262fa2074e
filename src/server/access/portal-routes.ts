import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import * as v from 'valibot';
import { isForm } from '../../api/json-body.ts';
import { Problem } from '../../api/problem.ts';
import { defineRoute, type Route } from '../../api/route.ts';
import { problemOf } from '../problem-of.ts';
import type { RouteContext } from '../route-context.ts';
import { staticPage } from '../static-page.ts';

/** The route by which the page of a link signs in. */
export function portalRoutes(options: RouteContext): readonly Route[] {
  return [openPortal(options)];
}

const openPortal = ({ gate, baseUrlOf }: RouteContext): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/portal',
    operationId: 'openPortal',
    summary: 'Open a portal by its link, once, for a cookie',
    role: 'anyone',
    about: 'nobody',
    subject: 'session',
    body: v.strictObject({
      link: v.pipe(v.string(), v.maxLength(100), v.description('The last part of the address of the link.')),
      page: v.optional(
        v.pipe(
          v.string(),
          v.minLength(32),
          v.maxLength(100),
          v.description(
            'A secret that is made anew for each page that asks. Asked again with the same one, the link opens the same session, until that ends.',
          ),
        ),
      ),
    }),
    takesForms: true,
    maxBodyBytes: 1024,
    answers: {
      303: {
        description: 'Signed in.',
        headers: { 'Set-Cookie': 'The session.', Location: 'The first page.' },
      },
    },
    problems: {
      403: 'A page of another site asks for it.',
      410: 'The link was used, has expired, or was revoked.',
      421: 'The server is not called so.',
      500: 'Something went wrong in the server.',
      503: 'The database does not answer.',
    },
    handle: async ({ body, raw, context }) => {
      const root = `${new URL(baseUrlOf(raw, 2)).pathname.replace(/\/+$/, '')}/`;
      try {
        const opened = await gate.openPortal(context, body);
        if (opened) {
          const headers = { 'set-cookie': opened.cookie, location: root };
          return { status: 303, body: undefined, headers };
        }
        throw new Problem(410, 'link-ended', ended);
      } catch (error) {
        const problem = problemOf(error);
        if (!isForm(raw) || problem.status === 500) throw error;
        context.set('problem', problem.code);
        return portalPage({
          root,
          title: 'This link does not open anything',
          text: problem.message,
          problem,
          isOpen: gate.isOfPortal(context),
        });
      }
    },
  });

const ended =
  'It was used already, has expired, or was revoked. Go back to where you found it, and open it from there again.';

interface PortalPage {
  /** The browser's path to the root of the server, with a trailing slash. */
  readonly root: string;
  readonly title: string;
  readonly text: string;
  readonly problem?: Pick<Problem, 'status' | 'headers'>;
  /** Whether the browser has been in a portal. */
  readonly isOpen?: boolean;
}

function portalPage({ root, title, text, problem, isOpen }: PortalPage): Promise<Response> {
  const { status = 200, headers = {} } = problem ?? {};
  const again = isOpen ? html`<p><a href="${root}">Or go on, if you have just opened it</a></p>` : '';
  const content = html`<p>${text}</p>
    ${again}`;
  return staticPage({ root, title, content, status, headers, isInside: false });
}

/** The page that a link leads to. Whoever only looks at it, as scanners of mail do, does not use the link up. */
export function linkPage(root: string, link: string): Promise<Response> {
  const content = html`<p>The link that brought you here works once: open it in the browser in which you want to stay.</p>
    <form method="post" action="${root}api/portal">
      <input type="hidden" name="link" value="${link}" />
      <input type="hidden" name="page" value="${randomBytes(32).toString('base64url')}" />
      <button>Open</button>
    </form>`;
  return staticPage({ root, title: 'Your webhooks', content, status: 200, headers: {}, isInside: false });
}

/** The page of whoever has signed out of a portal, or whose session there has ended. */
export function leftPage(root: string, problem?: PortalPage['problem']): Promise<Response> {
  const title = problem ? 'Your session has ended' : 'You are signed out';
  const text = 'To come back, open the page from where you came.';
  return portalPage({ root, title, text, ...(problem && { problem }) });
}
