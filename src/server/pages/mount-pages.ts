import { createHash } from 'node:crypto';
import type { Hono, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { Problem } from '../../workflow/http/problem.ts';
import type { Gate } from '../access/gate.ts';
import { assetsRoute } from '../request-log.ts';
import { answered } from '../routes/mount-routes.ts';
import type { ServerContext, ServerEnv } from '../routes/server-context.ts';
import { type PageFile, type PageFiles, readPageFiles } from './page-files.ts';
import { problemPage } from './problem-page.ts';

export interface PagesMounting {
  readonly gate: Gate;
  /** Where the paths of the server begin. */
  readonly basePath: string;
  /** The address that clients see, where a proxy changes it. */
  readonly publicUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** What the addresses of pages begin with; what each of them shows, the page itself decides. */
const sections = ['profiles', 'flows', 'processes', 'deliveries', 'endpoints', 'tokens'];
const addresses = ['/', ...sections.flatMap(section => [`/${section}`, `/${section}/*`])];

/** Serves the pages, to those who may come: the same document under each address, and what it loads. */
export function mountPages(app: Hono<ServerEnv>, mounting: PagesMounting): void {
  const { gate, basePath, onError } = mounting;
  let reading: Promise<PageFiles> | undefined;
  const files = (): Promise<PageFiles> => {
    reading ??= readPageFiles();
    return reading;
  };
  const admitted = (context: ServerContext, route: string, answer: () => Promise<Response>) =>
    answered(context, { onError }, async () => {
      context.set('route', route);
      await gate.admit(context, { role: 'viewer', changes: false });
      return answer();
    });
  app.get(`${basePath}/assets/:folder/:file`, context =>
    admitted(context, assetsRoute, async () => {
      const file = (await files()).assets.get(`${context.req.param('folder')}/${context.req.param('file')}`);
      if (!file) throw new Problem(404, 'not-found', 'Nothing is at this address.');
      return assetResponse(file, context.req.header('accept-encoding') ?? '');
    }),
  );
  for (const address of basePath === '' ? addresses : ['', ...addresses]) {
    app.get(basePath + address, pageHeaders, context => {
      const publicPath = publicPathOf(context, address, mounting);
      const answer = admitted(context, '/', async () => {
        const { index } = await files();
        return indexResponse(index, publicPath, context);
      });
      return problemPage(context, publicPath, answer);
    });
  }
}

/** Where the paths of the server begin for a browser, with a slash at the end: it may be mounted in another app. */
function publicPathOf(context: ServerContext, address: string, { publicUrl }: PagesMounting): string {
  const matched = routePath(context);
  const mounted = matched.endsWith(address) ? matched.slice(0, matched.length - address.length) : matched;
  const path = publicUrl === undefined ? mounted : new URL(publicUrl).pathname;
  return `${path.replace(/\/+$/, '')}/`;
}

/** What a page may do: nothing but run and load what the server has, and talk to it. */
const pageHeaders: MiddlewareHandler<ServerEnv> = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'self'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['lit-html', 'hookplate-editor'],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
});

/** What it is told apart by is in its path, so that it is loaded once. */
function assetResponse({ mediaType, bytes, gzipped }: PageFile, accepted: string): Response {
  const isGzipped = /\bgzip\b/.test(accepted);
  return new Response(isGzipped ? gzipped : bytes, {
    headers: {
      'content-type': mediaType,
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(isGzipped && { 'content-encoding': 'gzip' }),
    },
  });
}

/** Says where its paths begin, and is asked for anew each time: it names the scripts of the version that is served. */
function indexResponse(index: string, publicPath: string, context: ServerContext): Response {
  const html = index.replace('<base href="/" />', `<base href="${publicPath}" />`);
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`;
  const headers = { 'cache-control': 'private, no-cache', etag, 'content-type': 'text/html; charset=utf-8' };
  if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(html, { headers });
}
