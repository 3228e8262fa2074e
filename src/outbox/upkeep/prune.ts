import type { Connection } from '../database/database.ts';
import type { Retention } from '../outbox-options.ts';

/** How many rows of each were removed. */
export interface Pruned {
  readonly attempts: number;
  readonly requests: number;
  readonly messages: number;
}

/** As many as one statement touches: others must not wait for long. */
const mostPruned = 5000;

const ended = "finished_at < now() - $1 * interval '1 millisecond'";
const pruning = {
  attempts: `delete from hookplate.attempt where ctid = any (array(
    select ctid from hookplate.attempt where recorded_at < now() - $1 * interval '1 millisecond' limit ${mostPruned})) returning 1`,
  requests: `update hookplate.message set request = null where id in (
    select id from hookplate.message where request is not null and ${ended} limit ${mostPruned}) returning 1`,
  messages: `with gone as (
    delete from hookplate.message where id in (
      select id from hookplate.message where ${ended} limit ${mostPruned}) returning id
  ), made as (
    delete from hookplate.attempt a using gone where a.message = gone.id
  ) select 1 from gone`,
};

/** Removes what is older than it has to be, by the clock of the database. What has not ended stays. */
export async function prune(
  { executor }: Pick<Connection, 'executor'>,
  { attemptsMs, requestsMs, messagesMs }: Required<Retention>,
): Promise<Pruned> {
  const removeAll = async (statement: string, ageMs: number): Promise<number> => {
    for (let removed = 0; ; ) {
      const { rows } = await executor.executeSql(statement, [ageMs]);
      removed += rows.length;
      if (rows.length < mostPruned) return removed;
    }
  };
  return {
    attempts: await removeAll(pruning.attempts, attemptsMs),
    requests: await removeAll(pruning.requests, requestsMs),
    messages: await removeAll(pruning.messages, messagesMs),
  };
}
