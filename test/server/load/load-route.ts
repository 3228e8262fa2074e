/** The tasks that are run: one that does nothing, and one that goes on until it is told to stop. */
export const loadRoute = { project: 'load', task: 'nothing', held: 'held' } as const;

export function runPathOf(task: string): string {
  return `/api/v2/project/${loadRoute.project}/task/${task}/run?trigger=API`;
}

export const eventsPath = '/api/v2/events';

/** The pid that the report of this number has. */
export const reportedPid = (number: number): string => `event-${number}`;

/** The report of one event, which the same webhook tells of. */
export function reportOf(number: number): object {
  const pid = reportedPid(number);
  const facts = { profile: 'load', pid, sequence: 2, recordsProcessed: 1, errorCount: 0 };
  const times = { startedAt: '2026-01-01T00:00:00Z', durationSeconds: 1 };
  return { event: 'Completed', profile: 'load', id: pid, facts: { ...facts, ...times } };
}

/** The webhook that reports each process to a receiver. */
export const reporting = (url: string) =>
  ({
    id: 'receiver',
    profile: 'load',
    events: { Started: true, Completed: true, Errored: true },
    method: 'POST',
    url,
    contentType: 'application/json',
    payload: '{ "pid": $pid$, "event": $event$ }',
  }) as const;

export const loadPassword = 'canary-password';

/** Who offers the load, by Basic authentication. */
export const authorization = `Basic ${Buffer.from(`load:${loadPassword}`).toString('base64')}`;

/** What each load has to keep; docs/operate.md says so. */
export const bounds = {
  /** Beside hostile templates, the 99th percentile of a health check, as a multiple of that on an idle server. */
  healthFactor: 5,
  /** Milliseconds that are always enough for it: on busy processors, anybody has to wait for a turn. */
  healthMs: 50,
  answerBytes: 1024 * 1024,
  /** What a small payload may take longer in a thread, by the 95th percentiles; in milliseconds. */
  handingOverMs: 5,
  /** How long somebody else may wait for an answer beside idle connections, in milliseconds. */
  othersWaitMs: 2000,
  /** The memory of the later part of a load, as a multiple of that of the part before. */
  growth: 1.25,
} as const;

/** The orders for a process that offers runs, or reports of events. */
export interface Offering {
  readonly what: 'runs' | 'events';
  readonly origin: string;
  /** Who offers them. */
  readonly authorization: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** So many are opened at most, and kept: what is due meanwhile waits for one. */
  readonly connections: number;
}

/** The system lets a process have hardly more. */
export const maxConnections = 9000;

/** The system holds 4,096 that the server has not accepted yet; what it drops has no answer, whoever serves. */
export const usualConnections = 4000;

/** The measurements of a run, and those among them that are unacceptable. */
export interface LoadFigures {
  readonly problems: readonly string[];
  readonly [name: string]: unknown;
}
