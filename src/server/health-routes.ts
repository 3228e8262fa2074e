import * as v from 'valibot';
import { Problem } from '../api/problem.ts';
import { defineRoute, type Route } from '../api/route.ts';
import type { Connection } from '../database/database.ts';
import { DatabaseError, explainDatabaseError } from '../database/database-error.ts';
import { textOf } from '../database/row.ts';
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
  about: 'nobody',
  answers: { 200: { description: 'It does.', schema: okSchema } },
  handle: async () => ({ status: 200, body: { status: 'ok' } }),
});

function readyz({ connection, isRunning }: HealthRoutesOptions): Route {
  let asked: { readonly at: number; readonly trouble: Promise<string | undefined> } | undefined;
  const trouble = (): Promise<string | undefined> => {
    const at = performance.now();
    if (!asked || at - asked.at > rememberedMs) asked = { at, trouble: findTrouble(connection) };
    return asked.trouble;
  };
  return defineRoute({
    method: 'GET',
    path: '/readyz',
    operationId: 'readyz',
    summary: 'Say whether this instance takes work: its database takes changes, and its workers run',
    role: 'anyone',
    about: 'nobody',
    answers: { 200: { description: 'It does.', schema: okSchema } },
    problems: { 503: 'It does not.' },
    handle: async () => {
      if (!isRunning()) throw notReady('The workers of this instance do not run.');
      const found = await trouble();
      if (found !== undefined) throw notReady(found);
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
    about: 'server',
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

const silent = 'The database does not answer.';
const closed = 'The database takes no changes: it is full, or read-only.';

/** Why the database takes no work; undefined if it does. */
async function findTrouble({ transaction }: Connection): Promise<string | undefined> {
  // An embedded database looks for room before a transaction.
  const asked = transaction(({ query }) => query('show transaction_read_only')).then(
    ({ rows: [row = {}] }) => (textOf(row, 'transaction_read_only') === 'off' ? undefined : closed),
    error => (takesNoChanges(error) ? closed : silent),
  );
  return within(answerMs, asked, () => silent);
}

function takesNoChanges(error: unknown): boolean {
  const explained = explainDatabaseError(error);
  return explained instanceof DatabaseError && /^database-(?:full|read-only)$/.test(explained.code);
}
