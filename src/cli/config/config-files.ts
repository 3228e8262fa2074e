import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, posix, relative, resolve, sep } from 'node:path';
import { aListOf, InvalidArgument } from '../../options/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import type { GivenReceiver } from '../../webhook/receivers/define-receiver.ts';
import { aGivenReceiver } from '../../webhook/receivers/define-receiver.ts';
import { receivers as gallery } from '../../webhook/receivers/index.ts';
import { CommandError, systemCode } from '../command-error.ts';
import { type FileNode, withoutSchema } from '../contents/contents.ts';
import { placeIn, readContents } from '../contents/read-contents.ts';
import {
  assertEvents,
  catalogueOf,
  type LoadedCatalogue,
  loadCatalogue,
  locate,
  unknownEvent,
} from '../events/load-catalogue.ts';
import { FileWatcher } from '../files/file-watcher.ts';
import { loadReceivers } from '../webhooks/load-receivers.ts';
import { readToolConfig, root, someRanges, type ToolConfig, toolKeys } from './config-schema.ts';

/** The names of configurations, in the order in which one is looked for in a folder. */
export const configNames: readonly string[] = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map(
  extension => `hookplate.config.${extension}`,
);

/** The configuration for the files of a folder: the nearest one upwards, at most up to the folder of the working tree. */
export async function findConfig(folder: string): Promise<string | undefined> {
  return new ConfigSearch().from(resolve(folder));
}

/** Finds the configurations of many folders, and remembers them. */
class ConfigSearch {
  readonly #found = new Map<string, Promise<string | undefined>>();
  readonly #onPaths: (paths: readonly string[]) => void;

  /** @param onPaths Called with where a configuration is looked for. */
  constructor(onPaths: (paths: readonly string[]) => void = () => {}) {
    this.#onPaths = onPaths;
  }

  from(folder: string): Promise<string | undefined> {
    const known = this.#found.get(folder) ?? this.#search(folder);
    this.#found.set(folder, known);
    return known;
  }

  async #search(folder: string): Promise<string | undefined> {
    const paths = configNames.map(name => join(folder, name));
    this.#onPaths(paths);
    for (const path of paths) {
      // A folder, or a link that leads nowhere, is a mistake that its reader tells.
      if (await exists(path)) return path;
    }
    const parent = dirname(folder);
    // What is above a working tree belongs to somebody else.
    if (parent === folder || (await exists(join(folder, '.git')))) return undefined;
    return this.from(parent);
  }
}

/** Whether something is there that can be read, or whose reader says why not; a pipe would keep that waiting. */
async function exists(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    const target = found.isSymbolicLink() ? await stat(path).catch(() => found) : found;
    return !target.isFIFO();
  } catch {
    return false;
  }
}

/** A configuration that cannot be used: one mistake, however many files it is for. */
export class ConfigError extends CommandError {
  /** The path of the configuration. */
  readonly file: string;
  /** What is wrong, in one line, with the setting as code. */
  readonly reason: string;
  /** Where in the file it is wrong, counted from 1, as far as that is known. */
  readonly at: { readonly line: number; readonly column: number } | undefined;

  constructor(file: string, message: string, at?: ConfigError['at'], cause?: unknown) {
    super('usage', `${file}${at ? `:${at.line}:${at.column}` : ''}: ${message}`, cause);
    this.file = file;
    const line = message.split('\n').find(each => each.trim() !== '') ?? '';
    this.reason = line.replace(/^(config\.[^:]*): /, '`$1`: ');
    this.at = at;
  }
}

/** What is said of files on the command line, or in the settings of an editor; it goes before the configuration. */
export interface GivenSettings {
  /** The file of a catalogue. */
  readonly catalogue?: string | undefined;
  /** The file of a list of receivers. */
  readonly receivers?: string | undefined;
  /** Events of the catalogue. */
  readonly events?: readonly string[] | undefined;
  /** Ranges of addresses, besides those of the configuration. */
  readonly allow?: readonly string[] | undefined;
}

