import { Session } from 'node:inspector/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createEvents, createNotifier } from '../../src/events/index.ts';
import { createHookplate, type WebhookSeed } from '../../src/server/index.ts';
import { standardWebhooks } from '../../src/webhook/sources/index.ts';
import { openTestDatabase, testOutbox } from '../outbox/test-database.ts';
import { secretFor, sign } from '../server/sources/signed.ts';
import { callerOf, messagesAbout, testServer } from '../server/test-server.ts';
import { copyTask, users } from '../server/test-users.ts';
import { orders, paid, toldOf, tried, webhook } from './test-events.ts';

/** Where templates are parsed, webhooks are checked and compiled, and requests are rendered. */
const compilesOrRenders =
  /\/(?:grammar\/.+|src\/(?:template\/(?:proof|render)\/.+|webhook\/(?:compile|check|build-request)))\.ts$/;

/** The names of the functions there that are called meanwhile, as the engine counts them. */
async function compilingCalls(work: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const functions = result
      .filter(({ url }) => compilesOrRenders.test(url))
      .flatMap(script => script.functions.filter(({ ranges: [range] }) => range && range.count > 0));
    // What has no name is a module that was loaded, or an inner function of one with a name.
    return [...new Set(functions.map(({ functionName }) => functionName).filter(name => name !== ''))];
  } finally {
    session.disconnect();
  }
}

const webhooks = Array.from({ length: 20 }, (_, index) => webhook(`w${index}`));

it('an event is neither compiled nor rendered where it is only stored, whatever its webhooks are', async () => {
  const { events, database } = await tried('PostgreSQL', webhooks);
  const { notify } = createNotifier({ database, events: orders });
  const ids: string[] = [];
  const calls = await compilingCalls(async () => {
    ids.push((await notify(paid('1'), { profile: 'shop' })).id);
    ids.push((await events.notify(paid('2'), { profile: 'shop', id: 'x', ordered: 'a' })).id);
  });
  expect(calls).toEqual([]);
  const later = await compilingCalls(async () => {
    await events.start();
    for (const id of ids) await expect.poll(toldOf(events, id)).toHaveLength(webhooks.length);
  });
  expect(later).toContain('render');
});

it('a server stores events without compiling or rendering, whatever webhooks are stored, until its workers start', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const stored = webhooks as readonly WebhookSeed[];
  const secret = secretFor(standardWebhooks);
  const source = { id: 'till', kind: standardWebhooks.id, profiles: ['shop'], secret };
  const { server: seeding } = await testServer({
    ...{ database, events: orders, webhooks: stored, sources: [source] },
  });
  await seeding.stop({ timeoutMs: 0 });
  const projects = { etl: { tasks: { copy: { ...copyTask, profile: 'shop' } } } };
  const server = await createHookplate({ database, users, events: orders, projects });
  onTestFinished(() => server.stop({ timeoutMs: 0 }));
  const caller = callerOf(server);
  const ids: string[] = [];
  const report = { event: 'paid', profile: 'shop', facts: { order: '1' } };
  const calls = await compilingCalls(async () => {
    for (const body of [report, { ...report, id: 'x' }]) {
      const { items } = await caller.json<{ items: { id: string }[] }>('POST', '/api/v2/events', { body });
      ids.push(...items.map(({ id }) => id));
    }
    const sent = JSON.stringify({ type: 'paid', data: { order: '2' } });
    const signed = { as: 'nobody', body: sent, headers: sign(standardWebhooks, sent, { secret }) } as const;
    ids.push((await caller.json<{ id: string }>('POST', '/in/till/shop', signed)).id);
    const run = { body: { job: { tables: ['a'] } } };
    const { pid } = await caller.json('POST', '/api/v2/project/etl/task/copy/run?trigger=API', run);
    await expect
      .poll(() => caller.json('GET', `/api/processes/${pid}`))
      .toMatchObject({ status: 'completed', events: [{ event: 'Started' }, { event: 'Completed' }] });
  });
  expect(calls).toEqual([]);
  expect(ids).toHaveLength(3);
  const later = await compilingCalls(async () => {
    await server.start();
    for (const id of ids) expect(await messagesAbout(caller, id)).toHaveLength(webhooks.length);
  });
  expect(later).toEqual(expect.arrayContaining(['parseUnconfirmed', 'compileWebhook', 'render']));
});

it('a list of webhooks is checked where it is given, before there is any event', async () => {
  const database = await openTestDatabase('PostgreSQL');
  const outbox = await testOutbox(database);
  const mistaken = [webhook('chat'), webhook('mail', { payload: '$ordr$' })];
  expect(() => createEvents({ database, outbox, events: orders, webhooks: mistaken })).toThrow(
    /^webhooks\[1\] \(`mail`\)/,
  );
});
