import { type Dirent, type PathLike, readdir, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Ignore } from 'ignore';
import { CommandError } from '../command-error.ts';
import { type ConfigFiles, configNames, findConfig } from '../config/config-files.ts';
import {
  configExtensions,
  isConfigName,
  isTemplateName,
  templateExtension,
} from '../contents/read-contents.ts';
import { workingTree } from './places.ts';

/** A file to be checked. */
export interface FoundFile {
  /** Relative to the working directory, with slashes; absolute if it is outside. */
  readonly path: string;
  /** The path for reading it. */
  readonly location: string;
  /** Whether the user named it, rather than a directory that contains it. */
  readonly isNamed: boolean;
  /** Whether there is no such file; only of named ones. */
  readonly isMissing?: true;
}

/** Stands for stdin among files. */
export const stdinName = '-';

/** Folders that are never searched. */
const ignored = ['**/node_modules/**', '**/.git/**'];

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** The folders that were searched, in which more may appear. */
  readonly folders: readonly string[];
  /** The patterns of configurations for bare templates, whatever their names. */
  readonly patterns: readonly string[];
}

/** What is asked of configurations when files are looked for. */
export type SearchedConfigs = Pick<ConfigFiles, 'templatePatternsOf' | 'settingsFor'>;

/**
 * The named files, those in named directories, and those that match patterns, in this order. Each appears only once,
 * whatever links lead to it. Files ignored by a `.gitignore` are left out unless they were named. A folder that cannot be
 * read is among them, since nobody knows what is in it. In directories also what a configuration says to be a template is
 * found, and a configuration that cannot be used, since nobody knows what it says.
 */
export async function findFiles(
  named: readonly string[],
  directory: string,
  configs: SearchedConfigs,
): Promise<FoundFiles> {
  const found = new Map<string, FoundFile>();
  const folders = new Set<string>();
  const patterns = new Set<string>();
  for (const name of named) {
    const of = await filesOf(name, directory, configs);
    for (const folder of of.folders) folders.add(folder);
    for (const pattern of of.patterns) patterns.add(pattern);
    for (const file of of.files) {
      // Of ten thousand files, each is looked at several times as fast at once, and others have their turn in between.
      await setImmediate();
      const real = realPath(file);
      if (!found.has(real)) found.set(real, file);
    }
  }
  return { files: [...found.values()], folders: [...folders], patterns: [...patterns] };
}

/**
 * What a file that somebody named contains is said by its extension, by its configuration, or by an option.
 *
 * @throws {CommandError} if nothing says so.
 */
export async function assertKnownNames(files: readonly FoundFile[], configs: ConfigFiles): Promise<void> {
  for (const { path, location, isNamed, isMissing } of files) {
    if (!isNamed || isMissing || location === stdinName || isConfigName(location) || isTemplateName(location))
      continue;
    const { output } = await configs.settingsFor(location);
    if (output !== undefined) continue;
    throw new CommandError(
      'usage',
      `${path}: a configuration is a .json, .jsonc, .yaml, .yml or .properties file, and a bare template a .hookplate file; for another name, say what it writes with --output, or in hookplate.config.ts.`,
    );
  }
}

/** Equal for all links to a file. */
function realPath({ location }: FoundFile): string {
  if (location === stdinName) return location;
  try {
    return realpathSync.native(location);
  } catch {
    return location;
  }
}

async function filesOf(name: string, directory: string, configs: SearchedConfigs): Promise<FoundFiles> {
  const only = (file: FoundFile): FoundFiles => ({ files: [file], folders: [], patterns: [] });
  if (name === stdinName) return only({ path: '<stdin>', location: stdinName, isNamed: true });
  const location = resolve(directory, name);
  const known = kindOf(location);
  if (known === 'directory') return searchFolder(location, { directory, configs });
  const file = { path: shownPath(location, directory), location, isNamed: true };
  if (known) return only(file);
  const { isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(name)) return only({ ...file, isMissing: true });
  return search([name], directory, { directory, isNamed: true });
}

