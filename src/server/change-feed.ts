import type { SSEStreamingApi } from 'hono/streaming';
import { streamSSE } from 'hono/streaming';
import * as v from 'valibot';
import { plainText } from '../api/field-schemas.ts';
import { Problem } from '../api/problem.ts';
import { countedAs } from '../api/role.ts';
import { defineRoute, type Route } from '../api/route.ts';
import type { Connection } from '../database/database.ts';
import {
  isTrue,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  optionalTimeOf,
  type Row,
  rowReader,
  textOf,
} from '../database/row.ts';
import { messageIdOf } from '../outbox/given-id.ts';
import { WakeUp } from '../timing/wait.ts';

/** Streams changes of processes, messages and events, in all instances, to pages that watch. */
export function changeRoute(feed: ChangeFeed): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/changes',
    operationId: 'watch',
    summary:
      'Watch processes, messages and events as server-sent events `process`, `message` and `event`, with `alive` in between, and `reload` in place of too many',
    role: 'viewer',
    about: 'profiles',
    query: v.strictObject({
      profile: v.optional(
        v.pipe(
          v.union([profileName, v.pipe(v.array(profileName), v.maxLength(maxProfiles))]),
          v.description(
            `Only changes of this profile; of several, if it is repeated, up to ${maxProfiles} times. Empty for what has no profile. Default: all changes.`,
          ),
          v.transform(names => new Set([names].flat())),
        ),
      ),
    }),
    answers: {
      200: {
        description: `Events. \`alive\` comes at once, and where nothing has happened for ${heartbeatMs / 1000} seconds; its data says how often, in milliseconds (\`{"everyMs":${heartbeatMs}}\`), so that a client can tell a dead line from a quiet one. \`reload\` stands for changes that are left out: more than ${maxSent} at a time, those for a client that reads too slowly, and, every ${usualReloadMs / 1000} seconds while it lasts, those of others where there are more than can be read; what was fetched before is to be fetched again. The stream ends after an hour, to be opened again, as soon as the database cannot be asked, and soon after its caller loses access.`,
        mediaType: 'text/event-stream',
        schema: v.string(),
      },
    },
    problems: {
      503: `This caller has ${maxStreamsOfOne} streams open, or all who are limited to the same profiles have ${maxStreamsOfProfile}, or all callers have ${maxStreams}; the database does not answer; or the server is stopping.`,
    },
    handle: async ({ context, caller, isStillWelcome, query: { profile: asked } }) => {
      await feed.assertAnswers();
      const name = countedAs(caller);
      const isLimited = caller.profiles !== undefined;
      assertRoom(feed, name, isLimited ? maxStreamsOfProfile : maxStreamsOfOne);
      const profiles = isLimited
        ? new Set(caller.profiles?.filter(profile => asked?.has(profile) ?? true))
        : asked;
      context.header('x-accel-buffering', 'no');
      context.header('cache-control', 'no-store');
      // A stream without a reader would never end.
      if (context.req.method === 'HEAD') {
        return context.body(null, 200, { 'content-type': 'text/event-stream' });
      }
      return streamSSE(context, stream =>
        writeChanges(stream, feed, { name, profiles, isLimited, isStillWelcome }),
      );
    },
  });
}

/**
 * Milliseconds between two heartbeats on a stream: proxies close silent connections. Each time it is checked whether
 * the client may still watch.
 */
export const heartbeatMs = 15_000;
/** One hour; then a client has to reconnect, and to authenticate again. */
const maxStreamMs = 3_600_000;
/** At most so many streams are open at the same time. */
const maxStreams = 500;
/** A limit per caller, so that nobody keeps all the others from watching. */
const maxStreamsOfOne = 20;
/** A limit for all who are limited to the same profiles. */
const maxStreamsOfProfile = 100;
/** At most so many changes wait for a client that does not read. */
const maxWaiting = 5000;
/** At most so many changes are sent to a client at a time. */
export const maxSent = 500;
/** At most so many profiles are watched by one stream. */
const maxProfiles = 100;

const profileName = v.union([v.literal(''), plainText]);

interface Viewer {
  /** The person, also where it is one of their tokens that watches. */
  readonly name: string;
  /** The profiles whose changes are sent; undefined for those of all. */
  readonly profiles?: ReadonlySet<string> | undefined;
  /** Whether processes, which belong to the whole server, are left out. */
  readonly isLimited?: boolean | undefined;
}

