/** The one task that is run. */
export const loadRoute = { project: 'load', task: 'nothing' } as const;

export const runPath = `/api/v2/project/${loadRoute.project}/task/${loadRoute.task}/run?trigger=API`;

export const loadPassword = 'canary-password';

/** Who offers the load, by Basic authentication. */
export const authorization = `Basic ${Buffer.from(`load:${loadPassword}`).toString('base64')}`;

/** What a process is told that offers runs. */
export interface Offering {
  readonly origin: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** What was measured, and what of it should not be. */
export interface LoadFigures {
  readonly problems: readonly string[];
  readonly [name: string]: unknown;
}
