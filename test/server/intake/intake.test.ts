import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/database/database.ts';
import type { Events } from '../../../src/events/index.ts';
import type { Outbox } from '../../../src/outbox/index.ts';
import { createIntake, type Incoming, type Intake, IntakeError } from '../../../src/server/intake/intake.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import { testEvents } from '../../events/test-events.ts';
import { type Backend, backends, openTestDatabase, testOutbox } from '../../outbox/test-database.ts';

const orders = createCatalogue({
  variables: { order: 'string' },
  events: {
    paid: {
      title: 'An order was paid',
      variables: { items: optional(listOf({ price: 'number' })), more: optional('json') },
    },
    sent: { title: 'An order was sent' },
  },
});

const webhook = compileWebhook(
  {
    ...{ events: { paid: true }, method: 'POST', url: 'https://receiver.example/in' },
    ...{ contentType: 'text/plain', payload: '$order$' },
  },
  { events: orders },
);

interface Tried {
  readonly intake: Intake;
  /** How many transactions have stored something. */
  readonly transactions: () => number;
  readonly outbox: Outbox;
  readonly events: Events;
}

async function newIntake(
  backend: Backend,
  limits = { maxQueued: 100, maxQueuedBytes: 1000 },
): Promise<Tried> {
  const database = await openTestDatabase(backend);
  const connection = database as Connection;
  const outbox = await testOutbox(database);
  const webhooks = async (profile: string) =>
    profile === 'shop'
      ? [
          { id: 'chat', webhook },
          { id: 'mail', webhook },
        ]
      : [];
  const events = await testEvents(database, { outbox, webhooks, events: orders });
  let transactions = 0;
  const transaction: Connection['transaction'] = work => {
    transactions++;
    return connection.transaction(work);
  };
  const intake = createIntake({
    ...{ database: { transaction }, events, limits, now: Date.now, count: () => {} },
    findCatalogue: name => (name === undefined ? orders : undefined),
  });
  return { intake, transactions: () => transactions, outbox, events };
}

function paid(order: string, more: Partial<Incoming> = {}): Incoming {
  const given = { event: 'paid', facts: { order }, content: { facts: { order } } };
  return { source: '', profile: 'shop', by: 'ada', ...given, ...more } as Incoming;
}

async function errorOf(work: Promise<unknown>): Promise<IntakeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof IntakeError) return error;
  throw new Error('expected an IntakeError', { cause: error });
}

