import type { SSEStreamingApi } from 'hono/streaming';
import { streamSSE } from 'hono/streaming';
import * as v from 'valibot';
import { Problem } from '../api/problem.ts';
import { personOf } from '../api/role.ts';
import { defineRoute, type Route } from '../api/route.ts';
import type { Connection } from '../database/database.ts';
import { isNull, numberOf, optionalTextOf, type Row, textOf, timeOf } from '../database/row.ts';
import { messageIdOf } from '../outbox/given-id.ts';
import { WakeUp } from '../timing/wait.ts';

/** Streams changes of processes, messages and events, in all instances, to pages that watch. */
export function changeRoute(feed: ChangeFeed): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/changes',
    operationId: 'watch',
    summary:
      'Watch processes, messages and events as server-sent events `process`, `message` and `event`, with `alive` in between',
    role: 'viewer',
    answers: {
      200: {
        description: `Events. \`alive\` comes at once, and where nothing has happened for ${heartbeatMs / 1000} seconds; its data says how often, in milliseconds (\`{"everyMs":${heartbeatMs}}\`), so that a client can tell a dead line from a quiet one. The stream ends after an hour, to be opened again, as soon as the database cannot be asked, and soon after its caller loses access.`,
        mediaType: 'text/event-stream',
        schema: v.string(),
      },
    },
    problems: {
      503: `This caller has ${mostStreamsOfOne} streams open, or all callers have ${mostStreams}; the database does not answer; or the server is stopping.`,
    },
    handle: async ({ context, caller, isStillWelcome }) => {
      await feed.assertAnswers();
      const name = personOf(caller);
      assertRoom(feed, name);
      context.header('x-accel-buffering', 'no');
      context.header('cache-control', 'no-store');
      // A stream without a reader would never end.
      if (context.req.method === 'HEAD') {
        return context.body(null, 200, { 'content-type': 'text/event-stream' });
      }
      return streamSSE(context, stream => writeChanges(stream, feed, { name, isStillWelcome }));
    },
  });
}

/**
 * Milliseconds between two heartbeats on a stream: proxies close silent connections. Each time it is checked whether
 * the client may still watch.
 */
export const heartbeatMs = 15_000;
/** One hour; then a client has to reconnect, and to authenticate again. */
const longestStreamMs = 3_600_000;
/** At most so many streams are open at the same time. */
const mostStreams = 500;
/** A limit per caller, so that nobody keeps all the others from watching. */
const mostStreamsOfOne = 20;
/** At most so many changes wait for a client that does not read. */
const mostWaiting = 5000;

interface Viewer {
  /** The person, also where it is one of their tokens that watches. */
  readonly name: string;
  readonly isStillWelcome: () => Promise<boolean>;
}

/** @throws {Problem} 503 if there are too many streams, of this caller or in total. */
function assertRoom(feed: ChangeFeed, caller: string): void {
  const hasMany = feed.countOf(caller) >= mostStreamsOfOne;
  if (!hasMany && feed.size < mostStreams) return;
  const message = hasMany
    ? `You have ${mostStreamsOfOne} streams open, those of your tokens included, which is as many as one may have: close one.`
    : 'Too many pages watch at once.';
  throw new Problem(503, 'too-many-streams', message, { 'retry-after': '30' });
}

