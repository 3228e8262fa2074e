import type { Connection, Database } from '../database/database.ts';
import { anOpenDatabase } from '../database/open-database.ts';
import { aListOfKeys } from '../database/sealer.ts';
import type { DispatcherOptions } from '../delivery/dispatcher-options.ts';
import {
  aFunction,
  checkThat,
  defineOptions,
  expected,
  listener,
  objectWith,
  oneOf,
  optional,
  required,
  unchecked,
} from '../options/define-options.ts';
import type { OutboxOptions } from '../outbox/outbox-options.ts';
import type { AnyCatalogue } from '../webhook/events/event-catalogue.ts';
import { processEvents } from '../webhook/events/process-events.ts';
import { aCatalogue } from '../webhook/webhook-options.ts';
import type { DatabaseStoreOptions } from '../workflow/database/database-store.ts';
import type { WorkflowServiceOptions } from '../workflow/service-options.ts';
import type { Project } from '../workflow/task.ts';
import type { Authenticate } from './access/gate.ts';
import { type AddressOf, type CheckHost, ownNames, readHosts, readTrustedProxies } from './access/gate.ts';
import { readUsers, type User } from './access/users.ts';
import type { RequestLogEntry } from './request-log.ts';
import type { Unreadable } from './reseal.ts';
import { type ReadSeed, readSeeds, type WebhookSeed } from './seed-webhooks.ts';
import type { Catalogue } from './webhooks/check-webhook.ts';

/** What is handed on to the outbox as it is. */
type DeliveryOptions = Omit<
  OutboxOptions,
  | 'database'
  | 'secrets'
  | 'allow'
  | 'lookup'
  | 'encryptionKeys'
  | 'now'
  | 'onDelivery'
  | 'onAttempt'
  | 'onError'
>;

/** What is handed on to the service and its store as it is. */
type ProcessOptions = Pick<
  WorkflowServiceOptions,
  'concurrency' | 'maxQueued' | 'maxQueuedBytes' | 'stopTimeoutMs' | 'storeTimeoutMs'
> &
  Pick<DatabaseStoreOptions, 'leaseMs' | 'keepMs'>;

/** The options of a server. */
export interface ServerOptions {
  /** What `openDatabase` opened. Close it yourself, after the server has stopped. */
  readonly database: Database;
  /** The tasks that can be run, by the ids of their projects and their own. Default none. */
  readonly projects?: Readonly<Record<string, Project>>;
  /**
   * What the profiles begin with: each is stored when a server first sees its `id`. Whatever is done with it from then on is
   * done over HTTP; one that was deleted stays deleted. Default none.
   */
  readonly webhooks?: readonly WebhookSeed[];
  /** The events that webhooks may report. Default `processEvents`. */
  readonly events?: AnyCatalogue;
  /** Who may use the server, by Basic authentication. Default: one user, whom `server.firstUser` names. */
  readonly users?: readonly User[] | undefined;
  /**
   * In place of `users`: says who sends a request. API tokens are looked at before. Wrong tries are not counted, so it has to
   * limit them itself.
   */
  readonly authenticate?: Authenticate | undefined;
  /** 32 bytes in base64 each: the first seals webhooks, requests and samples that are stored, all open them. Default none. */
  readonly encryptionKeys?: readonly string[];
  /**
   * Where none of the keys opens what is stored of webhooks and flows: `refuse` makes no server, `leave` makes one without
   * them, whose events for these webhooks fail for good. Default `refuse`.
   */
  readonly unreadable?: Unreadable | undefined;
  /** CIDR ranges that webhooks and tests may dial although they are not public. Default none. */
  readonly allow?: readonly string[];
  /** Resolves to all addresses of a name. Default: that of the dispatcher. */
  readonly lookup?: DispatcherOptions['lookup'];
  /** What the server is called in `Host`, with a port or for all ports. Default: names of this machine. */
  readonly hosts?: readonly string[];
  /** The address that clients see, where a proxy changes it; its host is one of `hosts`. Default: that of the request. */
  readonly publicUrl?: string;
  /** CIDR ranges of proxies whose `X-Forwarded-For` is believed. Default none. */
  readonly trustedProxies?: readonly string[];
  /** Where the paths begin. Default at the root. */
  readonly basePath?: string;
  /** Whether it serves the pages of the studio beside the HTTP API. Default `true`. */
  readonly studio?: boolean;
  /** Further options of the outbox that delivers. */
  readonly delivery?: DeliveryOptions;
  /** Further options of the service that runs processes, and of its store. */
  readonly processes?: ProcessOptions;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly clock?: () => number;
  /** Told of each request that was answered. Default: nobody is. */
  readonly log?: (entry: RequestLogEntry) => void;
  /** Told of what went wrong around requests, processes and deliveries. Default: a warning of the Node process. */
  readonly onError?: (error: unknown) => void;
}

