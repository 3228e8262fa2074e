import { randomFillSync } from 'node:crypto';

/** An id consists of its time and this many random bytes. */
const randomBytesOfId = 10;
const entropy = { bytes: Buffer.alloc(1000 * randomBytesOfId), used: 1000 * randomBytesOfId };

/**
 * Makes an id for a row of which there are many. Ids sort by time, so that indexes over them grow at the end, and are as
 * short as 80 random bits allow: one is stored several times.
 */
export function newId(prefix: 'msg_' | 'evt_'): string {
  if (entropy.used === entropy.bytes.length) {
    randomFillSync(entropy.bytes);
    entropy.used = 0;
  }
  const start = entropy.used;
  entropy.used += randomBytesOfId;
  return `${prefix}${Date.now().toString(36)}${entropy.bytes.toString('base64url', start, entropy.used)}`;
}
