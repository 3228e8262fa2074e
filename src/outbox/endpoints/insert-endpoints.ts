import type { SqlExecutor } from '../database/database.ts';
import type { EndpointOf } from './endpoint-id.ts';

/** An endpoint with the webhook that it belongs to. */
export interface NewEndpoint extends EndpointOf {
  readonly webhook: string | undefined;
}

/** In one order everywhere, so that two transactions never wait for each other. */
const inserting = `
insert into hookplate.endpoint (id, webhook, origin, host)
select distinct on (e.id) * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as e(id, webhook, origin, host)
order by e.id on conflict do nothing`;

/** Adds those that are not there yet. */
export async function insertEndpoints(
  endpoints: readonly NewEndpoint[],
  { executeSql }: SqlExecutor,
): Promise<void> {
  if (endpoints.length === 0) return;
  await executeSql(inserting, [
    endpoints.map(({ endpoint }) => endpoint),
    endpoints.map(({ webhook }) => webhook ?? null),
    endpoints.map(({ origin }) => origin),
    endpoints.map(({ host }) => host),
  ]);
}
