import { html, raw } from 'hono/html';
import type { Problem } from '../../api/problem.ts';
import { staticPage, staticResponse } from '../static-page.ts';

interface SignInPage {
  /** The browser's path to the root of the server, with a trailing slash. */
  readonly root: string;
  /** The path to go to. */
  readonly next: string;
  /** The reason why the last try failed, or why there has to be one. */
  readonly problem: Pick<Problem, 'status' | 'message' | 'headers'>;
  /** The name that was given; absent before the first try. */
  readonly name?: string;
}

/** The page on which people sign in. It works without scripts. */
export function signInPage({ root, next, problem, name }: SignInPage): Promise<Response> {
  const { status, message } = problem;
  const wrong = name === undefined ? '' : html`<p id="wrong" role="alert">${message}</p>`;
  const marked =
    name !== undefined && status === 401 ? raw('aria-invalid="true" aria-describedby="wrong"') : '';
  const first = raw('autofocus');
  const content = html`${wrong}
      <form method="post" action="${root}api/session">
        <input type="hidden" name="next" value="${next}" />
        <label>Name <input name="name" value="${name ?? ''}" required ${name ? '' : first} autocomplete="username" autocapitalize="none" spellcheck="false" ${marked} /></label>
        <label>Password <input name="password" type="password" required ${name ? first : ''} autocomplete="current-password" ${marked} /></label>
        <button>Sign in</button>
      </form>`;
  const headers = signInHeaders(problem);
  return staticPage({ root, title: 'Sign in', content, status, headers, isInside: false });
}

/**
 * The page that loads the same address again. A browser that follows a link from another site sends no cookie with
 * `SameSite=Strict`, but does so when the server's own page leads there.
 */
export function againPage(next: string, problem: SignInPage['problem']): Response {
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="0" />
    <title>hookplate</title>
  </head>
  <body>
    <p><a href="${next}">Go on to hookplate</a></p>
  </body>
</html>
`;
  return staticResponse(String(page), problem.status, signInHeaders(problem));
}

/**
 * A path of this server to lead a browser to: `next` if it begins with `root`, and otherwise `root`. Only what a parser
 * of URLs makes of it counts, as browsers ignore tabs and line breaks, and take a backslash for a slash.
 */
export function localPath(next: string | undefined, root: string): string {
  const here = 'http://localhost';
  const url = next?.startsWith('/') ? URL.parse(next, here) : null;
  if (url?.origin !== here) return root;
  const path = url.pathname + url.search;
  // `/.//evil.example` is a path that begins with two slashes, which lead to another host.
  return path.startsWith(root) && !path.startsWith('//') ? path : root;
}

/** A browser shows no prompt of its own for this scheme. */
function signInHeaders({ status, headers }: SignInPage['problem']): Readonly<Record<string, string>> {
  return { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer realm="hookplate"' }) };
}
