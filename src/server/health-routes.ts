import * as v from 'valibot';
import { Problem } from '../api/problem.ts';
import { defineRoute, type Route } from '../api/route.ts';
import type { Connection } from '../database/database.ts';
import { within } from '../timing/deadline.ts';
import type { Metrics } from './metrics.ts';

export interface HealthRoutesOptions {
  readonly connection: Connection;
  readonly metrics: Metrics;
  readonly isRunning: () => boolean;
}

/** Routes for monitoring. */
export function healthRoutes(options: HealthRoutesOptions): readonly Route[] {
  return [healthz, readyz(options), getMetrics(options)];
}

/** Milliseconds for which the database's answer is reused, because anyone may ask. */
const rememberedMs = 1000;

/** The time in milliseconds that the database has to answer. */
const answerMs = 2000;

const okSchema = v.object({ status: v.literal('ok') });

const healthz: Route = defineRoute({
  method: 'GET',
  path: '/healthz',
  operationId: 'healthz',
  summary: 'Say that the process lives',
  role: 'anyone',
  answers: { 200: { description: 'It does.', schema: okSchema } },
  handle: async () => ({ status: 200, body: { status: 'ok' } }),
});

function readyz({ connection, isRunning }: HealthRoutesOptions): Route {
  let asked: { readonly at: number; readonly answers: Promise<boolean> } | undefined;
  const isThere = (): Promise<boolean> => {
    const at = performance.now();
    if (!asked || at - asked.at > rememberedMs) asked = { at, answers: answers(connection) };
    return asked.answers;
  };
  return defineRoute({
    method: 'GET',
    path: '/readyz',
    operationId: 'readyz',
    summary: 'Say whether this instance takes requests: its database answers, and its workers run',
    role: 'anyone',
    answers: { 200: { description: 'It does.', schema: okSchema } },
    problems: { 503: 'It does not.' },
    handle: async () => {
      if (!isRunning()) throw notReady('The workers of this instance do not run.');
      if (!(await isThere())) throw notReady('The database does not answer.');
      return { status: 200, body: { status: 'ok' } };
    },
  });
}

const getMetrics = ({ metrics }: HealthRoutesOptions): Route =>
  defineRoute({
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Read the metrics of this instance, for Prometheus',
    role: 'viewer',
    answers: {
      200: { description: 'In the text format.', mediaType: metrics.contentType, schema: v.string() },
    },
    handle: async () =>
      new Response(await metrics.text(), {
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
      }),
  });

function notReady(detail: string): Problem {
  return new Problem(503, 'not-ready', detail, { 'retry-after': '5' });
}

async function answers({ executor }: Connection): Promise<boolean> {
  const asked = executor.query('select 1').then(
    () => true,
    () => false,
  );
  return within(answerMs, asked, () => false);
}