/** All that may be webhooks or templates in a folder. */
async function searchFolder(
  folder: string,
  { directory, configs }: { readonly directory: string; readonly configs: SearchedConfigs },
): Promise<FoundFiles> {
  const extensions = [...configExtensions, templateExtension].map(extension => extension.slice(1));
  const patterns = [
    `**/*.{${extensions.map(inAnyCase).join(',')}}`,
    // Files without a name of their own are hidden, but nobody else has any of this kind.
    `**/.*${inAnyCase(templateExtension)}`,
    `**/{${configNames.join(',')}}`,
  ];
  const { files, folders } = await search(patterns, folder, { directory, isNamed: false });
  const isConfig = ({ location }: FoundFile): boolean => configNames.includes(basename(location));
  const own = await findConfig(folder);
  const found = files.filter(isConfig).map(({ location }) => location);
  const others: FoundFile[] = [];
  const searched = new Set(folders);
  const asked: string[] = [];
  for (const config of new Set([...(own === undefined ? [] : [own]), ...found])) {
    const named = await configs.templatePatternsOf(config);
    if (named === undefined)
      others.push({ path: shownPath(config, directory), location: config, isNamed: false });
    if (named === undefined || named.length === 0) continue;
    asked.push(...named);
    const matching = await search(named, dirname(config), { directory, isNamed: false });
    for (const each of matching.folders) searched.add(each);
    for (const file of matching.files) {
      const isBelow = !relative(folder, file.location).startsWith('..');
      if (isBelow && (await mayBeTemplate(file, configs))) others.push(file);
    }
  }
  const all = [...files.filter(file => !isConfig(file)), ...others];
  return { files: all, folders: [...searched], patterns: asked };
}

/** Also where its settings cannot be used, which is told when it is read. */
function mayBeTemplate({ location }: FoundFile, configs: SearchedConfigs): Promise<boolean> {
  return configs.settingsFor(location).then(
    ({ output }) => output !== undefined,
    () => true,
  );
}

/** A pattern for a word, however it is capitalised. */
function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);
}

type Listed = (error: Error | null, entries: Dirent[]) => void;

async function search(
  patterns: readonly string[],
  folder: string,
  { directory, isNamed }: { readonly directory: string; readonly isNamed: boolean },
): Promise<FoundFiles> {
  const { glob } = await import('tinyglobby');
  const unreadable: string[] = [];
  const folders: string[] = [];
  const leftOut: string[] = [];
  const telling = (path: PathLike, options: { readonly withFileTypes: true }, done: Listed): void =>
    readdir(path, options, (error, entries) => {
      folders.push(resolve(String(path)));
      if (error && !isMissing(error)) unreadable.push(resolve(String(path)));
      for (const entry of entries ?? []) {
        if (entry.isSymbolicLink()) Object.assign(entry, asOfFile);
        if (entry.isDirectory() && isLeftOut(entry.name)) leftOut.push(resolve(String(path), entry.name));
      }
      done(error, entries);
    });
  const paths = await glob([...patterns], {
    fs: { readdir: telling as typeof readdir },
    cwd: folder,
    absolute: true,
    ignore: ignored,
    expandDirectories: false,
    // A link may lead back to a directory above it.
    followSymbolicLinks: false,
  });
  const gitIgnore = await GitIgnore.above(folder);
  const files: FoundFile[] = [];
  for (const location of [...paths, ...unreadable].map(path => resolve(path)).sort()) {
    if (await gitIgnore.ignores(location)) continue;
    // Other links lead to directories, or nowhere.
    const known = kindOf(location);
    const path = shownPath(location, directory);
    await setImmediate();
    if (unreadable.includes(location)) files.push({ path, location, isNamed: false });
    else if (known === 'file' || known === 'unreadable') files.push({ path, location, isNamed });
  }
  const forAnyDepth = patterns.filter(pattern => pattern.startsWith('**/'));
  for (const each of forAnyDepth.length > 0 ? leftOut : []) {
    const inside = await search(forAnyDepth, each, { directory, isNamed });
    files.push(...inside.files);
    folders.push(...inside.folders);
  }
  return { files, folders, patterns: [] };
}

/** The search does not go into folders with a line break in their name, but it can begin there. */
function isLeftOut(name: string): boolean {
  return /[\n\r\u2028\u2029]/.test(name) && !name.startsWith('.');
}

/** The search leaves out links that it does not follow, though they may lead to files: what they are is found out afterwards. */
const asOfFile: Partial<Dirent> = { isFile: () => true, isSymbolicLink: () => false };

/** What is at a path, wherever links lead to; undefined if nothing is. */
function kindOf(location: string): 'file' | 'directory' | 'other' | 'unreadable' | undefined {
  try {
    const known = statSync(location);
    return known.isFile() ? 'file' : known.isDirectory() ? 'directory' : 'other';
  } catch (error) {
    return isMissing(error) ? undefined : 'unreadable';
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^ENO(?:ENT|TDIR)$/.test(String(error.code));
}

export function shownPath(location: string, directory: string): string {
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
    return new GitIgnore((await workingTree(folder)) ?? folder);
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