/** All that is known of a file besides its contents. */
export interface FileSettings {
  readonly catalogue: LoadedCatalogue;
  /** The receivers that webhooks may name, the gallery among them. */
  readonly receivers: readonly GivenReceiver[];
  /** The events to check for; empty for those that are switched on. */
  readonly events: readonly string[];
  /** Ranges of addresses that are called although they are not public. */
  readonly allow: readonly string[];
  /** What the file writes if the configuration says that it is a bare template. */
  readonly output: OutputName | undefined;
  /** The path of the configuration; undefined if there is none. */
  readonly config: string | undefined;
}

interface ConfigFilesOptions {
  readonly given?: GivenSettings;
  /** The folder that the paths of the given settings are relative to. */
  readonly directory: string;
  /** Milliseconds for each module. Default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * Called after a file has changed that settings were made of, or a configuration has appeared; and after a change of the
   * files that `watch` is told of. Default: nothing is watched.
   */
  readonly onChange?: ((what: 'settings' | 'files') => void) | undefined;
}

/**
 * The configurations of files. Each is loaded once, in a thread, when a file is asked for that it is for; with `onChange`
 * again after it, or anything that it imports, has changed.
 */
export class ConfigFiles {
  readonly #options: ConfigFilesOptions;
  readonly #watcher: FileWatcher | undefined;
  /** The files that settings are made of, and those that they would be made of. */
  readonly #own = new Set<string>();
  #known: KnownConfigs;

  constructor(options: ConfigFilesOptions) {
    this.#options = options;
    this.#known = new KnownConfigs(this.#onFiles);
    const { onChange } = options;
    if (!onChange) return;
    this.#watcher = new FileWatcher(changed => {
      const isOwn = [...changed].some(path => this.#isOwn(path));
      if (isOwn) this.#known = new KnownConfigs(this.#onFiles);
      onChange(isOwn ? 'settings' : 'files');
    });
  }

  /** Tells of changes of other files as well, and of all that appears in folders, or goes. Returns whether a folder is new to it. */
  watch(files: readonly string[], folders: readonly string[]): boolean {
    this.#watcher?.add(files);
    return this.#watcher?.addFolders(folders) ?? false;
  }

  /** Whether a path is that of a file that settings are made of, or of a folder that has one. */
  #isOwn(path: string): boolean {
    return this.#own.has(path) || [...this.#own].some(own => own.startsWith(join(path, sep)));
  }

  /**
   * The settings of a file.
   *
   * @param location Its absolute path.
   * @throws {ConfigError} if its configuration cannot be used; the same for all files of that one.
   * @throws {CommandError} if what was given cannot be used.
   */
  async settingsFor(location: string): Promise<FileSettings> {
    const known = this.#known;
    const { catalogue, receivers, events = [], allow = [] } = this.#options.given ?? {};
    known.given ??= this.#loadGiven();
    const given = await known.given;
    const path = await known.search.from(dirname(location));
    const config = path === undefined ? undefined : await this.#configAt(path, known);
    const rule = config?.ruleFor(location) ?? {};
    const own = catalogue === undefined ? await config?.catalogueFor(rule) : given.catalogue;
    const settings = {
      catalogue: own ?? given.catalogue,
      receivers: (receivers === undefined ? await config?.receivers() : undefined) ?? given.receivers,
      allow: [...allow, ...(config?.allow ?? [])],
      output: rule.output,
      config: path,
    };
    assertEvents(events, settings.catalogue);
    if (events.length > 0) return { ...settings, events };
    if (catalogue === undefined) config?.assertEventsOf(rule, settings.catalogue);
    return { ...settings, events: catalogue === undefined ? (rule.events ?? []) : [] };
  }

  /** The patterns of a configuration for bare templates, whatever their names; undefined if it cannot be used. */
  async templatePatternsOf(path: string): Promise<readonly string[] | undefined> {
    return this.#configAt(path, this.#known).then(
      ({ templatePatterns }) => templatePatterns,
      () => undefined,
    );
  }

  /** Stops watching. */
  close(): void {
    this.#watcher?.close();
  }

  async #loadGiven(): Promise<LoadedSettings> {
    const { given: { catalogue, receivers, allow } = {}, directory } = this.#options;
    const onFiles = this.#onFiles;
    assertRanges(allow);
    return {
      catalogue: await loadCatalogue(catalogue, directory, onFiles),
      receivers: await loadReceivers(receivers, directory, onFiles),
    };
  }

  #configAt(path: string, { configs }: KnownConfigs): Promise<Config> {
    const known =
      configs.get(path) ?? loadConfig(path, { timeoutMs: this.#options.timeoutMs, onFiles: this.#onFiles });
    configs.set(path, known);
    return known;
  }

  readonly #onFiles = (files: readonly string[]): void => {
    if (!this.#watcher) return;
    for (const file of files) this.#own.add(file);
    this.#watcher.add(files);
  };
}

