/** The one task that is run. */
export const loadRoute = { project: 'load', task: 'nothing' } as const;

export const runPath = `/api/v2/project/${loadRoute.project}/task/${loadRoute.task}/run?trigger=API`;

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
