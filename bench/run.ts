import { fork, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine, listVersions } from './environment.ts';
import { formatTables, formatTargets } from './format-result.ts';
import type { SuiteResult } from './suite-result.ts';

/*
 * `npm run bench` runs every suite in a process of its own, prints what it found, and writes it to its section of
 * README.md. `npm run bench -- render dates` does so for these suites alone; `-- --quick` is a smoke test of all of them, which
 * writes nothing and judges nothing. `-- steady` offers a steady load for a quarter of an hour, and draws `docs/steady.svg`.
 */

const suites = [
  'compile',
  'render',
  'dates',
  'growth',
  'start',
  'cli',
  'precompiled',
  'safety',
  'hostile',
  'delivery',
  'outbox',
  'lists',
  'requests',
  'language-server',
  'editor',
  'studio',
];
/** Only by their names: they take a quarter of an hour. */
const apart = ['steady'];
const known = [...suites, ...apart];
const here = fileURLToPath(new URL('.', import.meta.url));
const quick = process.argv.includes('--quick');
const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'));

function assertKnown(names: readonly string[]): void {
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such suite: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
}

/** Suites start and bundle the package as users install it. */
function buildPackage(): void {
  if (quick && existsSync(`${here}../dist/index.js`)) return;
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: `${here}..`, stdio: 'inherit' });
  if (status !== 0) throw new Error('The package could not be built.');
}

function runSuite(suite: string): Promise<SuiteResult> {
  const child = fork(`${here}suites/${suite}.ts`, quick ? ['--quick'] : [], {
    // Keeps what JSON would not, such as a number that is missing from a table.
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
    env: { ...process.env, TZ: 'UTC' },
  });
  return new Promise((resolve, reject) => {
    let result: SuiteResult | undefined;
    child.on('message', message => {
      // Suites send nothing else.
      result = message as SuiteResult;
    });
    child.on('exit', code => {
      if (code === 0 && result) resolve(result);
      else reject(new Error(`The suite ${suite} ended with ${code}.`));
    });
  });
}

async function runSuites(names: readonly string[]): Promise<void> {
  for (const name of names) {
    process.stdout.write(`${name} …\n`);
    const result = await runSuite(name);
    process.stdout.write(`\n${formatTables([result])}\n`);
    if (quick) continue;
    process.stdout.write(`${formatTargets([result])}\n`);
    writeSection(result);
  }
}

/** Puts what a suite measured between its two marks of the page. */
function writeSection(result: SuiteResult): void {
  const versions = Object.entries(listVersions()).map(([name, version]) => `${name} ${version}`);
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `Measured on ${date}, ${describeMachine()}: ${versions.join(', ')}.`,
    formatTargets([result]),
    formatTables([result]),
  ].join('\n\n');
  const page = readFileSync(`${here}README.md`, 'utf8');
  const mark = (text: string) => `<!-- ${text} -->`;
  const [before, rest = ''] = page.split(`${mark(result.suite)}\n`);
  const after = rest.split(mark(`/${result.suite}`))[1];
  if (after === undefined) throw new Error(`README.md has no place for the suite ${result.suite}.`);
  const marked = `${mark(result.suite)}\n\n${section}\n\n${mark(`/${result.suite}`)}`;
  writeFileSync(`${here}README.md`, `${before}${marked}${after}`);
}

assertKnown(named);
buildPackage();
if (quick) process.stdout.write('A smoke test: the figures mean nothing.\n');
await runSuites(named.length > 0 ? named : suites);
