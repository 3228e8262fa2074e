import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Reporter, startVitest } from 'vitest/node';

const usage = `Usage: npm run fuzz -- [options] [suite ...]

Runs the property tests, with many values each, with one fresh seed after the other, until one fails or the time is up.

  suite          part of a path: only property tests in files whose path contains one, for example
                 soundness, completeness, fixes, output/json (default: all)
  --minutes <n>  after how many minutes no other seed is begun (default: 1)
  --seed <n>     the first seed; the others follow it (default: a random one)
  --list         prints the suites and exits
  --help         prints this and exits

Prints seed and counterexample of what fails, and exits 1. HOOKPLATE_SEED=<seed> npx vitest run <suite> repeats it.`;

/** Prints how much a property has drawn of what; the minimal reporter keeps that to itself. */
const tallies: Reporter = { onUserConsoleLog: ({ content }) => void process.stdout.write(content) };

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return say(usage);
  const suites = propertySuites(positionals);
  if (suites.length === 0) throw new Error(`No property test is in a file like ${positionals.join(', ')}.`);
  if (values.list) return say(suites.join('\n'));
  const minutes = Number(values.minutes);
  const firstSeed = Number(values.seed);
  if (!(minutes >= 0)) throw new Error(`--minutes: expected a number, but found ${values.minutes}.`);
  if (!Number.isInteger(firstSeed))
    throw new Error(`--seed: expected a whole number, but found ${values.seed}.`);
  return fuzz(suites, minutes, firstSeed);
}

function say(text: string): true {
  console.log(text);
  return true;
}

/** The test files that assert a property. */
function propertySuites(parts: readonly string[]): string[] {
  return globSync('test/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => readFileSync(file, 'utf8').includes('fc.assert('))
    .filter(file => parts.length === 0 || parts.some(part => file.includes(part)))
    .toSorted();
}

/** Whether all of them held for every seed until the time was up. */
async function fuzz(suites: readonly string[], minutes: number, firstSeed: number): Promise<boolean> {
  const end = performance.now() + minutes * 60_000;
  let seed = firstSeed;
  do {
    console.log(`HOOKPLATE_SEED=${seed}, suites: ${suites.length}`);
    if (!(await hold(suites, seed))) {
      console.error(`Failed with HOOKPLATE_SEED=${seed}.`);
      return false;
    }
    seed++;
  } while (performance.now() < end);
  return say(`All of it held. Seeds: ${seed - firstSeed}.`);
}

async function hold(suites: readonly string[], seed: number): Promise<boolean> {
  // The tests read it, and so does their configuration: a property with many values may take minutes.
  Object.assign(process.env, { HOOKPLATE_SEED: String(seed) });
  const vitest = await startVitest('test', [...suites], {
    // Each file is in one of these; the other projects repeat some on an embedded database.
    project: ['fast', 'slow', 'long'],
    watch: false,
    reporters: ['minimal', tallies],
  });
  const modules = vitest.state.getTestModules();
  const errors = vitest.state.getUnhandledErrors();
  await vitest.close();
  return errors.length === 0 && modules.length === suites.length && modules.every(module => module.ok());
}
