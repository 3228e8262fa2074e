import type { OutputName } from '../../output/output.ts';
import type { ServeNodeOptions } from '../../server/serve-node.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import type { SourceSeed } from '../../server/sources/seed-sources.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import type { KnownReceiver, Receiver } from '../../webhook/receivers/receiver.ts';
import type { CommandTaskOptions } from '../../workflow/command/command-task.ts';
import type { Task } from '../../workflow/task.ts';

/**
 * The location of a secret: a variable of the environment, or a file, whose final line break is ignored. The
 * configuration never contains the secret itself.
 */
export type SecretLocation = { readonly env: string } | { readonly file: string };

/** A PostgreSQL server. Each URL is one without a password, or its location. */
export interface ConfiguredDatabase {
  readonly url: string | SecretLocation;
  /** Whether a pooler in front of it gives each transaction another connection. Default false. */
  readonly pooler?: boolean | undefined;
  /** Leads around the pooler, for listening and for building indexes. Default: none; work is looked for. */
  readonly listenUrl?: string | SecretLocation | undefined;
  /** The schema of the tables, by which several applications share one database. Default `hookplate`. */
  readonly schema?: string | undefined;
}

/** Someone who may use the server. One of the two passwords is required. */
export interface ConfiguredUser {
  /** Must not contain a colon. */
  readonly username: string;
  /**
   * A `reporter` can report events and nothing else, a `viewer` can read, an `operator` can also report, run, interrupt
   * and resend, an `editor` can do everything.
   */
  readonly role: 'reporter' | 'viewer' | 'operator' | 'editor';
  /** The events that a reporter may report. Default: all. */
  readonly events?: readonly string[] | undefined;
  /** The profiles that a reporter may report events for. Default: all. */
  readonly profiles?: readonly string[] | undefined;
  /** The location of the password. */
  readonly password?: SecretLocation | undefined;
  /** The output of `hookplate hash-password`. */
  readonly passwordHash?: string | undefined;
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

/** Options that are passed to `createServer` unchanged. */
type PassedOn = Pick<
  ServerOptions,
  | 'webhooks'
  | 'migrate'
  | 'retentionDays'
  | 'unreadable'
  | 'allow'
  | 'hosts'
  | 'publicUrl'
  | 'trustedProxies'
  | 'basePath'
  | 'studio'
  | 'delivery'
  | 'processes'
  | 'intake'
  | 'templates'
>;

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
export interface HookplateConfig extends PassedOn {
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
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string | undefined;
  /** Default 8080; 0 picks a free port. */
  readonly port?: number | undefined;
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

/** Returns the configuration unchanged; gives it its type. */
export function defineConfig(config: HookplateConfig): HookplateConfig {
  return config;
}
