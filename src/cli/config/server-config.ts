import type { WebhookConfig } from '../../webhook/config/webhook-config.ts';
import type { CommandTaskOptions } from '../../workflow/command/command-task.ts';
import type { Task } from '../../workflow/task.ts';
import type { Secret } from './secret.ts';

/** Someone who may use the server; with one of the two passwords. */
export interface ConfiguredUser {
  /** Without a colon. */
  readonly username: string;
  /** A `viewer` reads, an `operator` also runs, interrupts and resends, an `editor` does all. */
  readonly role: 'viewer' | 'operator' | 'editor';
  /** Where the password is. */
  readonly password?: Secret;
  /** What `hookplate hash-password` printed. */
  readonly passwordHash?: string;
}

/** A task that is a program; it runs in the directory of the configuration unless it says otherwise. */
export type ConfiguredCommand = Omit<CommandTaskOptions, 'onOutput'>;

/** Tasks that belong together, by their ids. */
export interface ConfiguredProject {
  readonly tasks: Readonly<Record<string, Task | ConfiguredCommand>>;
}

/** What `hookplate serve` is to serve: what a `hookplate.config.ts` exports by default. */
export interface ServerConfig {
  readonly users: readonly ConfiguredUser[];
  /** By their ids. */
  readonly projects: Readonly<Record<string, ConfiguredProject>>;
  /**
   * What the profiles begin with. Each needs an `id`, is stored when the server first sees it, and is changed from then on
   * through the server alone: one that was deleted there stays deleted.
   */
  readonly webhooks?: readonly WebhookConfig[];
  /**
   * The directory of an embedded database, a `postgres://` URL without a password, or where such a URL is. Default
   * `hookplate-data`, beside the configuration.
   */
  readonly database?: string | Secret;
  /** The address to listen on. Default `127.0.0.1`: this machine alone. */
  readonly host?: string;
  /** Default 8080; 0 for any that is free. */
  readonly port?: number;
  /** The names that the server is called by, with or without a port. Default: those of this machine. */
  readonly hosts?: readonly string[];
  /** CIDR ranges of proxies whose `X-Forwarded-For` is believed. Default none. */
  readonly trustedProxies?: readonly string[];
  /** CIDR ranges that webhooks may reach although they are not public. Default none. */
  readonly allow?: readonly string[];
  /** Where the keys are that seal what is stored: 32 bytes in base64 each, with spaces or commas between them. */
  readonly encryptionKeys?: Secret;
  /** How long what runs may go on when the server is stopped, in milliseconds. Default 15,000. */
  readonly stopTimeoutMs?: number;
}

/** Gives a configuration its type, and returns it as it is. */
export function defineConfig(config: ServerConfig): ServerConfig {
  return config;
}
