import { roles } from '../../api/role.ts';
import type { DatabaseOptions } from '../../database/database.ts';
import { splitKeys } from '../../database/key-file.ts';
import { aSchemaName } from '../../database/open-database.ts';
import { usualAuditDays, usualRetentionDays } from '../../database/retention.ts';
import { usualSchema } from '../../database/sql-executor.ts';
import {
  aBoolean,
  aListOf,
  aText,
  type Check,
  milliseconds,
  oneOf,
  wholeNumber,
} from '../../options/define-options.ts';
import { type OutputName, outputNames } from '../../output/output.ts';
import type { User } from '../../server/access/users.ts';
import type { HookplateOptions } from '../../server/hookplate-options.ts';
import { serveDefaults } from '../../server/serve-defaults.ts';
import type { ServeNodeOptions } from '../../server/serve-node.ts';
import type { SourceSeed } from '../../server/sources/seed-sources.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { type KnownReceiver, type Receiver, receiverCategories } from '../../webhook/receivers/receiver.ts';
import { anAllowList } from '../../webhook/webhook-options.ts';
import { methods } from '../../webhook/webhook-request.ts';
import type { CommandTaskOptions } from '../../workflow/command/command-task.ts';
import type { Project, Task } from '../../workflow/task.ts';
import { fileSchema } from '../file-schema.ts';
import {
  type ConfigContext,
  type ConfigPart,
  type ConfigSchema,
  described,
  elsewhere,
  listOf,
  namedOf,
  objectOf,
  objectSchema,
  optional,
} from './config-part.ts';
import { readDatabase, readDatabaseUrl } from './read-database.ts';
import { readSecret, type SecretLocation } from './read-secret.ts';
import { readTask } from './read-task.ts';

/*
 * The keys of `hookplate.config.*`, each once. From them come the names that "did you mean" knows, the checks, the
 * defaults, what `defineConfig` takes, and the published JSON Schema; tools and server read the file by them alike.
 */

/** A PostgreSQL server. Each URL is one without a password, or its location. */
export interface ConfiguredDatabase
  extends Pick<Extract<DatabaseOptions, { readonly url: string }>, 'poolSize' | 'pooler' | 'schema'> {
  readonly url: string | SecretLocation;
  /** Leads around the pooler, for listening and for building indexes. Default: none; work is looked for. */
  readonly listenUrl?: string | SecretLocation | undefined;
}

/** Someone who may use the server. One of the two passwords is required. */
export interface ConfiguredUser extends Omit<User, 'password'> {
  /** The location of the password. */
  readonly password?: SecretLocation | undefined;
}

/** An initial source, whose secret stands elsewhere. */
export interface ConfiguredSource extends Omit<SourceSeed, 'secret'> {
  /** The location of the secret that its sender knows. */
  readonly secret: SecretLocation;
}

/** A task that runs a program, by default in the directory of the configuration. */
export type ConfiguredCommand = Omit<CommandTaskOptions, 'onOutput'>;

/** Tasks by id. */
export interface ConfiguredProject {
  readonly tasks: Readonly<Record<string, Task | ConfiguredCommand>>;
}

/**
 * A catalogue made by `defineEvents`, what `catalogueFromJson` reads, or the path of a file, relative to the configuration:
 * of JSON or YAML with that, or of a module that exports one.
 */
type ConfiguredCatalogue = AnyCatalogue | string | { readonly events: object };

/** What the tools assume of files that match a pattern. */
export interface FileRule {
  /** They are bare templates, and write this. Default: what their names say. */
  readonly output?: OutputName | undefined;
  /** The events of their webhooks. Default: the catalogue of the configuration. */
  readonly catalogue?: ConfiguredCatalogue | undefined;
  /** They are checked for these events alone. Default: those that are switched on; for bare templates, all. */
  readonly events?: readonly string[] | undefined;
}

/**
 * The default export of a `hookplate.config.ts`, at the root of a project. Every command and the language server read
 * `catalogue`, `receivers`, `allow` and `files` for the files below it; `hookplate serve` reads all but `files`.
 */
