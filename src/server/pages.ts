import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { routePath } from 'hono/route';
import type { ProblemBody } from '../api/answers.ts';
import {
  answered,
  answerNothingHere,
  assertBelow,
  type Mounting,
  secureHeadersOf,
} from '../api/mount-routes.ts';
import { notFoundProblem } from '../api/problem.ts';
import type { Caller } from '../api/role.ts';
import type { ApiContext, ApiEnv } from '../api/route.ts';
import type { ServerGate } from './access/gate.ts';
import { leftPage, linkPage } from './access/portal-routes.ts';
import { againPage, localPath, signInPage } from './access/sign-in-page.ts';
import { assetsRoute } from './request-log.ts';
import { staticPage } from './static-page.ts';

interface PagesMounting extends Mounting {
  readonly gate: ServerGate;
  /** The address that clients see, if a proxy changes it. */
  readonly publicUrl: string | undefined;
  /** The origins of the pages that may embed the portal. */
  readonly frameAncestors: readonly string[];
}

/** The first path segments of pages; the router of the pages does the rest. */
const sections = [
  'profiles',
  'sources',
  'events',
  'flows',
  'processes',
  'messages',
  'endpoints',
  'tokens',
  'audit-log',
  'event-types',
];
const addresses = ['/', ...sections.flatMap(section => [`/${section}`, `/${section}/*`])];

/**
 * Serves the pages to callers who may see them: the same document at each address, and the assets that it loads. Returns
 * what answers where nothing is: with that document too, which says so.
 */
