import type { ServeNodeOptions } from '../../server/serve-node.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import type { CommandTaskOptions } from '../../workflow/command/command-task.ts';
import type { Task } from '../../workflow/task.ts';

/**
 * Where a secret is: in a variable of the environment, or in a file, of which the end of its last line does not count. A
 * configuration does not hold it itself.
 */
export type SecretLocation = { readonly env: string } | { readonly file: string };

/** Someone who may use the server; with one of the two passwords. */
export interface ConfiguredUser {
  /** Without a colon. */
  readonly username: string;
  /** A `viewer` reads, an `operator` also runs, interrupts and resends, an `editor` does all. */
  readonly role: 'viewer' | 'operator' | 'editor';
  /** Where the password is. */
  readonly password?: SecretLocation;
  /** As `hookplate hash-password` prints it. */
  readonly passwordHash?: string;
}

/** A task that is a program; it runs in the directory of the configuration unless it says otherwise. */
export type ConfiguredCommand = Omit<CommandTaskOptions, 'onOutput'>;

/** Tasks that belong together, by their ids. */
export interface ConfiguredProject {
  readonly tasks: Readonly<Record<string, Task | ConfiguredCommand>>;
}

/** Passed on to `createServer` as it is. */
type PassedOn = Pick<
  ServerOptions,
  | 'webhooks'
  | 'events'
  | 'unreadable'
  | 'allow'
  | 'hosts'
  | 'publicUrl'
  | 'trustedProxies'
  | 'basePath'
  | 'studio'
  | 'delivery'
  | 'processes'
>;

/** The default export of a `hookplate.config.ts`, which `hookplate serve` serves. */
export interface ServerConfig extends PassedOn {
  /** Default: one user, whose password is another one at each start, and is printed; on this machine alone. */
  readonly users?: readonly ConfiguredUser[];
  /** By their ids. Default none. */
  readonly projects?: Readonly<Record<string, ConfiguredProject>>;
  /**
   * The directory of an embedded database, a `postgres://` URL without a password, or where such a URL is. Default
   * `hookplate-data`, beside the configuration.
   */
  readonly database?: string | SecretLocation;
  /** The address to listen on. Default `127.0.0.1`: this machine alone. */
  readonly host?: string;
  /** Default 8080; 0 for any that is free. */
  readonly port?: number;
  /** How long a request may take, and how many connections there may be. */
  readonly http?: Omit<ServeNodeOptions, 'host' | 'port'>;
  /** Where the keys are that seal what is stored: 32 bytes in base64 each, with spaces or commas between them. */
  readonly encryptionKeys?: SecretLocation;
  /** How long what runs may go on when the server is stopped. Default 15,000 ms. */
  readonly stopTimeoutMs?: number;
}

/** Gives a configuration its type, and returns it as it is. */
export function defineConfig(config: ServerConfig): ServerConfig {
  return config;
}
