/** Whether a status means success (RFC 9110, section 15.3): 2xx and nothing else, since a redirect is not followed. */
export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}
