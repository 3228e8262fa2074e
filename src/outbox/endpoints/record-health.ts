import { isSuccess } from '../../delivery/wire/attempt.ts';
import type { SqlExecutor } from '../database/database.ts';
import { optionalTextOf, type Row, textOf, timeOf } from '../database/row.ts';
import type { EndedAttempt } from '../work/ended-attempt.ts';

/** From when an endpoint must have failed without a success between, to be warned of or disabled. */
export interface HealthLimits {
  readonly warnBefore: Date;
  readonly disableBefore: Date;
}

/** An endpoint that only fails. */
export interface FailingEndpoint {
  readonly id: string;
  readonly webhook: string | undefined;
  readonly origin: string;
  readonly failingSince: Date | undefined;
}

export interface DisabledEndpoint extends FailingEndpoint {
  /** `gone`: it answered 410; `failing`: for too long. */
  readonly because: 'failing' | 'gone';
}

/** What a transaction changed, to be told once it has committed. */
export interface HealthChanges {
  readonly warned: readonly FailingEndpoint[];
  readonly disabled: readonly DisabledEndpoint[];
}

interface Health {
  readonly id: string;
  failures: number;
  failures_after: number;
  gone: boolean;
  succeeded_at?: Date;
  failed_at?: Date;
}

/** An endpoint that only succeeds is written every 10 seconds, or all workers would wait for its row in turn. */
const counting = `
update hookplate.endpoint e
set failures = case when h.succeeded_at is null then e.failures + h.failures else h.failures_after end,
  failing_since = case
    when h.succeeded_at is null then coalesce(e.failing_since, h.failed_at)
    when h.failures_after > 0 then h.failed_at end,
  last_success_at = greatest(e.last_success_at, h.succeeded_at),
  last_failure_at = greatest(e.last_failure_at, h.failed_at),
  warned_at = case when h.succeeded_at is null then e.warned_at end
from jsonb_to_recordset($1::jsonb) as h(id text, failures int, failures_after int, succeeded_at timestamptz, failed_at timestamptz)
where e.id = h.id
  and not (h.failed_at is null and e.failures = 0 and e.last_success_at > h.succeeded_at - interval '10 seconds')`;

const disabling = `
update hookplate.endpoint e
set disabled_at = now(), disabled_because = case when e.id = any($2::text[]) then 'gone' else 'failing' end
where e.id = any($1::text[]) and e.disabled_at is null and (e.id = any($2::text[]) or e.failing_since <= $3::timestamptz)
returning e.id, e.webhook, e.origin, e.failing_since, e.disabled_because`;

const warning = `
update hookplate.endpoint e set warned_at = now()
where e.id = any($1::text[]) and e.disabled_at is null and e.warned_at is null and e.failing_since <= $2::timestamptz
returning e.id, e.webhook, e.origin, e.failing_since`;

const failingMessages = `
update hookplate.message
set state = 'failed', reason = 'endpoint-disabled', job = null, next_attempt_at = null, finished_at = now()
where endpoint = any($1::text[]) and state = 'pending'`;

/** Counts failures since the last success for each endpoint, and disables those that fail for too long. */
export async function recordHealth(
  ended: readonly EndedAttempt[],
  { executeSql }: SqlExecutor,
  { warnBefore, disableBefore }: HealthLimits,
): Promise<HealthChanges> {
  // In one order everywhere, so that two transactions seldom wait for each other.
  const health = healthOf(ended).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (health.length > 0) await executeSql(counting, [JSON.stringify(health)]);
  const failing = health.filter(({ failed_at }) => failed_at !== undefined).map(({ id }) => id);
  if (failing.length === 0) return { warned: [], disabled: [] };
  const gone = health.filter(endpoint => endpoint.gone).map(({ id }) => id);
  const disabled = await executeSql(disabling, [failing, gone, disableBefore.toISOString()]);
  if (disabled.rows.length > 0) await executeSql(failingMessages, [disabled.rows.map(({ id }) => id)]);
  const warned = await executeSql(warning, [failing, warnBefore.toISOString()]);
  return {
    warned: warned.rows.map(failingEndpoint),
    disabled: disabled.rows.map(row => ({
      ...failingEndpoint(row),
      because: textOf(row, 'disabled_because') === 'gone' ? 'gone' : 'failing',
    })),
  };
}

function healthOf(ended: readonly EndedAttempt[]): Health[] {
  const byEndpoint = new Map<string, Health>();
  for (const { message, attempt, state } of ended) {
    if (!attempt) continue;
    const { endpoint: id } = message;
    const known = byEndpoint.get(id) ?? { id, failures: 0, failures_after: 0, gone: false };
    byEndpoint.set(id, known);
    if (isSuccess(attempt.outcome)) {
      known.succeeded_at = attempt.startedAt;
      known.failures_after = 0;
    } else {
      known.failed_at = attempt.startedAt;
      known.failures++;
      known.failures_after++;
    }
    if (state === 'gone') known.gone = true;
  }
  return [...byEndpoint.values()];
}

function failingEndpoint(row: Row): FailingEndpoint {
  return {
    id: textOf(row, 'id'),
    webhook: optionalTextOf(row, 'webhook'),
    origin: textOf(row, 'origin'),
    failingSince: timeOf(row, 'failing_since'),
  };
}
