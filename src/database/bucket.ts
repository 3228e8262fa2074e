import { hash } from 'node:crypto';

/*
 * A *bucket* is a part of the tables that grow: all rows of a profile stand in one, and so do a message, its attempts and its
 * request, its endpoint and its event. On one PostgreSQL it is a column without a use; a distributed engine can keep each
 * bucket on a machine of its own.
 */

export const bucketCount = 64;

/** From 0 to 63; always the same for the same text, since it is stored. */
export function bucketOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 2), 16) % bucketCount;
}
