import type { AuditEntry, Subject } from '../../api/answers.ts';
import type { Caller } from '../../api/role.ts';
import { bucketOf } from '../../database/bucket.ts';
import type { Connection } from '../../database/database.ts';
import { createKeyset, type KeysetPage, type PageQuery, usualPage } from '../../database/keyset-page.ts';
import { newId } from '../../database/new-id.ts';
import { isPastRetention } from '../../database/retention.ts';
import { oneOfTexts, optionalTextOf, type Row, rowReader, textOf, timeOf } from '../../database/row.ts';
import { storable } from '../../database/storable-text.ts';
import { Upkeep } from '../../database/upkeep.ts';

/** Something that a caller did. */
interface Done {
  readonly by: Pick<Caller, 'name' | 'tokenMadeBy'>;
  readonly address: string | undefined;
  readonly operation: string;
  readonly subject: Subject;
  readonly subjectId: string | undefined;
  readonly profile: string | undefined;
}

/** An entry as it is stored. */
export type StoredEntry = Omit<AuditEntry, 'at' | 'action'> & { readonly at: Date };

/** Selects entries; all given conditions must hold. */
export interface AuditQuery extends PageQuery {
  readonly by?: string | undefined;
  readonly profile?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Only those from this time on. */
  readonly since?: Date | undefined;
  /** Only those before. */
  readonly until?: Date | undefined;
}

/** What callers did at the API. */
export interface AuditLog {
  readonly retentionDays: number;
  readonly add: (done: Done) => Promise<void>;
  /** Newest first. */
  readonly page: (query: AuditQuery) => Promise<KeysetPage<StoredEntry>>;
  /** Leaves only ids of what was done for a profile. */
  readonly erase: (profile: string) => Promise<void>;
  /** Deletes what is older than it is kept for; resolves to the number of entries. */
  readonly prune: (signal?: AbortSignal) => Promise<number>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Names come from the application, and indexes hold no long ones. */
const maxNameLength = 256;

const adding = `
insert into hookplate.audit_entry
  (id, bucket, "by", token_made_by, address, operation, subject, subject_id, profile)
values ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9)`;

const erasing = `
update hookplate.audit_entry set "by" = null, token_made_by = null, address = null, profile = null where profile = $1`;

/** A limit per statement: others must not wait for long. */
const maxPruned = 5000;
const pruning = `
delete from hookplate.audit_entry where id = any (array(
  select id from hookplate.audit_entry where ${isPastRetention('at')} order by at, id limit ${maxPruned}))
returning 1`;
const pruneEveryMs = 3_600_000;

const newestFirst = createKeyset<StoredEntry>(['time', 'uuid'], ({ at, id }) => [at, id]);

export function createAuditLog(
  { executor: { query } }: Pick<Connection, 'executor'>,
  retentionDays: number,
  onError: (error: unknown) => void,
): AuditLog {
  let upkeep: Upkeep | undefined;
  const prune = async (signal?: AbortSignal): Promise<number> => {
    let removed = 0;
    for (let found = maxPruned; found === maxPruned && !signal?.aborted; ) {
      found = (await query(pruning, [retentionDays])).rows.length;
      removed += found;
    }
    return removed;
  };
  return {
    retentionDays,
    add: async ({ by, address, operation, subject, subjectId, profile }) => {
      const names = [by.name, by.tokenMadeBy, address].map(nameOrNull);
      const ids = [operation, subject, subjectId ?? null, profile ?? null];
      await query(adding, [newId(), bucketOf(profile ?? ''), ...names, ...ids]);
    },
    page: async ({ by, profile, subjectId, since, until, cursor, limit = usualPage }) => {
      const values: unknown[] = [];
      const add = (value: unknown): string => `$${values.push(value)}`;
      const conditions = Object.entries({ by, profile, subject_id: subjectId }).flatMap(([column, name]) =>
        name === undefined ? [] : [`"${column}" = ${add(storable(name))}::text`],
      );
      if (since) conditions.push(`at >= ${add(since.toISOString())}::timestamptz`);
      if (until) conditions.push(`at < ${add(until.toISOString())}::timestamptz`);
      const [at, id] = newestFirst.keysIn(cursor);
      if (at) conditions.push(`(at, id) < (${add(at)}::timestamptz, ${add(id)}::uuid)`);
      const { rows } = await query(
        `select * from hookplate.audit_entry where ${conditions.join(' and ') || 'true'}
         order by at desc, id desc limit ${add(limit + 1)}::int`,
        values,
      );
      return newestFirst.pageOf(rows.map(entryOf), limit);
    },
    erase: async profile => {
      await query(erasing, [storable(profile)]);
    },
    prune,
    start: () => {
      upkeep ??= new Upkeep(prune, pruneEveryMs, onError);
    },
    stop: async () => {
      await upkeep?.stop();
    },
  };
}

function nameOrNull(name: string | undefined): string | null {
  return name === undefined ? null : storable(name.slice(0, maxNameLength));
}

const entryOf: (row: Row) => StoredEntry = rowReader({
  id: textOf,
  at: timeOf,
  by: optionalTextOf,
  tokenMadeBy: optionalTextOf,
  address: optionalTextOf,
  operation: textOf,
  subject: oneOfTexts<Subject>(),
  subjectId: optionalTextOf,
  profile: optionalTextOf,
});
