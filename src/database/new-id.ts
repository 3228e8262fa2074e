import { randomFillSync } from 'node:crypto';

/** An id consists of its time, its number in that millisecond, and this many random bytes, but for two of their bits. */
const randomBytesOfId = 8;
const entropy = { bytes: Buffer.alloc(1000 * randomBytesOfId), used: 1000 * randomBytesOfId };
/** The time of the last id, and its number among those of the same time. */
const last = { time: 0, number: 0 };
const maxNumber = 0xfff;
/** A clock that jumps back by more milliseconds only loosens the order. */
const maxJumpMs = 1000;

/**
 * Makes an id for a row of which there are many: a UUID (RFC 9562, version 7) as PostgreSQL writes it. Ids sort by time, and
 * those of one process in the order in which they were made, so that indexes over them grow at the end, and lists keep that
 * order.
 */
export function newId(): string {
  if (entropy.used === entropy.bytes.length) {
    randomFillSync(entropy.bytes);
    entropy.used = 0;
  }
  const start = entropy.used;
  entropy.used += randomBytesOfId;
  // The variant of RFC 9562.
  entropy.bytes[start] = ((entropy.bytes[start] ?? 0) & 0x3f) | 0x80;
  advance(Date.now());
  const time = last.time.toString(16).padStart(12, '0');
  const number = last.number.toString(16).padStart(3, '0');
  const random = entropy.bytes.toString('hex', start, entropy.used);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${number}-${random.slice(0, 4)}-${random.slice(4)}`;
}

function advance(now: number): void {
  if (now > last.time || now < last.time - maxJumpMs) {
    last.time = now;
    last.number = 0;
  } else if (last.number < maxNumber) {
    last.number++;
  } else {
    last.time++;
    last.number = 0;
  }
}
