import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { median } from '../measure.ts';
import { runSuite } from '../run-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hookplate = join(root, 'dist/hookplate.js');
const engine = new URL('../../dist/index.js', import.meta.url).href;

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
  return {
    'node -e 0': ['-e', '0'],
    'hookplate --version': [hookplate, '--version'],
    'the import of the engine': ['--input-type=module', '-e', `import ${JSON.stringify(engine)}`],
    'hookplate check webhook.json': [hookplate, 'check', file],
  };
}

function elapsedMs(args: readonly string[]): number {
  return run(args).ms;
}

interface Cost {
  readonly ms: number;
  /** The most memory that the process had. */
  readonly megabytes: number;
}

const tellMemory = `data:text/javascript,${encodeURIComponent(`import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS / 1024)));`)}`;

function run(args: readonly string[]): Cost {
  const started = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
  return { ms: performance.now() - started, megabytes: Number(output[3]) };
}

/** Parses every file in a folder, with the positions in it, and its template, and does nothing else. */
const parseAll = `import { readdirSync, readFileSync } from 'node:fs';
import { getNodeValue, parseTree } from 'jsonc-parser';
import { parseDocument } from 'yaml';
const [folder, engine] = process.argv.slice(1);
const { parseTemplate } = await import(engine);
const parse = { json: text => getNodeValue(parseTree(text)), yaml: text => parseDocument(text).toJS() };
for (const name of readdirSync(folder)) {
  const { payload } = parse[name.slice(-4)](readFileSync(folder + '/' + name, 'utf8'));
  if (parseTemplate(payload).diagnostics.length > 0) process.exit(1);
}`;

/** Many files with a webhook each, half of them YAML, checked beside their parsing alone. */
function measureManyFiles(files: number, rounds: number): Readonly<Record<'parse' | 'check', Cost>> {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-cli-'));
  try {
    for (let index = 0; index < files; index++) {
      const payload = webhook.payload.replace('errors', `errors of ${index}`);
      const config = { ...webhook, payload };
      const isJson = index % 2 === 0;
      const text = isJson ? JSON.stringify(config, null, 2) : stringify(config);
      writeFileSync(join(folder, `${index}.${isJson ? 'json' : 'yaml'}`), text);
    }
    const memory = ['--import', tellMemory];
    const programs = {
      parse: [...memory, '--input-type=module', '-e', parseAll, folder, engine],
      check: [...memory, hookplate, 'check', folder],
    };
    const costs: Record<keyof typeof programs, Cost[]> = { parse: [], check: [] };
    for (let round = 0; round < rounds; round++) {
      costs.parse.push(run(programs.parse));
      costs.check.push(run(programs.check));
    }
    const middle = (all: readonly Cost[]): Cost => ({
      ms: median(all.map(({ ms }) => ms)),
      megabytes: median(all.map(({ megabytes }) => megabytes)),
    });
    return { parse: middle(costs.parse), check: middle(costs.check) };
  } finally {
    rmSync(folder, { recursive: true });
  }
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
  const files = quick ? 20 : 10_000;
  const many = measureManyFiles(files, quick ? 1 : 5);
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
      {
        title: `${files} files with a webhook each`,
        unit: 'ms, MB',
        columns: ['time', 'memory'],
        rows: [
          { name: 'parsing them and their templates alone', values: [many.parse.ms, many.parse.megabytes] },
          { name: 'hookplate check', values: [many.check.ms, many.check.megabytes] },
        ],
      },
    ],
    targets: [
      { ...ratio('hookplate --version', 'node -e 0'), ...atMost },
      { ...ratio('hookplate check webhook.json', 'the import of the engine'), ...atMost },
      { ...ratio('hookplate check webhook.json', 'node -e 0'), wanted: 5, atMost: true },
      {
        what: `hookplate check of ${files} files / parsing them alone`,
        reached: many.check.ms / many.parse.ms,
        wanted: 2.5,
        atMost: true,
      },
      {
        what: 'The memory of that, in megabytes',
        reached: many.check.megabytes,
        wanted: 200,
        atMost: true,
      },
    ],
  };
});
