import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptedMessage } from '../delivery/dispatcher-options.ts';
import type { Attempt } from '../delivery/wire/attempt.ts';
import type { EventBacklog } from '../events/find-events.ts';
import type { EndedMessage } from '../outbox/message.ts';
import type { Backlog } from '../outbox/stats.ts';
import { within } from '../timing/deadline.ts';
import type { EventOutcome } from './intake/intake.ts';

export interface MetricsSources {
  readonly backlog: () => Promise<FullBacklog>;
  readonly inFlight: () => number;
  readonly streams: () => number;
}

/** What waits, of messages and events. */
type FullBacklog = Backlog & { readonly events: EventBacklog };

/** The server's own metrics, for Prometheus. Of what users wrote, labels have only the names of webhooks and profiles. */
export interface Metrics {
  readonly countRequest: (request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  readonly countAttempt: (attempt: Attempt, message: Pick<AttemptedMessage, 'waitedMs'>) => void;
  readonly countEvents: (outcome: EventOutcome, count: number) => void;
  readonly countMessage: (message: Pick<EndedMessage, 'state' | 'profile' | 'name' | 'host'>) => void;
  /** `source` is the id of one that exists; empty for the API, and for what none of them has signed. */
  readonly countSourceEvent: (event: {
    readonly source: string;
    readonly outcome: SourceEventOutcome;
  }) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** `unused`: no event was made of it; `refused`: it was not signed. */
export type SourceEventOutcome = 'accepted' | 'repeated' | 'unused' | 'refused';

/** In seconds, as OpenTelemetry's conventions advise for HTTP requests. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export function createMetrics({ backlog, inFlight, streams }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'hookplate_http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const attempts = new Counter({
    name: 'hookplate_attempts_total',
    help: 'Attempts, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'hookplate_attempt_duration_seconds',
    help: 'Duration of attempts, by outcome.',
    labelNames: ['outcome'] as const,
    buckets: [...durationBuckets, 15],
    registers,
  });
  const waits = new Histogram({
    name: 'hookplate_attempt_wait_seconds',
    help: 'How long attempts had been due when they began; of the first one, the time from the commit to the wire.',
    labelNames: ['attempt'] as const,
    buckets: [0.001, 0.0025, ...durationBuckets, 30, 60, 300],
    registers,
  });
  const messages = new Counter({
    name: 'hookplate_messages_total',
    help: 'Messages that ended, by their state.',
    labelNames: ['state'] as const,
    registers,
  });
  const ofWebhooks = new Counter({
    name: 'hookplate_webhook_messages_total',
    help: `Messages that ended, by the name of their webhook, or its host without one; beyond ${maxWebhooks}, all others together.`,
    labelNames: ['profile', 'webhook', 'state'] as const,
    registers,
  });
  const reported = new Counter({
    name: 'hookplate_reported_events_total',
    help: 'Events that other programs reported, by what became of them.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const sourceEvents = new Counter({
    name: 'hookplate_source_events_total',
    help: 'What sources have sent, by what became of it.',
    labelNames: ['source', 'outcome'] as const,
    registers,
  });
  const labelsOf = createWebhookLabels();
  addBacklogGauges(backlog, registers);
  addOwnGauges({ inFlight, streams }, registers);
  return {
    countRequest: ({ seconds, status, ...labels }) =>
      requests.observe({ ...labels, status: String(status) }, seconds),
    countAttempt: ({ number, durationMs, outcome: of }, { waitedMs }) => {
      const outcome = of.kind === 'failed' ? of.error : `${Math.floor(of.status / 100)}xx`;
      attempts.inc({ outcome });
      durations.observe({ outcome }, durationMs / 1000);
      if (waitedMs !== undefined)
        waits.observe({ attempt: number === 1 ? 'first' : 'again' }, waitedMs / 1000);
    },
    countEvents: (outcome, count) => reported.inc({ outcome }, count),
    countMessage: message => {
      const { state } = message;
      messages.inc({ state });
      ofWebhooks.inc({ ...labelsOf(message), state });
    },
    countSourceEvent: labels => sourceEvents.inc(labels),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The time that the database has to answer, within the ten seconds that Prometheus waits. In milliseconds. */
const answerMs = 5000;

function noBacklog(): undefined {}

/** An instance counts so many webhooks by name, each with a series for each state. */
export const maxWebhooks = 200;

type WebhookLabels = { readonly profile: string; readonly webhook: string };

/** Labels of webhooks, in the order in which their messages end; those beyond the limit share theirs. */
function createWebhookLabels(): (message: Pick<EndedMessage, 'profile' | 'name' | 'host'>) => WebhookLabels {
  const known = new Set<string>();
  return ({ profile = '', name, host }) => {
    const labels = { profile, webhook: name ?? host };
    const key = JSON.stringify(labels);
    if (known.size >= maxWebhooks && !known.has(key)) return { profile: '', webhook: 'other' };
    known.add(key);
    return labels;
  };
}

/** Where the database is away, these gauges are missing, and all others are there. */
function addBacklogGauges(backlog: MetricsSources['backlog'], registers: Registry[]): void {
  let asked: Promise<FullBacklog | undefined> | undefined;
  // The gauges are collected at the same time, and share one question.
  const ask = (): Promise<FullBacklog | undefined> => {
    asked ??= within(answerMs, backlog().catch(noBacklog), noBacklog).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  new Gauge({
    name: 'hookplate_backlog_messages',
    help: 'Messages that have not ended, for all instances together.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const found = await ask();
      this.reset();
      if (!found) return;
      this.set({ state: 'pending' }, found.pending);
      this.set({ state: 'sending' }, found.sending);
    },
  });
  const add = (name: string, help: string, readValue: (found: FullBacklog) => number): void => {
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const found = await ask();
        if (found) this.set(readValue(found));
        else this.remove();
      },
    });
  };
  add(
    'hookplate_unopened_messages',
    'Messages that wait for an instance with the encryption key that opens them.',
    ({ unopened }) => unopened,
  );
  add(
    'hookplate_oldest_message_seconds',
    'How long ago the oldest message that has not ended was enqueued.',
    ({ oldestMs }) => oldestMs / 1000,
  );
  add(
    'hookplate_waiting_events',
    'Events whose messages have yet to be made; at most 10,000 are counted.',
    ({ events }) => events.waiting,
  );
  add(
    'hookplate_untold_events',
    'Events that instances have tried to tell in vain, since they do not know them or lack a key.',
    ({ events }) => events.untold,
  );
  add(
    'hookplate_oldest_event_seconds',
    'How long ago the oldest event that waits was stored.',
    ({ events }) => events.oldestMs / 1000,
  );
  add(
    'hookplate_oldest_due_seconds',
    'How long the oldest attempt that is due has been so.',
    ({ oldestDueMs }) => oldestDueMs / 1000,
  );
}

function addOwnGauges({ inFlight, streams }: Omit<MetricsSources, 'backlog'>, registers: Registry[]): void {
  new Gauge({
    name: 'hookplate_in_flight_messages',
    help: 'Messages that this instance sends at the moment.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: 'hookplate_event_streams',
    help: 'Pages that watch this instance.',
    registers,
    collect() {
      this.set(streams());
    },
  });
}
