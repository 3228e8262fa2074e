import { underName } from '../http/define-options.ts';
import { createSealer, type Sealer } from '../outbox/encryption/sealer.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createDatabaseStore, type DatabaseStore } from '../workflow/database/database-store.ts';
import type { WebhookSource } from '../workflow/event/profile-webhooks.ts';
import { createWorkflowService, type WorkflowService } from '../workflow/workflow-service.ts';
import { createTokenStore, type TokenStore } from './access/token-store.ts';
import { ChangeFeed } from './feed/change-feed.ts';
import { createFlowDirectory, type FlowDirectory } from './flows/flow-directory.ts';
import { createFlowStore, type FlowStore } from './flows/flow-store.ts';
import { createMetrics, type Metrics } from './health/metrics.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { resealStored } from './reseal.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import type { ServerSettings } from './server-options.ts';
import { createNotify, type Notify } from './webhooks/notify.ts';
import { createWebhookSecrets, createWebhookSource } from './webhooks/store/current-webhooks.ts';
import { createWebhookStore, type WebhookStore } from './webhooks/store/webhook-store.ts';
import { type ConnectionTester, createConnectionTester } from './webhooks/trial/test-connection.ts';

/** What the routes work with. */
export interface ServerParts extends Lifecycle {
  readonly webhooks: WebhookStore;
  readonly tester: ConnectionTester;
  readonly flows: FlowStore;
  readonly directory: FlowDirectory;
  readonly tokens: TokenStore;
  readonly outbox: Outbox;
  readonly processes: DatabaseStore;
  readonly service: WorkflowService;
  readonly feed: ChangeFeed;
  readonly metrics: Metrics;
  readonly notify: Notify;
  /** Stores what the server begins with, where it is not there yet, sealed by the first key. */
  readonly prepare: () => Promise<void>;
}

/** Makes the stores, the outbox that delivers and the service that runs processes, each on the one database. */
export async function createServerParts(settings: ServerSettings): Promise<ServerParts> {
  const { database, encryptionKeys, onError } = settings;
  const vault = { sealer: createSealer(encryptionKeys), onError };
  const webhooks = createWebhookStore(database, vault);
  const feed = new ChangeFeed(database);
  const metrics = createMetrics({
    backlog: () => outbox.backlog(),
    inFlight: () => outbox.inFlight,
    streams: () => feed.size,
  });
  const outbox = await createDelivery(settings, webhooks, metrics);
  try {
    const parts = {
      ...createRooms(settings, vault.sealer, webhooks, outbox),
      webhooks,
      outbox,
      feed,
      metrics,
    };
    const prepare = async (): Promise<void> => {
      // First of all: with wrong keys, nothing is to be sealed.
      await resealStored(database, { ...vault, unreadable: settings.unreadable });
      await parts.flows.seed(parts.directory.seeds);
      await seedWebhooks(webhooks, settings.webhooks);
    };
    return { ...parts, prepare, ...createLifecycle(parts) };
  } catch (error) {
    // An option that another room refuses must not leave connections behind.
    await outbox.stop({ timeoutMs: 0 });
    throw underName(error, settings.processes, 'options.processes');
  }
}

/** The outbox, which signs what it sends and counts it. */
async function createDelivery(
  { database, encryptionKeys, allow, lookup, delivery, clock, onError }: ServerSettings,
  webhooks: WebhookStore,
  metrics: Metrics,
): Promise<Outbox> {
  try {
    return await createOutbox({
      ...delivery,
      ...(lookup && { lookup }),
      allow,
      now: clock,
      database,
      encryptionKeys,
      secrets: createWebhookSecrets(webhooks, clock),
      onAttempt: metrics.countAttempt,
      onDelivery: ({ state }) => metrics.countDelivery(state),
      onError,
    });
  } catch (error) {
    throw underName(error, delivery, 'options.delivery');
  }
}

/** What works with the webhooks and the outbox. */
function createRooms(settings: ServerSettings, sealer: Sealer, webhooks: WebhookStore, outbox: Outbox) {
  const { database, projects, clock, events } = settings;
  const processes = createProcesses(settings, outbox);
  const source = createWebhookSource(webhooks, events);
  return {
    processes,
    service: createService(settings, processes, source),
    notify: createNotify({ database, outbox, source }),
    flows: createFlowStore(database, sealer),
    directory: createFlowDirectory(projects),
    tokens: createTokenStore(database, clock),
    tester: createTester(settings),
  };
}

function createProcesses(
  { database, processes, encryptionKeys }: ServerSettings,
  outbox: Outbox,
): DatabaseStore {
  const { leaseMs, keepMs } = processes;
  return createDatabaseStore({
    database,
    outbox,
    encryptionKeys,
    ...(leaseMs !== undefined && { leaseMs }),
    ...(keepMs !== undefined && { keepMs }),
  });
}

function createService(
  { projects, clock, onError, processes: options }: ServerSettings,
  store: DatabaseStore,
  webhooks: WebhookSource,
): WorkflowService {
  const { leaseMs: _, keepMs: __, ...running } = options;
  return createWorkflowService({
    ...running,
    projects,
    webhooks,
    store,
    now: clock,
    onError,
  });
}

/** Tests are sent as deliveries are, as far as one attempt goes. */
function createTester({ delivery, allow, lookup, clock, events }: ServerSettings): ConnectionTester {
  const { timeoutMs, tls, userAgent, maxResponseBytes } = delivery;
  const given = Object.entries({ lookup, timeoutMs, tls, userAgent, maxResponseBytes });
  const options = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return createConnectionTester({ ...options, allow, now: clock }, events);
}
