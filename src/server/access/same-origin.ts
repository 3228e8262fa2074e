import { Problem } from '../../workflow/http/problem.ts';

/**
 * Refuses what a page of another site has a browser do. The first of `Sec-Fetch-Site`, `Origin` and `Referer` that is
 * there decides; where all are absent, a program is calling. `own` is the server's origin under the name that the request
 * gives it, which was checked before. A server over https takes nothing from a page over http, which anybody on the way may
 * have written; over http, it may stand behind a proxy that speaks TLS.
 *
 * @throws {Problem} 403 `cross-origin`.
 */
export function assertSameOrigin({ headers }: Request, own: string): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
    throw crossOrigin();
  }
  const source = headers.get('origin') ?? headers.get('referer');
  if (source !== null && !isOf(own, source)) throw crossOrigin();
}

function isOf(own: string, source: string): boolean {
  const [scheme, host] = own.split('//');
  const { protocol, host: sourceHost } = URL.parse(source) ?? {};
  // With its port where that is not the scheme's own, as in `Host`.
  return sourceHost === host && (protocol === 'https:' || (protocol === 'http:' && scheme === 'http:'));
}

function crossOrigin(): Problem {
  return new Problem(403, 'cross-origin', 'A page of another site must not do this.');
}
