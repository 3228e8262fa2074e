import { workerData } from 'node:worker_threads';
import type { Connection } from '../../database/database.ts';
// Loaded at once: when it is needed, there may be less time left than loading takes.
import { openPostgres } from '../../database/postgres.ts';
import { type LeaseWatch, renewing, sharedNow } from './lease.ts';

/*
 * A thread that renews the lease of its instance while the instance itself does not: something keeps the event loop
 * busy. It has a connection of its own. A script of its own, which `Lease` starts and ends.
 */

/** An instance that stands still for so many leases counts as gone: it may never come back. */
const maxLeases = 20;

// `Lease` hands over nothing else.
const { server, owner, leaseMs, renewedAt } = workerData as LeaseWatch;
let database: Connection | undefined;
let isRenewing = false;

setInterval(() => void renewIfLate(), leaseMs / 6);

async function renewIfLate(): Promise<void> {
  const silentMs = Number(sharedNow() - Atomics.load(renewedAt, 0));
  if (isRenewing || silentMs < leaseMs / 2 || silentMs > leaseMs * maxLeases) return;
  isRenewing = true;
  try {
    database ??= await openPostgres({ ...server, poolSize: 1, queryTimeoutMs: leaseMs });
    await database.executor.query(renewing, [owner, leaseMs]);
  } catch {
    // If the database cannot be reached, the instance itself says so.
  } finally {
    isRenewing = false;
  }
}
