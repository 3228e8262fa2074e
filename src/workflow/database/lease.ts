import { Worker } from 'node:worker_threads';
import type { Connection, OwnPoolSettings } from '../../database/database.ts';
import { optionalTextOf, textOf } from '../../database/row.ts';
import type { Instance } from '../store/process-store.ts';
import { unfinished } from './process-row.ts';

/** Wakes up all instances when one of them asks for an interruption. */
export const interruptChannel = 'hookplate_interrupt';

export const renewing = `
insert into hookplate.instance (id, lease_until) values ($1, now() + $2 * interval '1 millisecond')
on conflict (id) do update set lease_until = excluded.lease_until`;

/** Stores the counts that tasks have reported, and returns the processes that still belong to this instance. */
const reporting = `
update hookplate.process p set records_processed = h.records, error_count = h.errors
from jsonb_to_recordset($2::jsonb) as h(pid text, records bigint, errors bigint)
where p.pid = h.pid and p.owner = $1 and p.${unfinished}
returning p.pid, p.interrupt_reason`;

/** Finds queued processes that belong to this instance although it does not hold them. */
const findingUnheld = `
select pid from hookplate.process where owner = $1 and status = 'queued' and not pid = any($2::text[])`;

const givingUp = `
update hookplate.process set owner = '', version = version + 1
where owner = $1 and status = 'queued' and pid = any($2::text[])`;

const handingOver = `
update hookplate.process set owner = '', version = version + 1 where owner = $1 and status = 'queued'`;

const leaving = `
update hookplate.instance set lease_until = now() - interval '1 millisecond' where id = $1`;

export interface LeaseOptions {
  readonly connection: Connection;
  /** The id of this instance. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly instance: Instance;
  /** The processes that are being stored. */
  readonly adding: ReadonlySet<string>;
  /** Takes care of the processes of other instances that are gone. */
  readonly lookAfterOthers: () => Promise<void>;
}

/** What a thread needs to renew a lease, as data. */
export interface LeaseWatch {
  readonly server: OwnPoolSettings;
  readonly owner: string;
  readonly leaseMs: number;
  /** When the instance has renewed it last, by `sharedNow`. */
  readonly renewedAt: BigInt64Array;
}

/** Milliseconds on a clock that all threads of the process share. */
export function sharedNow(): bigint {
  return process.hrtime.bigint() / 1_000_000n;
}

/**
 * Keeps announcing that an instance is alive, and takes care of the others. All times are the database's: clocks of
 * instances may jump. An instance that was cut off from the database ends no processes of others until it has been back
 * for the time of a lease: they may have been cut off as well.
 *
 * From its first process on, a thread announces it too while the event loop is busy, where the database is a server that
 * was opened by its URL.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #timer: NodeJS.Timeout;
  /** Resolves once the others know that this instance is alive. */
  readonly joined: Promise<void>;
  #announceJoined = (): void => {};
  readonly #listening: Promise<{ readonly close: () => Promise<void> } | undefined>;
  #renewing: Promise<void> | undefined;
  #steadySince: number | undefined;
  /** Queued processes that nobody holds, with the time when they were first found. */
  #unheld: ReadonlyMap<string, number> = new Map();
  #hasLeft = false;
  #thread: Worker | undefined;
  readonly #renewedAt = new BigInt64Array(new SharedArrayBuffer(8));

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.joined = new Promise(resolve => {
      this.#announceJoined = resolve;
    });
    const { connection, leaseMs, instance } = options;
    this.#listening = connection
      .listen(interruptChannel, () => void this.#report().catch(instance.onError))
      .catch(() => undefined);
    this.#timer = setInterval(() => this.#renew(), leaseMs / 3);
    // Only work should keep the process alive, not the lease.
    this.#timer.unref();
    this.#renew();
  }

  /** From now on, a thread renews the lease while the event loop does not. */
  guard(): void {
    if (this.#thread || this.#hasLeft) return;
    const { connection, owner, leaseMs, instance } = this.#options;
    const server = connection.serverForThread();
    if (server === undefined) return;
    const workerData: LeaseWatch = { server, owner, leaseMs, renewedAt: this.#renewedAt };
    this.#thread = new Worker(script, { workerData, execArgv: [] });
    this.#thread.on('error', instance.onError);
    this.#thread.unref();
  }

  #renew(): void {
    if (this.#renewing || this.#hasLeft) return;
    this.#renewing = this.#renewOnce()
      .catch(error => {
        this.#steadySince = undefined;
        this.#options.instance.onError(error);
      })
      .finally(() => {
        this.#renewing = undefined;
      });
  }

  async #renewOnce(): Promise<void> {
    const { connection, owner, leaseMs, lookAfterOthers } = this.#options;
    await connection.executor.query(renewing, [owner, leaseMs]);
    Atomics.store(this.#renewedAt, 0, sharedNow());
    this.#announceJoined();
    this.#steadySince ??= performance.now();
    await this.#report();
    await this.#giveUpUnheld();
    if (performance.now() - this.#steadySince >= leaseMs) await lookAfterOthers();
  }

  /** Interrupts processes that another instance wants to stop, or has ended. */
  async #report(): Promise<void> {
    const { connection, owner, instance } = this.#options;
    const held = instance.held().map(({ pid, recordsProcessed, errorCount }) => ({
      pid,
      records: recordsProcessed,
      errors: errorCount,
    }));
    if (held.length === 0) return;
    const { rows } = await connection.executor.query(reporting, [owner, JSON.stringify(held)]);
    const reasons = new Map(rows.map(row => [textOf(row, 'pid'), optionalTextOf(row, 'interrupt_reason')]));
    for (const { pid } of held) {
      const reason = reasons.has(pid) ? reasons.get(pid) : lostReason;
      if (reason !== undefined) instance.interrupt(pid, reason);
    }
  }

  /**
   * If the answer to storing a process was lost, it belongs to this instance without being held. After the time of a
   * lease it is given up, and any instance with room takes it over.
   */
  async #giveUpUnheld(): Promise<void> {
    const { connection, owner, leaseMs, instance, adding } = this.#options;
    const held = [...adding, ...instance.held().map(({ pid }) => pid)];
    const { rows } = await connection.executor.query(findingUnheld, [owner, held]);
    const now = performance.now();
    this.#unheld = new Map(
      rows.map(row => textOf(row, 'pid')).map(pid => [pid, this.#unheld.get(pid) ?? now]),
    );
    const old = [...this.#unheld].filter(([, since]) => now - since >= leaseMs).map(([pid]) => pid);
    if (old.length > 0) await connection.executor.query(givingUp, [owner, old]);
  }

  /** Lets others take over queued processes at once. */
  async handOver(): Promise<void> {
    await this.#options.connection.executor.query(handingOver, [this.#options.owner]);
  }

  /** Lets others take over everything at once. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#timer);
    const { connection, owner } = this.#options;
    await this.#renewing;
    await this.#thread?.terminate();
    await (await this.#listening)?.close();
    await connection.executor.query(leaving, [owner]);
  }
}

export const lostReason = 'Another instance has ended the process, because this one seemed to be gone';

/** Beside this file in the sources, and beside the chunk that has it in the package. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './lease-thread.ts' : './lease-thread.js',
  import.meta.url,
);
