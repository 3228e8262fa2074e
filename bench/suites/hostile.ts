import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hostileConfigs, hostileProperties, hostileTemplates } from '../../test/hostile/inputs.ts';
import { hostileSchemas } from '../../test/hostile/schemas.ts';
import type { HostileCost } from '../hostile-input.ts';
import { runSuite } from '../run-suite.ts';
import type { Target } from '../suite-result.ts';

const child = fileURLToPath(new URL('../hostile-input.ts', import.meta.url));
const inputs = [hostileTemplates, hostileSchemas, hostileConfigs, hostileProperties].flatMap(all =>
  Object.keys(all),
);
/** The promised limits on a slow core; the heap is smaller than the memory, which holds Node itself as well. */
const limits = [
  { kib: 64, seconds: 1, megabytes: 256, heap: ['--max-old-space-size=128', '--max-semi-space-size=4'] },
  { kib: 1024, seconds: 10, megabytes: 1024, heap: ['--max-old-space-size=896', '--max-semi-space-size=16'] },
] as const;
type Limit = (typeof limits)[number];

/** The cost of an input that kills its process, for example by running out of memory. */
const died: HostileCost = {
  slowest: '',
  seconds: Number.POSITIVE_INFINITY,
  megabytes: Number.POSITIVE_INFINITY,
};

/** Each input has a process of its own, so that one cannot use what another left behind. */
function costOf(input: string, kib: number, { heap }: Limit): Promise<HostileCost> {
  const process = fork(child, [input, String(kib)], { execArgv: [...heap] });
  return new Promise(resolve => {
    let cost = died;
    process.on('message', message => {
      // The child sends nothing else.
      cost = message as HostileCost;
    });
    process.on('exit', code => resolve(code === 0 ? cost : died));
  });
}

function targetsOf({ kib, seconds, megabytes }: Limit, costs: readonly HostileCost[]): readonly Target[] {
  const most = (figures: readonly number[]) => figures.reduce((a, b) => Math.max(a, b));
  return [
    { name: 'seconds', wanted: seconds, reached: most(costs.map(cost => cost.seconds)) },
    { name: 'MB', wanted: megabytes, reached: most(costs.map(cost => cost.megabytes)) },
  ].map(({ name, ...target }) => ({ what: `hostile, ${kib} KiB: ${name}`, atMost: true, ...target }));
}

await runSuite(async ({ quick }) => {
  const sizes = limits.slice(0, quick ? 1 : undefined);
  const rows: { name: string; costs: readonly HostileCost[] }[] = [];
  // Each of them starts a process, which takes longest in a smoke test.
  for (const input of quick ? inputs.slice(0, 3) : inputs) {
    const costs: HostileCost[] = [];
    for (const limit of sizes) {
      const cost = await costOf(input, quick ? 1 : limit.kib, limit);
      process.stdout.write(
        `${input}, ${limit.kib} KiB: ${cost.seconds.toFixed(2)} s, ${cost.megabytes.toFixed(0)} MB\n`,
      );
      costs.push(cost);
    }
    rows.push({ name: `${input} (${costs.at(-1)?.slowest})`, costs });
  }
  const table = {
    title: 'what the slowest function takes, and how large the process is',
    unit: 's and MB',
    columns: sizes.flatMap(({ kib }) => [`${kib} KiB: s`, 'MB']),
    rows: rows.map(({ name, costs }) => ({
      name,
      values: costs.flatMap(({ seconds, megabytes }) => [seconds, megabytes]),
    })),
  };
  const targets = sizes.flatMap((limit, index) =>
    targetsOf(
      limit,
      rows.flatMap(({ costs }) => costs[index] ?? []),
    ),
  );
  return { suite: 'hostile', tables: [table], targets };
});
