import { resolve } from 'node:path';
import {
  aText,
  type Check,
  defineOptions,
  expected,
  listOf,
  milliseconds,
  objectWith,
  oneOf,
  optional,
  required,
  unchecked,
  wholeNumber,
} from '../../http/define-options.ts';
import type { DatabaseOptions } from '../../outbox/database/database.ts';
import type { User } from '../../server/access/users.ts';
import type { Project } from '../../workflow/task.ts';
import { hasPassword, readDatabase } from './read-database.ts';
import { type CommandLog, projectsFrom } from './read-projects.ts';
import { type SecretSources, secretFrom } from './secret.ts';
import type { ServerConfig } from './server-config.ts';

/** What is checked here; the server checks the rest itself. */
interface Checked {
  readonly users: readonly User[] | undefined;
  readonly projects: Readonly<Record<string, Project>>;
  readonly database: DatabaseOptions;
  readonly host: string;
  readonly port: number;
  readonly encryptionKeys: readonly string[];
  readonly stopTimeoutMs: number;
}

type Unchecked = {
  readonly [K in Exclude<keyof ServerConfig, keyof Checked>]-?: ServerConfig[K];
};

/** A configuration as it is used: secrets read, commands made tasks, defaults filled in. */
export interface ReadConfig extends Checked, Unchecked {}

const configDefaults = {
  database: 'hookplate-data',
  host: '127.0.0.1',
  port: 8080,
  stopTimeoutMs: 15_000,
} as const;

const mostPort = 65_535;
const root = 'config';

/**
 * Checks what a configuration file says.
 *
 * @throws {InvalidArgument} naming the path of the key, such as `config.users[0].role`.
 */
export function readConfig(given: unknown, sources: SecretSources, log: CommandLog): ReadConfig {
  const anObject = required('an object, such as `defineConfig({ … })` makes', objectWith());
  return configReader(sources, log)(anObject(given, root), root);
}

function configReader(sources: SecretSources, log: CommandLog) {
  const secret = secretFrom(sources);
  const directory = resolve(sources.directory, configDefaults.database);
  return defineOptions<ReadConfig>({
    users: optional(listOf(userFrom(secret))),
    projects: optional(projectsFrom(sources.directory, log), {}),
    database: optional(databaseFrom(sources, secret), { directory }),
    host: optional(aText, configDefaults.host),
    port: optional(wholeNumber(0, mostPort), configDefaults.port),
    encryptionKeys: optional(keysFrom(secret), []),
    stopTimeoutMs: optional(milliseconds(0), configDefaults.stopTimeoutMs),
    unreadable: unchecked(),
    http: unchecked(),
    webhooks: unchecked(),
    events: unchecked(),
    allow: unchecked(),
    hosts: unchecked(),
    publicUrl: unchecked(),
    trustedProxies: unchecked(),
    basePath: unchecked(),
    studio: unchecked(),
    delivery: unchecked(),
    processes: unchecked(),
  });
}

function userFrom(secret: Check<string>): Check<User> {
  return defineOptions<{ [K in keyof Required<User>]: User[K] }>({
    username: aText,
    role: oneOf('viewer', 'operator', 'editor'),
    password: optional(secret),
    passwordHash: optional(aText),
  });
}

function databaseFrom(sources: SecretSources, secret: Check<string>): Check<DatabaseOptions> {
  return (value, name) => {
    if (typeof value !== 'string') return readDatabase(secret(value, name), sources.directory);
    const database = readDatabase(value, sources.directory);
    if ('url' in database && hasPassword(database.url)) {
      throw expected(name, "a URL without a password; say where it is, such as `{ env: 'DATABASE_URL' }`");
    }
    return database;
  };
}

function keysFrom(secret: Check<string>): Check<readonly string[]> {
  return (value, name) =>
    secret(value, name)
      .split(/[\s,]+/)
      .filter(key => key !== '');
}