/** Writes changes to a stream until its client leaves or loses access, the feed ends, or an hour has passed. */
export async function writeChanges(
  stream: SSEStreamingApi,
  feed: ChangeFeed,
  { name, isStillWelcome }: Viewer,
): Promise<void> {
  const line = new ChangeLine();
  const end = (): void => {
    line.end();
    // A client that does not read would block a write, and the end with it, for ever.
    stream.abort();
  };
  const unwatch = feed.watch(changes => {
    if (!changes || line.length + changes.length > mostWaiting) end();
    else line.add(changes);
  }, name);
  stream.onAbort(end);
  const life = setTimeout(end, longestStreamMs).unref();
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

async function write(stream: SSEStreamingApi, changes: readonly Change[]): Promise<void> {
  for (const { kind, data } of changes) await stream.writeSSE({ event: kind, data: JSON.stringify(data) });
  // Sent as an event, not as a comment: scripts only see events, and notice a dead connection by their absence.
  if (changes.length === 0) {
    await stream.writeSSE({ event: 'alive', data: JSON.stringify({ everyMs: heartbeatMs }) });
  }
}

/** Changes that wait for one client, who takes all of them whenever it is done with the ones before. */
class ChangeLine {
  #waiting: readonly Change[] = [];
  #hasNews = false;
  #isOver = false;
  readonly #wakeUp = new WakeUp();

  get length(): number {
    return this.#waiting.length;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** An empty list counts as news as well: the waiting client is sent it. */
  add(changes: readonly Change[]): void {
    this.#waiting = [...this.#waiting, ...changes];
    this.#hasNews = true;
    this.#wakeUp.call();
  }

  end(): void {
    this.#isOver = true;
    this.#wakeUp.call();
  }

  /** Resolves to all waiting changes, at once or as soon as there are any; to none after `longestMs`, or at the end. */
  async next(longestMs: number): Promise<readonly Change[]> {
    if (!this.#hasNews && !this.#isOver) await this.#wakeUp.sleep(longestMs, { keepsAlive: false });
    const changes = this.#waiting;
    this.#waiting = [];
    this.#hasNews = false;
    return changes;
  }
}

/** Called with changes: with none as soon as it watches, and with `undefined` at last, when the feed ends. */
export type Watcher = (changes: readonly Change[] | undefined) => void;

/** Milliseconds between two queries of the database while somebody watches. */
const askMs = 1000;

/**
 * Tells watchers about changes in all instances. It queries the database once for all watchers of this instance, and
 * not at all while nobody watches.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  /** Watchers, each with the name of the person who watches. */
  readonly #watchers = new Map<Watcher, string>();
  #known = new Map<string, string>();
  #since: Date | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** The number of watchers that belong to a caller. */
  countOf(caller: string): number {
    return [...this.#watchers.values()].filter(name => name === caller).length;
  }

  /** Makes sure that the database answers; skipped while somebody watches, since then it was just asked. */
  async assertAnswers(): Promise<void> {
    if (!this.#since) await this.#connection.executor.query('select 1');
  }

  /** Watches on behalf of a caller, until the returned function is called. */
  watch(watcher: Watcher, caller: string): () => void {
    if (this.#isClosed) {
      watcher(undefined);
      return () => {};
    }
    this.#watchers.set(watcher, caller);
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
      const { changes, now } = await findChanges(this.#connection, this.#since);
      const isFirst = this.#since === undefined;
      this.#since = now;
      const news = changes.filter(({ kind, id, state }) => this.#known.get(`${kind} ${id}`) !== state);
      this.#known = new Map(changes.map(({ kind, id, state }) => [`${kind} ${id}`, state]));
      // The lists already show everything from before anybody watched.
      if (news.length > 0 || isFirst)
        for (const watcher of this.#watchers.keys()) watcher(isFirst ? [] : news);
    } catch {
      this.#end();
      return;
    }
    if (!this.#isClosed) this.#schedule(askMs);
  }
}

interface Change {
  readonly kind: 'process' | 'message' | 'event';
  /** Stays the same as long as nothing has changed. */
  readonly state: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** More changes of one kind at once are a load that nobody watches line by line; the lists show them all. */
const most = 500;

/** Transactions commit later than the times that they write. */
const overlapSeconds = 10;

/** An SQL condition: whether a time is later than `$1`, allowing for late commits. */
const isRecent = (time: string): string => `${time} > $1::timestamptz - interval '${overlapSeconds} seconds'`;

/** Each kind has its own limit, so that many changes of one hide none of another. */
const findingProcesses = `
with changed as (
  (select pid from hookplate.process where status = 'queued' order by created_at desc limit ${most})
  union (select pid from hookplate.process where status = 'running' order by created_at desc limit ${most})
  union (select pid from hookplate.process where ${isRecent('ended_at')} order by ended_at desc limit ${most})
)
select pid, project_id, task_id, status, records_processed, error_count, version
from changed join hookplate.process using (pid) order by created_at desc`;

const shown = 'id, given_id, webhook, event, profile, host, round, attempts, created_at';

/** Messages that are new, due (for another attempt, or because they were resent), were tried, or ended. */
const findingMessages = `
with waiting as (
  (select id from hookplate.job where ${isRecent('created_at')} order by created_at desc limit ${most})
  union (select id from hookplate.job
    where due_at is not null and due_at <= now() and ${isRecent('due_at')}
    order by due_at desc limit ${most})
  union (select message from hookplate.attempt where ${isRecent('recorded_at')} order by recorded_at desc limit ${most})
), ended as (
  (select ${shown}, state from hookplate.ended where ${isRecent('finished_at')} order by finished_at desc limit ${most})
  union (select ${shown}, state from hookplate.ended
    where ${isRecent('finished_at')} and state <> 'delivered' order by finished_at desc limit ${most})
)
select ${shown}, case when taken_until > now() then 'sending' else 'pending' end as state
from hookplate.job where id = any(array(select id from waiting))
union all select * from ended order by created_at desc`;

/** Events that were stored, or whose messages were made. */
const findingEvents = `
select * from (
  (select id, source, profile, event, null as problem, process, reported_by, waits_for, null::int as messages, stored_at
    from hookplate.event where ${isRecent('stored_at')} order by stored_at desc limit ${most})
  union all
  (select id, source, profile, event, problem, process, reported_by, null, jsonb_array_length(messages), stored_at
    from hookplate.past_event where ${isRecent('told_at')} order by told_at desc limit ${most})
  union all
  (select id, source, profile, event, null, process, reported_by, waits_for, null, stored_at
    from hookplate.event where waits_for is not null and not (${isRecent('stored_at')}) order by stored_at desc limit ${most})
) e order by stored_at desc`;

/** Changes that may have happened since a time of the database, and the time for the next call. */
export async function findChanges(
  { executor }: Connection,
  since: Date | undefined,
): Promise<{ readonly changes: readonly Change[]; readonly now: Date }> {
  const { rows } = await executor.query('select now() as now');
  const now = (rows[0] && timeOf(rows[0], 'now')) ?? new Date();
  const from = [(since ?? now).toISOString()];
  const processes = await executor.query(findingProcesses, from);
  const messages = await executor.query(findingMessages, from);
  const events = await executor.query(findingEvents, from);
  const changes = [
    ...processes.rows.map(processChange),
    ...messages.rows.map(messageChange),
    ...events.rows.map(eventChange),
  ];
  return { now, changes };
}

function processChange(row: Row): Change {
  const data = {
    pid: textOf(row, 'pid'),
    projectId: textOf(row, 'project_id'),
    taskId: textOf(row, 'task_id'),
    status: textOf(row, 'status'),
    recordsProcessed: numberOf(row, 'records_processed'),
    errorCount: numberOf(row, 'error_count'),
  };
  const state = `${numberOf(row, 'version')} ${data.status} ${data.recordsProcessed} ${data.errorCount}`;
  return { kind: 'process', id: data.pid, state, data };
}

function messageChange(row: Row): Change {
  const data = {
    id: messageIdOf(row),
    state: textOf(row, 'state'),
    webhook: optionalTextOf(row, 'webhook'),
    event: optionalTextOf(row, 'event'),
    profile: optionalTextOf(row, 'profile'),
    host: textOf(row, 'host'),
    attempts: numberOf(row, 'attempts'),
  };
  const state = `${data.state} ${numberOf(row, 'round')} ${data.attempts}`;
  return { kind: 'message', id: data.id, state, data };
}

function eventChange(row: Row): Change {
  const [source, waitsFor] = [textOf(row, 'source'), optionalTextOf(row, 'waits_for')];
  const data = {
    id: textOf(row, 'id'),
    ...(source !== '' && { source }),
    profile: textOf(row, 'profile'),
    event: optionalTextOf(row, 'event'),
    problem: optionalTextOf(row, 'problem'),
    process: optionalTextOf(row, 'process'),
    reportedBy: optionalTextOf(row, 'reported_by'),
    waitsFor,
    ...(!isNull(row, 'messages') && { messages: numberOf(row, 'messages') }),
  };
  return { kind: 'event', id: data.id, state: `${waitsFor} ${data.messages}`, data };
}
