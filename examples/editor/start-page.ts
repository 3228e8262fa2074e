import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The example page, served on the loopback interface. */
export interface EditorPage {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** As strict as a policy can be that lets the page work: its own scripts and styles, and nothing inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html hookplate-editor',
].join('; ');

/** Bundles the page for a browser, and serves it. Port 0 is any that is free. */
export async function startPage(port: number): Promise<EditorPage> {
  const files = new Map([
    [
      '/',
      { type: 'text/html; charset=utf-8', content: await readFile(new URL('page.html', import.meta.url)) },
    ],
    ['/page.css', { type: 'text/css', content: await readFile(new URL('page.css', import.meta.url)) }],
    ['/page.js', { type: 'text/javascript', content: await bundle() }],
    ['/editor-worker.js', { type: 'text/javascript', content: await readFile(worker()) }],
  ]);
  const server = createServer(async (request, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-content-type-options', 'nosniff');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      // The form is echoed as plain text, whatever it contains.
      response.setHeader('content-type', 'text/plain; charset=utf-8').end(await text(request));
      return;
    }
    const file = files.get(pathname);
    if (file) response.setHeader('content-type', file.type).end(file.content);
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bundle(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** The thread that checks what is typed: a file beside the entry, which is loaded by its address. */
function worker(): URL {
  const entry = createRequire(import.meta.url).resolve('hookplate/editor');
  return new URL('editor-worker.js', pathToFileURL(entry));
}
