import { columnArrays, unnestColumns, withoutNul } from '../database/column-arrays.ts';
import { prepared, type SqlExecutor } from '../database/sql-executor.ts';
import { type AttemptOutcome, isAccepted } from '../delivery/wire/attempt.ts';
import type { EndedAttempt } from './ended-attempt.ts';
import {
  type DisabledEndpoint,
  disabledEndpoint,
  type FailingEndpoint,
  failingEndpoint,
} from './endpoint.ts';

/** The time without a success after which a failing endpoint is disabled; half of that leads to a warning. */
export interface HealthLimits {
  readonly disableAfterMs: number;
  readonly perEndpoint: number;
}

/** Changes of a transaction, to be reported once it has committed. */
export interface HealthChanges {
  readonly warned: readonly FailingEndpoint[];
  readonly disabled: readonly DisabledEndpoint[];
}

interface Health {
  readonly id: string;
  failures: number;
  /** Failures after the last success. */
  failuresAfter: number;
  /** The weighted number of failures: a timeout counts twice. */
  weight: number;
  succeeded: boolean;
  failed: boolean;
  lastFailure: AttemptOutcome | undefined;
  /** The digest of a URL that answered 410. */
  gone: string | undefined;
}

const healthColumns = {
  id: 'uuid',
  failures: 'int',
  failures_after: 'int',
  weight: 'int',
  succeeded: 'boolean',
  failed: 'boolean',
  last_status: 'int',
  last_error: 'text',
  last_explanation: 'text',
};

/** All times come from the database: a worker's clock that jumps ahead must not disable anything. */
const counting = prepared(`
update hookplate.endpoint e
set failures = case when h.succeeded then h.failures_after else e.failures + h.failures end,
  places = case
    when h.weight > 0 then greatest(1, least(e.places, $${Object.keys(healthColumns).length + 1}::int) / (1 << least(h.weight, 16)))
    when h.succeeded then least($${Object.keys(healthColumns).length + 1}::int, e.places * 2)
    else e.places end,
  failing_since = case
    when h.failures_after > 0 and h.succeeded then now()
    when h.failures_after > 0 then coalesce(e.failing_since, now())
    when not h.succeeded then e.failing_since end,
  last_success_at = case when h.succeeded then now() else e.last_success_at end,
  last_failure_at = case when h.failed then now() else e.last_failure_at end,
  last_status = case when h.failed then h.last_status else e.last_status end,
  last_error = case when h.failed then h.last_error else e.last_error end,
  last_explanation = case when h.failed then h.last_explanation else e.last_explanation end,
  warned_at = case when not h.succeeded then e.warned_at end
from (select * from ${unnestColumns(healthColumns)} as n(${Object.keys(healthColumns).join(', ')}) order by id) h
where e.id = h.id`);

const disabling = prepared(`
update hookplate.endpoint e
set disabled_at = now(), disabled_because = case when e.url_digest = decode(h.gone, 'hex') then 'gone' else 'failing' end
from unnest((select $1::text::uuid[]), (select $2::text::text[])) as h(id, gone)
where e.id = h.id and e.disabled_at is null and (
  e.url_digest = decode(h.gone, 'hex') or e.failing_since <= now() - $3::float8 * interval '1 millisecond')
returning e.id, e.profile, e.webhook, e.origin, e.failing_since, e.disabled_because`);

const warning = prepared(`
update hookplate.endpoint e set warned_at = now()
where e.id = any($1::text::uuid[]) and e.disabled_at is null and e.warned_at is null
  and e.failing_since <= now() - $2::float8 * interval '1 millisecond'
returning e.id, e.profile, e.webhook, e.origin, e.failing_since`);

/** Whether an attempt has to be written: if an endpoint only succeeds, that is written only every 10 seconds. */
function isNews({ message: { known }, attempt }: EndedAttempt, { perEndpoint }: HealthLimits): boolean {
  if (!attempt) return false;
  const isUsual = known !== undefined && known.failures === 0 && known.isFresh && known.places >= perEndpoint;
  return !isUsual || !isAccepted(attempt.outcome);
}

/** Whether any of these attempts has to be written to its endpoint. */
export function tellsOfHealth(ended: readonly EndedAttempt[], limits: HealthLimits): boolean {
  return ended.some(one => isNews(one, limits));
}

/**
 * Counts each endpoint's failures since its last success. Disables endpoints that have been failing for too long, and
 * those whose messages all had one URL that is gone. The upkeep fails their messages later, because there may be many.
 */
export async function recordHealth(
  ended: readonly EndedAttempt[],
  { query }: SqlExecutor,
  limits: HealthLimits,
): Promise<HealthChanges> {
  const news = new Set(ended.filter(one => isNews(one, limits)).map(({ message }) => message.endpoint));
  // Always in the same order, so that transactions seldom deadlock.
  const health = healthOf(ended)
    .filter(({ id }) => news.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (health.length === 0) return { warned: [], disabled: [] };
  const rows = health
    .filter(({ failed, succeeded }) => failed || succeeded)
    .map(({ failuresAfter, lastFailure, ...one }) => ({
      ...one,
      failures_after: failuresAfter,
      ...(lastFailure && lastColumns(lastFailure)),
    }));
  if (rows.length > 0) await query(counting, [...columnArrays(healthColumns, rows), limits.perEndpoint]);
  const failing = health.filter(({ failed }) => failed);
  if (failing.length === 0) return { warned: [], disabled: [] };
  const columns = columnArrays({ id: 'uuid', gone: 'text' }, failing);
  const disabled = await query(disabling, [...columns, limits.disableAfterMs]);
  const warned = await query(warning, [columns[0], limits.disableAfterMs / 2]);
  return { warned: warned.rows.map(failingEndpoint), disabled: disabled.rows.map(disabledEndpoint) };
}

function lastColumns(outcome: AttemptOutcome) {
  if (outcome.kind === 'answered') return { last_status: outcome.status };
  return { last_error: outcome.error, last_explanation: withoutNul(outcome.message) };
}

function healthOf(ended: readonly EndedAttempt[]): Health[] {
  const byEndpoint = new Map<string, Health>();
  for (const { message, attempt, state } of ended) {
    if (!attempt) continue;
    const { endpoint: id } = message;
    const known: Health = byEndpoint.get(id) ?? {
      id,
      failures: 0,
      failuresAfter: 0,
      weight: 0,
      succeeded: false,
      failed: false,
      lastFailure: undefined,
      gone: undefined,
    };
    byEndpoint.set(id, known);
    const { outcome } = attempt;
    if (state === 'gone') {
      // Says nothing about other URLs of the endpoint, so that it does not count.
      known.gone = message.urlDigest;
      known.failed = true;
      known.lastFailure = outcome;
    } else if (isAccepted(outcome)) {
      known.succeeded = true;
      known.failuresAfter = 0;
      known.weight = 0;
    } else {
      known.failed = true;
      known.failures++;
      known.failuresAfter++;
      known.weight += outcome.kind === 'failed' && outcome.error === 'timeout' ? 2 : 1;
      known.lastFailure = outcome;
    }
  }
  return [...byEndpoint.values()];
}
