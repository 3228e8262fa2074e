import { isSuccess } from '../../delivery/wire/attempt.ts';
import type { SqlExecutor } from '../database/database.ts';
import { optionalTextOf, type Row, textOf, timeOf } from '../database/row.ts';
import type { EndedAttempt } from '../work/ended-attempt.ts';

/** How long an endpoint must have failed without a success between, to be disabled; it is warned of at half that time. */
export interface HealthLimits {
  readonly disableAfterMs: number;
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
  succeeded: boolean;
  failed: boolean;
}

/**
 * An endpoint that only succeeds is written every 10 seconds, or all workers would wait for its row in turn. All times
 * are the database's: a clock of a worker that jumps ahead must not disable anything.
 */
const counting = `
update hookplate.endpoint e
set failures = case when h.succeeded then h.failures_after else e.failures + h.failures end,
  failing_since = case
    when not h.succeeded then coalesce(e.failing_since, now())
    when h.failures_after > 0 then now() end,
  last_success_at = case when h.succeeded then now() else e.last_success_at end,
  last_failure_at = case when h.failed then now() else e.last_failure_at end,
  warned_at = case when not h.succeeded then e.warned_at end
from jsonb_to_recordset($1::jsonb) as h(id text, failures int, failures_after int, succeeded boolean, failed boolean)
where e.id = h.id
  and (h.failed or e.failures > 0 or e.last_success_at is null or e.last_success_at < now() - interval '10 seconds')`;

const disabling = `
update hookplate.endpoint e
set disabled_at = now(), disabled_because = case when e.id = any($2::text[]) then 'gone' else 'failing' end
where e.id = any($1::text[]) and e.disabled_at is null and (
  e.id = any($2::text[]) or e.failing_since <= now() - $3 * interval '1 millisecond')
returning e.id, e.webhook, e.origin, e.failing_since, e.disabled_because`;

const warning = `
update hookplate.endpoint e set warned_at = now()
where e.id = any($1::text[]) and e.disabled_at is null and e.warned_at is null
  and e.failing_since <= now() - $2 * interval '1 millisecond'
returning e.id, e.webhook, e.origin, e.failing_since`;

const failingMessages = `
update hookplate.message
set state = 'failed', reason = 'endpoint-disabled', job = null, next_attempt_at = null, finished_at = now()
where endpoint = any($1::text[]) and finished_at is null and state = 'pending'`;

/** Counts failures since the last success for each endpoint, and disables those that fail for too long. */
export async function recordHealth(
  ended: readonly EndedAttempt[],
  { executeSql }: SqlExecutor,
  { disableAfterMs }: HealthLimits,
): Promise<HealthChanges> {
  // In one order everywhere, so that two transactions seldom wait for each other.
  const health = healthOf(ended).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (health.length > 0) await executeSql(counting, [JSON.stringify(health)]);
  const failing = health.filter(({ failed }) => failed).map(({ id }) => id);
  if (failing.length === 0) return { warned: [], disabled: [] };
  const gone = health.filter(endpoint => endpoint.gone).map(({ id }) => id);
  const disabled = await executeSql(disabling, [failing, gone, disableAfterMs]);
  if (disabled.rows.length > 0) await executeSql(failingMessages, [disabled.rows.map(({ id }) => id)]);
  const warned = await executeSql(warning, [failing, disableAfterMs / 2]);
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
    const known = byEndpoint.get(id) ?? {
      id,
      failures: 0,
      failures_after: 0,
      gone: false,
      succeeded: false,
      failed: false,
    };
    byEndpoint.set(id, known);
    if (isSuccess(attempt.outcome)) {
      known.succeeded = true;
      known.failures_after = 0;
    } else {
      known.failed = true;
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
