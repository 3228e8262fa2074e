import type { Connection, Database, DatabaseOptions } from '../database/database.ts';
import { anOpenDatabase } from '../database/open-database.ts';
import { retentionDaysCheck, usualAuditDays, usualRetentionDays } from '../database/retention.ts';
import { aListOfKeys } from '../database/sealer.ts';
import type { DispatcherOptions } from '../delivery/dispatcher-options.ts';
import { count } from '../diagnostics/catalogue/list.ts';
import {
  type Catalogues,
  createCatalogues,
  namedCatalogues,
  type ServedCatalogue,
} from '../events/catalogues.ts';
import {
  aBoolean,
  aFunction,
  aListOf,
  checkThat,
  defineOptions,
  expected,
  listener,
  objectWith,
  oneOf,
  optional,
  required,
  unchecked,
  type WithDefaults,
} from '../options/define-options.ts';
import type { OutboxOptions } from '../outbox/outbox-options.ts';
import type { AnyCatalogue } from '../webhook/events/event-catalogue.ts';
import { processEvents } from '../webhook/events/process-events.ts';
import { aGivenReceiver, type GivenReceiver } from '../webhook/receivers/define-receiver.ts';
import { receivers } from '../webhook/receivers/index.ts';
import type { KnownReceiver } from '../webhook/receivers/receiver.ts';
import { aCatalogue } from '../webhook/webhook-options.ts';
import type { DatabaseStoreOptions } from '../workflow/database/database-store.ts';
import type { WorkflowServiceOptions } from '../workflow/service-options.ts';
import type { Project } from '../workflow/task.ts';
import type { AuthenticateCaller } from './access/gate.ts';
import { type AddressOf, type CheckHost, ownNames, readHosts, readTrustedProxies } from './access/gate.ts';
import { readUsers, type User } from './access/users.ts';
import { type IntakeOptions, readIntakeOptions } from './intake/intake.ts';
import { type ProfileLimits, readProfileLimits } from './profile-limits.ts';
import type { RequestLogEntry } from './request-log.ts';
import type { Unreadable } from './reseal.ts';
import { type ReadSeed, readSeeds, type WebhookSeed } from './seed-webhooks.ts';
import { galleryCatalogues } from './sources/current-sources.ts';
import { readSources, type SourceSeed } from './sources/seed-sources.ts';
import type { NewSource } from './sources/source-store.ts';
import {
  readTemplateWorkOptions,
  type TemplateWorkOptions,
  type TemplateWorkSettings,
} from './templates/template-work-options.ts';
import type { Misfit } from './webhooks/misfits.ts';

/** Options that are passed to the outbox unchanged. */
type DeliveryOptions = Omit<
  OutboxOptions,
  | 'database'
  | 'secrets'
  | 'allow'
  | 'lookup'
  | 'encryptionKeys'
  | 'retentionDays'
  | 'now'
  | 'onDelivery'
  | 'onAttempt'
  | 'onError'
>;

/** Options that are passed to the service and its store unchanged. */
type ProcessOptions = Pick<
  WorkflowServiceOptions,
  'concurrency' | 'maxQueued' | 'maxQueuedBytes' | 'stopTimeoutMs' | 'storeTimeoutMs'
> &
  Pick<DatabaseStoreOptions, 'leaseMs'>;

