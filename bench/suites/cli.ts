import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../measure.ts';
import { runSuite } from '../run-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hookplate = join(root, 'dist/hookplate.js');

const webhook = {
  profile: 'Nightly',
  events: { Errored: true },
  method: 'POST',
  url: 'https://chat.example.com/hooks/42',
  contentType: 'application/json',
  payload: '{"text": "$profile$: $errorCount$ errors at $date; format="HH:mm"$"}',
};

/** The commands to time, from start to exit. */
function programs(folder: string): Readonly<Record<string, readonly string[]>> {
  const file = join(folder, 'webhook.json');
  writeFileSync(file, JSON.stringify(webhook, null, 2));
  const engine = new URL('../../dist/index.js', import.meta.url).href;
  return {
    'node -e 0': ['-e', '0'],
    'hookplate --version': [hookplate, '--version'],
    'the import of the engine': ['--input-type=module', '-e', `import ${JSON.stringify(engine)}`],
    'hookplate check webhook.json': [hookplate, 'check', file],
  };
}

function elapsedMs(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
  return performance.now() - started;
}

/** Each is started once in every round, so that what else the machine does falls on all of them. */
function measureRounds(rounds: number): Readonly<Record<string, readonly number[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-cli-'));
  try {
    const started = Object.entries(programs(folder));
    const times: Record<string, number[]> = Object.fromEntries(started.map(([name]) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const [name, args] of started) times[name]?.push(elapsedMs(args));
    return times;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runSuite(async ({ quick }) => {
  const times = measureRounds(quick ? 1 : 31);
  const of = (name: string): number => median(times[name] ?? []);
  const ratio = (name: string, other: string) => ({
    what: `${name} / ${other}`,
    reached: of(name) / of(other),
  });
  const atMost = { wanted: 1.5, atMost: true } as const;
  return {
    suite: 'cli',
    tables: [
      {
        title: 'From the start of a process to its end',
        unit: 'ms',
        columns: ['median'],
        rows: Object.entries(times).map(([name, all]) => ({ name, values: [median(all)] })),
      },
    ],
    targets: [
      { ...ratio('hookplate --version', 'node -e 0'), ...atMost },
      { ...ratio('hookplate check webhook.json', 'the import of the engine'), ...atMost },
    ],
  };
});
