import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The types that a program meets: nothing skipped, nothing global but the language and the DOM. */
const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  noEmit: true,
};

/** The packed package, installed in a project that has nothing else. */
export interface InstalledPackage {
  readonly directory: string;
  /** Writes a file of the project. */
  readonly write: (name: string, text: string) => Promise<void>;
  /** Installs further packages, as `name@range`. */
  readonly add: (packages: readonly string[]) => Promise<void>;
  /** Runs a script of the project in Node; what it printed. Rejects with its errors if it fails. */
  readonly run: (name: string, env?: Readonly<Record<string, string>>) => Promise<string>;
  /** The compiler's errors for all the TypeScript of the project, with `options` in place of some of the compiler's. */
  readonly typeErrors: (options?: object) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** Packs what was built and installs the tarball, from npm's cache where it has the dependencies. */
export async function installPackage(): Promise<InstalledPackage> {
  const directory = await mkdtemp(join(tmpdir(), 'hookplate-installed-'));
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', directory], '.');
  await write('package.json', JSON.stringify({ name: 'empty-project', private: true, type: 'module' }));
  const tarball = join(directory, nameOfTarball(stdout));
  const add = async (packages: readonly string[]): Promise<void> => {
    await npm(['install', ...packages, '--prefer-offline', '--no-audit', '--no-fund'], directory);
  };
  await add([tarball]);
  const node = async (arg: string, env: Readonly<Record<string, string>> = {}) =>
    (await run(process.execPath, [arg], { cwd: directory, env: { ...process.env, ...env } })).stdout;
  return {
    directory,
    write,
    add,
    run: node,
    typeErrors: async options => {
      const all = { compilerOptions: { ...compilerOptions, ...options }, include: ['*.ts'] };
      await write('tsconfig.json', JSON.stringify(all));
      return node(resolve('node_modules/typescript/bin/tsc')).catch(
        (error: { stdout: string }) => error.stdout,
      );
    },
    remove: () => rm(directory, { recursive: true }),
  };
}

function npm(args: readonly string[], directory: string) {
  // npm would hand the settings of the run that started the tests down to this one.
  const inherited = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  const isWindows = process.platform === 'win32';
  return run('npm', [...args], { cwd: directory, env: Object.fromEntries(inherited), shell: isWindows });
}

function nameOfTarball(packed: string): string {
  const [tarball]: { filename: string }[] = JSON.parse(packed);
  if (tarball === undefined) throw new Error('npm packed nothing.');
  return tarball.filename;
}
