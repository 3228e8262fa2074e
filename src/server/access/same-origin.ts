import { Problem } from '../../workflow/http/problem.ts';

/**
 * Refuses what a page of another site has a browser do. The first of `Sec-Fetch-Site`, `Origin` and `Referer` that is
 * there decides; where all are absent, a program is calling. `host` is the server's name as the request gives it, which
 * was checked before.
 *
 * @throws {Problem} 403 `cross-origin`.
 */
export function assertSameOrigin({ headers }: Request, host: string): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
    throw crossOrigin();
  }
  const source = headers.get('origin') ?? headers.get('referer');
  if (source !== null && hostOf(source) !== host.toLowerCase()) throw crossOrigin();
}

/** With its port where that is not the scheme's own, as in `Host`. */
function hostOf(url: string): string | undefined {
  const { protocol = '', host } = URL.parse(url) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? host : undefined;
}

function crossOrigin(): Problem {
  return new Problem(403, 'cross-origin', 'A page of another site must not do this.');
}
