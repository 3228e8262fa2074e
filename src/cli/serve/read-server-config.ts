import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { roles } from '../../api/role.ts';
import type { DatabaseOptions } from '../../database/database.ts';
import { splitKeys } from '../../database/key-file.ts';
import { aSchemaName } from '../../database/open-database.ts';
import {
  aBoolean,
  aFunction,
  aListOf,
  aText,
  type Check,
  defineOptions,
  expected,
  milliseconds,
  objectWith,
  oneOf,
  optional,
  required,
  unchecked,
  wholeNumber,
} from '../../options/define-options.ts';
import type { User } from '../../server/access/users.ts';
import type { SourceSeed } from '../../server/sources/seed-sources.ts';
import type { KnownReceiver } from '../../webhook/receivers/receiver.ts';
import { secretsOf } from '../../webhook/secrets/secrets.ts';
import type { LoggedLine } from '../../workflow/command/command-task.ts';
import { commandTask, readCommandTask } from '../../workflow/command/command-task.ts';
import type { Project, Task } from '../../workflow/task.ts';
import { aRuleForFiles } from '../config/config-files.ts';
import type { HookplateConfig } from '../config/hookplate-config.ts';
import { catalogueOf, type LoadedCatalogue } from '../events/load-catalogue.ts';
import { loadWholeReceivers } from '../webhooks/load-receivers.ts';

/** Settings that are checked here; the server checks the rest itself. */
interface Checked {
  readonly users: readonly User[] | undefined;
  readonly sources: readonly SourceSeed[];
  readonly projects: Readonly<Record<string, Project>>;
  readonly database: DatabaseOptions;
  readonly host: string;
  readonly port: number;
  readonly encryptionKeys: readonly string[];
  readonly stopTimeoutMs: number;
  readonly files: object;
}

type Unchecked = {
  readonly [K in Exclude<keyof HookplateConfig, keyof Checked>]-?: HookplateConfig[K];
};

/** A configuration with secrets read, commands turned into tasks, and defaults filled in. */
export interface ReadConfig extends Checked, Unchecked {}

/** A configuration ready for use, as the server takes it: with what its files contain. */
export interface WholeConfig
  extends Omit<ReadConfig, 'catalogue' | 'catalogues' | 'receivers' | 'files'>,
    LoadedFiles {}

interface LoadedFiles {
  readonly events?: LoadedCatalogue;
  readonly catalogues?: Readonly<Record<string, LoadedCatalogue>>;
  readonly receivers?: readonly KnownReceiver[];
}

/**
 * Reads the files that a configuration names, and the catalogues in it as data.
 *
 * @param file The path of the configuration.
 * @throws {InvalidArgument} naming the path of the key, and the line of the file.
 * @throws {CommandError} for a file that cannot be read.
 */
export async function withFiles(
  { catalogue, catalogues, receivers, files: _, ...config }: ReadConfig,
  file: string,
): Promise<WholeConfig> {
  const named: [string, LoadedCatalogue][] = [];
  for (const [key, given] of Object.entries(anObjectIfAny(catalogues, `${root}.catalogues`)))
    named.push([key, await catalogueOf(given, { name: `${root}.catalogues.${key}`, file })]);
  return {
    ...config,
    ...(catalogue !== undefined && {
      events: await catalogueOf(catalogue, { name: `${root}.catalogue`, file }),
    }),
    ...(catalogues !== undefined && { catalogues: Object.fromEntries(named) }),
    ...(receivers !== undefined && {
      receivers:
        typeof receivers === 'string' ? await loadWholeReceivers(receivers, dirname(file)) : receivers,
    }),
  };
}

const anObjectIfAny = optional(objectWith<Readonly<Record<string, unknown>>>(), {});

const configDefaults = {
  database: 'hookplate-data',
  host: '127.0.0.1',
  port: 8080,
  stopTimeoutMs: 15_000,
} as const;

const maxPort = 65_535;
const root = 'config';

/**
 * Checks the contents of a configuration file.
 *
 * @throws {InvalidArgument} naming the path of the key, such as `config.users[0].role`.
 */
