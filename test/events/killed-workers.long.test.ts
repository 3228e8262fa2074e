import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { endpointOf } from '../../src/outbox/endpoint.ts';
import { openDatabase } from '../../src/outbox/index.ts';
import { migratedPostgres, query, testOutbox } from '../outbox/test-database.ts';
import { orderEvents, ordersWebhooks } from './order-events.ts';
import { testEvents } from './test-events.ts';

const program = fileURLToPath(new URL('worker-process.ts', import.meta.url));

interface Worker {
  readonly writer: string;
  readonly child: ChildProcess;
  /** The last number of each line that was committed. */
  readonly stored: Map<string, number>;
}

async function startWorker(url: string, writer: string): Promise<Worker> {
  const child = fork(program, [JSON.stringify({ url, writer })], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => kill(child));
  const stored = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the worker has ended before it was ready')));
    child.on('message', (told: 'ready' | { readonly line: string; readonly number: number }) => {
      if (told === 'ready') resolve();
      else stored.set(told.line, told.number);
    });
  });
  return { writer, child, stored };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

const lines = ['a', 'b', 'c'];
/** From the start of a worker to the messages about all that was stored. */
const maxWaitMs = 5000;

it('each webhook gets one message about each event, in order, whoever is killed meanwhile', async () => {
  const url = await migratedPostgres();
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const outbox = await testOutbox(database);
  // So that the endpoint is known, and can be disabled.
  const disabled = { profile: 'shop', webhook: 'disabled', givenName: null };
  const { endpoint, host, bucket } = endpointOf({ ...disabled, url: 'https://receiver.example/disabled' });
  await query(
    url,
    `insert into hookplate.endpoint (bucket, id, profile, webhook, origin, host, disabled_at, disabled_because)
     values ($3, $1, 'shop', 'disabled', 'https://' || $2, $2, now(), 'asked')`,
    [endpoint, host, bucket],
  );
  const committed = new Map<string, number>();
  let started = 0;
  const start = () => startWorker(url, `w${++started}`);
  const workers = await Promise.all([start(), start()]);
  for (let kills = 0; kills < 6; kills++) {
    const victim = workers.shift();
    await expect
      .poll(() => Math.min(...lines.map(line => victim?.stored.get(line) ?? 0)))
      .toBeGreaterThan(10);
    if (victim) await kill(victim.child);
    for (const [line, number] of victim?.stored ?? []) committed.set(`${victim?.writer} ${line}`, number);
    if (kills < 4) workers.push(await start());
  }
  // One that only makes the messages that are left.
  const last = await testEvents(database, { outbox, webhooks: ordersWebhooks, events: orderEvents });
  await last.start();
  const left = () => query(url, 'select id from hookplate.event limit 1');
  await expect.poll(left, { timeout: maxWaitMs }).toEqual([]);
  const rows = await query(
    url,
    `select m.webhook, m.state, m.reason, m.position, convert_from(substring(e.content from 2), 'UTF8') as event
     from hookplate.past_event e cross join jsonb_array_elements_text(e.messages) as t(message)
     left join hookplate.message m on m.id = t.message::uuid order by m.id`,
  );
  const [{ messages, events } = {}] = await query(
    url,
    `select (select count(*)::int from hookplate.message) as messages,
     (select count(*)::int from hookplate.past_event) as events`,
  );
  expect([rows.length, messages]).toEqual(Array(2).fill(Number(events) * ordersWebhooks.length));
  expect(rows.filter(({ state, reason }) => state !== 'pending' && reason === null)).toEqual([]);
  const ofDisabled = rows.filter(({ webhook }) => webhook === 'disabled');
  expect(new Set(ofDisabled.map(({ state, reason }) => `${state} ${reason}`))).toEqual(
    new Set(['failed endpoint-disabled']),
  );
  expect(rows.some(({ reason }) => reason === 'refused-value')).toBe(true);
  const numbers = new Map<string, number[]>();
  const positions = new Map<string, number>();
  for (const { webhook, state, position, event } of rows) {
    const { writer, line, number } = JSON.parse(String(event)).facts;
    const key = `${webhook} ${writer} ${line}`;
    numbers.set(key, [...(numbers.get(key) ?? []), number]);
    // Those that wait are sent in this order.
    if (state !== 'pending') continue;
    expect(Number(position)).toBeGreaterThan(positions.get(key) ?? 0);
    positions.set(key, Number(position));
  }
  for (const [key, found] of numbers) {
    // Each number once, in order, and all of those whose commit was told.
    expect([key, found]).toEqual([key, Array.from({ length: found.length }, (_, index) => index + 1)]);
    expect(found.length).toBeGreaterThanOrEqual(committed.get(key.slice(key.indexOf(' ') + 1)) ?? 0);
  }
  expect(numbers.size).toBeGreaterThanOrEqual(ordersWebhooks.length * lines.length * 6);
});
