import { expect, it } from 'vitest';
import { newId } from '../../../src/database/new-id.ts';
import { readOutboxOptions } from '../../../src/outbox/outbox-options.ts';
import { findChanges } from '../../../src/server/change-feed.ts';
import { post } from '../../delivery/loopback-dispatcher.ts';
import { httpServer } from '../../loopback-server.ts';
import { explaining, grownTables, longSteps, type Plan } from '../../outbox/explain.ts';
import { numberedInSql } from '../../outbox/numbered-uuid.ts';
import { openTestDatabase, testOutbox } from '../../outbox/test-database.ts';

const nowhere = 'http://127.0.0.1:9/';
const anHour = "interval '1 hour'";

async function watched() {
  const database = await openTestDatabase('PostgreSQL');
  const connection = readOutboxOptions({ database }).settings.database;
  const { query } = connection.executor;
  const found = async () => {
    const { changes } = await findChanges(connection, undefined);
    return changes.map(({ id, state }) => `${id} ${state}`).toSorted();
  };
  return { database, connection, query, found };
}

it('a message that was made long ago is a change when it is tried, resent, cancelled or delivered', async () => {
  const { database, query, found } = await watched();
  const receiver = await httpServer((response, _hit, before) => {
    response.writeHead(before === 0 ? 503 : 200).end();
  });
  const outbox = await testOutbox(database, { schedule: [3_600_000] });
  await outbox.enqueue(post(receiver.url), { id: 'tried' });
  await outbox.start();
  await expect.poll(found).toEqual(['tried pending 0 1']);
  await outbox.stop();
  const later = await testOutbox(database);
  for (const id of ['resent', 'cancelled', 'untouched']) {
    await later.enqueue(post(nowhere), { id, notBefore: new Date(Date.now() + 3_600_000) });
  }
  await later.cancel('resent');
  const age = async () => {
    await query(`update hookplate.job set created_at = created_at - ${anHour}`);
    await query(
      `update hookplate.ended set created_at = created_at - ${anHour}, finished_at = finished_at - ${anHour}`,
    );
    await query(`update hookplate.attempt set recorded_at = recorded_at - ${anHour}`);
  };
  await age();
  expect(await found()).toEqual([]);
  await later.resend('resent');
  await later.cancel('cancelled');
  expect(await found()).toEqual(['cancelled cancelled 0 0', 'resent pending 1 0']);
  await age();
  await later.cancel('resent');
  await query("update hookplate.job set due_at = now() where given_id = 'tried'");
  expect(await found()).toEqual(['resent cancelled 1 0', 'tried pending 0 1']);
  await query(`update hookplate.job set due_at = now() - ${anHour} where given_id = 'tried'`);
  expect(await found()).toEqual(['resent cancelled 1 0']);
});

it('of thousands of queued processes none hides one that runs, or has just ended', async () => {
  const { query, found } = await watched();
  const add = (id: string, status: string, times: string) =>
    query(`insert into hookplate.process (bucket, pid, project_id, task_id, profile, status, created_at, ended_at,
        records_processed, error_count, owner)
      select 0, ${id}, 'etl', 'copy', 'nightly', '${status}', ${times}, 0, 0, '' from generate_series(1, 3000) n`);
  const before = `now() - ${anHour}`;
  await add("'queued ' || n", 'queued', 'now(), null');
  await add("'ended ' || n", 'completed', `${before}, ${before}`);
  await query("update hookplate.process set status = 'running' where pid = 'queued 1'");
  await query(`update hookplate.process set created_at = ${before} where pid = 'queued 1'`);
  await query("update hookplate.process set ended_at = now() where pid = 'ended 1'");
  const changes = await found();
  expect(changes).toHaveLength(2002);
  expect(changes).toContain('queued 1 1 running 0 0');
  expect(changes).toContain('ended 1 1 completed 0 0');
});

