import { randomFillSync } from 'node:crypto';

/** An id consists of its time, its number in that millisecond, and this many random bytes. */
const randomBytesOfId = 8;
const entropy = { bytes: Buffer.alloc(1000 * randomBytesOfId), used: 1000 * randomBytesOfId };
/** The time of the last id, and its number among those of the same time. */
const last = { time: 0, number: 0 };

/**
 * Makes an id for a row of which there are many. Ids sort by time, and those of one process in the order in which they were
 * made, so that indexes over them grow at the end, and lists keep that order; and they are as short as that allows: one is stored
 * several times.
 */
export function newId(prefix: 'msg_' | 'evt_'): string {
  if (entropy.used === entropy.bytes.length) {
    randomFillSync(entropy.bytes);
    entropy.used = 0;
  }
  const start = entropy.used;
  entropy.used += randomBytesOfId;
  // A clock that jumps back, or more ids than numbers in a millisecond, only loosen the order.
  const time = Date.now();
  last.number = time === last.time ? (last.number + 1) % 36 ** 3 : 0;
  last.time = time;
  const number = last.number.toString(36).padStart(3, '0');
  return `${prefix}${time.toString(36)}${number}${entropy.bytes.toString('base64url', start, entropy.used)}`;
}