export function readServerConfig(given: unknown, sources: SecretSources, log: CommandLog): ReadConfig {
  const anObject = required('an object, such as one made by `defineConfig({ … })`', objectWith());
  return configReader(sources, log)(anObject(given, root), root);
}

function configReader(sources: SecretSources, log: CommandLog) {
  const secret = secretFrom(sources);
  const directory = resolve(sources.directory, configDefaults.database);
  return defineOptions<ReadConfig>({
    users: optional(aListOf(userFrom(secret))),
    sources: optional(aListOf(sourceFrom(secret)), []),
    projects: optional(projectsFrom(sources.directory, log), {}),
    database: optional(databaseFrom(sources, secret), { directory }),
    host: optional(aText, configDefaults.host),
    port: optional(wholeNumber(0, maxPort), configDefaults.port),
    encryptionKeys: optional(keysFrom(secret), []),
    stopTimeoutMs: optional(milliseconds(0), configDefaults.stopTimeoutMs),
    migrate: unchecked(),
    retentionDays: unchecked(),
    unreadable: unchecked(),
    http: unchecked(),
    webhooks: unchecked(),
    catalogue: unchecked(),
    catalogues: unchecked(),
    files: optional(aRuleForFiles, {}),
    allow: unchecked(),
    receivers: unchecked(),
    hosts: unchecked(),
    publicUrl: unchecked(),
    trustedProxies: unchecked(),
    basePath: unchecked(),
    studio: unchecked(),
    delivery: unchecked(),
    processes: unchecked(),
    intake: unchecked(),
    templates: unchecked(),
  });
}

function userFrom(secret: Check<string>): Check<User> {
  return defineOptions<{ [K in keyof Required<User>]: User[K] }>({
    username: aText,
    role: oneOf(...roles),
    password: optional(secret),
    passwordHash: optional(aText),
    events: unchecked(),
    profiles: unchecked(),
  });
}

/** The server checks the rest itself. */
function sourceFrom(secret: Check<string>): Check<SourceSeed> {
  return defineOptions<{ [K in keyof Required<SourceSeed>]: SourceSeed[K] }>({
    id: unchecked(),
    kind: unchecked(),
    profiles: unchecked(),
    secret,
    catalogue: unchecked(),
  });
}

function databaseFrom(sources: SecretSources, secret: Check<string>): Check<DatabaseOptions> {
  const place: Check<DatabaseOptions> = (value, name) => {
    if (typeof value !== 'string') return readDatabase(secret(value, name), sources.directory);
    const database = readDatabase(value, sources.directory);
    if ('url' in database && hasSecret(database.url)) {
      throw expected(name, "a URL without a password; say where it is, such as `{ env: 'DATABASE_URL' }`");
    }
    return database;
  };
  const url: Check<string> = (value, name) => {
    const database = place(value, name);
    if ('url' in database) return database.url;
    throw expected(name, 'a `postgres://` URL, or where one is');
  };
  const readServer = defineOptions<{
    readonly url: string;
    readonly pooler: boolean;
    readonly listenUrl: string | undefined;
    readonly schema: string | undefined;
  }>({
    url,
    pooler: optional(aBoolean, false),
    listenUrl: optional(url),
    schema: optional(aSchemaName),
  });
  return (value, name) => {
    if (typeof value !== 'object' || value === null || !('url' in value)) return place(value, name);
    const { listenUrl, schema, ...server } = readServer(value, name);
    return {
      ...server,
      ...(listenUrl !== undefined && { listenUrl }),
      ...(schema !== undefined && { schema }),
    };
  };
}

function keysFrom(secret: Check<string>): Check<readonly string[]> {
  return (value, name) => splitKeys(secret(value, name));
}

/** Called with the output of a task's command. */
export type CommandLog = (
  line: LoggedLine,
  task: { readonly project: string; readonly task: string },
) => void;

/** The projects of a configuration, with commands turned into tasks. */
function projectsFrom(directory: string, log: CommandLog): Check<Readonly<Record<string, Project>>> {
  return entriesOf((value, name, project) =>
    defineOptions<Project>({
      tasks: entriesOf((task, path, id) => {
        const onOutput = (line: LoggedLine): void => log(line, { project, task: id });
        return isCommand(task) ? readCommand(task, path, { directory, onOutput }) : readTask(task, path);
      }),
    })(value, name),
  );
}

