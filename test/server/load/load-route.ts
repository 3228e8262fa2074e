/** The tasks that are run: one that does nothing, and one that goes on until it is told to stop. */
export const loadRoute = { project: 'load', task: 'nothing', held: 'held' } as const;

export function runPathOf(task: string): string {
  return `/api/v2/project/${loadRoute.project}/task/${task}/run?trigger=API`;
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

/** The orders for a process that offers runs. */
export interface Offering {
  readonly origin: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** The measurements of a run, and those among them that are unacceptable. */
export interface LoadFigures {
  readonly problems: readonly string[];
  readonly [name: string]: unknown;
}
