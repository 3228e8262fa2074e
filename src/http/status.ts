/** Whether a status means success (RFC 9110, section 15.3): 2xx and nothing else, since a redirect is not followed. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What a receiver means by a status that is no success, as a clause for people: `it is limiting our rate`. */
export function refusalOf(status: number): string | undefined {
  return refusals[status];
}

const refusals: Readonly<Record<number, string>> = {
  301: 'moved, and redirects are not followed',
  302: 'moved, and redirects are not followed',
  307: 'moved, and redirects are not followed',
  308: 'moved, and redirects are not followed',
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
