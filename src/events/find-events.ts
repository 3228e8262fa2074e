import type { Connection } from '../database/database.ts';
import { createKeyset, type KeysetPage, type PageQuery, usualPage } from '../database/keyset-page.ts';
import { isPastRetention } from '../database/retention.ts';
import {
  numberOf,
  optionalTextOf,
  optionalTextsOf,
  type Row,
  rowReader,
  textOf,
  timeOf,
} from '../database/row.ts';
import { openJson, type Sealer } from '../database/sealer.ts';
import { storable } from '../database/storable-text.ts';
import { soughtUuid } from '../database/uuid.ts';
import { hasProfile, type SomeProfiles } from '../outbox/some-profiles.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { type StoredEvent, sharedColumns, type WaitReason } from './event.ts';
import { letAllFirstGo } from './held-up.ts';

/** Selects events; all given conditions must hold. */
export interface EventQuery extends PageQuery {
  /** The id of a source; empty for events that were reported at the API. */
  readonly source?: string | undefined;
  /** Of this profile, or of one of several; empty for those of none. */
  readonly profile?: SomeProfiles | undefined;
  readonly event?: string | undefined;
  /** `waiting`: only those whose messages could not be made yet, though a worker has tried. Default: all. */
  readonly state?: 'waiting' | undefined;
  /** Only those that were stored before. */
  readonly until?: Date | undefined;
}

const shown = `${sharedColumns}, stored_at`;
const ofWaiting = `select ${shown}, null as problem, null::jsonb as messages, e.waits_for from hookplate.event e`;
/** The events of both tables that meet a condition on the row `e`, each side with the same end of its own. */
const both = (condition: string, end = ''): string => `
  (${ofWaiting} where ${condition} ${end})
  union all
  (select ${shown}, e.problem, e.messages, null as waits_for from hookplate.past_event e where ${condition} ${end})`;

const newestFirst = createKeyset<StoredEvent>(['time', 'uuid'], ({ storedAt, id }) => [storedAt, id]);

/** Newest first. */
export async function pageOfEvents(
  { executor }: Pick<Connection, 'executor'>,
  { source, profile, event, state, until, cursor, limit = usualPage }: EventQuery,
): Promise<KeysetPage<StoredEvent>> {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = Object.entries({ source, event }).flatMap(([column, name]) =>
    name === undefined ? [] : [`e.${column} = ${add(storable(name))}::text`],
  );
  if (profile !== undefined) conditions.push(hasProfile('e.profile', profile, add));
  if (source === '') conditions.push('e.reported_by is not null');
  if (until) conditions.push(`e.stored_at < ${add(until.toISOString())}::timestamptz`);
  const [storedAt, id] = newestFirst.keysIn(cursor);
  if (storedAt) conditions.push(`(e.stored_at, e.id) < (${add(storedAt)}::timestamptz, ${add(id)}::uuid)`);
  const end = `order by stored_at desc, id desc limit ${add(limit + 1)}::int`;
  const condition = conditions.join(' and ') || 'true';
  const { rows } = await executor.query(
    state === 'waiting'
      ? `${ofWaiting} where e.waits_for is not null and ${condition} ${end}`
      : `${both(condition, end)} ${end}`,
    values,
  );
  return newestFirst.pageOf(rows.map(storedEventOf), limit);
}

export async function findEvent(
  { executor }: Pick<Connection, 'executor'>,
  id: string,
): Promise<StoredEvent | undefined> {
  const { rows } = await executor.query(both('e.id = $1::uuid'), [soughtUuid(id)]);
  return rows[0] && storedEventOf(rows[0]);
}

/** The events of a process, in the order in which it raised them. */
export async function eventsOfProcess(
  { executor }: Pick<Connection, 'executor'>,
  pid: string,
): Promise<readonly StoredEvent[]> {
  const { rows } = await executor.query(
    `select * from (${both('e.process = $1::text')}) e order by happened_at, (event <> 'Started'), stored_at, id`,
    [storable(pid)],
  );
  return rows.map(storedEventOf);
}

/**
 * Its facts, or what a source sent; undefined if there is no such event.
 *
 * @throws {DatabaseError} `wrong-key`.
 */
export async function contentOf(
  { executor }: Pick<Connection, 'executor'>,
  sealer: Sealer,
  id: string,
): Promise<JsonValue | undefined> {
  const { rows } = await executor.query(
    `select content from hookplate.event where id = $1::uuid
     union all select content from hookplate.past_event where id = $1::uuid`,
    [soughtUuid(id)],
  );
  return rows[0] && openContent(rows[0], id, sealer);
}

/** @throws {DatabaseError} `wrong-key`. */
export function openContent(row: Row, id: string, sealer: Sealer): JsonValue {
  return openJson(row, 'content', id, sealer);
}

export const storedEventOf: (row: Row) => StoredEvent = rowReader({
  id: textOf,
  source: textOf,
  profile: textOf,
  catalogue: optionalTextOf,
  event: optionalTextOf,
  problem: optionalTextOf,
  process: optionalTextOf,
  happenedAt: timeOf,
  storedAt: timeOf,
  reportedBy: optionalTextOf,
  replayOf: optionalTextOf,
  ordered: optionalTextOf,
  messages: optionalTextsOf,
  waitsFor: (row, column) => optionalTextOf(row, column) as WaitReason | undefined,
});

/** The events that wait for their messages. */
export interface EventBacklog {
  /** At most 10,000 are counted. */
  readonly waiting: number;
  /** Those of them that a worker has tried to tell, in vain. */
  readonly untold: number;
  /** The age of the oldest, in milliseconds; 0 if none waits. */
  readonly oldestMs: number;
}

const maxCounted = 10_000;
const countingBacklog = `
select (select count(*) from (select from hookplate.event order by stored_at limit ${maxCounted}) e)::int as waiting,
  (select count(*) from (select from hookplate.event where waits_for is not null order by stored_at limit ${maxCounted}) e)::int as untold,
  coalesce((select extract(epoch from now() - stored_at) * 1000 from hookplate.event order by stored_at limit 1), 0) as oldest`;

export async function eventBacklog({ executor }: Pick<Connection, 'executor'>): Promise<EventBacklog> {
  const { rows } = await executor.query(countingBacklog);
  const count = (column: string): number => Math.max(0, rows[0] ? numberOf(rows[0], column) : 0);
  return { waiting: count('waiting'), untold: count('untold'), oldestMs: count('oldest') };
}

/** A limit per statement: others must not wait for long. */
const maxPruned = 5000;
const pruning = `
delete from hookplate.event where id = any (array(
  select id from hookplate.event where ${isPastRetention('stored_at')} order by stored_at limit ${maxPruned}))
returning 1`;

/** Removes events that nobody could tell for as long as history is kept, which goes by the day; resolves to their number. */
export async function pruneEvents(
  { executor }: Pick<Connection, 'executor'>,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let found = maxPruned; found === maxPruned && !signal?.aborted; ) {
    found = (await executor.query(pruning, [retentionDays])).rows.length;
    removed += found;
  }
  if (removed > 0) await letAllFirstGo(executor, signal);
  return removed;
}
