import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleApplication, bundleBytes } from '../bundle.ts';
import { median } from '../measure.ts';
import { emptyModule, type FirstRender, firstRenders, precompiledRender } from '../peers/first-renders.ts';
import { runSuite } from '../run-suite.ts';
import type { Table, Target } from '../suite-result.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints the milliseconds since its process began, those until Node was ready to run it, and what it rendered. */
function timed(script: string): string {
  return `${script}\nconsole.log(performance.now(), performance.nodeTiming.bootstrapComplete, output);`;
}

interface Start {
  /** Since Node was ready to run the script. */
  readonly scriptMs: number;
  /** Since the process began. */
  readonly processMs: number;
}

/** Runs a timed script in a fresh process. */
function measureStart(nodeArguments: readonly string[]): Start {
  const { stdout, stderr, status } = spawnSync(process.execPath, nodeArguments, {
    cwd: root,
    encoding: 'utf8',
  });
  const [, endMs, readyMs, output] = /^(\S+) (\S+) (.*)$/s.exec(stdout.trim()) ?? [];
  if (status !== 0 || output !== '{"text":"nightly"}') {
    throw new Error(`${nodeArguments.join(' ')}\n${stdout}${stderr}`);
  }
  return { scriptMs: Number(endMs) - Number(readyMs), processMs: Number(endMs) };
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

const [inModules, bundled] = ['from node_modules', 'bundled'] as const;

/** By engine and by way the start of each round. */
async function measureStarts(engines: readonly FirstRender[], rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-start-'));
  try {
    const all = await starts(engines, folder);
    const rows = all.map(({ name, ways }) => ({ name, ways, starts: ways.map((): Start[] => []) }));
    for (let round = 0; round < rounds; round++) {
      for (const { ways, starts } of rows) {
        for (const [way, nodeArguments] of ways.entries()) starts[way]?.push(measureStart(nodeArguments));
      }
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Rows = Awaited<ReturnType<typeof measureStarts>>;

function startTable(title: string, rows: Rows, msOf: (start: Start) => number): Table {
  return {
    title,
    unit: 'ms',
    columns: [inModules, bundled],
    rows: rows.map(({ name, starts }) => ({ name, values: starts.map(each => median(each.map(msOf))) })),
  };
}

/** How many times longer the process of a precompiled template takes than one of an empty module, by round. */
function startTargets(rows: Rows): readonly Target[] {
  const startsOf = ({ name }: FirstRender) => rows.find(row => row.name === name)?.starts ?? [];
  const [ours, empty] = [startsOf(precompiledRender), startsOf(emptyModule)];
  return [inModules, bundled].map((way, index) => ({
    what: `start a process with a precompiled template, ${way}: time over an empty module`,
    wanted: 1.5,
    atMost: true,
    reached: median(
      (ours[index] ?? []).map(
        ({ processMs }, round) => processMs / (empty[index]?.[round]?.processMs ?? Number.NaN),
      ),
    ),
  }));
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
  const engines = quick ? firstRenders.slice(0, 3) : firstRenders;
  const rows = await measureStarts(engines, quick ? 1 : 21);
  return {
    suite: 'start',
    tables: [
      startTable('Import and first rendering in a fresh process', rows, ({ scriptMs }) => scriptMs),
      startTable('The whole process until then', rows, ({ processMs }) => processMs),
      await measureSizes(engines),
    ],
    targets: startTargets(rows),
  };
});
