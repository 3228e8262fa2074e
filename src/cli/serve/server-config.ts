import type { ServeNodeOptions } from '../../server/serve-node.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import type { CommandTaskOptions } from '../../workflow/command/command-task.ts';
import type { Task } from '../../workflow/task.ts';

/**
 * The location of a secret: a variable of the environment, or a file, whose final line break is ignored. The
 * configuration never contains the secret itself.
 */
export type SecretLocation = { readonly env: string } | { readonly file: string };

/** Someone who may use the server. One of the two passwords is required. */
export interface ConfiguredUser {
  /** Must not contain a colon. */
  readonly username: string;
  /** A `viewer` can read, an `operator` can also run, interrupt and resend, an `editor` can do everything. */
  readonly role: 'viewer' | 'operator' | 'editor';
  /** The location of the password. */
  readonly password?: SecretLocation;
  /** The output of `hookplate hash-password`. */
  readonly passwordHash?: string;
}

/** A task that runs a program, by default in the directory of the configuration. */
export type ConfiguredCommand = Omit<CommandTaskOptions, 'onOutput'>;

/** Tasks by id. */
export interface ConfiguredProject {
  readonly tasks: Readonly<Record<string, Task | ConfiguredCommand>>;
}

/** Options that are passed to `createServer` unchanged. */
type PassedOn = Pick<
  ServerOptions,
  | 'webhooks'
  | 'events'
  | 'unreadable'
  | 'allow'
  | 'receivers'
  | 'hosts'
  | 'publicUrl'
  | 'trustedProxies'
  | 'basePath'
  | 'studio'
  | 'delivery'
  | 'processes'
  | 'templates'
>;

/** The default export of a `hookplate.config.ts`, for `hookplate serve`. */
export interface ServerConfig extends PassedOn {
  /** Default: one user, with a new password at each start, which is printed; only on this machine. */
  readonly users?: readonly ConfiguredUser[];
  /** Projects by id. Default: none. */
  readonly projects?: Readonly<Record<string, ConfiguredProject>>;
  /**
   * The directory of an embedded database, a `postgres://` URL without a password, or the location of such a URL.
   * Default: `hookplate-data`, next to the configuration.
   */
  readonly database?: string | SecretLocation;
  /** The address to listen on. Default `127.0.0.1`: only this machine. */
  readonly host?: string;
  /** Default 8080; 0 picks a free port. */
  readonly port?: number;
  /** Time limits for requests, and the maximum number of connections. */
  readonly http?: Omit<ServeNodeOptions, 'host' | 'port'>;
  /** The location of the keys that seal stored data: 32 bytes in base64 each, separated by spaces or commas. */
  readonly encryptionKeys?: SecretLocation;
  /** Time for running work to finish when the server is stopped. Default 15,000 ms. */
  readonly stopTimeoutMs?: number;
}

/** Returns the configuration unchanged; gives it its type. */
export function defineConfig(config: ServerConfig): ServerConfig {
  return config;
}
