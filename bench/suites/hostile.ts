import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hostileConfigs, hostileProperties, hostileTemplates } from '../../test/hostile/inputs.ts';
import { runSuite } from '../run-suite.ts';
import type { Table, Target } from '../suite-result.ts';

/** Seconds of processor time and megabytes for each function. */
interface Cost {
  readonly name: string;
  readonly seconds: number;
  readonly megabytes: number;
}

const child = fileURLToPath(new URL('../hostile-input.ts', import.meta.url));
const inputs = [hostileTemplates, hostileConfigs, hostileProperties].flatMap(all => Object.keys(all));
/** What is promised for a slow core. */
const limits = [
  { kib: 64, seconds: 1, megabytes: 256 },
  { kib: 1024, seconds: 10, megabytes: 1024 },
] as const;

/** Each input has a process of its own, so that one cannot use what another left behind. */
function costsOf(input: string, kib: number, megabytes: number): Promise<readonly Cost[]> {
  // Where what is in use does not fit, the process ends.
  const execArgv = [`--max-old-space-size=${megabytes}`];
  const process = fork(child, [input, String(kib)], { execArgv });
  return new Promise((resolve, reject) => {
    let costs: readonly Cost[] = [];
    process.on('message', message => {
      // The child sends nothing else.
      costs = message as readonly Cost[];
    });
    process.on('exit', code =>
      code === 0 ? resolve(costs) : reject(new Error(`${input} ended with ${code}.`)),
    );
  });
}

async function measure(kib: number, megabytes: number): Promise<readonly [string, readonly Cost[]][]> {
  const all: [string, readonly Cost[]][] = [];
  for (const input of inputs) all.push([input, await costsOf(input, kib, megabytes)]);
  return all;
}

function tableOf(kib: number, all: readonly (readonly [string, readonly Cost[]])[]): Table {
  const columns = [...new Set(all.flatMap(([, costs]) => costs.map(({ name }) => name)))];
  const rows = all.map(([name, costs]) => ({
    name,
    values: [
      ...columns.map(column => costs.find(cost => cost.name === column)?.seconds),
      Math.max(...costs.map(({ megabytes }) => megabytes)),
    ],
  }));
  return { title: `${kib} KiB`, unit: 's, and MB for all', columns: [...columns, 'memory'], rows };
}

await runSuite(async ({ quick }) => {
  const tables: Table[] = [];
  const targets: Target[] = [];
  for (const { kib, seconds, megabytes } of limits.slice(0, quick ? 1 : undefined)) {
    const all = await measure(quick ? 1 : kib, megabytes);
    const costs = all.flatMap(([, costs]) => costs);
    tables.push(tableOf(kib, all));
    const slowest = Math.max(...costs.map(cost => cost.seconds));
    const largest = Math.max(...costs.map(cost => cost.megabytes));
    targets.push({ what: `hostile, ${kib} KiB: seconds`, wanted: seconds, atMost: true, reached: slowest });
    targets.push({
      what: `hostile, ${kib} KiB: megabytes`,
      wanted: megabytes,
      atMost: true,
      reached: largest,
    });
  }
  return { suite: 'hostile', tables, targets };
});
