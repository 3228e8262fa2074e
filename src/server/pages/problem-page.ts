import { html } from 'hono/html';
import type { ProblemBody } from '../../workflow/http/bodies.ts';
import type { ServerContext } from '../routes/server-context.ts';

/** What people are told in place of a problem document. */
const words: Readonly<Record<number, { readonly title: string; readonly text: string }>> = {
  401: { title: 'You are not logged in', text: 'Reload this page to log in.' },
  404: { title: 'Page not found', text: 'Nothing is at this address.' },
};

/** Turns a problem document into a page where a browser asks for one; `overview` is where the first page is. */
export async function problemPage(
  context: ServerContext,
  overview: string,
  answer: Promise<Response>,
): Promise<Response> {
  const response = await answer;
  if (response.status < 400 || !/\btext\/html\b/.test(context.req.header('accept') ?? '')) return response;
  const { status } = response;
  // Every answer with such a status is one.
  const problem = (await response.json()) as ProblemBody;
  const { title, text } = words[status] ?? { title: problem.title, text: problem.detail };
  const link = status === 401 ? '' : html`<p><a href="${overview}">Go to the overview</a></p>`;
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta name="color-scheme" content="light dark" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · hookplate</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
    ${link}
  </body>
</html>
`;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(String(await page), { status, headers });
}
