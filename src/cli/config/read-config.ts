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
  wholeNumber,
} from '../../http/define-options.ts';
import type { DatabaseOptions } from '../../outbox/database/database.ts';
import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import type { Project } from '../../workflow/task.ts';
import { hasPassword, readDatabase } from './read-database.ts';
import { type CommandLog, projectsFrom } from './read-projects.ts';
import { type SecretSources, secretFrom } from './secret.ts';

/** A configuration as it is used: secrets read, commands made tasks, defaults filled in. */
export interface ReadConfig {
  readonly users: readonly ReadUser[];
  readonly projects: Readonly<Record<string, Project>>;
  readonly webhooks: readonly WebhookConfig[];
  readonly database: DatabaseOptions;
  readonly host: string;
  readonly port: number;
  readonly hosts: readonly string[] | undefined;
  readonly trustedProxies: readonly string[];
  readonly allow: readonly string[];
  readonly encryptionKeys: readonly string[];
  readonly stopTimeoutMs: number;
}

interface ReadUser {
  readonly username: string;
  readonly role: 'viewer' | 'operator' | 'editor';
  readonly password: string | undefined;
  readonly passwordHash: string | undefined;
}

export const configDefaults = {
  database: 'hookplate-data',
  host: '127.0.0.1',
  port: 8080,
  stopTimeoutMs: 15_000,
} as const;

export const mostPort = 65_535;

/**
 * Checks what a configuration file says. What only the server can judge, such as a role, it judges itself.
 *
 * @throws {InvalidArgument} naming the path of the key, such as `config.users[0].role`.
 */
export function readConfig(given: unknown, sources: SecretSources, log: CommandLog): ReadConfig {
  const read = configReader(sources, log);
  return read(required('an object, such as `defineConfig({ … })` makes', objectWith())(given, name), name);
}

const name = 'config';

function configReader(sources: SecretSources, log: CommandLog) {
  const secret = secretFrom(sources);
  const directory = resolve(sources.directory, configDefaults.database);
  return defineOptions<ReadConfig>({
    users: required('a list of at least one user', listOf(userFrom(secret))),
    projects: required('an object of projects by their ids', projectsFrom(sources.directory, log)),
    webhooks: optional(listOf(objectWith<WebhookConfig>()), []),
    database: optional(databaseFrom(sources, secret), { directory }),
    host: optional(aText, configDefaults.host),
    port: optional(wholeNumber(0, mostPort), configDefaults.port),
    hosts: optional(listOf(aText)),
    trustedProxies: optional(listOf(aText), []),
    allow: optional(listOf(aText), []),
    encryptionKeys: optional(keysFrom(secret), []),
    stopTimeoutMs: optional(milliseconds(0), configDefaults.stopTimeoutMs),
  });
}

function userFrom(secret: Check<string>): Check<ReadUser> {
  return defineOptions<ReadUser>({
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
