import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleBytes } from '../bundle-bytes.ts';
import { median } from '../measure.ts';
import { ours } from '../ours.ts';
import { type FirstRender, firstRenders } from '../peers/first-renders.ts';
import { runSuite } from '../run-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds from where Node is ready to run the script to behind the first rendering, in a fresh process. */
function startMs({ script }: FirstRender): number {
  const timed = `${script}\nconsole.log(performance.now() - performance.nodeTiming.bootstrapComplete, output);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', timed], {
    cwd: root,
    encoding: 'utf8',
  });
  const [ms, output] = stdout.trim().split(/ (.*)/s);
  if (status !== 0 || output !== '{"text":"nightly"}') throw new Error(`${script}\n${stdout}${stderr}`);
  return Number(ms);
}

await runSuite(async ({ quick }) => {
  const rounds = quick ? 1 : 21;
  const times = new Map(firstRenders.map(first => [first.name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const first of firstRenders) times.get(first.name)?.push(startMs(first));
  }
  const timesOf = (name: string): readonly number[] => times.get(name) ?? [];
  const sizes = await Promise.all(firstRenders.map(({ script }) => bundleBytes(script, root)));
  return {
    suite: 'start',
    tables: [
      {
        title: 'Import and first rendering in a fresh process',
        unit: 'ms',
        columns: ['start'],
        rows: firstRenders.map(({ name }) => ({ name, values: [median(timesOf(name))] })),
      },
      {
        title: 'The same, bundled and minified for a browser',
        unit: 'KB',
        columns: ['minified', 'gzipped'],
        rows: firstRenders.map(({ name }, index) => ({
          name,
          values: [sizes[index]?.minified, sizes[index]?.gzipped].map(bytes => bytes && bytes / 1000),
        })),
      },
    ],
    targets: [
      {
        what: 'start: speed over handlebars',
        wanted: 1,
        reached: median(timesOf(ours).map((ms, round) => (timesOf('handlebars')[round] ?? Number.NaN) / ms)),
      },
    ],
  };
});
