import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../measure.ts';
import { type BenchDatabase, openPglite, openPostgres } from '../outbox/bench-database.ts';
import { measureEventLatency, measureLatency, type Neighbours } from '../outbox/latency.ts';
import { measureHeap } from '../outbox/memory.ts';
import { measureRates, measureWorkers, type Rates } from '../outbox/rates.ts';
import { measureTakes } from '../outbox/takes.ts';
import { chat } from '../payloads/chat.ts';
import { contexts } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import type { SuiteResult, Table, Target } from '../suite-result.ts';

const rows: readonly (readonly [keyof Rates, string])[] = [
  ['bareInsert', 'pg-boss alone: insert'],
  ['enqueue', 'outbox: enqueue'],
  ['insertOne', 'a plain INSERT, one after the other'],
  ['enqueueOne', 'outbox: enqueue, one after the other'],
  ['insertEvent', 'a plain INSERT of an event, one after the other'],
  ['notifyOne', 'events: notify, one after the other'],
  ['bareDeliver', 'pg-boss alone: fetch, send with undici, complete'],
  ['deliver', 'outbox: take, send, record'],
  ['deliverLines', 'outbox: the same in twenty lines'],
  ['deliverLine', 'outbox: the same in one line'],
  ['dispatcher', 'dispatcher without a database: send'],
];
/** The neighbours during each measurement; `many` is how many messages a single one has. */
function neighboursOf(many: number): readonly (readonly [name: string, Neighbours | undefined])[] {
  const some = Math.ceil(many / 50);
  const counted = (count: number): string => count.toLocaleString('en');
  return [
    ['idle', undefined],
    [`beside an endpoint with ${counted(many)} that are not due`, { hosts: 1, pending: many, kind: 'waits' }],
    [`beside one that answers, with ${counted(many)} due`, { hosts: 1, pending: many, kind: 'answers' }],
    [`beside one that hangs, with ${counted(many)} due`, { hosts: 1, pending: many, kind: 'hangs' }],
    [`beside six that hang, with ${counted(some)} due each`, { hosts: 6, pending: some, kind: 'hangs' }],
    [`beside one that fails at once, with ${counted(many)} due`, { hosts: 1, pending: many, kind: 'fails' }],
  ];
}
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
      wanted: 0.85,
      reached: ratio(rounds, 'enqueueOne', 'insertOne'),
    },
    {
      what: of('time of `notify` over that of a plain INSERT with as many bytes'),
      wanted: 1.3,
      atMost: true,
      reached: ratio(rounds, 'insertEvent', 'notifyOne'),
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
      wanted: 1600,
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
  const usual = database.name === 'PGlite' ? 10_000 : 100_000;
  const { messages, many } = quick ? { messages: 5, many: 100 } : { messages: 200, many: usual };
  const rows: { readonly name: string; readonly values: readonly number[] }[] = [];
  const add = (name: string, sorted: readonly number[]): void => {
    rows.push({ name, values: [percentile(sorted, 0.5), percentile(sorted, 0.99)] });
  };
  for (const [name, neighbours] of neighboursOf(many)) {
    add(name, await measureLatency(database, neighbours, messages));
    if (!neighbours) add('idle, of an event', await measureEventLatency(database, messages));
  }
  return {
    title: `From the commit to the wire, on ${database.name}`,
    unit: 'ms',
    columns: ['p50', 'p99'],
    rows,
  };
}

/** At most so many milliseconds for half of the messages, and for 99 in a hundred. */
const bounds = { idle: [5, 15], event: 50, neighbours: [50, 500] } as const;

function latencyTargets({ rows: [idle, event, waiting, ...troubled] }: Table): readonly Target[] {
  const of = (what: string, wanted: number, reached = Number.NaN): Target => ({
    what: `outbox, PostgreSQL: ${what}`,
    wanted,
    atMost: true,
    reached,
  });
  const half = idle?.values[0] ?? Number.NaN;
  const slowest = (column: number): number =>
    Math.max(...troubled.map(({ values }) => values[column] ?? Number.NaN));
  return [
    of('ms from commit to the wire when idle, p50', bounds.idle[0], half),
    of('ms from commit to the wire when idle, p99', bounds.idle[1], idle?.values[1]),
    of('ms from the commit of an event to the wire when idle, p99', bounds.event, event?.values[1]),
    of(
      'p50 beside messages that are not due over that when idle',
      2,
      (waiting?.values[0] ?? Number.NaN) / half,
    ),
    of('ms beside the worst of the neighbours with messages due, p50', bounds.neighbours[0], slowest(0)),
    of('ms beside the worst of the neighbours with messages due, p99', bounds.neighbours[1], slowest(1)),
  ];
}

await runSuite(async ({ quick }): Promise<SuiteResult> => {
  const { rounds, count } = quick ? { rounds: 1, count: 50 } : { rounds: 5, count: 5000 };
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
  for (let round = 0; round <= rounds; round++) {
    for (const [database, rates] of measured) {
      const rate = await measureRates(database, request, count);
      // V8 compiles during the first round, which takes longer where there is more to compile.
      if (round > 0) rates.push(rate);
    }
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
  const pendings = quick ? [100, 1000] : [10_000, 1_000_000];
  const heaps: number[] = [];
  for (const pending of pendings) {
    if (postgres) heaps.push(await measureHeap(postgres, request, { pending, every: quick ? 5 : 200 }));
  }
  receiver.kill();
  for (const database of databases) await database.close();
  const [few, many, ofOne, times] = quick ? [1000, 5000, 2000, 2] : [1000, 5_000_000, 1_000_000, 100];
  const takes = {
    few: await measureTakes({ messages: few, endpoints: 100 }, times),
    many: await measureTakes({ messages: many, endpoints: 100 }, times),
    ofOne: await measureTakes({ messages: ofOne, endpoints: 1 }, times),
  };
  const counted = (count: number): string => count.toLocaleString('en');
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
      {
        title: 'Heap of a process that delivers, by messages that are due, on PostgreSQL',
        unit: 'MB',
        columns: pendings.map(pending => pending.toLocaleString('en')),
        rows: [{ name: 'outbox', values: heaps }],
      },
      {
        title: 'To take 100 messages, on PostgreSQL',
        unit: 'ms',
        columns: [`${counted(few)} due`, `${counted(many)} due`, `${counted(ofOne)} due at one endpoint`],
        rows: [{ name: 'outbox', values: [takes.few, takes.many, takes.ofOne] }],
      },
    ],
    targets: [
      ...[...measured].flatMap(([database, rates]) => targetsOf(database, rates)),
      ...latencies.slice(0, 1).flatMap(latencyTargets),
      {
        what: 'outbox, PostgreSQL: heap with the most messages due over that with a hundredth of them',
        wanted: 1.1,
        atMost: true,
        reached: (heaps[1] ?? Number.NaN) / (heaps[0] ?? Number.NaN),
      },
      {
        what: 'outbox, PostgreSQL: to take 100 beside the most messages over beside 1,000',
        wanted: 2,
        atMost: true,
        reached: takes.many / takes.few,
      },
      {
        what: 'outbox, PostgreSQL: ms to take 100 where all are due at one endpoint',
        wanted: 5,
        atMost: true,
        reached: takes.ofOne,
      },
    ],
  };
});

function failNoContext(): never {
  throw new Error('There are no contexts.');
}