interface StreamViewer extends Viewer {
  readonly isStillWelcome: () => Promise<boolean>;
}

/** @throws {Problem} 503 if there are too many streams, of this caller or in total. */
function assertRoom(feed: ChangeFeed, caller: string, max: number): void {
  const hasMany = feed.countOf(caller) >= max;
  if (!hasMany && feed.size < maxStreams) return;
  const message = hasMany
    ? `You have ${max} streams open, those of your tokens included, which is as many as one may have: close one.`
    : 'Too many pages watch at once.';
  throw new Problem(503, 'too-many-streams', message, { 'retry-after': '30' });
}

/** Writes changes to a stream until its client leaves or loses access, the feed ends, or an hour has passed. */
export async function writeChanges(
  stream: SSEStreamingApi,
  feed: ChangeFeed,
  { isStillWelcome, ...viewer }: StreamViewer,
): Promise<void> {
  const line = new ChangeLine();
  const end = (): void => {
    line.end();
    // A client that does not read would block a write, and the end with it, for ever.
    stream.abort();
  };
  const unwatch = feed.watch(news => (news ? line.add(news) : end()), viewer);
  stream.onAbort(end);
  const life = setTimeout(end, maxStreamMs).unref();
  // If the check fails, the client may come again, with credentials.
  const checking = setInterval(() => {
    isStillWelcome().then(isWelcome => isWelcome || end(), end);
  }, heartbeatMs).unref();
  try {
    while (!line.isOver) await write(stream, await line.next(heartbeatMs));
  } finally {
    clearTimeout(life);
    clearInterval(checking);
    unwatch();
  }
}

async function write(stream: SSEStreamingApi, news: readonly News[]): Promise<void> {
  for (const { kind, data } of news) await stream.writeSSE({ event: kind, data: JSON.stringify(data) });
  // Sent as an event, not as a comment: scripts only see events, and notice a dead connection by their absence.
  if (news.length === 0) {
    await stream.writeSSE({ event: 'alive', data: JSON.stringify({ everyMs: heartbeatMs }) });
  }
}

/** News that wait for one client, who takes all of them whenever it is done with the ones before. */
class ChangeLine {
  #waiting: readonly News[] = [];
  #hasNews = false;
  #isOver = false;
  readonly #wakeUp = new WakeUp();

  get isOver(): boolean {
    return this.#isOver;
  }

  /** An empty list counts as news as well: the waiting client is sent it. */
  add(news: readonly News[]): void {
    const isTooLong = this.#waiting.length + news.length > maxWaiting;
    // Whoever loads everything anew needs nothing of what was before.
    this.#waiting = isTooLong || news.includes(reload) ? [reload] : [...this.#waiting, ...news];
    this.#hasNews = true;
    this.#wakeUp.call();
  }

  end(): void {
    this.#isOver = true;
    this.#wakeUp.call();
  }

