import type { Connection } from '../database/database.ts';
import { numberOf, optionalTextOf, type Row, textOf, timeOf } from '../database/row.ts';
import { OutboxError } from '../outbox-error.ts';

/** A webhook at an origin, and how it fares. */
export interface Endpoint {
  readonly id: string;
  readonly webhook: string | undefined;
  readonly origin: string;
  /** Failures since the last success. */
  readonly failures: number;
  readonly failingSince: Date | undefined;
  /** Up to 10 seconds out of date while there are no failures. */
  readonly lastSuccessAt: Date | undefined;
  readonly lastFailureAt: Date | undefined;
  readonly disabledAt: Date | undefined;
  readonly disabledBecause: 'failing' | 'gone' | undefined;
}

/** By webhook and origin. */
export async function listEndpoints({ executor }: Connection): Promise<readonly Endpoint[]> {
  const { rows } = await executor.executeSql('select * from hookplate.endpoint order by webhook, origin');
  return rows.map(endpointOf);
}

/** The ids of what is known of the hosts, and those that are given with them. */
export async function endpointsOfHosts(
  hosts: ReadonlyMap<string, ReadonlySet<string>>,
  { executor }: Pick<Connection, 'executor'>,
): Promise<ReadonlySet<string>> {
  const ids = new Set([...hosts.values()].flatMap(known => [...known]));
  if (hosts.size === 0) return ids;
  const { rows } = await executor.executeSql(
    'select id from hookplate.endpoint where host = any($1::text[])',
    [[...hosts.keys()]],
  );
  for (const row of rows) ids.add(textOf(row, 'id'));
  return ids;
}

/** @throws {OutboxError} `unknown-endpoint`. */
export async function enableEndpoint(id: string, { executor }: Connection): Promise<void> {
  const { rows } = await executor.executeSql(
    `update hookplate.endpoint
     set disabled_at = null, disabled_because = null, warned_at = null, failing_since = null, failures = 0
     where id = $1 returning id`,
    [id],
  );
  if (rows.length === 0) throw new OutboxError('unknown-endpoint', `There is no endpoint ${id}.`);
}

function endpointOf(row: Row): Endpoint {
  const because = optionalTextOf(row, 'disabled_because');
  return {
    id: textOf(row, 'id'),
    webhook: optionalTextOf(row, 'webhook'),
    origin: textOf(row, 'origin'),
    failures: numberOf(row, 'failures'),
    failingSince: timeOf(row, 'failing_since'),
    lastSuccessAt: timeOf(row, 'last_success_at'),
    lastFailureAt: timeOf(row, 'last_failure_at'),
    disabledAt: timeOf(row, 'disabled_at'),
    disabledBecause: because === 'failing' || because === 'gone' ? because : undefined,
  };
}
