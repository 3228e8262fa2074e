import { describe, expect, it } from 'vitest';
import { bucketOf } from '../../src/database/bucket.ts';
import { createCatalogues } from '../../src/events/catalogues.ts';
import { compileWebhooks } from '../../src/events/profile-webhooks.ts';
import { post } from '../delivery/loopback-dispatcher.ts';
import { httpServer } from '../loopback-server.ts';
import { growingTables } from '../outbox/explain.ts';
import { backends, executorOf } from '../outbox/test-database.ts';
import { orders, paid, toldOf, tried, webhook } from './test-events.ts';

/** Of each row of a message, an endpoint or an event, its table, its bucket, and the name of its message's webhook or its event. */
const rowsOfMessages = `
select 'message' as kind, m.bucket, m.webhook from hookplate.message m
union all select 'attempt', a.bucket, m.webhook from hookplate.attempt a join hookplate.message m on m.id = a.message
union all select 'request', r.bucket, m.webhook from hookplate.request r join hookplate.message m on m.id = r.message
union all select 'endpoint', e.bucket, e.webhook from hookplate.endpoint e`;
const rowsOfEvents = `
select 'event' as kind, bucket, profile from hookplate.event union all select 'event', bucket, profile from hookplate.past_event`;
const yesterday = "(now() - interval '1 day')";

describe.each(backends)('a bucket on %s', backend => {
  it('has everything of a message: its attempts, request, endpoint and event, after its end, a resend, and where partitions move it', async () => {
    const seen = new Set<unknown>();
    const receiver = await httpServer((response, { headers }) => {
      response.writeHead(seen.has(headers['webhook-id']) ? 204 : 500).end();
      seen.add(headers['webhook-id']);
    });
    const compiled = compileWebhooks(
      [webhook('chat', { url: receiver.url })],
      createCatalogues({ events: orders, catalogues: {} }),
    );
    const [chat] = compiled.get('shop') ?? [];
    // Each profile has a webhook of its own, also the one without a name.
    const webhooks = async (profile: string) => (chat ? [{ ...chat, id: `chat of ${profile}` }] : []);
    const { events, outbox, database } = await tried(backend, webhooks);
    const { query } = executorOf(database);
    const profiles = ['', 'shop', 'nightly'];
    const bucketsOf = async (statement: string, column: string) => {
      const { rows } = await query(`select distinct kind, bucket, ${column} from (${statement}) r`);
      return rows.map(({ kind, bucket, [column]: of }) => `${kind} of ${of} in ${bucket}`).toSorted();
    };
    const expectOne = async (...kinds: readonly string[]) => {
      const expected = profiles.flatMap(profile =>
        kinds.map(kind => `${kind} of chat of ${profile} in ${bucketOf(profile)}`),
      );
      expect(await bucketsOf(rowsOfMessages, 'webhook')).toEqual(expected.toSorted());
      const ofEvents = profiles.map(profile => `event of ${profile} in ${bucketOf(profile)}`);
      expect(await bucketsOf(rowsOfEvents, 'profile')).toEqual(ofEvents.toSorted());
    };
    const all: string[] = [];
    for (const profile of profiles) {
      const { id } = await events.notify(paid('1'), { profile, id: 'once' });
      await events.notify(paid('2'), { profile, ordered: 'line' });
      all.push(id);
    }
    await expectOne();
    await events.start();
    await outbox.start();
    for (const id of all) await expect.poll(toldOf(events, id)).toHaveLength(1);
    const delivered = () => outbox.count({ state: 'delivered' });
    await expect.poll(delivered).toBe(2 * profiles.length);
    await expectOne('message', 'attempt', 'request', 'endpoint');
    await outbox.resendAll({ state: 'delivered' });
    await expect.poll(delivered).toBe(2 * profiles.length);
    await expectOne('message', 'attempt', 'request', 'endpoint');
    // As if all of it had ended yesterday, before there was a partition for that.
    await query(`update hookplate.ended set finished_at = ${yesterday}, request_day = ${yesterday}::date`);
    await query(`update hookplate.request set day = ${yesterday}::date`);
    await query(`select hookplate.make_partitions(${yesterday}::date)`);
    await outbox.resendAll({ state: 'delivered' });
    await expect.poll(delivered).toBe(2 * profiles.length);
    await expectOne('message', 'attempt', 'request', 'endpoint');
  });

  it('is that of the endpoint for a message without a profile, and that of the id for an id that was given', async () => {
    const receiver = await httpServer();
    const { outbox, rows } = await tried(backend);
    const ids = await outbox.enqueueAll(
      ['a', 'b', 'c', 'd'].map(name => ({ request: post(receiver.url), webhook: name, id: `given-${name}` })),
    );
    await outbox.enqueue({ failed: 'missing-value' }, { profile: 'shop' });
    await outbox.start();
    for (const id of ids) await expect.poll(async () => (await outbox.message(id))?.state).toBe('delivered');
    const stored = await rows(`select m.endpoint, m.bucket, e.bucket as of_endpoint, r.bucket as of_request
      from hookplate.ended m join hookplate.endpoint e on e.id = m.endpoint join hookplate.request r on r.message = m.id`);
    const expected = (stored as { endpoint: string }[]).map(({ endpoint }) => bucketOf(endpoint));
    expect(stored).toMatchObject(
      expected.map(bucket => ({ bucket, of_endpoint: bucket, of_request: bucket })),
    );
    expect(stored).toHaveLength(ids.length);
    const given = (await rows('select id, bucket from hookplate.given_id')) as {
      id: string;
      bucket: number;
    }[];
    expect(given).toHaveLength(ids.length);
    for (const { id, bucket } of given) expect(bucket).toBe(bucketOf(id));
    expect(await rows("select bucket from hookplate.ended where state = 'failed'")).toEqual([
      { bucket: bucketOf('shop') },
    ]);
  });

  it('is a column of each table that grows, the last one of each primary key', async () => {
    const { rows } = await tried(backend);
    const lasts = await rows(`
      select c.relname as name, (select k.attname from pg_attribute k where k.attrelid = i.indexrelid order by k.attnum desc limit 1) as last
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'bucket' and a.attnotnull
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'hookplate'::regnamespace and c.relname ~ '^(${growingTables})$'`);
    // Attempts have no key.
    const expected = growingTables
      .split('|')
      .map(name => ({ name, last: name === 'attempt' ? null : 'bucket' }));
    expect(lasts).toHaveLength(expected.length);
    expect(lasts).toEqual(expect.arrayContaining(expected));
  });
});