/** What was long ago, beside messages that wait for another attempt. */
const filling = [
  `insert into hookplate.ended (bucket, id, endpoint, host, method, request_bytes, request_day, created_at, position, state, finished_at, number, started_at, status)
   select 0, ${numberedInSql('a', 'n')}, ${numberedInSql('e', '1')}, 'h', 'POST', 1, at at time zone 'UTC', at, 0, 'delivered', at, 1, at, 200
   from (select n, now() - interval '1 hour' - n * interval '5 seconds' as at from generate_series(1, 50000) n order by n desc) past`,
  `insert into hookplate.attempt (bucket, message, round, number, started_at, duration_ms, recorded_at, status)
   select 0, id, 0, 1, finished_at, 1, finished_at, 500 from hookplate.ended order by finished_at`,
  `insert into hookplate.job (bucket, id, endpoint, host, method, request_bytes, request_day, created_at, due_at)
   select 0, ${numberedInSql('b', 'n')}, ${numberedInSql('e', '1')}, 'h', 'POST', 1, now() at time zone 'UTC', now() - interval '1 hour', now() + interval '1 hour'
   from generate_series(1, 50000) n`,
  `insert into hookplate.past_event (bucket, id, source, profile, event, happened_at, stored_at, told_at, content, messages)
   select 0, id, '', 'p', 'sent', finished_at, finished_at, finished_at, '', '[]' from hookplate.ended order by finished_at`,
  `insert into hookplate.event (bucket, id, source, profile, event, happened_at, stored_at, content)
   select 0, ${numberedInSql('c', 'n')}, '', 'p', 'sent', now(), now() - interval '1 hour', '' from generate_series(1, 50000) n`,
  `insert into hookplate.process (bucket, pid, project_id, task_id, profile, status, created_at, ended_at, records_processed, error_count, owner)
   select 0, id, 'etl', 'copy', 'p', 'completed', finished_at, finished_at, 0, 0, '' from hookplate.ended order by finished_at`,
];

it('changes are found without reading what has long been stored', async () => {
  const { connection, query } = await watched();
  await query(
    "select hookplate.make_partitions((now() at time zone 'UTC')::date - n) from generate_series(1, 4) n",
  );
  for (const statement of filling) await query(statement);
  await query(`vacuum analyze hookplate.ended, hookplate.attempt, hookplate.job, hookplate.past_event, hookplate.event,
    hookplate.process`);
  const plans: Plan[] = [];
  await findChanges(
    explaining(connection, plan => plans.push(plan)),
    undefined,
  );
  const grown = await grownTables(connection.executor);
  expect(grown.size).toBeGreaterThan(5);
  expect(plans.length).toBeGreaterThan(3);
  expect(plans.flatMap(plan => longSteps(plan, { grown, maxRows: 10_000 }))).toEqual([]);
});

it('an event is a change when it is stored, and with what became of it', async () => {
  const { connection, query } = await watched();
  const event = { w: newId(), a: newId(), b: newId(), late: newId(), c: newId() };
  await query(`insert into hookplate.event (bucket, id, source, profile, event, process, happened_at, content, waits_for) values
    (0, '${event.w}', '', 'nightly', 'Started', 'p1', now(), '', 'unknown-event')`);
  await query(`insert into hookplate.past_event
      (bucket, id, source, profile, event, problem, messages, reported_by, happened_at, stored_at, told_at, content) values
    (0, '${event.a}', 'code', 'nightly', 'push', null, '["m1","m2"]', 'source code', now(), now(), now(), ''),
    (0, '${event.b}', '', 'nightly', null, 'It is not JSON.', '[]', 'ada', now(), now(), now(), ''),
    (0, '${event.late}', '', 'nightly', 'Started', null, '["m3"]', null, now() - ${anHour}, now() - ${anHour}, now(), ''),
    (0, '${event.c}', 'code', 'nightly', 'push', null, '[]', 'source code', now() - ${anHour}, now() - ${anHour}, now() - ${anHour}, '')`);
  const { changes } = await findChanges(connection, undefined);
  // As JSON, as it is sent.
  const sent = JSON.parse(JSON.stringify(changes.map(({ kind, data }) => ({ kind, ...data }))));
  expect(sent).toEqual(
    expect.arrayContaining([
      {
        ...{ kind: 'event', id: event.w, profile: 'nightly', event: 'Started', process: 'p1' },
        waitsFor: 'unknown-event',
      },
      {
        ...{ kind: 'event', id: event.a, source: 'code', profile: 'nightly', event: 'push' },
        ...{ messages: 2, reportedBy: 'source code' },
      },
      {
        ...{ kind: 'event', id: event.b, profile: 'nightly', problem: 'It is not JSON.' },
        ...{ messages: 0, reportedBy: 'ada' },
      },
      { kind: 'event', id: event.late, profile: 'nightly', event: 'Started', messages: 1 },
    ]),
  );
  expect(changes).toHaveLength(4);
});

it('an event is another change when its messages are made, and when it has to wait', async () => {
  const { query, found } = await watched();
  await query(`insert into hookplate.event (bucket, id, source, profile, event, happened_at, content)
    values (0, '${newId()}', '', 'nightly', 'Started', now(), '')`);
  const states = new Set(await found());
  await query("update hookplate.event set waits_for = 'wrong-key'");
  for (const state of await found()) states.add(state);
  await query(`insert into hookplate.past_event (bucket, id, source, profile, event, happened_at, stored_at, content, messages)
    select 0, id, source, profile, event, happened_at, stored_at, content, '["m"]' from hookplate.event`);
  await query('delete from hookplate.event');
  for (const state of await found()) states.add(state);
  expect(states.size).toBe(3);
});