export interface HookplateConfig
  extends Pick<HookplateOptions, keyof typeof serverOptions | 'allow'>,
    Pick<ServeNodeOptions, 'host' | 'port'> {
  /** The events that webhooks may report. Default: those of processes. */
  readonly catalogue?: ConfiguredCatalogue | undefined;
  /**
   * Receivers of your own, besides those of the gallery: a list, or the path of a file, relative to the configuration, with
   * a list as JSON or of a module that exports one.
   */
  readonly receivers?: readonly (Receiver | KnownReceiver)[] | string | undefined;
  /**
   * What else is known of files, by patterns relative to the configuration, such as `chat/*.hookplate`. Where several match
   * a file, the later one counts.
   */
  readonly files?: Readonly<Record<string, FileRule>> | undefined;
  /** Default: one user, with a new password at each start, which is printed; only on this machine. */
  readonly users?: readonly ConfiguredUser[] | undefined;
  /** Initial sources, which are programs that send what happens in a form of their own. Default: none. */
  readonly sources?: readonly ConfiguredSource[] | undefined;
  /** Projects by id. Default: none. */
  readonly projects?: Readonly<Record<string, ConfiguredProject>> | undefined;
  /**
   * The directory of an embedded database, a `postgres://` URL without a password, the location of such a URL, or a server
   * with its options.
   * Default: `hookplate-data`, next to the configuration.
   */
  readonly database?: string | SecretLocation | ConfiguredDatabase | undefined;
  /** Further catalogues by name, which webhooks choose by their `catalogue`. Default: none. */
  readonly catalogues?: Readonly<Record<string, ConfiguredCatalogue>> | undefined;
  /** Time limits for requests, and the maximum number of connections. */
  readonly http?: Omit<ServeNodeOptions, 'host' | 'port'> | undefined;
  /**
   * The location of the keys that seal stored data: 32 bytes in base64 each, separated by spaces or commas. Default: for an
   * embedded database, the file `hookplate.key` in its directory, which is made; for PostgreSQL, none.
   */
  readonly encryptionKeys?: SecretLocation | undefined;
  /** Time for running work to finish when the server is stopped. Default 15,000 ms. */
  readonly stopTimeoutMs?: number | undefined;
}

const string: ConfigSchema = { type: 'string' };
const strings: ConfigSchema = { type: 'array', items: string };

const text: ConfigPart<string> = { read: aText, schema: string };
const boolean: ConfigPart<boolean> = { read: aBoolean, schema: { type: 'boolean' } };

function integer(read: Check<number>): ConfigPart<number> {
  return { read, schema: { type: 'integer' } };
}

function choice<const T extends string>(choices: readonly T[]): ConfigPart<T> {
  return { read: oneOf(...choices), schema: { enum: choices } };
}

function secret(what: string): ConfigPart<string> {
  const variable = objectSchema('A variable of the environment.', { env: string }, ['env']);
  const file = objectSchema('A file.', { file: string }, ['file']);
  return described(`Where ${what} is: never here.`, {
    read: readSecret,
    schema: { anyOf: [variable, file] },
  });
}

const definitions: ConfigSchema = {
  type: 'object',
  description: 'Schemas for the references of the others.',
};

const catalogue: ConfigPart<unknown> = elsewhere({
  anyOf: [
    {
      type: 'string',
      description: 'The path of a file of JSON or YAML, or of a module, relative to this one.',
    },
    {
      ...objectSchema(
        'A catalogue, as `catalogueFromJson` reads it.',
        {
          schema: { type: 'object', description: 'A JSON Schema of the facts that all events have.' },
          variables: { type: 'object', description: 'The same as the type of each fact, by its name.' },
          renamed: {
            type: 'object',
            description: 'Former names of these facts, each with the new one.',
            additionalProperties: string,
          },
          events: {
            type: 'object',
            description: 'The definition of each event, by its name.',
            additionalProperties: { type: 'object' },
          },
          $schema: string,
          $defs: definitions,
          definitions,
          components: definitions,
        },
        ['events'],
      ),
      patternProperties: { '^x-': { description: 'Nothing that hookplate reads.' } },
    },
  ],
});