/**
 * The settings of the only file that a command names; those of the directory for stdin.
 *
 * @throws {CommandError} if the configuration, or what was given, cannot be used.
 */
export async function settingsOfNamed(
  named: string | undefined,
  { catalogue, receivers, allow }: GivenSettings,
  { directory }: { readonly directory: string },
): Promise<FileSettings> {
  const configs = new ConfigFiles({ given: { catalogue, receivers, allow }, directory });
  return configs.settingsFor(resolve(directory, named ?? 'stdin'));
}

interface LoadedSettings {
  readonly catalogue: LoadedCatalogue;
  readonly receivers: readonly GivenReceiver[];
}

/** All that was loaded since the last change. */
class KnownConfigs {
  readonly search: ConfigSearch;
  readonly configs = new Map<string, Promise<Config>>();
  given: Promise<LoadedSettings> | undefined;

  constructor(onPaths: (paths: readonly string[]) => void) {
    this.search = new ConfigSearch(onPaths);
  }
}

interface LoadOptions {
  readonly timeoutMs?: number | undefined;
  readonly onFiles?: ((files: readonly string[]) => void) | undefined;
}

/**
 * Loads a configuration for tools that read files; a module runs in a thread.
 *
 * @throws {ConfigError} if it cannot be used.
 */
async function loadConfig(path: string, options: LoadOptions = {}): Promise<Config> {
  options.onFiles?.([path]);
  const source = extname(path) === '.json' ? await readJsonConfig(path) : undefined;
  const given = source ? source.value : await runConfig(path, options);
  if (given === undefined)
    throw new ConfigError(path, 'it exports no configuration: write `export default defineConfig({ … })`.');
  return readConfig(path, given, { ...options, source });
}

/** @throws {ConfigError} if something in it is wrong. */
export function readConfig(path: string, given: unknown, options: ConfigSource = {}): Config {
  try {
    return new Config(path, readToolConfig(given, dirname(path)), options);
  } catch (error) {
    throw asConfigError(error, path, options.source);
  }
}

/** @throws {CommandError} for what are no ranges. */
function assertRanges(given: readonly string[] = []): void {
  try {
    someRanges(given, '--allow');
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new CommandError('usage', `${error.message.replace(/^(--allow)\[\d+\]/, '$1')}.`);
  }
}

async function runConfig(path: string, { timeoutMs, onFiles }: LoadOptions): Promise<unknown> {
  const { runModule } = await import('../modules/run-module.ts');
  try {
    const { default: given } = await runModule(path, { timeoutMs, onFiles, keys: toolKeys });
    return given;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const message = error.message.replace(/^hookplate\.config\.\w+ /, 'it ');
    const [, line, column] = /hookplate\.config\.\w+:(\d+)(?::(\d+))?/.exec(message) ?? [];
    if (line !== undefined)
      throw new ConfigError(path, message, { line: Number(line), column: Number(column ?? 1) }, error);
    const [, place] = /\n.*?([^\s/\\()]+\.[cm]?[jt]s:\d+)/.exec(message) ?? [];
    throw new ConfigError(path, place ? message.replace('\n', ` (${place})\n`) : message, undefined, error);
  }
}

/** The text of a configuration as JSON, with the places in it. */
interface JsonSource {
  readonly text: string;
  readonly node: FileNode;
  readonly value: unknown;
}

async function readJsonConfig(path: string): Promise<JsonSource> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ConfigError(path, `it cannot be read${systemCode(error)}.`, undefined, error);
  });
  const { entries, problems } = await readContents(text, path);
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem) throw new ConfigError(path, problem.message, placeIn(text, problem.range.start));
  const [entry, ...more] = entries;
  if (!entry || more.length > 0) throw new ConfigError(path, 'expected one object.');
  return { text, node: entry.node, value: withoutSchema(entry.value) };
}

