import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../measure.ts';
import { type BenchDatabase, openPglite, openPostgres } from '../outbox/bench-database.ts';
import { measureLatency, type Neighbour } from '../outbox/latency.ts';
import { measureRates, measureWorkers, type Rates } from '../outbox/rates.ts';
import { chat } from '../payloads/chat.ts';
import { contexts } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import type { SuiteResult, Table, Target } from '../suite-result.ts';

const rows: readonly (readonly [keyof Rates, string])[] = [
  ['bareInsert', 'pg-boss alone: insert'],
  ['enqueue', 'outbox: enqueue'],
  ['insertOne', 'a plain INSERT, one after the other'],
  ['enqueueOne', 'outbox: enqueue, one after the other'],
  ['bareDeliver', 'pg-boss alone: fetch, send with undici, complete'],
  ['deliver', 'outbox: take, send, record'],
  ['deliverLines', 'outbox: the same in twenty lines'],
  ['deliverLine', 'outbox: the same in one line'],
  ['dispatcher', 'dispatcher without a database: send'],
];
const neighbours: readonly (readonly [Neighbour, string])[] = [
  ['none', 'idle'],
  ['hangs', 'beside an endpoint that hangs, with 10,000 pending'],
  ['fails', 'beside an endpoint that fails at once, with 10,000 pending'],
];
const workerCounts = [1, 2, 4];

/** The median of ratios, each taken within a round. */
function ratio(rounds: readonly Rates[], over: keyof Rates, under: keyof Rates): number {
  return median(rounds.map(rates => rates[over] / rates[under]));
}

function targetsOf({ name }: BenchDatabase, rounds: readonly Rates[]): readonly Target[] {
  const of = (what: string) => `outbox, ${name}: ${what}`;
  return [
    {
      what: of('enqueuing over inserting into bare pg-boss'),
      wanted: 1,
      reached: ratio(rounds, 'enqueue', 'bareInsert'),
    },
    {
      what: of('enqueuing one by one over a plain INSERT'),
      wanted: 0.6,
      reached: ratio(rounds, 'enqueueOne', 'insertOne'),
    },
    {
      what: of('the whole way, recorded, over fetching, sending and completing by bare pg-boss'),
      wanted: 1,
      reached: ratio(rounds, 'deliver', 'bareDeliver'),
    },
    {
      what: of('one line over messages without order'),
      wanted: 0.25,
      reached: ratio(rounds, 'deliverLine', 'deliver'),
    },
    {
      what: of('twenty lines over messages without order'),
      wanted: 0.7,
      reached: ratio(rounds, 'deliverLines', 'deliver'),
    },
    {
      what: of('bytes of the log for each delivered message'),
      wanted: 1200,
      atMost: true,
      reached: median(rounds.map(({ walBytes }) => walBytes)),
    },
    {
      what: of('the whole way over the dispatcher without a database'),
      wanted: 0.3,
      reached: ratio(rounds, 'deliver', 'dispatcher'),
    },
  ];
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function latencyTable(database: BenchDatabase, quick: boolean): Promise<Table> {
  const size = quick ? { messages: 5, pending: 20 } : { messages: 200, pending: 10_000 };
  const values: (readonly [string, readonly number[]])[] = [];
  for (const [neighbour, name] of neighbours) {
    values.push([name, await measureLatency(database, neighbour, size)]);
  }
  return {
    title: `From the commit to the wire, on ${database.name}`,
    unit: 'ms',
    columns: ['p50', 'p99'],
    rows: values.map(([name, sorted]) => ({
      name,
      values: [percentile(sorted, 0.5), percentile(sorted, 0.99)],
    })),
  };
}

await runSuite(async ({ quick }): Promise<SuiteResult> => {
  const { rounds, count } = quick ? { rounds: 1, count: 50 } : { rounds: 3, count: 5000 };
  const receiver = fork(new URL('../receiver.ts', import.meta.url), { execArgv: [] });
  const [port] = await once(receiver, 'message');
  const request = {
    method: 'POST',
    url: `http://127.0.0.1:${port}/hook`,
    headers: [['content-type', 'application/json']],
    body: chat.escapedLiteral(contexts[0] ?? failNoContext()),
  } as const;
  const databases = [await openPostgres(), await openPglite()];
  const measured = new Map(databases.map(database => [database, [] as Rates[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [database, rates] of measured) rates.push(await measureRates(database, request, count));
  }
  const [postgres] = databases;
  const workerRates = workerCounts.map((): number[] => []);
  for (let round = 0; postgres && round < Math.ceil(rounds / 2); round++) {
    for (const [index, workers] of workerCounts.entries()) {
      workerRates[index]?.push(await measureWorkers(postgres, request, workers, count));
    }
  }
  const latencies = [];
  for (const database of databases) latencies.push(await latencyTable(database, quick));
  receiver.kill();
  for (const database of databases) await database.close();
  const [half = Number.NaN, slowest = Number.NaN] = latencies[0]?.rows[0]?.values ?? [];
  return {
    suite: 'outbox',
    tables: [
      {
        title: 'Messages per second, one process, receiver beside it',
        unit: '/s',
        columns: databases.map(({ name }) => name),
        rows: rows.map(([key, name]) => ({
          name,
          values: [...measured.values()].map(rates => median(rates.map(round => round[key]))),
        })),
      },
      {
        title: 'Messages per second by worker processes, on PostgreSQL on the same machine',
        unit: '/s',
        columns: workerCounts.map(String),
        rows: [{ name: 'outbox: take, send, record', values: workerRates.map(median) }],
      },
      ...latencies,
    ],
    targets: [
      ...[...measured].flatMap(([database, rates]) => targetsOf(database, rates)),
      {
        what: 'outbox, PostgreSQL: ms from commit to the wire when idle, p50',
        wanted: 5,
        atMost: true,
        reached: half,
      },
      {
        what: 'outbox, PostgreSQL: ms from commit to the wire when idle, p99',
        wanted: 15,
        atMost: true,
        reached: slowest,
      },
    ],
  };
});

function failNoContext(): never {
  throw new Error('There are no contexts.');
}
