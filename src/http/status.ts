/** Whether a status means success (RFC 9110, section 15.3): 2xx and nothing else, since a redirect is not followed. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a status says that the same request will never succeed: it moved for good (301, 308), or is gone (410). */
export function isFinalStatus(status: number): boolean {
  return status === 301 || status === 308 || status === 410;
}

/** The request and the headers of its answer, as far as they are known. */
interface Exchanged {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What a receiver means by a status that is no success, as a clause for people: `it is limiting our rate`. */
export function statusMeaning(status: number, exchanged?: Exchanged): string | undefined {
  return redirects.has(status) ? redirectClause(exchanged) : refusals[status];
}

const redirects: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

const refusals: Readonly<Record<number, string>> = {
  400: 'it did not understand the request',
  401: 'it did not accept our credentials',
  403: 'it does not allow this',
  404: 'there is nothing at this address',
  405: 'it does not accept this method at this address',
  408: 'our request took too long to arrive',
  410: 'it asked us to stop',
  413: 'the message is too large for it',
  422: 'it rejected the content',
  429: 'it is limiting our rate',
  500: 'something went wrong in the receiver',
  502: 'a proxy in front of the receiver got no answer from it',
  503: 'the receiver is not ready',
  504: 'a proxy in front of the receiver waited too long for it',
};

function redirectClause({ url, headers }: Exchanged = { url: '', headers: [] }): string {
  const [, location] = headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
  const target = location === undefined || isRelation(location) ? location : redirectTarget(location, url);
  const clause = (to: string): string => `it redirects to ${to}, and redirects are never followed`;
  if (target === undefined) return clause('another address');
  if (isRelation(target)) {
    const advice = relations[target];
    return advice === undefined ? clause(target) : `${clause(target)}, so ${advice}`;
  }
  const [from, to] = [URL.parse(url), URL.parse(target)];
  const isSecure = from?.protocol === 'http:' && to?.protocol === 'https:' && to.hostname === from.hostname;
  const advice = isSecure
    ? 'save the address with `https`'
    : 'save the address of the receiver there if you trust it';
  return `${clause(`\`${target}\``)}, so ${advice}`;
}

const withSlash = 'the same address with `/` at the end';
const withoutSlash = 'the same address without `/` at the end';
const same = 'the same address';
const otherPath = 'another path of the same server';
/** How an address of the same server differs from the one that was called, with the advice that follows. */
const relations = {
  [withSlash]: 'save that address',
  [withoutSlash]: 'save that address',
  [same]: undefined,
  [otherPath]: 'save the right one',
} as const;

function isRelation(text: string): text is keyof typeof relations {
  return Object.hasOwn(relations, text);
}

/**
 * What may be kept of the target of a redirect: its origin, and on the server that was called only how it differs from the
 * address of the request, since chat services put tokens into paths.
 *
 * @returns undefined if it is no address of a server.
 */
export function redirectTarget(location: string, requestUrl: string): string | undefined {
  const from = URL.parse(requestUrl);
  const to = URL.parse(location, requestUrl);
  if (!from || !to || !/^https?:$/.test(to.protocol)) return undefined;
  if (to.origin !== from.origin) return to.origin;
  if (to.pathname === from.pathname) return same;
  if (to.pathname === `${from.pathname}/`) return withSlash;
  return `${to.pathname}/` === from.pathname ? withoutSlash : otherPath;
}
