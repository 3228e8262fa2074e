import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleApplication, bundleBytes } from '../bundle.ts';
import { median } from '../measure.ts';
import { type FirstRender, firstRenders } from '../peers/first-renders.ts';
import { runSuite } from '../run-suite.ts';
import type { Table } from '../suite-result.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints the milliseconds since Node was ready to run the script, and what the script rendered. */
function timed(script: string): string {
  return `${script}\nconsole.log(performance.now() - performance.nodeTiming.bootstrapComplete, output);`;
}

/** What a timed script measures in a fresh process. */
function startMs(nodeArguments: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, nodeArguments, {
    cwd: root,
    encoding: 'utf8',
  });
  const [ms, output] = stdout.trim().split(/ (.*)/s);
  if (status !== 0 || output !== '{"text":"nightly"}') {
    throw new Error(`${nodeArguments.join(' ')}\n${stdout}${stderr}`);
  }
  return Number(ms);
}

/** How each engine is started: what it imports comes from `node_modules` file by file, or from one bundled file. */
async function starts(engines: readonly FirstRender[], folder: string) {
  return Promise.all(
    engines.map(async ({ name, script }) => {
      const file = join(folder, `${name}.cjs`);
      writeFileSync(file, await bundleApplication(timed(script), root));
      return { name, ways: [['--input-type=module', '--eval', timed(script)], [file]] };
    }),
  );
}

async function measureStarts(engines: readonly FirstRender[], rounds: number): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-start-'));
  try {
    const all = await starts(engines, folder);
    const times = all.map(({ ways }) => ways.map((): number[] => []));
    for (let round = 0; round < rounds; round++) {
      for (const [engine, { ways }] of all.entries()) {
        for (const [way, nodeArguments] of ways.entries()) {
          times[engine]?.[way]?.push(startMs(nodeArguments));
        }
      }
    }
    return {
      title: 'Import and first rendering in a fresh process',
      unit: 'ms',
      columns: ['from node_modules', 'bundled'],
      rows: all.map(({ name }, engine) => ({ name, values: times[engine]?.map(median) ?? [] })),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureSizes(engines: readonly FirstRender[]): Promise<Table> {
  const rows = engines.map(async ({ name, script }) => {
    const { minified, gzipped } = await bundleBytes(`${script}\nconsole.log(output);`, root);
    return { name, values: [minified / 1000, gzipped / 1000] };
  });
  return {
    title: 'The same, bundled and minified for a browser',
    unit: 'KB',
    columns: ['minified', 'gzipped'],
    rows: await Promise.all(rows),
  };
}

await runSuite(async ({ quick }) => {
  const engines = quick ? firstRenders.slice(0, 2) : firstRenders;
  return {
    suite: 'start',
    tables: [await measureStarts(engines, quick ? 1 : 21), await measureSizes(engines)],
    targets: [],
  };
});
