/** `npm run test:long`: everything that takes too long, or needs too much, to be tried for each change. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

interface Part {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

/** Long tests wait for browsers and processes more than others do. */
const workers = String(availableParallelism() + 2);

const parts: readonly Part[] = [
  { name: 'the long tests', command: ['vitest', 'run', '--project', 'long', '--maxWorkers', workers] },
  {
    name: 'what holds on each kind of database, on an embedded one',
    command: ['vitest', 'run', '--project', 'embedded'],
  },
  { name: 'properties with many values', command: ['node', 'test/fuzz.ts', '--seed', '1', '--minutes', '0'] },
  {
    name: '100,000 messages on PostgreSQL, with killed workers and restarts',
    command: ['node', 'test/outbox/crash/run.ts', '--messages', '100000'],
  },
  {
    name: '10,000 messages on an embedded database, killed again and again',
    command: ['node', 'test/outbox/crash/run.ts', '--messages', '10000', '--database', 'embedded'],
  },
  { name: 'the benchmarks, as a smoke test', command: ['node', 'bench/run.ts', '--quick'] },
  {
    name: 'a minute of 2,000 runs a second',
    command: ['node', 'test/server/load/run.ts', '--database', 'postgres'],
  },
  {
    name: 'hostile templates on two servers, beside others',
    command: ['node', 'test/server/load/run.ts', '--hostile', '20'],
  },
  {
    name: 'mutants of the places in JSON',
    command: ['stryker', 'run', 'test/mutation/stryker.json', '-m', 'src/output/json/places.ts'],
  },
];

const { positionals } = parseArgs({ allowPositionals: true });
const chosen = parts.filter(
  ({ name }) => positionals.length === 0 || positionals.some(each => name.includes(each)),
);
if (chosen.length === 0) {
  console.error(`No part is called like ${positionals.join(', ')}. There are:`);
  for (const { name } of parts) console.error(`  ${name}`);
  process.exit(2);
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;
const begun = performance.now();
const ended = chosen.map(({ name, command: [program, ...args] }) => {
  const start = performance.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  return { name, holds: status === 0, ms: performance.now() - start };
});

console.log('');
for (const { name, holds, ms } of ended)
  console.log(`${minutes(ms).padStart(9)}  ${holds ? 'holds ' : 'FAILED'}  ${name}`);
const failed = ended.filter(({ holds }) => !holds);
const tried = `${ended.length} of ${parts.length} parts in ${minutes(performance.now() - begun)}`;
console.log(
  failed.length === 0
    ? `All of it holds: ${tried}.`
    : `${failed.length} failed of ${tried}: ${failed.map(({ name }) => name).join(', ')}.`,
);
if (failed.length > 0) process.exitCode = 1;