  /** Resolves to all waiting news, at once or as soon as there are any; to none after `longestMs`, or at the end. */
  async next(longestMs: number): Promise<readonly News[]> {
    if (!this.#hasNews && !this.#isOver) await this.#wakeUp.sleep(longestMs, { keepsAlive: false });
    const news = this.#waiting;
    this.#waiting = [];
    this.#hasNews = false;
    return news;
  }
}

/** Called with news: with none as soon as it watches, and with `undefined` at last, when the feed ends. */
export type Watcher = (news: readonly News[] | undefined) => void;

/** Milliseconds between two queries of the database while somebody watches. */
const askMs = 1000;
/** While changes are left out, watchers are told to reload this often, in milliseconds. */
const usualReloadMs = 5000;

/**
 * Tells watchers about changes in all instances. It queries the database once for all watchers of this instance, and
 * not at all while nobody watches.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #watchers = new Map<Watcher, Viewer>();
  #known = new Map<string, string>();
  /** Whether there were more changes at the last time than could be read. */
  #wasCut = false;
  /** When watchers were told so, by the clock of the database. */
  #cutToldAt = 0;
  readonly #reloadMs: number;
  #since: Date | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    connection: Connection,
    { reloadMs = usualReloadMs }: { readonly reloadMs?: number | undefined } = {},
  ) {
    this.#connection = connection;
    this.#reloadMs = reloadMs;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** The number of watchers that belong to a caller. */
  countOf(caller: string): number {
    return [...this.#watchers.values()].filter(({ name }) => name === caller).length;
  }

  /** Makes sure that the database answers; skipped while somebody watches, since then it was just asked. */
  async assertAnswers(): Promise<void> {
    if (!this.#since) await this.#connection.executor.query('select 1');
  }

  /** Watches on behalf of a viewer, until the returned function is called. */
  watch(watcher: Watcher, viewer: Viewer): () => void {
    if (this.#isClosed) {
      watcher(undefined);
      return () => {};
    }
    this.#watchers.set(watcher, viewer);
    if (this.#since) watcher([]);
    else this.#schedule(0);
    return () => this.#watchers.delete(watcher);
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  /** Tells all watchers that nothing more will come. */
  #end(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.keys()) watcher(undefined);
    this.#watchers.clear();
    this.#forget();
  }

  #forget(): void {
    this.#since = undefined;
    this.#known.clear();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), delayMs).unref();
  }

  async #ask(): Promise<void> {
    if (this.#watchers.size === 0 || this.#isClosed) {
      this.#forget();
      return;
    }
    try {
      const { changes, isCut, now } = await findChanges(this.#connection, this.#since);
      const isFirst = this.#since === undefined;
      this.#since = now;
      const news = changes.filter(({ kind, id, state }) => this.#known.get(`${kind} ${id}`) !== state);
      this.#known = new Map(changes.map(({ kind, id, state }) => [`${kind} ${id}`, state]));
      // Some are missing from the first time that there are too many on, until all of the overlap are found again: perhaps
      // all those of a quiet profile.
      const isDue = isCut && now.getTime() - this.#cutToldAt >= this.#reloadMs;
      const areMissing = isCut !== this.#wasCut || isDue;
      this.#wasCut = isCut;
      if (areMissing) this.#cutToldAt = now.getTime();
      for (const [watcher, viewer] of this.#watchers) {
        const seen = changesFor(viewer, news);
        // The lists already show everything from before anybody watched.
        if (isFirst) watcher([]);
        else if (areMissing || seen.length > maxSent) watcher([reload]);
        else if (seen.length > 0) watcher(seen);
      }
    } catch {
      this.#end();
      return;
    }
    if (!this.#isClosed) this.#schedule(askMs);
  }
}

interface Change {
  readonly kind: 'process' | 'message' | 'event';
  /** Empty for what has none. */
  readonly profile: string;
  /** Stays the same as long as nothing has changed. */
  readonly state: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Stands for changes that are left out. */
const reload = { kind: 'reload', data: {} } as const;

type News = Change | typeof reload;

function changesFor({ profiles, isLimited }: Viewer, changes: readonly Change[]): readonly Change[] {
  const own = profiles ? changes.filter(({ profile }) => profiles.has(profile)) : changes;
  if (!isLimited) return own;
  return own
    .filter(({ kind }) => kind !== 'process')
    .map(({ data: { source, process: _, reportedBy, ...data }, ...change }) => ({
      ...change,
      data: source === undefined && reportedBy !== undefined ? { ...data, reportedBy } : data,
    }));
}

/**
 * At most so many changes of each sort are read at a time, the newest: several times as many as are sent, since those of the
 * overlap are read again.
 */
const maxRead = 2000;

/** Transactions commit later than the times that they write. */
const overlapSeconds = 10;

/** An SQL condition: whether a time is later than `$1`, allowing for late commits. */
const isRecent = (time: string): string => `${time} > $1::timestamptz - interval '${overlapSeconds} seconds'`;

/** SQL: whether one of these queries has found as many as it may. */
const isCutIn = (...queries: readonly string[]): string =>
  `greatest(${queries.map(name => `(select count(*) from ${name})`).join(', ')}) >= ${maxRead} as is_cut`;

/** Each kind has its own limit, so that many changes of one hide none of another. */
const findingProcesses = `
with queued as materialized (
  select pid from hookplate.process where status = 'queued' order by created_at desc limit ${maxRead}
), running as materialized (
  select pid from hookplate.process where status = 'running' order by created_at desc limit ${maxRead}
), ended as materialized (
  select pid from hookplate.process where ${isRecent('ended_at')} order by ended_at desc limit ${maxRead}
)
select pid, project_id, task_id, profile, status, records_processed, error_count, version, ${isCutIn('queued', 'running', 'ended')}
from (select * from queued union select * from running union select * from ended) changed join hookplate.process using (pid)
order by created_at desc`;

const shown = 'id, given_id, webhook, event, profile, host, round, attempts, created_at';

/** Messages that are new, due (for another attempt, or because they were resent), were tried, or ended. */
const findingMessages = `
with new as materialized (
  select id from hookplate.job where ${isRecent('created_at')} order by created_at desc limit ${maxRead}
), due as materialized (
  select id from hookplate.job
  where due_at is not null and due_at <= now() and ${isRecent('due_at')} order by due_at desc limit ${maxRead}
), tried as materialized (
  select message from hookplate.attempt where ${isRecent('recorded_at')} order by recorded_at desc limit ${maxRead}
), past as materialized (
  select ${shown}, state from hookplate.ended where ${isRecent('finished_at')} order by finished_at desc limit ${maxRead}
)
select c.*, ${isCutIn('new', 'due', 'tried', 'past')} from (
  select ${shown}, case when taken_until > now() then 'sending' else 'pending' end as state
  from hookplate.job where id = any(array(select id from new union select id from due union select message from tried))
  union all select * from past
) c order by created_at desc`;

const ofWaiting =
  'id, source, profile, event, null as problem, process, reported_by, waits_for, null::int as messages, stored_at';

/** Events that were stored, have to wait, or whose messages were made. */
const findingEvents = `
with new as materialized (
  select ${ofWaiting} from hookplate.event where ${isRecent('stored_at')} order by stored_at desc limit ${maxRead}
), told as materialized (
  select id, source, profile, event, problem, process, reported_by, null as waits_for, jsonb_array_length(messages) as messages, stored_at
  from hookplate.past_event where ${isRecent('told_at')} order by told_at desc limit ${maxRead}
), waiting as materialized (
  select ${ofWaiting} from hookplate.event
  where waits_for is not null and not (${isRecent('stored_at')}) order by stored_at desc limit ${maxRead}
)
select c.*, ${isCutIn('new', 'told', 'waiting')}
from (select * from new union all select * from told union all select * from waiting) c order by stored_at desc`;

/**
 * Changes that may have happened since a time of the database, whether there may be others, and the time for the next call.
 */
export async function findChanges(
  { executor }: Connection,
  since: Date | undefined,
): Promise<{ readonly changes: readonly Change[]; readonly isCut: boolean; readonly now: Date }> {
  const { rows } = await executor.query('select now() as now');
  const now = (rows[0] && optionalTimeOf(rows[0], 'now')) ?? new Date();
  const from = [(since ?? now).toISOString()];
  const processes = await executor.query(findingProcesses, from);
  const messages = await executor.query(findingMessages, from);
  const events = await executor.query(findingEvents, from);
  const changes = [
    ...processes.rows.map(processChange),
    ...messages.rows.map(messageChange),
    ...events.rows.map(eventChange),
  ];
  const isCut = [processes, messages, events].some(({ rows: [row] }) => row && isTrue(row, 'is_cut'));
  return { now, changes, isCut };
}

const ofProcess = rowReader({
  pid: textOf,
  projectId: textOf,
  taskId: textOf,
  profile: textOf,
  status: textOf,
  recordsProcessed: numberOf,
  errorCount: numberOf,
});

function processChange(row: Row): Change {
  const data = ofProcess(row);
  const state = `${numberOf(row, 'version')} ${data.status} ${data.recordsProcessed} ${data.errorCount}`;
  return { kind: 'process', id: data.pid, profile: data.profile, state, data };
}

const ofMessage = rowReader({
  id: messageIdOf,
  state: textOf,
  webhook: optionalTextOf,
  event: optionalTextOf,
  profile: optionalTextOf,
  host: textOf,
  attempts: numberOf,
});

function messageChange(row: Row): Change {
  const data = ofMessage(row);
  const state = `${data.state} ${numberOf(row, 'round')} ${data.attempts}`;
  return { kind: 'message', id: data.id, profile: data.profile ?? '', state, data };
}

const ofEvent = rowReader({
  id: textOf,
  source: (row, column) => optionalTextOf(row, column) || undefined,
  profile: textOf,
  event: optionalTextOf,
  problem: optionalTextOf,
  process: optionalTextOf,
  reportedBy: optionalTextOf,
  waitsFor: optionalTextOf,
  messages: optionalNumberOf,
});

function eventChange(row: Row): Change {
  const data = ofEvent(row);
  const { id, profile, waitsFor, messages } = data;
  return { kind: 'event', id, profile, state: `${waitsFor} ${messages}`, data };
}
