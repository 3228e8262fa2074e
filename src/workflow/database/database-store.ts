import { randomUUID } from 'node:crypto';
import { bucketOf } from '../../database/bucket.ts';
import type { Connection, Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/database-error.ts';
import { anOpenDatabase } from '../../database/open-database.ts';
import { isPastRetention, retentionDaysCheck, usualRetentionDays } from '../../database/retention.ts';
import { aListOfKeys, createSealer } from '../../database/sealer.ts';
import { storable } from '../../database/storable-text.ts';
import type { StoredEvent } from '../../events/event.ts';
import type { Events } from '../../events/events.ts';
import { defineOptions, milliseconds, objectWith, optional } from '../../options/define-options.ts';
import type { ProgressOptions } from '../../outbox/change-messages.ts';
import { createThrottle } from '../../outbox/throttle.ts';
import type { EventName } from '../../webhook/events/process-events.ts';
import type { ProcessRecord } from '../process/process-record.ts';
import type { Instance, RecordedEvent, SharedStore } from '../store/process-store.ts';
import { eraseProcesses } from './erase-processes.ts';
import { findProcesses, type ProcessPage, type ProcessQuery } from './find-processes.ts';
import { insertEvents } from './insert-events.ts';
import { interruptChannel, Lease, lostReason } from './lease.ts';
import { changeOf, changing, hasNul, processColumns, processRecordOf, unfinished } from './process-row.ts';
import { takeOverOrphans } from './take-over-orphans.ts';

export interface DatabaseStoreOptions {
  /** The result of `openDatabase`, migrated. */
  readonly database: Database;
  /** Made by `createEvents` on the same database; there the events of processes are stored, and told to webhooks. */
  readonly events: Events;
  /** Milliseconds for which a silent instance still counts as alive. Default 15,000. */
  readonly leaseMs?: number | undefined;
  /**
   * Keys that seal the bodies of queued runs, like `encryptionKeys` of the outbox: 32 bytes in base64 each; the first
   * seals, all of them open. Default: none.
   */
  readonly encryptionKeys?: readonly string[] | undefined;
  /** The number of days for which processes are kept after their end. Default 30. */
  readonly retentionDays?: number | undefined;
}

/** An event that a process raised. */
export interface ProcessEventRecord {
  /** The id of the event. */
  readonly id: string;
  readonly event: EventName;
  readonly raisedAt: Date;
  /** The ids of its messages in the outbox; undefined until they are made. */
  readonly messages: readonly string[] | undefined;
}

/** A store for one service whose processes survive restarts; other stores may share the database. */
export interface DatabaseStore extends SharedStore {
  readonly processes: (query?: ProcessQuery) => Promise<ProcessPage>;
  /** The events that a process has raised, in order, as long as history is kept: of one that takes weeks, the first may be gone. */
  readonly events: (pid: string) => Promise<readonly ProcessEventRecord[]>;
  /**
   * Deletes the processes of a profile that have ended, with their errors and idempotency keys, and resolves to their number. Those that
   * go on stay: interrupt them first. Their events and messages are erased by `erase` of events and of the outbox.
   */
  readonly erase: (profile: string, options?: ProgressOptions) => Promise<number>;
}

export const storeDefaults = { leaseMs: 15_000, retentionDays: usualRetentionDays } as const;

const readOptions = defineOptions<{
  readonly database: Connection;
  readonly events: Events;
  readonly leaseMs: number;
  readonly retentionDays: number;
  readonly encryptionKeys: readonly string[];
}>({
  database: anOpenDatabase,
  events: objectWith<Events>('store', 'ofProcess'),
  leaseMs: optional(milliseconds(100), storeDefaults.leaseMs),
  retentionDays: optional(retentionDaysCheck, storeDefaults.retentionDays),
  encryptionKeys: optional(aListOfKeys, []),
});

const insertion = `
insert into hookplate.process (pid, project_id, task_id, profile, created_at, idempotency_key, fingerprint, owner, status,
  started_at, ended_at, records_processed, error_count, error, bucket, body)
values ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz, $12, $13, $14, $15, $16)
on conflict (idempotency_key) do nothing returning pid`;

const pruning = `
delete from hookplate.process where pid in (
  select pid from hookplate.process where ${isPastRetention('ended_at')} limit 1000)`;

const interrupting = `
update hookplate.process set interrupt_reason = $2, version = version + 1
where pid = $1 and ${unfinished} and interrupt_reason is null returning pid`;

/**
 * Creates a store for one service, which joins the instances on the database.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function createDatabaseStore(options: DatabaseStoreOptions): DatabaseStore {
  const { database, events: stored, leaseMs, retentionDays, encryptionKeys } = readOptions(options);
  const sealer = createSealer(encryptionKeys);
  const { executor, transaction } = database;
  const owner = randomUUID();
  const adding = new Set<string>();
  let lease: Lease | undefined;
  let member: Instance | undefined;
  const findBy = async (
    column: 'pid' | 'idempotency_key',
    value: string,
  ): Promise<ProcessRecord | undefined> => {
    const { rows } = await executor.query(
      `select ${processColumns} from hookplate.process p where ${column} = $1`,
      [value],
    );
    return rows[0] && processRecordOf(rows[0]);
  };
  const findByKey = (key: string) => findBy('idempotency_key', JSON.stringify(key));

  return Object.freeze<DatabaseStore>({
    add: async (record, run) => {
      await lease?.joined;
      lease?.guard();
      const body = run ? sealer.seal(run.content, record.pid) : null;
      const addition = [...additionOf(record, run?.profile ?? '', owner), body];
      adding.add(record.pid);
      const added = executor.query(insertion, addition).finally(() => adding.delete(record.pid));
      if ((await added).rows.length > 0) return record;
      return (record.idempotency && (await findByKey(record.idempotency.key))) ?? record;
    },
    save: (record, events: readonly RecordedEvent[] = []) =>
      transaction(async tx => {
        const change = [record.pid, ...changeOf(record), owner];
        const { rows } = await tx.query(`${changing} and owner = $8 returning pid`, change);
        if (rows.length > 0) await insertEvents(record.pid, events, tx, stored);
        else member?.interrupt(record.pid, lostReason);
      }),
    find: async pid => (hasNul(pid) ? undefined : findBy('pid', pid)),
    findByKey,
    interrupt: async (pid, reason) => {
      if (hasNul(pid)) return false;
      const { rows } = await executor.query(interrupting, [pid, reason]);
      if (rows.length > 0) await executor.query(`select pg_notify('${interruptChannel}', '')`);
      return rows.length > 0;
    },
    join: instance => {
      if (lease) throw new TypeError('A database store serves one service: make another one for the next.');
      const onUnopened = createThrottle((pid: string) => instance.onUnopened(pid, unopened));
      const lookAfterOthers = async (): Promise<void> => {
        const onTakeOver = (): void => lease?.guard();
        await takeOverOrphans({
          ...{ connection: database, events: stored, sealer, owner, instance },
          ...{ onUnopened, onTakeOver },
        });
        await executor.query(pruning, [retentionDays]);
      };
      const joined = new Lease({
        connection: database,
        owner,
        leaseMs,
        instance,
        adding,
        lookAfterOthers,
      });
      lease = joined;
      member = instance;
      return { handOver: () => joined.handOver(), leave: () => joined.leave() };
    },
    processes: query => findProcesses(database, query),
    erase: (profile, given) => eraseProcesses(database.forUpkeep(), profile, given),
    events: async pid => recordsOf(hasNul(pid) ? [] : await stored.ofProcess(pid)),
  });
}

const unopened = new DatabaseError(
  'wrong-key',
  'None of the encryption keys opens the body of the run. Add the key that it was stored under at the end of `encryptionKeys`; if it is lost, interrupt the process.',
);

function recordsOf(events: readonly StoredEvent[]): readonly ProcessEventRecord[] {
  return events.map(({ id, event, happenedAt, messages }) => ({
    id,
    // Processes raise no others.
    event: event as EventName,
    raisedAt: happenedAt,
    messages,
  }));
}

function additionOf(record: ProcessRecord, profile: string, owner: string): unknown[] {
  const { pid, projectId, taskId, createdAt, idempotency } = record;
  const key = idempotency ? JSON.stringify(idempotency.key) : null;
  const stored = storable(profile);
  const identity = [pid, projectId, taskId, stored, createdAt.toISOString()];
  return [...identity, key, idempotency?.fingerprint ?? null, owner, ...changeOf(record), bucketOf(stored)];
}
