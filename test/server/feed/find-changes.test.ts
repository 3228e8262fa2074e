import { expect, it } from 'vitest';
import { newId } from '../../../src/database/new-id.ts';
import { readOutboxOptions } from '../../../src/outbox/outbox-options.ts';
import { findChanges } from '../../../src/server/change-feed.ts';
import { post } from '../../delivery/loopback-dispatcher.ts';
import { httpServer } from '../../loopback-server.ts';
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

it('of a thousand queued processes none hides one that runs, or has just ended', async () => {
  const { query, found } = await watched();
  const add = (id: string, status: string, times: string) =>
    query(`insert into hookplate.process (pid, project_id, task_id, profile, status, created_at, ended_at,
        records_processed, error_count, owner)
      select ${id}, 'etl', 'copy', 'nightly', '${status}', ${times}, 0, 0, '' from generate_series(1, 1000) n`);
  const before = `now() - ${anHour}`;
  await add("'queued ' || n", 'queued', 'now(), null');
  await add("'ended ' || n", 'completed', `${before}, ${before}`);
  await query("update hookplate.process set status = 'running' where pid = 'queued 1'");
  await query(`update hookplate.process set created_at = ${before} where pid = 'queued 1'`);
  await query("update hookplate.process set ended_at = now() where pid = 'ended 1'");
  const changes = await found();
  expect(changes).toHaveLength(502);
  expect(changes).toContain('queued 1 1 running 0 0');
  expect(changes).toContain('ended 1 1 completed 0 0');
});

it('changed messages are found by indexes, not by reading all that is stored', async () => {
  const { connection } = await watched();
  const plans: string[] = [];
  await connection.transaction(async ({ query }) => {
    // For an empty table, the planner would prefer to read everything.
    await query('set local enable_seqscan = off');
    const explaining: typeof query = async (text, values) => {
      const { rows } = await query(`explain ${text}`, values);
      plans.push(JSON.stringify(rows));
      return { rows };
    };
    await findChanges({ ...connection, executor: { query: explaining } }, undefined);
  });
  const used =
    plans.join().match(/(?:job|attempt|ended)\w*_(?:newest|due|(?:recorded|finished)_at_idx)/g) ?? [];
  const ofDays = new Set(used.map(name => name.replace(/_(?:\d{8}|default)/, '')));
  expect(ofDays).toEqual(
    new Set(['job_newest', 'job_due', 'attempt_recorded_at_idx', 'ended_finished_at_idx']),
  );
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
