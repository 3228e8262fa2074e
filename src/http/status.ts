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
export function refusalOf(status: number, exchanged?: Exchanged): string | undefined {
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

function redirectClause(exchanged: Exchanged | undefined): string {
  const { target, advice } = redirectTo(exchanged) ?? { target: 'another address', advice: undefined };
  const clause = `it redirects to ${target}, and redirects are never followed`;
  return advice === undefined ? clause : `${clause}, so ${advice}`;
}

/** The address that the receiver names, and what to do about it. Of another origin, only the origin is known. */
function redirectTo(
  exchanged: Exchanged | undefined,
): { readonly target: string; readonly advice: string | undefined } | undefined {
  const [, location] = exchanged?.headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
  const from = URL.parse(exchanged?.url ?? '');
  const to = location === undefined ? null : URL.parse(location, from?.href);
  if (!from || !to) return undefined;
  const save = 'save that address';
  if (to.origin !== from.origin) {
    const isSecure = from.protocol === 'http:' && to.protocol === 'https:' && to.hostname === from.hostname;
    const advice = isSecure
      ? 'save the address with `https`'
      : 'save the address of the receiver there if you trust it';
    return { target: `\`${to.origin}\``, advice };
  }
  if (to.pathname === `${from.pathname}/`)
    return { target: 'the same address with `/` at the end', advice: save };
  if (`${to.pathname}/` === from.pathname)
    return { target: 'the same address without `/` at the end', advice: save };
  if (to.pathname === from.pathname) return { target: 'the same address', advice: undefined };
  return { target: `\`${to.origin}${to.pathname}\``, advice: `${save} if it is the right one` };
}