export async function mountPages(
  app: Hono<ApiEnv>,
  mounting: PagesMounting,
): Promise<(context: ApiContext) => Promise<Response>> {
  const { gate, basePath, publicUrl } = mounting;
  let reading: Promise<PageFiles> | undefined;
  const files = (): Promise<PageFiles> => {
    reading ??= readPageFiles().catch(error => {
      // Files that cannot be read now may be there the next time.
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const admitted = (
    context: ApiContext,
    route: string,
    answering: Mounting,
    answer: (caller: Caller) => Promise<Response>,
  ) =>
    answered(context, answering, async () => {
      context.set('route', route);
      return answer(await gate.admit(context, { role: 'viewer', about: 'nobody', changes: false }));
    });
  app.get(`${basePath}/assets/:folder/:file`, context =>
    admitted(context, assetsRoute, mounting, async () => {
      const file = (await files()).assets.get(`${context.req.param('folder')}/${context.req.param('file')}`);
      if (!file) throw notFoundProblem();
      return assetResponse(file, context.req.header('accept-encoding') ?? '');
    }),
  );
  const answering = {
    ...mounting,
    headers: { ...mounting.headers, ...(await secureHeadersOf(pageHeaders)) },
  };
  for (const address of basePath === '' ? addresses : ['', ...addresses]) {
    app.get(basePath + address, context => {
      const { root, next } = publicPathsOf(context, address, mounting);
      const answer = admitted(context, '/', answering, async caller => {
        const { index } = await files();
        return indexResponse(withAudience(index, caller), root, context);
      });
      return problemPage(context, { root, next, gate }, answer);
    });
  }
  if (mounting.frameAncestors.length > 0) await mountEmbedded(app, mounting, files);
  for (const [address, page] of [
    ['/portal', (of: string) => leftPage(of)],
    ['/portal/:link', (of: string, context: ApiContext) => linkPage(of, context.req.param('link') ?? '')],
  ] as const)
    app.get(basePath + address, context =>
      answered(context, mounting, async () => {
        context.set('route', address.replace(/:(\w+)/, '{$1}'));
        gate.admitSender(context);
        return page(publicPathsOf(context, address, mounting).root, context);
      }),
    );
  const root = `${(publicUrl === undefined ? basePath : new URL(publicUrl).pathname).replace(/\/+$/, '')}/`;
  return context => {
    if (context.req.method !== 'GET' || !isForBrowser(context)) return answerNothingHere(context, mounting);
    const answer = answered(context, answering, async () => {
      assertBelow(basePath, context);
      const caller = await gate.admit(context, { role: 'viewer', about: 'nobody', changes: false });
      const { index } = await files();
      const headers = { 'cache-control': 'no-store', 'content-type': documentType };
      return new Response(withRoot(withAudience(index, caller), root), { status: 404, headers });
    });
    return problemPage(context, { root, next: root, gate }, answer);
  };
}

/**
 * Serves the pages to those of an application that embed them, for everybody: they hold nothing, and ask the page around them for the token
 * with which they ask for the rest.
 */
async function mountEmbedded(
  app: Hono<ApiEnv>,
  mounting: PagesMounting,
  files: () => Promise<PageFiles>,
): Promise<void> {
  const { basePath, gate, frameAncestors } = mounting;
  const policy = { ...pageHeaders?.contentSecurityPolicy, frameAncestors: [...frameAncestors] };
  const { 'x-frame-options': _, ...headers } = {
    ...mounting.headers,
    ...(await secureHeadersOf({ ...pageHeaders, contentSecurityPolicy: policy, xFrameOptions: false })),
  };
  const served = (context: ApiContext, route: string, answer: () => Promise<Response>) =>
    answered(context, { ...mounting, headers }, async () => {
      context.set('route', route);
      gate.admitSender(context);
      return answer();
    });
  app.get(`${basePath}/embed/assets/:folder/:file`, context =>
    served(context, assetsRoute, async () => {
      const file = (await files()).assets.get(`${context.req.param('folder')}/${context.req.param('file')}`);
      if (!file) throw notFoundProblem();
      return assetResponse(file, context.req.header('accept-encoding') ?? '');
    }),
  );
  // Also where there is no page, which the pages say.
  app.get(`${basePath}/embed/*`, context =>
    served(context, '/embed', async () => {
      const { root } = publicPathsOf(context, '/embed/*', mounting);
      const { index } = await files();
      return indexResponse(
        index.replace('<hookplate-studio>', '<hookplate-studio embedded>'),
        `${root}embed/`,
        context,
      );
    }),
  );
}

const documentType = 'text/html; charset=utf-8';

function isForBrowser({ req }: ApiContext): boolean {
  return /\btext\/html\b/.test(req.header('accept') ?? '');
}

/** The document, whose navigation has the right entries from the first moment. */
function withAudience(index: string, { portal, profiles }: Caller): string {
  const audience = portal ? 'portal' : profiles && 'profiles';
  return audience ? index.replace('<hookplate-studio>', `<hookplate-studio audience="${audience}">`) : index;
}

/** The document, whose base is the server's path. */
function withRoot(index: string, publicPath: string): string {
  return index.replace('<base href="/" />', `<base href="${publicPath}" />`);
}

/** Paths as a browser sees them. */
interface PublicPaths {
  /** That of the server, with a trailing slash: it may be mounted in another app. */
  readonly root: string;
  /** That of the request, with its query. */
  readonly next: string;
}

function publicPathsOf(context: ApiContext, address: string, { publicUrl }: PagesMounting): PublicPaths {
  const matched = routePath(context);
  const mounted = matched.endsWith(address) ? matched.slice(0, matched.length - address.length) : matched;
  const path = publicUrl === undefined ? mounted : new URL(publicUrl).pathname;
  const root = `${path.replace(/\/+$/, '')}/`;
  const { pathname, search } = new URL(context.req.url);
  return { root, next: localPath(root + pathname.slice(mounted.length + 1) + search, root) };
}

/** Pages may only run and load files of the server, and talk to it. */
const pageHeaders: Parameters<typeof secureHeadersOf>[0] = {
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
};

/** Cached for good: the path of an asset changes with its content. */
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

/** Revalidated each time, because it names the scripts of the current version. */
function indexResponse(index: string, publicPath: string, context: ApiContext): Response {
  const html = withRoot(index, publicPath);
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`;
  const headers = { 'cache-control': 'private, no-cache', etag, 'content-type': documentType };
  if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(html, { headers });
}

/** What people see instead of a problem document. */
interface ProblemWords {
  readonly title: string;
  readonly text: string;
  /** Whether it may help to load the page again. */
  readonly isWorthRetrying?: true;
}

/** `request` is what the log calls the request. */
function wordsFor({ status, title, detail }: ProblemBody, request: string | null): ProblemWords {
  if (status === 401)
    return {
      title: 'You are not signed in',
      text: 'This server asks for a name and a password: load the page again to give them.',
      isWorthRetrying: true,
    };
  if (status === 403)
    return {
      title: 'You may not see this page',
      text: `${detail} Ask whoever runs this server for that role.`,
    };
  if (status === 500)
    return {
      title: 'Something went wrong in the server',
      text: `Try again in a moment. If it goes on, the log of the server says why${request === null ? '' : `, for the request ${request}`}.`,
      isWorthRetrying: true,
    };
  return { title, text: detail, ...(status >= 429 && { isWorthRetrying: true }) };
}

interface ProblemPage extends PublicPaths {
  readonly gate: ServerGate;
}

/** Turns a problem document into a page if a browser asks for one: where nobody has signed in, the one to do so. */
async function problemPage(
  context: ApiContext,
  { root, next, gate }: ProblemPage,
  answer: Promise<Response>,
): Promise<Response> {
  const response = await answer;
  const isProblem = response.status >= 400 && response.headers.get('content-type') !== documentType;
  if (!isProblem || !isForBrowser(context)) return response;
  const { status } = response;
  // Every answer with such a status is one.
  const problem = (await response.json()) as ProblemBody;
  if (status === 401 && gate.isOfPortal(context)) {
    return leftPage(root, { status, headers: Object.fromEntries(response.headers) });
  }
  if (status === 401 && gate.hasSessions) {
    const given = { status, message: problem.detail, headers: Object.fromEntries(response.headers) };
    const isLedHere = context.req.header('sec-fetch-site') === 'cross-site';
    return isLedHere ? againPage(next, given) : signInPage({ root, next, problem: given });
  }
  const { title, text, isWorthRetrying } = wordsFor(problem, response.headers.get('x-request-id'));
  const again = html`<a class="button" href="${next}">Try again</a>`;
  // Names stand between backticks, which the pages set as code.
  const content = html`<p>${text.replaceAll('`', '')}</p>
      ${isWorthRetrying ? again : ''}`;
  const headers = Object.fromEntries(response.headers);
  return staticPage({ root, title, content, status, headers, isInside: status !== 401 && status !== 403 });
}

/** A file of the pages, ready to be sent. */
interface PageFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

/** The pages as built. */
interface PageFiles {
  /** The document that is sent for every page. */
  readonly index: string;
  /** By path below the pages. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const folder = new URL('./studio/', import.meta.url);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const compress = promisify(gzip);

/**
 * Reads all files of the pages; nothing else is ever read for a request.
 *
 * @throws {Error} if the pages were not built.
 */
async function readPageFiles(): Promise<PageFiles> {
  const index = await readFile(new URL('index.html', folder), 'utf8');
  const paths = (await readdir(folder, { recursive: true })).map(path => path.replaceAll('\\', '/'));
  const assets = paths.filter(path => extname(path) in mediaTypes).map(readAsset);
  return { index, assets: new Map(await Promise.all(assets)) };
}

async function readAsset(path: string): Promise<readonly [string, PageFile]> {
  const bytes = new Uint8Array(await readFile(new URL(path, folder)));
  const gzipped = new Uint8Array(await compress(bytes, { level: 9 }));
  return [path, { mediaType: mediaTypes[extname(path)] ?? '', bytes, gzipped }];
}
