import type { Attempt } from '../delivery/wire/attempt.ts';
import { underName } from '../http/define-options.ts';
import { createSealer } from '../outbox/encryption/sealer.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createDatabaseStore, type DatabaseStore } from '../workflow/database/database-store.ts';
import type { WebhookSource } from '../workflow/event/profile-webhooks.ts';
import { createWorkflowService, type WorkflowService } from '../workflow/workflow-service.ts';
import { createTokenStore, type TokenStore } from './access/token-store.ts';
import { ChangeFeed } from './feed/change-feed.ts';
import { createFlowDirectory, type FlowDirectory } from './flows/flow-directory.ts';
import { createFlowStore, type FlowStore } from './flows/flow-store.ts';
import { createMetrics, type Metrics } from './health/metrics.ts';
import { resealWebhooks } from './reseal-webhooks.ts';
import { seedWebhooks } from './seed-webhooks.ts';
import type { ServerSettings } from './server-options.ts';
import { createNotifier, type Notify } from './webhooks/notifier.ts';
import { createWebhookSecrets, createWebhookSource } from './webhooks/store/current-webhooks.ts';
import { createWebhookStore, type WebhookStore } from './webhooks/store/webhook-store.ts';
import { type ConnectionTester, createConnectionTester } from './webhooks/trial/test-connection.ts';

/** What the routes work with. */
export interface ServerParts {
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
  readonly isRunning: () => boolean;
  readonly start: () => Promise<void>;
  readonly stop: (timeoutMs: number) => Promise<void>;
}

/** Makes the stores, the outbox that delivers and the service that runs processes, each on the one database. */
export async function createServerParts(settings: ServerSettings): Promise<ServerParts> {
  const { database, projects, encryptionKeys, allow, lookup, delivery, clock, onError } = settings;
  const sealer = createSealer(encryptionKeys);
  const webhooks = createWebhookStore(database, { sealer, onError });
  const feed = new ChangeFeed(database);
  const metrics = createMetrics({
    backlog: () => outbox.backlog(),
    inFlight: () => outbox.inFlight,
    streams: () => feed.size,
  });
  const onAttempt = (attempt: Attempt): void => metrics.countAttempt(attempt);
  const dialling = { allow, ...(lookup && { lookup }), now: clock };
  const outbox = await createOutbox({
    ...delivery,
    ...dialling,
    database,
    encryptionKeys,
    secrets: createWebhookSecrets(webhooks, clock),
    onAttempt,
    onDelivery: ({ state }) => metrics.countDelivery(state),
    onError,
  }).catch((error: unknown) => {
    throw underName(error, delivery, 'options.delivery');
  });
  try {
    const processes = createProcesses(settings, outbox);
    const source = createWebhookSource(webhooks, settings.events);
    const service = createService(settings, processes, source);
    const notify = createNotifier({ database, outbox, source });
    const flows = createFlowStore(database);
    const directory = createFlowDirectory(projects);
    const tokens = createTokenStore(database, clock);
    const tester = createTester(settings);
    const stores = { webhooks, flows, directory, tokens, processes };
    const made = { ...stores, tester, outbox, service, feed, metrics, notify };
    const prepare = async (): Promise<void> => {
      await flows.seed(directory.seeds);
      await resealWebhooks(database, { sealer, onError });
      await seedWebhooks(webhooks, settings.webhooks);
    };
    return { ...made, ...lifeOf(made, prepare) };
  } catch (error) {
    // An option that another room refuses must not leave connections behind.
    await outbox.stop({ timeoutMs: 0 });
    throw underName(error, settings.processes, 'options.processes');
  }
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

type Made = Omit<ServerParts, 'isRunning' | 'start' | 'stop'>;

function lifeOf({ outbox, service, feed, tester }: Made, prepare: () => Promise<void>) {
  let state: 'made' | 'running' | 'stopped' = 'made';
  let stopping: Promise<void> | undefined;
  const stop = async (timeoutMs: number): Promise<void> => {
    state = 'stopped';
    feed.close();
    // What processes raise at their end is still stored, and attempts go on meanwhile.
    await service.close({ timeoutMs });
    await Promise.all([
      outbox.stop({ timeoutMs: Math.min(timeoutMs, 5000) }),
      tester.close({ timeoutMs: 0 }),
    ]);
  };
  return {
    isRunning: () => state === 'running',
    start: async () => {
      await prepare();
      await outbox.start();
      if (state === 'made') state = 'running';
    },
    stop: (timeoutMs: number) => {
      stopping ??= stop(timeoutMs);
      return stopping;
    },
  };
}
