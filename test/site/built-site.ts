import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The site, built into a directory of its own and served below a path, as by any server of files. */
export interface BuiltSite {
  readonly directory: string;
  /** What the build has printed. */
  readonly printed: string;
  /** Ends with a slash. */
  readonly url: string;
  readonly remove: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** The pages have a script and styles of their own inside; all that they load is here. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

const path = '/some/where/';

export async function buildSite(): Promise<BuiltSite> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-site-'));
  const program = fileURLToPath(new URL('../../site/build.ts', import.meta.url));
  const { stdout: printed } = await promisify(execFile)(process.execPath, [program, '--outDir', directory]);
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(
      directory,
      decodeURIComponent(pathname.slice(path.length)),
      pathname.endsWith('/') ? 'index.html' : '',
    );
    if (!pathname.startsWith(path) || !existsSync(file) || !statSync(file).isFile())
      return response.writeHead(404).end();
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', types[extname(file)] ?? 'text/plain; charset=utf-8');
    return response.end(readFileSync(file));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    directory,
    printed,
    url: `http://127.0.0.1:${port}${path}`,
    remove: async () => {
      server.close();
      server.closeAllConnections();
      await rm(directory, { recursive: true });
    },
  };
}
