import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** A page without scripts, which can be shown where the others cannot. */
export interface StaticPage {
  /** The browser's path to the root of the server, with a trailing slash. */
  readonly root: string;
  readonly title: string;
  /** HTML below the title. */
  readonly content: ReturnType<typeof html>;
  readonly status: number;
  /** Those of the answer, besides its type and policies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the other pages can be reached from here. */
  readonly isInside: boolean;
}

/** The entries of the navigation. */
const sections = ['Overview', 'Webhooks', 'Sources', 'Flows', 'Processes', 'Messages'] as const;
const paths: Readonly<Partial<Record<(typeof sections)[number], string>>> = {
  Overview: '',
  Webhooks: 'profiles',
};

export async function staticPage(page: StaticPage): Promise<Response> {
  const { root, title, content, status, headers, isInside } = page;
  const links = sections.map(
    section => html`<a href="${root}${paths[section] ?? section.toLowerCase()}">${section}</a>`,
  );
  const text = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · hookplate</title>
    <link rel="icon" href="${icon}" />
    <style>${raw(styles)}</style>
  </head>
  <body>
    <header>
      <a class="brand" href="${root}">${raw(mark)} hookplate</a>
      ${isInside ? html`<nav aria-label="Main">${links}</nav>` : ''}
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
  return staticResponse(String(text), status, headers);
}

/** An answer with a document that loads nothing, and whose forms the server alone gets. */
export function staticResponse(text: string, status: number, headers: StaticPage['headers']): Response {
  return new Response(text, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      // The server has to see where a form comes from.
      'referrer-policy': 'same-origin',
    },
  });
}

const mark =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" /><path d="M10 8v16M22 8v16M10 17c0-3 3-4 6-4s6 1 6 4" /></svg>';

/** The mark in the colours of the icon of the other pages, which only who is signed in can load. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  mark
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" fill="#1a56b0"')
    .replace('<path', '<path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"'),
)}`;

/** The colours are those of the other pages, by the same names. */
const styles = `
:root {
  --page: light-dark(#f6f7f9, #0f1115);
  --ground: light-dark(#ffffff, #16181d);
  --text: light-dark(#1c2128, #e6e9ef);
  --quiet: light-dark(#59636e, #9aa4b2);
  --line: light-dark(#d5dae1, #343a46);
  --border: light-dark(#858e9a, #6f7a8a);
  --accent: light-dark(#1a56b0, #84b4ff);
  --on-accent: light-dark(#ffffff, #10131a);
  --error: light-dark(#b3261e, #ff8f85);
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); font: 14px/20px system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0 24px; align-items: center; min-height: 48px; padding: 0 max(16px, calc((100% - max(1280px, 80%)) / 2 + 24px)); background: var(--ground); border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; gap: 8px; align-items: center; padding: 12px 0; color: inherit; font-size: 16px; font-weight: 650; text-decoration: none; }
.brand svg { width: 20px; height: 20px; }
.brand rect { fill: var(--accent); }
.brand path { fill: none; stroke: var(--on-accent); stroke-width: 3; stroke-linecap: round; }
nav { display: flex; flex-wrap: wrap; gap: 4px; }
nav a { padding: 12px 8px; color: var(--quiet); font-weight: 500; text-decoration: none; }
nav a:hover { color: var(--text); }
main { max-width: 360px; margin: min(12vh, 96px) auto 16px; padding: 24px; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
@media (width < 392px) { main { margin-inline: 16px; } }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; }
p { margin: 0 0 16px; }
form, .ways { display: grid; gap: 16px; }
label { display: grid; gap: 4px; font-size: 13px; font-weight: 600; }
input, button, .button { width: 100%; min-height: 36px; padding: 4px 8px; color: inherit; background: var(--ground); border: 1px solid var(--border); border-radius: 6px; font: inherit; font-weight: 400; }
button, .button { display: block; padding: 7px 8px; color: var(--on-accent); background: var(--accent); border-color: var(--accent); font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.quiet { margin: 16px 0 0; color: var(--quiet); font-size: 13px; }
a { color: var(--accent); }
:is(a, input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
#wrong { color: var(--error); font-weight: 600; }
`;

const stylesHash = createHash('sha256').update(styles).digest('base64');

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
