import { columnArrays } from '../database/column-arrays.ts';
import type { Connection } from '../database/database.ts';
import { DatabaseError, explainDatabaseError, isOfMoment } from '../database/database-error.ts';
import { isNull, isTrue, optionalTextOf, type Row, textOf } from '../database/row.ts';
import type { Sealer } from '../database/sealer.ts';
import { bareOf, prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { storable } from '../database/storable-text.ts';
import { hashedUuidAt } from '../database/uuid.ts';
import type { MadeRequest, NewRequest } from '../outbox/enqueue.ts';
import { requestBytes } from '../outbox/message.ts';
import type { WakefulOutbox } from '../outbox/outbox.ts';
import { OutboxError } from '../outbox/outbox-error.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { within } from '../timing/deadline.ts';
import { backoffMs, pause, WakeUp } from '../timing/wait.ts';
import type { AnyEvent } from '../webhook/events/event-catalogue.ts';
import { type StoredEvent, sharedColumns, type WaitReason } from './event.ts';
import { openContent, storedEventOf } from './find-events.ts';
import { firstOrder, holdUpBehind, keysOfProfile, letFirstGo, lettingGo, type Order } from './held-up.ts';
import { type ProfileWebhook, requestAbout, type WebhooksOf } from './profile-webhooks.ts';
import { eventChannel } from './store-events.ts';

/*
 * A worker goes from profile to profile and takes a few events of each, in the order in which they were stored. One
 * transaction takes them, stores their messages and makes them history: each webhook gets one message about each event,
 * also where the worker dies in between. A profile belongs to one worker at a time, so that its events keep their order;
 * others pass it.
 */

export interface FanOutOptions {
  readonly connection: Connection;
  readonly outbox: Pick<WakefulOutbox, 'enqueueAll' | 'wake'>;
  readonly sealer: Sealer;
  readonly webhooksOf: WebhooksOf;
  /** Makes an event again of what was stored; undefined, or an error, if this process does not know it. */
  readonly eventOf: (stored: StoredEvent, content: JsonValue) => AnyEvent | undefined;
  /** Requests with more bytes in their stored form are not sent. */
  readonly maxRequestBytes: number;
  /** Milliseconds that an idle worker sleeps unless it is woken up. */
  readonly pollMs: number;
  /**
   * Called once for each period of trouble with the database, for each event whose messages cannot be stored, and for each
   * profile whose webhooks cannot be found.
   */
  readonly onTrouble: (error: unknown) => void;
}

/** At most so many profiles are visited, and so many events and bytes of them taken, by one transaction. */
const maxProfiles = 20;
const maxEvents = 200;
const maxBytes = 8 * 2 ** 20;
/** After so many milliseconds, other events are left to the next transaction. */
const maxRenderingMs = 200;
/** After so many bytes of requests as well. Those of one event are stored in parts of so many. */
const maxRenderedBytes = 8 * 2 ** 20;
/** The waits after trouble with the database. */
const pauses = { firstMs: 250, longestMs: 10_000 };
/** Milliseconds between two looks for events to try again, and for those that nothing holds up any more. */
const retryMs = 1000;

/** So long does a transaction wait for a lock, and so long may a process that holds some do nothing. In milliseconds. */
const waitMs = 1000;
const idleMs = 30_000;
/** So long may the webhooks of a profile be looked for, in milliseconds. */
const maxSearchMs = 10_000;

/**
 * Profiles are found one by one in the index, from a given one on, and locked by a statement of their own: what the next one
 * reads is as the last holder of the lock has left it. Whoever dies in the transaction, or waits in it, gives them back.
 */
const locking = prepared(`
with recursive step as (
  (select profile, 1 as number from hookplate.event where retry_at is null and profile >= $1::text order by profile limit 1)
  union all
  select (select e.profile from hookplate.event e
    where e.retry_at is null and e.profile > s.profile order by e.profile limit 1), s.number + 1
  from step s where s.profile is not null and s.number < (select $2::int)
)
select s.profile, pg_try_advisory_xact_lock(${keysOfProfile('s.profile')}) as is_ours,
  set_config('lock_timeout', '${waitMs}', true) as waiting, set_config('idle_in_transaction_session_timeout', '${idleMs}', true) as idling
from step s where s.profile is not null`);

/**
 * Takes as many events of each profile, and goes through them in turns: the first of each, then the second of each. Behind an
 * event that waits to be tried again, those of its order wait. Each that may be taken looks for one in the index: a join with the
 * first of each order would read all that wait behind those.
 */
const taking = prepared(`
with found as materialized (
  select o.profile, f.* from unnest((select $1::text::text[])) as o(profile) cross join lateral (
    select e.id, e.position, octet_length(e.content) as bytes from hookplate.event e
    where e.profile = o.profile and e.retry_at is null and (e.ordered is null or not exists (
      select from hookplate.event b
      where b.profile = e.profile and b.ordered = e.ordered and b.retry_at is not null and b.position < e.position))
    order by e.position limit $2::int for update) f
), ranked as materialized (
  select id, position, bytes, row_number() over (partition by profile order by position) as turn from found
), taken as materialized (
  select id, turn, sum(bytes) over (order by turn, position) - bytes as before from ranked
)
select e.* from taken t join hookplate.event e on e.id = t.id
where t.before < ${maxBytes} and e.id = any(array(select id from taken)) order by t.turn, e.position`);

const kept = `${sharedColumns}, stored_at, content`;
const doneColumns = { id: 'uuid', messages: 'text' } as const;
const ending = prepared(`
with done as materialized (
  select * from unnest((select $1::text::uuid[]), (select $2::text::text[])) as d(id, messages)
), gone as (
  delete from hookplate.event e where e.id = any(array(select id from done)) returning ${kept}
), let_go as (${lettingGo}
)
insert into hookplate.past_event (${kept}, messages)
select ${kept}, messages::jsonb from gone join done using (id)`);

const laterColumns = { id: 'uuid', reason: 'text' } as const;
/** The older an event is, the longer it waits. */
const puttingOff = prepared(`
with later as materialized (
  select * from unnest((select $1::text::uuid[]), (select $2::text::text[])) as l(id, reason)
)
update hookplate.event e set waits_for = l.reason,
  retry_at = now() + least(interval '5 minutes', greatest(interval '1 second', (now() - e.stored_at) / 4))
from later l where e.id = l.id and e.id = any(array(select id from later))
returning e.id, e.ordered`);

const retrying = prepared(`
update hookplate.event set retry_at = null where id = any(array(
  select id from hookplate.event where retry_at <= now() order by retry_at, position limit 1000 for update skip locked)) returning 1`);

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #wakeUp = new WakeUp();
  readonly #stopping = new AbortController();
  /** The profile to go on from. */
  #from = '';
  /** The number of events to take; reduced where their messages cannot be stored. */
  #batch = maxEvents;
  /** The events that were taken last. */
  #taken: readonly { readonly id: string; readonly profile: string }[] = [];
  #nextRetry = 0;
  /** The order after which to go on looking for events that nothing holds up any more. */
  #orderBefore: Order = firstOrder;
  #stopAt: number | undefined;
  #loop: Promise<void> = Promise.resolve();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const listening = await this.#options.connection.listen(eventChannel, () => this.wake());
    this.#stopListening = listening.close;
    this.#loop = this.#run();
  }

  wake(): void {
    this.#wakeUp.call();
  }

  /** Still makes the messages of events that are there, until a deadline. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopAt = performance.now() + timeoutMs;
    this.#stopping.abort();
    this.wake();
    await this.#loop;
    await this.#stopListening?.();
  }

  async #run(): Promise<void> {
    for (let failures = 0, isOver = false; !isOver; ) {
      const stopAt = this.#stopAt;
      let isMore = false;
      try {
        isMore = await this.#round();
        // Also while there is other work: what waits to be tried again would wait for ever.
        isMore = (await this.#retry()) || isMore;
        failures = 0;
      } catch (error) {
        if (error instanceof OutboxError && error.code === 'closed') return this.#options.onTrouble(error);
        isMore = await this.#isolate(error);
        if (!isMore) {
          failures++;
          if (failures === 1) this.#options.onTrouble(explainDatabaseError(error));
          await pause(backoffMs(failures, pauses), { signal: this.#stopping.signal });
        }
      }
      isOver = stopAt !== undefined && (!isMore || performance.now() > stopAt);
      if (!isMore && failures === 0 && !isOver) await this.#wakeUp.sleep(this.#options.pollMs);
    }
  }

  /** Resolves to whether there may be more to do at once. */
  async #round(): Promise<boolean> {
    this.#taken = [];
    const isAlone = this.#batch === 1;
    const most = isAlone ? 1 : maxProfiles;
    const { connection, outbox } = this.#options;
    let heads: readonly string[] = [];
    const visited = await connection.transaction(async tx => {
      const { rows: profiles } = await tx.query(locking, [this.#from, most]);
      const ours = profiles.filter(row => isTrue(row, 'is_ours'));
      if (ours.length > 0) {
        const each = Math.max(1, Math.floor(this.#batch / ours.length));
        const { rows } = await tx.query(taking, [
          ...columnArrays({ profile: 'text' }, ours.map(asProfile)),
          each,
        ]);
        this.#taken = rows.map(row => ({ id: textOf(row, 'id'), ...asProfile(row) }));
        if (rows.length > 0) heads = await this.#tell(rows, tx);
      }
      return profiles.map(row => textOf(row, 'profile'));
    });
    if (this.#taken.length > 0) outbox.wake?.();
    for (const head of heads) await holdUpBehind(connection, head, this.#stopping.signal);
    this.#batch = Math.min(maxEvents, this.#batch * 2);
    const wasFromStart = this.#from === '';
    this.#from = visited.length === most ? after(visited.at(-1)) : '';
    return this.#taken.length > 0 || this.#from !== '' || !wasFromStart;
  }

  /** Resolves to the events that hold up others. */
  async #tell(rows: readonly Row[], tx: SqlExecutor): Promise<readonly string[]> {
    const batch = new Batch(this.#options, tx);
    const begun = performance.now();
    for (const row of rows) {
      if (performance.now() - begun > maxRenderingMs || batch.bytes > maxRenderedBytes) break;
      await batch.add(row);
    }
    await batch.store();
    const { told, later } = batch;
    const done = told.map(({ id, messages }) => ({ id, messages: JSON.stringify(messages) }));
    if (done.length > 0) await tx.query(ending, columnArrays(doneColumns, done));
    return later.length > 0 ? putOff(later, tx) : [];
  }

  async #retry(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#nextRetry) return false;
    this.#nextRetry = now + retryMs;
    const { executor } = this.#options.connection;
    const { rows } = await executor.query(retrying);
    const { count, next = firstOrder } = await letFirstGo(executor, this.#orderBefore);
    this.#orderBefore = next;
    return rows.length + count > 0;
  }

  /**
   * Something of these events cannot be stored, however often it is tried: less is taken until the event is found, which is
   * put off. Resolves to false if the events are not at fault. A lock that is in the way of one of them, and perhaps of all, is
   * nobody's fault: that event stays due, and other profiles come first.
   */
  async #isolate(error: unknown): Promise<boolean> {
    const { connection, onTrouble } = this.#options;
    const [first, ...others] = this.#taken;
    if (first === undefined || explainDatabaseError(error) instanceof DatabaseError) return false;
    if (others.length > 0) {
      this.#batch = Math.max(1, Math.floor(Math.min(this.#batch, this.#taken.length) / 2));
      return true;
    }
    if (isOfMoment(error)) {
      this.#from = after(first.profile);
      return false;
    }
    const text = `The messages about the event ${first.id} could not be stored: storing them is tried again later.`;
    onTrouble(new Error(text, { cause: error }));
    try {
      const heads = await putOff([{ id: first.id, reason: 'failed' }], connection.executor);
      for (const head of heads) await holdUpBehind(connection, head, this.#stopping.signal);
      return true;
    } catch {
      return false;
    }
  }
}

/** Resolves to those of the events that hold up others of their order. */
async function putOff(
  later: readonly { readonly id: string; readonly reason: WaitReason }[],
  { query }: SqlExecutor,
): Promise<readonly string[]> {
  const { rows } = await query(puttingOff, columnArrays(laterColumns, later));
  return rows.filter(row => !isNull(row, 'ordered')).map(row => textOf(row, 'id'));
}

/** The next text after a profile. */
function after(profile = ''): string {
  return `${profile}\u0001`;
}

function asProfile(row: Row): { readonly profile: string } {
  return { profile: textOf(row, 'profile') };
}

/** What came of work that may fail by itself. */
type Attempted<T> =
  | { readonly result: T; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: unknown };

/**
 * Does a caller's work, whose errors do not fail the transaction, and are those of the work, whatever they say. Its savepoint is
 * made once it asks the database. Rejects where the savepoint cannot be gone back to: then the connection is lost.
 */
async function inSavepoint<T>(tx: SqlExecutor, work: (tx: SqlExecutor) => Promise<T>): Promise<Attempted<T>> {
  const { query } = bareOf(tx);
  let savepoint: Promise<unknown> | undefined;
  let isOver = false;
  const inside: SqlExecutor['query'] = async (text, values) => {
    if (!isOver) savepoint ??= query('savepoint attempted');
    await savepoint;
    // What is asked too late must not fail what comes after it.
    if (isOver) throw new Error('The transaction may no longer be asked.');
    return query(text, values);
  };
  try {
    const result = await work({ query: inside });
    isOver = true;
    // Fails as well where the work has ignored an error.
    if (savepoint) await query('release savepoint attempted');
    return { result };
  } catch (error) {
    isOver = true;
    if (savepoint) await query('rollback to savepoint attempted; release savepoint attempted');
    return { error };
  }
}

/** The messages of some events, as far as they can be made. They are stored in parts, so that few of them are held at once. */
class Batch {
  /** Events with the ids of their messages, which are complete once all are stored. */
  readonly told: { readonly id: string; readonly messages: readonly string[] }[] = [];
  readonly later: { readonly id: string; readonly reason: WaitReason }[] = [];
  /** The length of the requests. */
  bytes = 0;
  readonly #options: FanOutOptions;
  readonly #tx: SqlExecutor;
  readonly #webhooks = new Map<string, readonly ProfileWebhook[] | undefined>();
  /** What is not stored yet, each with the list that its id belongs to. */
  #made: { readonly request: MadeRequest; readonly messages: string[] }[] = [];
  #madeBytes = 0;
  /** Orders in which an event has to be told before the others. */
  readonly #heldUp = new Set<string>();

  constructor(options: FanOutOptions, tx: SqlExecutor) {
    this.#options = options;
    this.#tx = tx;
  }

  async add(row: Row): Promise<void> {
    const stored = storedEventOf(row);
    const { ordered } = stored;
    const line = ordered === undefined ? undefined : `${stored.profile} ${ordered}`;
    if (line !== undefined && this.#heldUp.has(line)) return;
    const event = this.#eventOf(row, stored);
    if (typeof event === 'string') return this.#putOff(stored, event, line);
    const trace = optionalTextOf(row, 'trace');
    const webhooks = await this.#webhooksOf(stored);
    if (!webhooks) return this.#putOff(stored, 'failed', line);
    const messages: string[] = [];
    this.told.push({ id: stored.id, messages });
    const keys = new Set<string>();
    for (const { id, name, webhook } of webhooks) {
      const made = requestAbout(event, webhook);
      if (!made) continue;
      const request = this.#fitting(made);
      const message = {
        ...{ request, key: keyAbout(stored.id, id, keys) },
        webhook: nameOf(id),
        ...(name !== undefined && { name: nameOf(name) }),
        event: event.event,
        // Also where it is empty: messages stand in the bucket of their event.
        profile: stored.profile,
        // One that is never sent must not hold up others.
        ...(ordered !== undefined && !('failed' in request) && { ordered }),
        ...(trace !== undefined && { traceparent: trace }),
      };
      this.#made.push({ request: message, messages });
      if (this.#madeBytes > maxRenderedBytes) await this.store();
    }
  }

  /** Stores what was made since the last time. */
  async store(): Promise<void> {
    const made = this.#made;
    this.#made = [];
    this.#madeBytes = 0;
    const requests = made.map(({ request }) => request);
    const ids = await this.#options.outbox.enqueueAll(requests, { transaction: this.#tx });
    for (const [index, id] of ids.entries()) made[index]?.messages.push(id);
  }

  /** The event, or why this process cannot tell of it. */
  #eventOf(row: Row, stored: StoredEvent): AnyEvent | WaitReason {
    const { sealer, eventOf } = this.#options;
    try {
      return eventOf(stored, openContent(row, stored.id, sealer)) ?? 'unknown-event';
    } catch (error) {
      return error instanceof DatabaseError && error.code === 'wrong-key' ? 'wrong-key' : 'unknown-event';
    }
  }

  #putOff({ id }: StoredEvent, reason: WaitReason, line: string | undefined): void {
    this.later.push({ id, reason });
    if (line !== undefined) this.#heldUp.add(line);
  }

  /** Undefined if they cannot be found, which is the trouble of this profile alone, unless the connection is lost. */
  async #webhooksOf({ profile, catalogue }: StoredEvent): Promise<readonly ProfileWebhook[] | undefined> {
    const key = `${catalogue ?? ''} ${profile}`;
    if (this.#webhooks.has(key)) return this.#webhooks.get(key);
    const { webhooksOf, onTrouble } = this.#options;
    const late = (): never => {
      throw new Error(`they were not found within ${maxSearchMs / 1000} seconds`);
    };
    const { result, error } = await inSavepoint(this.#tx, tx =>
      within(maxSearchMs, webhooksOf(profile, tx, catalogue), late),
    );
    if (!result) {
      const whose = profile === '' ? 'without a profile' : `of the profile ${JSON.stringify(profile)}`;
      const why = error instanceof Error ? error.message : String(error);
      const text = `The webhooks ${whose} could not be found, so their events wait; the function that finds them has failed: ${why}`;
      onTrouble(new Error(text, { cause: error }));
    }
    this.#webhooks.set(key, result);
    return result;
  }

  /** One that the outbox would refuse is stored as failed: it must not undo the others. */
  #fitting(request: NewRequest['request']): NewRequest['request'] {
    if ('failed' in request) return { failed: nameOf(request.failed) };
    const { url, headers, body = '' } = request;
    const length = headers.reduce(
      (sum, [name, value]) => sum + name.length + value.length,
      url.length + body.length,
    );
    this.bytes += length;
    this.#madeBytes += length;
    const { maxRequestBytes } = this.#options;
    // What may be too long is measured as it is stored: JSON writes a character in six bytes at most, and the rest is short.
    if (6 * length < maxRequestBytes / 2) return request;
    return requestBytes(request).length > maxRequestBytes ? { failed: 'request-too-large' } : request;
  }
}

/**
 * The id of the message of a webhook about an event, which is not among those of others: an event that is told again, after the
 * database was restored, is told by messages that receivers know. A caller's function may give two webhooks one id.
 */
function keyAbout(event: string, webhook: string, others: Set<string>): string {
  let key = hashedUuidAt(event, webhook);
  while (others.has(key)) key = hashedUuidAt(key, webhook);
  others.add(key);
  return key;
}

/** The outbox takes names up to this length. */
const maxNameLength = 256;

/** Without characters that the outbox refuses: a name must not keep an event from being told. */
function nameOf(name: string): string {
  return storable(name.slice(0, maxNameLength)) || '-';
}
