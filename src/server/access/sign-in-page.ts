import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Problem } from '../../api/problem.ts';

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
export function signInPage({ root, next, problem, name }: SignInPage): Response {
  const { status, message } = problem;
  const wrong = name === undefined ? '' : html`<p id="wrong" role="alert">${message}</p>`;
  const marked =
    name !== undefined && status === 401 ? raw('aria-invalid="true" aria-describedby="wrong"') : '';
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Sign in · hookplate</title>
    <style>${raw(styles)}</style>
  </head>
  <body>
    <main>
      <p class="brand">hookplate</p>
      <h1>Sign in</h1>
      ${wrong}
      <form method="post" action="${root}api/session">
        <input type="hidden" name="next" value="${next}" />
        <label>Name <input name="name" value="${name ?? ''}" required autofocus autocomplete="username" autocapitalize="none" spellcheck="false" ${marked} /></label>
        <label>Password <input name="password" type="password" required autocomplete="current-password" ${marked} /></label>
        <button>Sign in</button>
      </form>
    </main>
  </body>
</html>
`;
  return pageResponse(String(page), status, problem);
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
  return pageResponse(String(page), problem.status, problem);
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

const styles = `
:root {
  --ground: light-dark(#f5f6f8, #16181d);
  --raised: light-dark(#ffffff, #1e2128);
  --text: light-dark(#1c2128, #e6e9ef);
  --line: light-dark(#d5dae1, #343a46);
  --border: light-dark(#858e9a, #6f7a8a);
  --accent: light-dark(#1a56b0, #84b4ff);
  --on-accent: light-dark(#ffffff, #10131a);
  --error: light-dark(#b3261e, #ff8f85);
}
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; color: var(--text); background: var(--ground); font: 14px/20px system-ui, sans-serif; }
main { max-width: 360px; margin: min(12vh, 96px) auto 0; padding: 24px; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.brand { margin: 0 0 16px; font-size: 16px; font-weight: 650; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; }
form { display: grid; gap: 16px; }
label { display: grid; gap: 4px; font-size: 13px; font-weight: 600; }
input, button { width: 100%; min-height: 36px; padding: 4px 8px; color: inherit; background: var(--raised); border: 1px solid var(--border); border-radius: 6px; font: inherit; font-weight: 400; }
button { color: var(--on-accent); background: var(--accent); border-color: var(--accent); font-weight: 600; cursor: pointer; }
:is(input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#wrong { color: var(--error); font-weight: 600; }
`;

const stylesHash = createHash('sha256').update(styles).digest('base64');

/** A form may only be sent to the server, which has to see where it comes from; nothing is loaded. */
const policy = `default-src 'none'; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function pageResponse(page: string, status: number, { headers }: SignInPage['problem']): Response {
  return new Response(page, {
    status,
    headers: {
      ...headers,
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="hookplate"' }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
    },
  });
}
