/** The reason why a configuration or caller may not set a header. */
export type Reservation = 'connection' | 'message' | 'content-coding' | 'signature';

/**
 * Lower-case names that the sender writes itself. Two values could change where a message ends or where it goes, which
 * is how requests are smuggled (RFC 9112, section 11.2). Headers of the connection say nothing about the message (RFC
 * 9110, section 7.6.1; `trailer` and `expect` by 6.6.2 and 10.1.1), and HTTP clients refuse most of them.
 */
const reservations: ReadonlyMap<string, Reservation> = new Map([
  ['host', 'message'],
  ['content-length', 'message'],
  ['accept-encoding', 'content-coding'],
  ['connection', 'connection'],
  ['expect', 'connection'],
  ['http2-settings', 'connection'],
  ['keep-alive', 'connection'],
  ['proxy-connection', 'connection'],
  ['te', 'connection'],
  ['trailer', 'connection'],
  ['transfer-encoding', 'connection'],
  ['upgrade', 'connection'],
]);

/** The headers of Standard Webhooks: id, time and signature of a message, which nobody else may forge. */
const signaturePrefix = 'webhook-';

/** The reason why a header is reserved for the sender; undefined if it is not. Case is ignored. */
export function reservationOf(name: string): Reservation | undefined {
  const lower = name.toLowerCase();
  return lower.startsWith(signaturePrefix) ? 'signature' : reservations.get(lower);
}