/** Mistakes in a configuration, or in what it names, are told as its own. */
function asConfigError(error: unknown, file: string, source: JsonSource | undefined): unknown {
  if (error instanceof ConfigError) return error;
  if (error instanceof CommandError) return new ConfigError(file, error.message, undefined, error);
  if (!(error instanceof InvalidArgument)) return error;
  const [place = ''] = error.message.split(': ');
  const at = source && placeIn(source.text, locate(source.node, place));
  return new ConfigError(file, error.message, at, error);
}

interface ConfigSource extends LoadOptions {
  readonly source?: JsonSource | undefined;
}

/** What a configuration says of the files that match a pattern. */
type Rule = Partial<ToolConfig['files'][string]>;

/** A configuration that was read. */
export class Config {
  readonly allow: readonly string[];
  readonly #file: string;
  readonly #parts: ToolConfig;
  readonly #options: ConfigSource;
  readonly #catalogues = new Map<unknown, Promise<LoadedCatalogue>>();
  #receivers: Promise<readonly GivenReceiver[]> | undefined;

  constructor(file: string, parts: ToolConfig, options: ConfigSource) {
    this.#file = file;
    this.#parts = parts;
    this.#options = options;
    this.allow = parts.allow;
  }

  /** The patterns of files that are bare templates, whatever their names. */
  get templatePatterns(): readonly string[] {
    return Object.entries(this.#parts.files).flatMap(([pattern, { output }]) => (output ? pattern : []));
  }

  /** What is said of a file by the rules that match it; the later ones go before the others. */
  ruleFor(location: string): Rule {
    const path = relative(dirname(this.#file), location).split(sep).join('/');
    const matching = Object.entries(this.#parts.files).filter(([pattern]) =>
      posix.matchesGlob(path, pattern.replace(/^\.\//, '')),
    );
    return Object.assign({}, ...matching.map(([, rule]) => present(rule)));
  }

  /** The catalogue of the files of a rule; undefined if none is configured. */
  async catalogueFor({ catalogue: own }: Rule): Promise<LoadedCatalogue | undefined> {
    const given = own ?? this.#parts.catalogue;
    if (given === undefined) return undefined;
    const known = this.#catalogues.get(given) ?? this.#loadCatalogue(given);
    this.#catalogues.set(given, known);
    return known;
  }

  /** The receivers of the configuration and of the gallery; undefined if none are configured. */
  async receivers(): Promise<readonly GivenReceiver[] | undefined> {
    if (this.#parts.receivers === undefined) return undefined;
    this.#receivers ??= this.#explain(this.#loadReceivers());
    return this.#receivers;
  }

  /** @throws {ConfigError} for an event of a rule that its catalogue does not have. */
  assertEventsOf({ events }: Rule, catalogue: LoadedCatalogue): void {
    const [place = ''] = Object.entries(this.#parts.files).find(([, rule]) => rule.events === events) ?? [];
    const mistake = unknownEvent(events ?? [], catalogue);
    if (mistake === undefined) return;
    const error = new InvalidArgument(`${root}.files.${place}.events: ${mistake}`);
    throw asConfigError(error, this.#file, this.#options.source);
  }

  #loadCatalogue(given: unknown): Promise<LoadedCatalogue> {
    const { files, catalogue } = this.#parts;
    const [place = ''] = Object.entries(files).find(([, rule]) => rule.catalogue === given) ?? [];
    const name = given === catalogue ? `${root}.catalogue` : `${root}.files.${place}.catalogue`;
    return this.#explain(catalogueOf(given, { name, file: this.#file, onFiles: this.#options.onFiles }));
  }

  async #loadReceivers(): Promise<readonly GivenReceiver[]> {
    const { receivers: given } = this.#parts;
    if (typeof given === 'string') return loadReceivers(given, dirname(this.#file), this.#options.onFiles);
    return [...aListOf(aGivenReceiver)(given, `${root}.receivers`), ...gallery];
  }

  async #explain<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw asConfigError(error, this.#file, this.#options.source);
    });
  }
}

function present(rule: Rule): Rule {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
}
