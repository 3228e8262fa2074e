import { createSealer } from '../../src/database/sealer.ts';
import { Taker } from '../../src/outbox/take.ts';
import { numberedInSql } from '../../test/outbox/numbered-uuid.ts';
import { median } from '../measure.ts';
import { openPostgres } from './bench-database.ts';

export interface Waiting {
  /** So many messages are due. */
  readonly messages: number;
  /** To as many endpoints, in turns. */
  readonly endpoints: number;
}

/** Milliseconds in which a worker takes 100 messages beside those that wait: the median of as many times. */
export async function measureTakes({ messages, endpoints }: Waiting, times: number): Promise<number> {
  // To fill the tables takes minutes.
  const { connection, close } = await openPostgres(600_000);
  const { query } = connection.executor;
  const endpoint = numberedInSql('e', `n % ${endpoints}`);
  await query(`insert into hookplate.endpoint (bucket, id, origin, host, places)
    select 0, ${endpoint}, 'https://h' || n, 'h' || n, 64 from generate_series(0, ${endpoints - 1}) n`);
  await query(`insert into hookplate.job (bucket, id, endpoint, webhook, host, method, request_bytes, request_day, created_at, due_at)
    select 0, ${numberedInSql('a', 'n')}, ${endpoint}, 'w' || n % ${endpoints}, 'h' || n % ${endpoints}, 'POST', 200, now() at time zone 'UTC', at, at
    from (select n, now() - interval '1 hour' + n * interval '0.1 milliseconds' as at from generate_series(1, ${messages}) n) n`);
  await query(`insert into hookplate.request (bucket, message, day, content)
    select 0, id, request_day, '\\x00'::bytea || convert_to('["POST","https://h/",[],"{}"]', 'utf8') from hookplate.job`);
  await query('vacuum analyze hookplate.job, hookplate.request, hookplate.endpoint');
  const taker = new Taker(connection.executor, createSealer([]));
  const taken: number[] = [];
  for (let time = 0; time <= times; time++) {
    const begun = performance.now();
    const { messages: found } = await taker.take({
      ...{ most: 100, maxFailing: 50, perEndpoint: 100, leaseMs: 60_000, fullHosts: [] },
    });
    // The first time, statements are planned and pages read.
    if (time > 0) taken.push(performance.now() - begun);
    if (found.length === 0) throw new Error('Nothing was taken.');
    const keys = found.map(({ key }) => key);
    await query('update hookplate.job set taken_until = null, taken_by = null where id = any($1::uuid[])', [
      keys,
    ]);
  }
  await close();
  return median(taken);
}
