import { access, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { CommandError } from '../command-error.ts';
import { configExtensions, isConfigName } from '../sources/read-source.ts';

/** A file to be checked. */
export interface FoundFile {
  /** Relative to the working directory, with slashes; absolute if it is outside. */
  readonly path: string;
  /** The path for reading it. */
  readonly location: string;
  /** Whether the user named it, rather than a directory that contains it. */
  readonly isNamed: boolean;
}

/** Stands for stdin among files. */
export const stdinName = '-';

/** Folders that are never searched. */
const ignored = ['**/node_modules/**', '**/.git/**'];

/**
 * The named files, those in named directories, and those that match patterns, in this order. Each appears only once,
 * whatever links lead to it. Files ignored by a `.gitignore` are left out unless they were named.
 *
 * @throws {CommandError} for the name of a file that does not exist.
 */
export async function findFiles(named: readonly string[], directory: string): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const name of named) {
    for (const file of await filesOf(name, directory)) {
      const real = await realPath(file);
      if (!found.has(real)) found.set(real, file);
    }
  }
  return [...found.values()];
}

/**
 * A file whose extension is not that of a configuration would be a bare template.
 *
 * @throws {CommandError} if there is one.
 */
export function assertConfigNames(files: readonly FoundFile[]): void {
  const other = files.find(({ location }) => location !== stdinName && !isConfigName(location));
  if (!other) return;
  throw new CommandError(
    'usage',
    `${other.path}: a configuration is a .json, .jsonc, .yaml, .yml or .properties file; for a bare template, say what it writes with --output.`,
  );
}

/** Equal for all links to a file. */
async function realPath({ location }: FoundFile): Promise<string> {
  return location === stdinName ? location : realpath(location).catch(() => location);
}

async function filesOf(name: string, directory: string): Promise<readonly FoundFile[]> {
  if (name === stdinName) return [{ path: '<stdin>', location: stdinName, isNamed: true }];
  const location = resolve(directory, name);
  const known = await stat(location).catch(() => undefined);
  if (known?.isDirectory()) {
    const extensions = configExtensions.map(extension => extension.slice(1)).join(',');
    return search(`**/*.{${extensions}}`, location, { directory, isNamed: false });
  }
  if (known) return [{ path: shownPath(location, directory), location, isNamed: true }];
  const { isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(name)) throw new CommandError('usage', `There is no file ${name}.`);
  return search(name, directory, { directory, isNamed: true });
}

async function search(
  pattern: string,
  folder: string,
  { directory, isNamed }: { readonly directory: string; readonly isNamed: boolean },
): Promise<readonly FoundFile[]> {
  const { glob } = await import('tinyglobby');
  const paths = await glob(pattern, {
    cwd: folder,
    absolute: true,
    ignore: ignored,
    expandDirectories: false,
    // A link may lead back to a directory above it.
    followSymbolicLinks: false,
  });
  const gitIgnore = await GitIgnore.above(folder);
  const files: FoundFile[] = [];
  for (const location of paths.map(path => resolve(path)).sort()) {
    if (await gitIgnore.ignores(location)) continue;
    // Other links lead to directories, or nowhere.
    const isFile = await stat(location).then(
      known => known.isFile(),
      () => false,
    );
    if (isFile) files.push({ path: shownPath(location, directory), location, isNamed });
  }
  return files;
}

function shownPath(location: string, directory: string): string {
  const path = relative(directory, location);
  const isElsewhere = path.startsWith('..') || isAbsolute(path);
  return (isElsewhere ? location : path).split(sep).join('/');
}

/** The `.gitignore` files of a working tree. */
class GitIgnore {
  readonly #root: string;
  readonly #rules = new Map<string, Promise<Ignore>>();
  readonly #verdicts = new Map<string, Promise<boolean>>();

  private constructor(root: string) {
    this.#root = root;
  }

  /** The `.gitignore` files of the working tree that contains a folder, or of the folder alone. */
  static async above(folder: string): Promise<GitIgnore> {
    for (let root = folder; ; root = dirname(root)) {
      if (await exists(join(root, '.git'))) return new GitIgnore(root);
      if (dirname(root) === root) return new GitIgnore(folder);
    }
  }

  /** Whether a file is ignored, either itself or together with a folder, which cannot be undone for files inside. */
  async ignores(file: string): Promise<boolean> {
    const steps = relative(this.#root, file).split(sep);
    // The file is outside, where other rules apply.
    if (steps[0] === '..' || isAbsolute(steps.join(sep))) return false;
    for (let depth = 1; depth < steps.length; depth++) {
      const folder = join(this.#root, ...steps.slice(0, depth));
      const verdict = this.#verdicts.get(folder) ?? this.#isLeftOut(folder, '/');
      this.#verdicts.set(folder, verdict);
      if (await verdict) return true;
    }
    return this.#isLeftOut(file, '');
  }

  /** The nearest file takes precedence over those above it. */
  async #isLeftOut(path: string, end: string): Promise<boolean> {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const rules = this.#rules.get(folder) ?? readRules(folder);
      this.#rules.set(folder, rules);
      const { ignored, unignored } = (await rules).test(relative(folder, path).split(sep).join('/') + end);
      if (ignored || unignored) return ignored;
      if (folder === this.#root || dirname(folder) === folder) return false;
    }
  }
}

async function readRules(folder: string): Promise<Ignore> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  const { default: ignore } = await import('ignore');
  return ignore().add(text);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
