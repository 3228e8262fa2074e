import type { Connection } from '../database/database.ts';
import { isPastRetention } from '../database/retention.ts';
import { textOf } from '../database/row.ts';
import { endCancelled } from './cancelled-webhook.ts';
import { failDisabled } from './change-messages.ts';
import { mendLines } from './line.ts';

/** Repeats a task. A failed one is tried again the next time; the first of consecutive failures is reported. */
export class Upkeep {
  readonly #timer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isFailing = false;
  #restUntil = 0;

  constructor(
    work: (signal: AbortSignal) => Promise<unknown>,
    everyMs: number,
    onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => {
      if (this.#isRunning || performance.now() < this.#restUntil) return;
      this.#isRunning = true;
      const begun = performance.now();
      this.#running = work(this.#stopping.signal)
        .then(
          () => {
            this.#isFailing = false;
          },
          error => {
            // Errors of aborted upkeep are not worth reporting.
            if (!this.#isFailing && !this.#stopping.signal.aborted) onError(error);
            this.#isFailing = true;
          },
        )
        .then(() => {
          this.#isRunning = false;
          // The task takes a twentieth of the time at most.
          const now = performance.now();
          this.#restUntil = now + 19 * (now - begun) - everyMs;
        });
    }, everyMs);
    // Upkeep alone should not keep the process alive.
    this.#timer.unref();
  }

  /** Tells the running task to end, and resolves once it has. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }
}

/** Runs each second: ends messages of cancelled webhooks and disabled endpoints, and gives lines without a head one. */
export async function keepGoing(
  database: Pick<Connection, 'executor' | 'transaction'>,
  holdMs: number,
  signal: AbortSignal,
): Promise<void> {
  await endCancelled(database);
  while (!signal.aborted && (await failDisabled(database)) > 0);
  for (let from: string | undefined = ''; from !== undefined && !signal.aborted; ) {
    from = await mendLines(database, from, holdMs);
  }
}

/** The number of rows removed. */
export interface Pruned {
  readonly attempts: number;
  /** With their requests and attempts. */
  readonly messages: number;
}

/** A limit per statement: others must not wait for long. */
const mostPruned = 5000;

const pruning = {
  /** Also of messages that wait for longer. */
  attempts: `delete from hookplate.attempt where ctid = any (array(
    select ctid from hookplate.attempt where ${isPastRetention('recorded_at')} limit ${mostPruned})) returning 1`,
  messages: `with gone as (
    delete from hookplate.message where id = any (array(
      select id from hookplate.message where ${isPastRetention('created_at')} and ${isPastRetention('finished_at')}
      limit ${mostPruned}))
    returning id
  ), made as (
    delete from hookplate.attempt a using gone where a.message = gone.id
  ), sent as (
    delete from hookplate.request r using gone where r.message = gone.id
  ) select 1 from gone`,
};

/** Removes what ended before those days, by the clock of the database; messages that have not ended stay. */
export async function prune(
  { executor }: Pick<Connection, 'executor'>,
  retentionDays: number,
): Promise<Pruned> {
  const removeAll = async (statement: string): Promise<number> => {
    for (let removed = 0; ; ) {
      const { rows } = await executor.query(statement, [retentionDays]);
      removed += rows.length;
      if (rows.length < mostPruned) return removed;
    }
  };
  return { attempts: await removeAll(pruning.attempts), messages: await removeAll(pruning.messages) };
}

/** Finds tables of which a fifth changed since they were last vacuumed, by the rule of PostgreSQL's own daemon. */
const findingUnvacuumed = `
select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
where schemaname = 'hookplate' and n_dead_tup + n_ins_since_vacuum > 1000 + 0.2 * n_live_tup`;

/**
 * Frees the room of dead rows, and updates statistics for the planner. PostgreSQL does so by itself, but an embedded
 * database has no process for it. Resolves to the number of tables.
 */
export async function vacuum({ executor }: Pick<Connection, 'executor'>): Promise<number> {
  const { rows } = await executor.query(findingUnvacuumed);
  const tables = rows.map(row => textOf(row, 'name'));
  if (tables.length > 0) await executor.query(`vacuum (analyze) ${tables.join(', ')}`);
  return tables.length;
}