export interface HookplateOptions {
  /**
   * The options of `openDatabase`, such as `{ pool }`: what is opened is closed by `stop`. Or its result, which you close
   * yourself, after the server has stopped.
   */
  readonly database: DatabaseOptions | Database;
  /** The tasks that can be run, by project id and task id. Default: none. */
  readonly projects?: Readonly<Record<string, Project>> | undefined;
  /**
   * Initial webhooks: each is stored when a server first sees its `id`. From then on it is changed over HTTP or in code, and
   * stays deleted once it is deleted. Default: none.
   */
  readonly webhooks?: readonly WebhookSeed[] | undefined;
  /** The events that webhooks may report: the default catalogue. Default: `processEvents`. */
  readonly events?: AnyCatalogue | undefined;
  /**
   * Further catalogues by name: up to 64 letters from a to z, digits and hyphens, a letter first, and not `default`. A
   * webhook chooses one by its `catalogue`, and then reports its events and no others. Default: none.
   */
  readonly catalogues?: Readonly<Record<string, AnyCatalogue>> | undefined;
  /**
   * Initial sources, which are programs that send what happens in a form of their own: each is stored when a server first
   * sees its `id`. From then on it is changed over HTTP or in code, and stays deleted once it is deleted. Default: none.
   */
  readonly sources?: readonly SourceSeed[] | undefined;
  /** Users for Basic authentication. Default: a single user, see `server.firstUser`. */
  readonly users?: readonly User[] | undefined;
  /**
   * Identifies the sender of a request, in place of `users`. API tokens are checked before it is called. Wrong tries
   * are not counted, so it has to limit them itself.
   */
  readonly authenticate?: AuthenticateCaller | undefined;
  /**
   * Keys of 32 bytes each, in base64. The first seals stored webhooks, requests and samples; all of them open these.
   * Default: none.
   */
  readonly encryptionKeys?: readonly string[] | undefined;
  /**
   * Whether to make the tables of this version; if not, they have to be there, made by `hookplate migrate` as another role.
   * Default `true`.
   */
  readonly migrate?: boolean | undefined;
  /**
   * How to treat stored webhooks, flows and sources that no key opens. `refuse` fails to create the server; `leave` creates it
   * without them, and their events fail for good. Default `refuse`.
   */
  readonly unreadable?: Unreadable | undefined;
  /** The number of days for which messages, attempts, processes and events are kept after their end. Default 30. */
  readonly retentionDays?: number | undefined;
  /** The number of days for which the log of what people and programs did is kept. Default 365. */
  readonly auditDays?: number | undefined;
  /** CIDR ranges that webhooks and tests may connect to although they are not public. Default: none. */
  readonly allow?: readonly string[] | undefined;
  /** Receivers that webhooks may name besides those of `hookplate/receivers`. Default: none. */
  readonly receivers?: readonly KnownReceiver[] | undefined;
  /** Resolves a name to all its addresses. Default: that of the dispatcher. */
  readonly lookup?: DispatcherOptions['lookup'];
  /** Names of the server in `Host`; a name without a port stands for all ports. Default: names of this machine. */
  readonly hosts?: readonly string[] | undefined;
  /** The address that clients see, if a proxy changes it; its host is one of `hosts`. Default: that of the request. */
  readonly publicUrl?: string | undefined;
  /** CIDR ranges of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * The origins of the pages that may embed the portal with `<webhook-portal>`, such as `https://shop.example.com`. Default: none may,
   * and nothing is served for it.
   */
  readonly frameAncestors?: readonly string[] | undefined;
  /** Prefix of all paths. Default: none. */
  readonly basePath?: string | undefined;
  /** Whether to serve the pages of the studio in addition to the HTTP API. Default `true`. */
  readonly studio?: boolean | undefined;
  /**
   * What the pages call a profile, in the singular, such as `Customer` or `Team`: an English word, of which they make the plural. The
   * API and its problems keep `profile`. Default: `Profile`.
   */
  readonly profileLabel?: string | undefined;
  /** Further options for the outbox. */
  readonly delivery?: DeliveryOptions | undefined;
  /** Further options for the service that runs processes, and for its store. */
  readonly processes?: ProcessOptions | undefined;
  /** How much of what arrives may wait. */
  readonly intake?: IntakeOptions | undefined;
  /** Limits for the templates that are checked, previewed, saved and tested, and for the threads that do it. */
  readonly templates?: TemplateWorkOptions | undefined;
  /** What each profile may have and do. */
  readonly limits?: ProfileLimits | undefined;
  /** The current time in milliseconds since 1970. Default `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** Called for each request that was answered. Default: not called. */
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  /**
   * Called after a start where stored webhooks do not fit the catalogues any more, so that their messages will fail. Default: emits
   * a warning of the Node process.
   */
  readonly onMisfits?: ((misfits: readonly Misfit[]) => void) | undefined;
  /**
   * Called with errors around requests, processes and messages: a `RequestFailure`, a `WorkflowFailure`, or an error.
   * Default: emits a warning of the Node process.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface HookplateSettings {
  readonly database: Connection;
  readonly projects: Readonly<Record<string, Project>>;
  readonly webhooks: readonly ReadSeed[];
  readonly sources: readonly NewSource[];
  readonly catalogues: Catalogues;
  readonly users: readonly User[] | undefined;
  readonly authenticate: AuthenticateCaller | undefined;
  readonly encryptionKeys: readonly string[];
  readonly migrate: boolean;
  readonly retentionDays: number;
  readonly auditDays: number;
  readonly unreadable: Unreadable;
  readonly allow: readonly string[];
  /** Those of the gallery, too. */
  readonly receivers: readonly GivenReceiver[];
  readonly lookup: DispatcherOptions['lookup'];
  readonly checkHost: CheckHost;
  readonly publicUrl: string | undefined;
  readonly addressOf: AddressOf;
  readonly frameAncestors: readonly string[];
  readonly basePath: string;
  readonly studio: boolean;
  readonly profileLabel: string | undefined;
  readonly delivery: DeliveryOptions;
  readonly processes: ProcessOptions;
  readonly intake: WithDefaults<IntakeOptions>;
  readonly templates: TemplateWorkSettings;
  readonly limits: WithDefaults<ProfileLimits>;
  readonly clock: () => number;
  readonly log: (entry: RequestLogEntry) => void;
  readonly onMisfits: (misfits: readonly Misfit[]) => void;
  readonly onError: (error: unknown) => void;
}