describe.each(backends)('the intake on %s', backend => {
  it('stores what arrives, which is told afterwards, and knows what it repeats', async () => {
    const { intake, outbox, events } = await newIntake(backend);
    const [first] = await intake.accept([paid('1', { id: 'a\0b' })]);
    expect(first).toMatchObject({ event: 'paid', repeated: false });
    const again = paid('2', { id: 'a\0b', by: 'bob' });
    expect(await intake.accept([again, again])).toEqual([
      { ...first, repeated: true },
      { ...first, repeated: true },
    ]);
    expect(await events.page()).toMatchObject({
      items: [
        { id: first?.id, event: 'paid', profile: 'shop', reportedBy: 'ada', source: '', messages: undefined },
      ],
      next: undefined,
    });
    await events.start();
    await expect.poll(async () => (await events.find(first?.id ?? ''))?.messages).toHaveLength(2);
    const { items } = await outbox.messages();
    expect(items.map(({ webhook }) => webhook).toSorted()).toEqual(['chat', 'mail']);
    expect(await intake.accept([again])).toEqual([{ ...first, repeated: true }]);
    // The first one counts, whatever comes with its id later.
    expect(await events.content(first?.id ?? '')).toEqual({ facts: { order: '1' } });
  });

  it('counts an id within its profile, and within its source', async () => {
    const { intake } = await newIntake(backend);
    const id = 'x'.repeat(3000);
    const accept = (changed: Partial<Incoming> = {}) => intake.accept([paid('1', { id, ...changed })]);
    expect(await accept()).toMatchObject([{ repeated: false }]);
    expect(await accept()).toMatchObject([{ repeated: true }]);
    expect(await accept({ profile: 'other' })).toMatchObject([{ repeated: false }]);
    expect(await accept({ source: 'shop' })).toMatchObject([{ repeated: false }]);
    expect(await accept({ source: 'shop', profile: 'other' })).toMatchObject([{ repeated: true }]);
  });

  it('accepts all of a batch or nothing of it', async () => {
    const { intake, events } = await newIntake(backend);
    const facts = [{ order: 7, items: [{ price: 1 }, { price: 'x' }], extra: 1 }, { order: '4' }, {}];
    const unfit = facts.map(given => paid('', { facts: given } as Partial<Incoming>));
    const error = await errorOf(
      intake.accept([...unfit, paid('5', { event: 'pait' }), paid('6', { profile: '\0' })]),
    );
    expect(error).toMatchObject({
      code: 'unacceptable-events',
      message: 'facts.extra: there is no such variable',
      mistakes: [
        { index: 0, name: 'facts.extra', fault: 'there is no such variable' },
        { index: 0, name: 'facts.order', fault: 'expected text' },
        { index: 0, name: 'facts.items[1].price' },
        { index: 2, name: 'facts.order' },
        { index: 3, name: 'event', fault: 'expected "paid" or "sent"; did you mean "paid"?' },
        { index: 4, name: 'profile' },
      ],
    });
    const large = await errorOf(intake.accept([paid('1'), paid('x'.repeat(2 ** 20))]));
    expect(large.mistakes).toEqual([
      { index: 1, name: 'facts', fault: 'expected at most 1,048,576 bytes as JSON' },
    ]);
    expect((await events.page()).items).toEqual([]);
  });

  it('accepts one of many that come at the same time with one id', async () => {
    const { intake, events } = await newIntake(backend);
    const ids = Array.from({ length: 40 }, (_, index) => `id ${index % 8}`);
    const accepted = await Promise.all(ids.map(id => intake.accept([paid(id, { id }), paid('any')])));
    expect(accepted.filter(([first]) => first?.repeated === false)).toHaveLength(8);
    expect(new Set(accepted.map(([first]) => first?.id)).size).toBe(8);
    expect((await events.page({ limit: 100 })).items).toHaveLength(8 + 40);
  });

  it('stores what comes at the same time together, if it is not large', async () => {
    const { intake, transactions } = await newIntake(backend, { maxQueued: 100, maxQueuedBytes: 2 ** 24 });
    const store = (bytes: number) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => intake.accept([paid(String(index))], { bytes })));
    await store(100);
    expect(transactions()).toBe(1);
    await store(400_000);
    expect(transactions()).toBe(1 + 4);
  });

  it('keeps what no event is made of, until one is made of the same', async () => {
    const { intake, events } = await newIntake(backend);
    const kept = { source: 'ci', profile: 'a', by: 'ci', content: { body: 'ping' }, problem: 'A ping\0.' };
    for (const source of ['ci', 'ci', 'cd']) await intake.accept([{ ...kept, source }]);
    const { items, next } = await events.page({ source: 'ci', profile: 'a', limit: 1 });
    expect(items).toMatchObject([{ source: 'ci', event: undefined, problem: 'A ping\ufffd.', messages: [] }]);
    const rest = await events.page({ source: 'ci', cursor: next });
    expect(rest).toMatchObject({ items: { length: 1 }, next: undefined });
    expect(await events.find(items[0]?.id ?? '')).toEqual(items[0]);
    const unread = { ...kept, id: 'digest' };
    const [first, second] = await intake.accept([unread, unread]);
    expect(second).toEqual({ ...first, repeated: true });
    const [read] = await intake.accept([paid('1', { source: 'ci', id: 'digest' })]);
    expect(read).toMatchObject({ event: 'paid', repeated: false });
    expect(await intake.accept([unread])).toEqual([{ ...read, repeated: true }]);
  });

  it('refuses what it has no room for, and everything once it is closed', async () => {
    const { intake } = await newIntake(backend, { maxQueued: 1, maxQueuedBytes: 10 });
    const [small, large] = [
      intake.accept([paid('1')], { bytes: 8 }),
      intake.accept([paid('2')], { bytes: 3 }),
    ];
    expect(await errorOf(large)).toMatchObject({ code: 'too-many-reports' });
    await small;
    const many = Array.from({ length: 4 }, () => intake.accept([paid('3')]));
    const settled = await Promise.allSettled(many);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(await intake.accept([paid('4')], { bytes: 20 })).toHaveLength(1);
    const last = intake.accept([paid('5')]);
    await intake.close();
    expect(await last).toHaveLength(1);
    expect(await errorOf(intake.accept([paid('6')]))).toMatchObject({ code: 'closed' });
  });
});
