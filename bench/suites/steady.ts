import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { numberOf } from '../../src/database/row.ts';
import { createOutbox } from '../../src/outbox/index.ts';
import { type BenchDatabase, openPostgres } from '../outbox/bench-database.ts';
import { plotOf } from '../outbox/plot.ts';
import { chat } from '../payloads/chat.ts';
import { contexts } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import type { SuiteResult } from '../suite-result.ts';

/*
 * A steady load for a quarter of an hour, with the vacuum of PostgreSQL as it is set by default: the table of what waits
 * should stay as it is after its first minutes, and history should grow by a straight line.
 */

const perSecond = 1000;
const batchesPerSecond = 10;
/** Minutes until the table and its vacuum have found their size. */
const settledAfter = 5;

/** What was seen in a minute: of sizes and dead rows the most. */
interface Minute {
  readonly jobBytes: number;
  readonly deadRows: number;
  readonly historyBytes: number;
  readonly p50: number;
  readonly p99: number;
  readonly messages: number;
}

const sampling = `
select pg_table_size('hookplate.job') + pg_indexes_size('hookplate.job') as job,
  (select n_dead_tup from pg_stat_user_tables where relid = 'hookplate.job'::regclass) as dead,
  (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent in
    ('hookplate.ended'::regclass, 'hookplate.attempt'::regclass, 'hookplate.request'::regclass)) as history`;

/** Enqueues a second's messages one by one, a tenth of them at a time. */
async function offerSecond(enqueue: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  for (let batch = 1; batch <= batchesPerSecond; batch++) {
    await Promise.all(Array.from({ length: perSecond / batchesPerSecond }, enqueue));
    const restMs = begun + (batch * 1000) / batchesPerSecond - performance.now();
    if (restMs > 0) await new Promise(resolve => setTimeout(resolve, restMs));
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The greatest over the least. */
function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

/** How far the growth of each minute is from that of all. */
function bend(values: readonly number[]): number {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  return spread(steps);
}

/** Moves the day to one that history has forgotten, and measures how long it takes to drop it, in seconds. */
async function dropDay({ connection: { executor } }: BenchDatabase): Promise<number> {
  await executor.query("select hookplate.make_partitions((now() at time zone 'UTC')::date - 40)");
  for (const [table, column] of [
    ['ended', 'finished_at'],
    ['attempt', 'recorded_at'],
  ])
    await executor.query(`update hookplate.${table} set ${column} = ${column} - interval '40 days'`);
  await executor.query('update hookplate.request set day = day - 40');
  const begun = performance.now();
  const dropping = 'select hookplate.drop_partitions(30) as days';
  const { rows } = await executor.query(dropping);
  if (!rows[0] || numberOf(rows[0], 'days') < 1) throw new Error('No day was dropped.');
  // Its requests.
  await executor.query(dropping);
  return (performance.now() - begun) / 1000;
}

await runSuite(async ({ quick }): Promise<SuiteResult> => {
  const [minutes, seconds] = quick ? [2, 2] : [15, 60];
  const database = await openPostgres();
  const receiver = fork(new URL('../receiver.ts', import.meta.url), { execArgv: [] });
  const [port] = await once(receiver, 'message');
  const worker = fork(
    new URL('../outbox/steady-worker.ts', import.meta.url),
    [JSON.stringify(database.options)],
    {
      execArgv: [],
    },
  );
  let waits: number[] = [];
  worker.on('message', (told: readonly number[]) => waits.push(...told));
  const outbox = await createOutbox({ database: database.connection });
  const request = {
    method: 'POST',
    url: `http://127.0.0.1:${port}/hook`,
    headers: [['content-type', 'application/json']],
    body: chat.escapedLiteral(contexts[0] ?? fail()),
  } as const;
  const found: Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    waits = [];
    let [jobBytes, deadRows, historyBytes] = [0, 0, 0];
    for (let second = 0; second < seconds; second++) {
      await offerSecond(() => outbox.enqueue(request, { webhook: 'steady' }));
      const { rows } = await database.connection.executor.query(sampling);
      const row = rows[0] ?? {};
      jobBytes = Math.max(jobBytes, numberOf(row, 'job'));
      deadRows = Math.max(deadRows, numberOf(row, 'dead'));
      historyBytes = numberOf(row, 'history');
    }
    found.push({
      ...{ jobBytes, deadRows, historyBytes, messages: waits.length },
      ...{ p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
    });
  }
  while ((await outbox.backlog()).pending + (await outbox.backlog()).sending > 0)
    await new Promise(resolve => setTimeout(resolve, 100));
  worker.disconnect();
  await outbox.stop();
  const dropped = await dropDay(database);
  receiver.disconnect();
  await database.close();
  const settled = found.slice(quick ? 0 : settledAfter - 1);
  if (!quick) writeFileSync(fileURLToPath(new URL('../../docs/steady.svg', import.meta.url)), plotOf(found));
  const of = (what: string, wanted: number, reached: number) => ({ what, wanted, reached, atMost: true });
  return {
    suite: 'steady',
    tables: [
      {
        title: `${perSecond.toLocaleString('en')} messages a second, by minutes`,
        unit: 'MB, rows, ms',
        columns: ['job', 'dead rows', 'history', 'p50', 'p99', 'attempts'],
        rows: found.map((minute, index) => ({
          name: `minute ${index + 1}`,
          values: [
            ...[minute.jobBytes / 1e6, minute.deadRows, minute.historyBytes / 1e6],
            ...[minute.p50, minute.p99, minute.messages],
          ],
        })),
      },
    ],
    targets: [
      of(
        'largest over smallest size of `job`, from the fifth minute on',
        1.2,
        spread(settled.map(m => m.jobBytes)),
      ),
      of(
        'most over fewest dead rows of `job`, from the fifth minute on',
        1.2,
        spread(settled.map(m => m.deadRows)),
      ),
      of('highest over lowest p99, from the fifth minute on', 1.2, spread(settled.map(m => m.p99))),
      of('largest over smallest growth of history in a minute', 1.2, bend(settled.map(m => m.historyBytes))),
      of('seconds to drop the day', 1, dropped),
    ],
  };
});

function fail(): never {
  throw new Error('There is no context.');
}