/** A receiver as data: only code writes its payload. */
const receiver = objectSchema(
  'A receiver.',
  {
    id: { ...string, description: 'What webhooks name it by.' },
    name: { ...string, description: 'What people call it.' },
    about: { ...string, description: 'What it is for, where its name alone does not say so.' },
    category: { enum: receiverCategories, description: 'The group of the gallery that it is in.' },
    hosts: { ...strings, description: 'The hosts that only it has, such as `*.example.com`.' },
    schema: { type: 'object', description: 'A JSON Schema of what it accepts.' },
    method: { enum: methods },
    url: string,
    headers: {
      type: 'array',
      items: objectSchema('A header.', { name: string, value: string }, ['name', 'value']),
    },
    contentType: string,
    setup: { ...string, description: 'Where its users find what has to be filled in.' },
    documentation: strings,
    checked: string,
    secret: string,
    message: { type: 'object', description: 'How it takes a message of words.' },
  } satisfies Record<Exclude<keyof Receiver, 'payload'>, ConfigSchema>,
  ['id', 'name', 'hosts'],
);

const command = objectSchema(
  'A task that runs a program.',
  {
    command: { ...strings, minItems: 1, description: 'The program and its arguments, which no shell reads.' },
    profile: { ...string, description: 'The profile whose webhooks report its processes.' },
    parameters: { type: 'object', description: 'The place of each parameter in the body of a run.' },
    sampleBody: { description: 'A body for trying the task.' },
    timeoutMs: { type: 'integer', description: 'After which a process is interrupted.' },
    directory: { ...string, description: 'Where it runs, relative to this file.' },
    environment: { type: 'object', additionalProperties: string },
    inherit: { ...strings, description: 'Variables of the environment that the program gets, too.' },
    graceMs: { type: 'integer', description: 'Time for the program to end after SIGTERM.' },
  } satisfies Record<keyof ConfiguredCommand, ConfigSchema>,
  ['command', 'profile'],
);

const project = objectOf<Project>('A project.', {
  tasks: namedOf('Its tasks.', { read: readTask, schema: command }),
});

const user = objectOf<{ readonly [K in keyof Required<User>]: User[K] }>(
  'A user, with one of the two passwords.',
  {
    username: text,
    role: choice(roles),
    password: optional(secret('the password')),
    passwordHash: optional(described('What `hookplate hash-password` prints.', text)),
    events: optional(described('The events that a reporter may report.', elsewhere(strings))),
    profiles: optional(described('The profiles that a reporter may report events for.', elsewhere(strings))),
  },
);

const source = objectOf<{ readonly [K in keyof Required<SourceSeed>]: SourceSeed[K] }>('A source.', {
  id: elsewhere(string),
  kind: elsewhere(string),
  profiles: elsewhere(strings),
  secret: secret('its secret'),
  catalogue: optional(elsewhere(string)),
});

const databaseUrl: ConfigPart<string> = {
  read: readDatabaseUrl,
  schema: { anyOf: [string, secret('the URL').schema] },
};

const databaseServer = objectOf('A PostgreSQL server.', {
  url: described('Where it is.', databaseUrl),
  poolSize: optional(
    described(
      'How many connections a process has at most, besides the one that listens.',
      integer(wholeNumber(1)),
    ),
  ),
  pooler: optional(
    described('Whether a pooler in front of it gives each transaction another connection.', boolean),
    false,
  ),
  listenUrl: optional(
    described('A way around the pooler, for listening and for building indexes.', databaseUrl),
  ),
  schema: optional(described('The schema of the tables.', { ...text, read: aSchemaName }), usualSchema),
});

const usualDatabase = 'hookplate-data';