const readRun = aFunction<Task['run']>();

/** Only the keys are checked here; the server's options check the values. */
const checkKeys = defineOptions<Task>({
  profile: unchecked(),
  parameters: unchecked(),
  sampleBody: unchecked(),
  maxParameterBytes: unchecked(),
  timeoutMs: unchecked(),
  run: readRun,
});

/** An instance of a class may have more properties than a task. */
function readTask(task: unknown, name: string): Task {
  if (typeof task !== 'object' || task === null || !('run' in task)) {
    throw expected(name, 'a task with a `command`, or with the function `run`');
  }
  if (isPlain(task)) checkKeys(task, name);
  else readRun(task.run, `${name}.run`);
  return task as Task;
}

function readCommand(
  task: object,
  name: string,
  { directory, onOutput }: { readonly directory: string; readonly onOutput: (line: LoggedLine) => void },
): Task {
  if ('onOutput' in task) throw expected(name, 'no `onOutput`: what a command writes goes to the log');
  const settings = readCommandTask(task, name);
  return commandTask({ ...settings, directory: resolve(directory, settings.directory ?? ''), onOutput });
}

function isCommand(task: unknown): task is object {
  return typeof task === 'object' && task !== null && 'command' in task;
}

function isPlain(task: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(task);
  return prototype === Object.prototype || prototype === null;
}

/** Reads an object with ids as keys. */
function entriesOf<T>(
  read: (value: unknown, name: string, id: string) => T,
): Check<Readonly<Record<string, T>>> {
  return (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw expected(name, 'an object');
    }
    return Object.fromEntries(
      Object.entries(value).map(([id, entry]) => [id, read(entry, `${name}.${id}`, id)]),
    );
  };
}

/** A `postgres://` URL, or a directory relative to the given one. */
export function readDatabase(place: string, directory: string): DatabaseOptions {
  return isUrl(place) ? { url: place } : { directory: resolve(directory, place) };
}

/** The location of the database for messages, without credentials. */
export function describeDatabase(options: DatabaseOptions): string {
  if ('directory' in options) return options.directory;
  const url = 'url' in options ? URL.parse(options.url) : undefined;
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'postgres';
}

/** Whether a place is a URL with a secret in it. The name of a user alone is none: it is how a database is named. */
export function hasSecret(place: string): boolean {
  const url = place.replace(/^([a-z]+:\/\/)[^:@/?#]*@/i, '$1');
  return isUrl(url) && secretsOf({ url }, { level: 'guessed' }).length > 0;
}

function isUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** The sources of secrets. */
export interface SecretSources {
  readonly env: NodeJS.ProcessEnv;
  /** Paths of files are relative to it. */
  readonly directory: string;
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const aName: Check<string> = (value, name) => {
  if (isName(value)) return value;
  throw expected(name, 'text');
};
const readPlace = defineOptions<{ readonly env: string | undefined; readonly file: string | undefined }>({
  env: optional(aName),
  file: optional(aName),
});

/** Reads a secret from its location. Errors name the location, never the contents. */
function secretFrom(sources: SecretSources): Check<string> {
  return (value, name) => {
    if (typeof value === 'string') throw expected(name, whereNotWhat);
    const { env, file } = readPlace(value, name);
    if ((env === undefined) === (file === undefined)) throw expected(name, whereNotWhat);
    const text = env === undefined ? readText(file ?? '', name, sources) : sources.env[env];
    if (text) return text;
    throw expected(
      name,
      env === undefined ? `something in the file ${file}` : `the variable ${env} to be set`,
    );
  };
}

const whereNotWhat = "where it is, `{ env: 'NAME' }` or `{ file: 'PATH' }`, and not the secret itself";

function readText(file: string, name: string, { directory }: SecretSources): string {
  try {
    return readFileSync(resolve(directory, file), 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw expected(name, `a file ${file} that can be read`);
  }
}