interface Read
  extends Omit<HookplateSettings, 'checkHost' | 'addressOf' | 'webhooks' | 'sources' | 'catalogues'> {
  readonly events: ServedCatalogue;
  readonly catalogues: Readonly<Record<string, ServedCatalogue>>;
  readonly webhooks: unknown;
  readonly sources: unknown;
  readonly hosts: readonly string[];
  readonly trustedProxies: AddressOf;
}

/** Anything else could mean another rule in a policy. */
const anOrigin = checkThat('an origin such as `https://shop.example.com`', (value): value is string => {
  const url = typeof value === 'string' ? URL.parse(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.origin === value;
});

const aLabel = checkThat(
  'up to 40 letters, digits, blanks and hyphens, a letter first, such as `Customer`',
  (value): value is string =>
    typeof value === 'string' && /^\p{L}(?:[\p{L}\d -]{0,38}[\p{L}\d])?$/u.test(value),
);

const readOptions = defineOptions<Read>({
  database: required(
    'a database opened with `openDatabase`, or its options such as `{ pool }`',
    anOpenDatabase,
  ),
  projects: optional(objectWith<Readonly<Record<string, Project>>>(), {}),
  webhooks: optional(unchecked(), []),
  sources: optional(unchecked(), []),
  events: optional((value, name) => aCatalogue(value, name), processEvents as unknown as ServedCatalogue),
  catalogues: optional(namedCatalogues, {}),
  users: optional(readUsers),
  authenticate: optional(aFunction<AuthenticateCaller>()),
  encryptionKeys: optional(aListOfKeys, []),
  migrate: optional(aBoolean, true),
  retentionDays: optional(retentionDaysCheck, usualRetentionDays),
  auditDays: optional(retentionDaysCheck, usualAuditDays),
  unreadable: optional(oneOf('refuse', 'leave'), 'refuse'),
  allow: optional(unchecked<readonly string[]>(), []),
  receivers: (value, name) => [...optional(aListOf(aGivenReceiver), [])(value, name), ...receivers],
  lookup: unchecked(),
  hosts: optional(unchecked<readonly string[]>(), ownNames),
  publicUrl: optional(checkThat('an http or https URL without a query', isPublicUrl)),
  trustedProxies: optional(readTrustedProxies, readTrustedProxies([], 'options.trustedProxies')),
  frameAncestors: optional(aListOf(anOrigin), []),
  basePath: optional(checkThat('a path such as `/hooks`, without a trailing slash', isBasePath), ''),
  studio: optional(aBoolean, true),
  profileLabel: optional(aLabel),
  delivery: optional(objectWith<DeliveryOptions>(), {}),
  processes: optional(objectWith<ProcessOptions>(), {}),
  intake: readIntakeOptions,
  templates: readTemplateWorkOptions,
  limits: readProfileLimits,
  clock: optional(aFunction<() => number>(), Date.now),
  log: optional(listener<[RequestLogEntry]>(), () => {}),
  onMisfits: optional(listener<[readonly Misfit[]]>(), warnOfMisfits),
  onError: optional(listener<[unknown]>(), warn),
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the invalid option.
 */
export function readHookplateOptions(options: HookplateOptions): HookplateSettings {
  const { hosts, trustedProxies, events, catalogues: named, ...read } = readOptions(options);
  const { receivers: known, templates: limits } = read;
  // Named twice, so that those of the options come first, and replace others.
  const catalogues = createCatalogues({ events, catalogues: { ...named, ...galleryCatalogues, ...named } });
  const seeding = { catalogues, receivers: known, limits, now: read.clock() };
  if (read.users && read.authenticate) throw expected('options.authenticate', 'none beside `users`');
  const publicHost = read.publicUrl === undefined ? [] : [new URL(read.publicUrl).host];
  const names = Array.isArray(hosts) ? [...hosts, ...publicHost] : hosts;
  const webhooks = readSeeds(read.webhooks, 'options.webhooks', seeding);
  const sources = readSources(read.sources, 'options.sources', catalogues);
  const checkHost = readHosts(names, 'options.hosts');
  return { ...read, catalogues, webhooks, sources, checkHost, addressOf: trustedProxies };
}

function isPublicUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.search === '' && url.hash === '';
}

function isBasePath(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/[\w.~-]+)*$/.test(value);
}

function warnOfMisfits(misfits: readonly Misfit[]): void {
  const many = count(misfits.length, 'stored webhook');
  const message = `${many} ${misfits.length === 1 ? 'does' : 'do'} not fit the events any more: \`hookplate check --database\` says why.`;
  process.emitWarning(message, { type: 'HookplateWarning', code: 'misfits' });
}

/** The error may contain secrets, and is not quoted. */
function warn(): void {
  process.emitWarning('Something went wrong in the server; pass `onError` to learn what.', {
    type: 'HookplateWarning',
    code: 'server-error',
  });
}