const database: ConfigPart<DatabaseOptions> = {
  read: (value = usualDatabase, name, context) =>
    typeof value === 'object' && value !== null && 'url' in value
      ? databaseServer.read(value, name, context)
      : readDatabase(value, name, context),
  schema: {
    description: 'A directory, a `postgres://` URL without a password, where such a URL is, or a server.',
    anyOf: [string, secret('the URL').schema, databaseServer.schema],
    default: usualDatabase,
  },
  isOptional: true,
};

const encryptionKeys: ConfigPart<readonly string[]> = {
  read: (value, name, context) => splitKeys(readSecret(value, name, context)),
  schema: secret('the list of keys that seal what is stored').schema,
};

const fileRule = objectOf('Files that match the pattern.', {
  output: optional(described('They are bare templates, and write this.', choice(outputNames))),
  catalogue: optional(described('The events of their webhooks.', catalogue)),
  events: optional(described('They are checked for these events alone.', listOf(text))),
});

const files = namedOf(
  'What else is known of files, by patterns relative to this one; where several match, the later one counts.',
  fileRule,
  'an object with a pattern for files as each key',
);

/** Ranges of addresses that are called although they are not public. */
export const someRanges: Check<readonly string[]> = (value, name) => {
  anAllowList(value, name);
  return aListOf(aText)(value, name);
};

/** Options that `createHookplate` checks. */
const serverOptions = forServer({
  webhooks: {
    type: 'array',
    description: 'What the profiles begin with.',
    items: { type: 'object', required: ['id', 'profile'] },
  },
  migrate: {
    type: 'boolean',
    description: 'Whether a start makes the tables of its version.',
    default: true,
  },
  retentionDays: {
    type: 'integer',
    description: 'How many days messages, attempts, processes and events are kept.',
    default: usualRetentionDays,
  },
  auditDays: {
    type: 'integer',
    description: 'How many days the audit log is kept: what people and programs did at the API.',
    default: usualAuditDays,
  },
  unreadable: { enum: ['refuse', 'leave'], description: 'What happens where no key opens what is stored.' },
  hosts: { ...strings, description: 'The names that the server is called by.' },
  publicUrl: { ...string, description: 'The address that clients use, if there is a proxy in front.' },
  trustedProxies: { ...strings, description: 'Ranges of proxies whose `X-Forwarded-For` is believed.' },
  basePath: { ...string, description: 'Where the paths of the server begin.' },
  studio: { type: 'boolean', description: 'Whether there are pages for people.', default: true },
  profileLabel: {
    ...string,
    description: 'What the pages call a profile, such as `Customer`.',
    default: 'Profile',
  },
  delivery: { type: 'object', description: 'Options of the outbox.' },
  processes: { type: 'object', description: 'Options of the service that runs processes, and of its store.' },
  intake: { type: 'object', description: 'How many requests with reported events may wait to be stored.' },
  templates: { type: 'object', description: 'Limits for templates, and the threads that check them.' },
  limits: { type: 'object', description: 'What each profile may have and do.' },
});

type OptionParts<K extends keyof HookplateOptions> = {
  readonly [Key in K]: ConfigPart<HookplateOptions[Key]>;
};

function forServer<K extends keyof HookplateOptions>(
  schemas: Readonly<Record<K, ConfigSchema>>,
): OptionParts<K> {
  const parts = Object.entries<ConfigSchema>(schemas).map(([key, schema]) => [
    key,
    optional(elsewhere(schema)),
  ]);
  // There is a part for each schema, and `createHookplate` refuses values of another type.
  return Object.fromEntries(parts) as OptionParts<K>;
}

/** A row for each key that is not passed on as it is. */
type OwnParts = {
  readonly [K in Exclude<keyof HookplateConfig, keyof typeof serverOptions>]?: ConfigPart<unknown>;
};

