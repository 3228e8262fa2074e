/** `npm run test:long`: everything that takes too long, or needs too much, to be tried for each change. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Part {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** What takes longer hangs, on whatever machine. */
  readonly limitMinutes: number;
}

/** Long tests wait for browsers and processes more than others do. */
const workers = String(availableParallelism() + 2);

const parts: readonly Part[] = [
  {
    name: 'the long tests',
    command: ['vitest', 'run', '--project', 'long', '--maxWorkers', workers],
    limitMinutes: 90,
  },
  {
    name: 'what holds on each kind of database, on an embedded one',
    command: ['vitest', 'run', '--project', 'embedded'],
    limitMinutes: 20,
  },
  {
    name: 'properties with many values',
    command: ['node', 'test/fuzz.ts', '--seed', '1', '--minutes', '0'],
    limitMinutes: 30,
  },
  {
    // At the usual pace of kills, most of the time would go by in starting again.
    name: '100,000 messages on PostgreSQL, with killed workers and restarts',
    command: ['node', 'test/outbox/crash/run.ts', '--messages', '100000', '--kill-every', '5000'],
    limitMinutes: 40,
  },
  {
    name: '10,000 messages on an embedded database, killed again and again',
    command: ['node', 'test/outbox/crash/run.ts', '--messages', '10000', '--database', 'embedded'],
    limitMinutes: 20,
  },
  {
    name: 'the benchmarks, as a smoke test',
    command: ['node', 'bench/run.ts', '--quick'],
    limitMinutes: 20,
  },
  {
    name: 'a minute of 2,000 runs a second',
    command: ['node', 'test/server/load/run.ts', '--database', 'postgres'],
    limitMinutes: 15,
  },
  {
    name: 'hostile templates on two servers, beside others',
    command: ['node', 'test/server/load/run.ts', '--hostile', '20'],
    limitMinutes: 15,
  },
  {
    name: 'mutants of the places in JSON',
    command: ['stryker', 'run', 'test/mutation/places.config.ts'],
    limitMinutes: 20,
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
const scratch = mkdtempSync(join(tmpdir(), 'hookplate-long-'));
/** Where each run of tests writes how many of them this machine does not allow. */
const skippedCounts = join(scratch, 'skipped');
writeFileSync(skippedCounts, '');
const begun = performance.now();
const ended = chosen.map(({ name, command: [program, ...args], limitMinutes }) => {
  const start = performance.now();
  console.log(`\n== ${name}`);
  const { status, signal, error } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, HOOKPLATE_SKIPPED: skippedCounts },
    timeout: limitMinutes * 60_000,
  });
  if (error) console.error(`${program}: ${error.message}`);
  else if (signal) console.error(`${program} was ended by ${signal}.`);
  return { name, holds: status === 0, ms: performance.now() - start };
});
const skipped = readFileSync(skippedCounts, 'utf8')
  .split('\n')
  .reduce((sum, count) => sum + Number(count), 0);
rmSync(scratch, { recursive: true });

console.log('');
for (const { name, holds, ms } of ended)
  console.log(`${minutes(ms).padStart(9)}  ${holds ? 'holds ' : 'FAILED'}  ${name}`);
const failed = ended.filter(({ holds }) => !holds);
const names = (all: readonly { readonly name: string }[]): string => all.map(({ name }) => name).join('; ');
const amount = `${ended.length} of ${parts.length} parts in ${minutes(performance.now() - begun)}`;
const untried = skipped === 0 ? 'no test was skipped' : `${skipped} tests were not tried on this machine`;
console.log(
  failed.length === 0
    ? `${amount} hold, and ${untried}: ${names(ended)}.`
    : `${failed.length} FAILED of ${amount}, and ${untried}: ${names(failed)}.`,
);
if (failed.length > 0) process.exitCode = 1;