export interface ServerSettings {
  readonly database: Connection;
  readonly projects: Readonly<Record<string, Project>>;
  readonly webhooks: readonly ReadSeed[];
  readonly events: Catalogue;
  readonly users: readonly User[] | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly encryptionKeys: readonly string[];
  readonly unreadable: Unreadable;
  readonly allow: readonly string[];
  readonly lookup: DispatcherOptions['lookup'];
  readonly checkHost: CheckHost;
  readonly publicUrl: string | undefined;
  readonly addressOf: AddressOf;
  readonly basePath: string;
  readonly studio: boolean;
  readonly delivery: DeliveryOptions;
  readonly processes: ProcessOptions;
  readonly clock: () => number;
  readonly log: (entry: RequestLogEntry) => void;
  readonly onError: (error: unknown) => void;
}

interface Read extends Omit<ServerSettings, 'checkHost' | 'addressOf' | 'webhooks'> {
  readonly webhooks: unknown;
  readonly hosts: readonly string[];
  readonly trustedProxies: AddressOf;
}

const readOptions = defineOptions<Read>({
  database: required('what `openDatabase` returns', anOpenDatabase),
  projects: optional(objectWith<Readonly<Record<string, Project>>>(), {}),
  webhooks: optional(unchecked(), []),
  events: optional((value, name) => aCatalogue(value, name), processEvents as unknown as Catalogue),
  users: optional(readUsers),
  authenticate: optional(aFunction<Authenticate>()),
  encryptionKeys: optional(aListOfKeys, []),
  unreadable: optional(oneOf('refuse', 'leave'), 'refuse'),
  allow: optional(unchecked<readonly string[]>(), []),
  lookup: unchecked(),
  hosts: optional(unchecked<readonly string[]>(), ownNames),
  publicUrl: optional(checkThat('an http or https URL without a query', isPublicUrl)),
  trustedProxies: optional(readTrustedProxies, readTrustedProxies([], 'options.trustedProxies')),
  basePath: optional(checkThat('a path such as `/hooks`, without a slash at its end', isBasePath), ''),
  studio: optional(
    checkThat('`true` or `false`', value => typeof value === 'boolean'),
    true,
  ),
  delivery: optional(objectWith<DeliveryOptions>(), {}),
  processes: optional(objectWith<ProcessOptions>(), {}),
  clock: optional(aFunction<() => number>(), Date.now),
  log: optional(listener<[RequestLogEntry]>(), () => {}),
  onError: optional(listener<[unknown]>(), warn),
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function readServerOptions(options: ServerOptions): ServerSettings {
  const { hosts, trustedProxies, ...read } = readOptions(options);
  const seeding = { catalogue: read.events, now: read.clock() };
  if (read.users && read.authenticate) throw expected('options.authenticate', 'none beside `users`');
  const publicHost = read.publicUrl === undefined ? [] : [new URL(read.publicUrl).host];
  const names = Array.isArray(hosts) ? [...hosts, ...publicHost] : hosts;
  const webhooks = readSeeds(read.webhooks, 'options.webhooks', seeding);
  return { ...read, webhooks, checkHost: readHosts(names, 'options.hosts'), addressOf: trustedProxies };
}

function isPublicUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.search === '' && url.hash === '';
}

function isBasePath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/[\w.~-]+)*$/.test(value);
}

/** What was thrown may hold secrets, and is not quoted. */
function warn(): void {
  process.emitWarning('Something went wrong in the server; pass `onError` to learn what.', {
    type: 'HookplateWarning',
    code: 'server-error',
  });
}