const serverParts = {
  users: optional(described('Who may use the server. Default: one, made at each start.', listOf(user))),
  sources: optional(described('Programs that send what happens in a form of their own.', listOf(source)), []),
  projects: optional(namedOf('Tasks, by the ids of their projects and their own.', project), {}),
  database,
  host: optional(described('The address to listen on.', text), serveDefaults.host),
  port: optional(
    described('The port to listen on; 0 for any that is free.', integer(wholeNumber(0, 65_535))),
    serveDefaults.port,
  ),
  encryptionKeys: optional(encryptionKeys, []),
  stopTimeoutMs: optional(
    described('How long what runs may go on when the server is stopped.', integer(milliseconds(0))),
    15_000,
  ),
  http: optional(
    elsewhere<HookplateConfig['http']>(
      objectSchema('Limits of requests and connections.', {
        // Its default depends on that of requests.
        headersTimeoutMs: { type: 'integer' },
        requestTimeoutMs: { type: 'integer', default: serveDefaults.requestTimeoutMs },
        keepAliveTimeoutMs: { type: 'integer', default: serveDefaults.keepAliveTimeoutMs },
        stallTimeoutMs: { type: 'integer', default: serveDefaults.stallTimeoutMs },
        maxConnections: { type: 'integer', default: serveDefaults.maxConnections },
      } satisfies Record<keyof Omit<ServeNodeOptions, 'host' | 'port'>, ConfigSchema>),
    ),
  ),
  catalogues: optional(
    namedOf('Further catalogues by name, which webhooks choose by their `catalogue`.', catalogue),
  ),
} satisfies OwnParts;

/** What the tools read as well. */
const toolParts = {
  catalogue: optional(
    described('The events that webhooks may report. Default: those of processes.', catalogue),
  ),
  receivers: optional(
    elsewhere<HookplateConfig['receivers']>({
      description:
        'Receivers of your own, besides those of the gallery: a list, or the path of a file with one.',
      anyOf: [string, { type: 'array', items: receiver }],
    }),
  ),
  allow: optional(
    described('Ranges of addresses that may be called although they are not public: `10.0.0.0/8`.', {
      read: someRanges,
      schema: strings,
    }),
    [],
  ),
  files: optional(
    { ...files, schema: { ...files.schema, examples: [{ 'chat/*.hookplate': { output: 'json' } }] } },
    {},
  ),
} satisfies OwnParts;

type Values<Parts> = { readonly [K in keyof Parts]: Parts[K] extends ConfigPart<infer T> ? T : never };

type Parts = typeof serverParts & typeof serverOptions & typeof toolParts;

/** A configuration with secrets read, commands turned into tasks, and defaults filled in. */
export type ReadConfig = Values<Pick<Parts, keyof HookplateConfig>>;

/** What a configuration says of files. */
export type ToolConfig = Values<typeof toolParts>;

const config = objectOf<ReadConfig>('The configuration of a project.', {
  ...toolParts,
  ...serverParts,
  ...serverOptions,
});

/** The keys that tools read. */
export const toolKeys: readonly string[] = Object.keys(toolParts);

/** What messages call the configuration. */
export const root = 'config';

/**
 * Reads a configuration for the server.
 *
 * @throws {InvalidArgument} naming the path of the key, such as `config.users[0].role`.
 */
export function readServerConfig(given: unknown, context: ConfigContext): ReadConfig {
  return config.read(given, root, context);
}

/**
 * Reads a configuration for tools. Of a key for the server alone only the name is checked: secrets that it refers to need
 * not be here.
 *
 * @throws {InvalidArgument} as for the server.
 */
export function readToolConfig(given: unknown, directory: string): ToolConfig {
  const context: ConfigContext = { env: {}, directory, log: () => {} };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return config.read(given, root, context);
  const entries = Object.entries(given).map(([key, value]) => [
    key,
    toolKeys.includes(key) ? value : undefined,
  ]);
  return config.read(Object.fromEntries(entries), root, context);
}

/** The JSON Schema (draft 7) of a `hookplate.config.json`. */
export function configSchema(): ConfigSchema {
  const { $schema } = fileSchema(processEvents);
  const { properties, ...whole } = config.schema;
  const own = { type: 'string', description: 'Where editors find this schema; nothing else reads it.' };
  return {
    $schema,
    title: 'hookplate.config.json',
    ...whole,
    properties: { $schema: own, ...Object(properties) },
  };
}
