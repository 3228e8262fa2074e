import type { PgBoss } from 'pg-boss';
import type { Dispatcher } from '../../delivery/dispatcher.ts';
import { explainDatabaseError } from '../database/explain-database-error.ts';
import type { OutboxSettings } from '../outbox-options.ts';
import { prune } from '../upkeep/prune.ts';
import { createSeldom } from '../upkeep/seldom.ts';
import { sweep } from '../upkeep/sweep.ts';
import { takeOver } from '../upkeep/take-over.ts';
import { Upkeep } from '../upkeep/upkeep.ts';
import { vacuum } from '../upkeep/vacuum.ts';
import { publishEnded } from './publish-ended.ts';
import type { Recorded } from './record-attempts.ts';
import { Worker } from './worker.ts';

const sweepMs = 60_000;
const pruneMs = 60 * 60_000;
const vacuumMs = 60_000;

/** What a process does that delivers: its worker and the upkeep beside it. */
export class BackgroundWork {
  readonly #settings: OutboxSettings;
  readonly #dispatcher: Dispatcher;
  readonly #queue: PgBoss;
  readonly #worker: Worker;
  #upkeep: readonly Upkeep[] = [];
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(settings: OutboxSettings, dispatcher: Dispatcher, queue: PgBoss) {
    const { database, encryptionKeys, schedule, onError } = settings;
    this.#settings = settings;
    this.#dispatcher = dispatcher;
    this.#queue = queue;
    this.#worker = new Worker({
      ...settings,
      connection: database,
      queue,
      dispatcher,
      sealer: encryptionKeys,
      policy: { schedule, finalStatuses: settings.finalStatuses },
      onTrouble: this.#tellTrouble,
      onUnopened: createSeldom(onError),
      onRecorded: recorded => this.#tell(recorded),
    });
  }

  get isStopped(): boolean {
    return this.#stopping !== undefined;
  }

  get inFlight(): number {
    return this.#worker.inFlight;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch(error => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { database, retention } = this.#settings;
    const tell = this.#tellTrouble;
    await database.adoptOrphans(() => takeOver(database, this.#queue));
    await this.#worker.start();
    this.#upkeep = [
      new Upkeep(
        signal => sweep(database.forUpkeep(signal), this.#queue, { overdueMs: sweepMs, signal }),
        sweepMs,
        tell,
      ),
      new Upkeep(signal => prune(database.forUpkeep(signal), retention), pruneMs, tell),
      ...(database.kind === 'embedded' ? [new Upkeep(() => vacuum(database), vacuumMs, tell)] : []),
    ];
  }

  stop(timeoutMs: number): Promise<void> {
    this.#stopping ??= this.#stop(timeoutMs);
    return this.#stopping;
  }

  async #stop(timeoutMs: number): Promise<void> {
    // Who called start has been told why it failed.
    await this.#starting?.catch(() => {});
    await this.#worker.stop(timeoutMs);
    await Promise.all(this.#upkeep.map(upkeep => upkeep.stop()));
    await this.#dispatcher.close({ timeoutMs: 0 });
    await this.#queue.stop({ graceful: false });
  }

  readonly #tellTrouble = (error: unknown): void => this.#settings.onError(explainDatabaseError(error));

  #tell({ ended, health }: Recorded): void {
    const { onDelivery, onEndpointFailing, onEndpointDisabled, now } = this.#settings;
    for (const last of ended) {
      onDelivery(last.message);
      publishEnded(last, now());
    }
    for (const endpoint of health.warned) onEndpointFailing(endpoint);
    for (const endpoint of health.disabled) onEndpointDisabled(endpoint);
  }
}
