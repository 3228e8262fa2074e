import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/database/database.ts';
import { createSealer } from '../../../src/database/sealer.ts';
import { createOutbox, type Outbox } from '../../../src/outbox/index.ts';
import { createArrivalStore } from '../../../src/server/intake/arrival-store.ts';
import { createIntake, type Incoming, type Intake, IntakeError } from '../../../src/server/intake/intake.ts';
import { listOf, optional } from '../../../src/template/resolve/variables.ts';
import { compileWebhook } from '../../../src/webhook/compile.ts';
import { createCatalogue } from '../../../src/webhook/events/define-events.ts';
import { type Backend, backends, openTestDatabase } from '../../outbox/test-database.ts';

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
  readonly arrivals: ReturnType<typeof createArrivalStore>;
  /** Makes what has arrived a day older. */
  readonly age: () => Promise<unknown>;
}

async function newIntake(
  backend: Backend,
  limits = { maxQueued: 100, maxQueuedBytes: 1000 },
): Promise<Tried> {
  const database = await openTestDatabase(backend);
  const connection = database as Connection;
  const outbox = await createOutbox({ database });
  const arrivals = createArrivalStore(connection, createSealer([]));
  const webhooks = async (profile: string) =>
    profile === 'shop'
      ? [
          { id: 'chat', webhook },
          { id: 'mail', webhook },
        ]
      : [];
  let transactions = 0;
  const intake = createIntake({
    ...{
      database: {
        ...connection,
        transaction: work => {
          transactions++;
          return connection.transaction(work);
        },
      },
      outbox,
      arrivals,
      limits,
      now: Date.now,
      count: () => {},
      maxRequestBytes: 2 ** 20,
    },
    webhooks,
    findCatalogue: name => (name === undefined ? orders : undefined),
  });
  const age = (): Promise<unknown> =>
    connection.executor.query("update hookplate.arrival set received_at = received_at - interval '1 day'");
  return { intake, transactions: () => transactions, outbox, arrivals, age };
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
  it('stores what arrives with its messages, and knows what it repeats', async () => {
    const { intake, outbox, arrivals } = await newIntake(backend);
    const [first] = await intake.accept([paid('1', { identity: 'a\0b' })]);
    expect(first).toMatchObject({ repeated: false, messages: { length: 2 } });
    const again = paid('1', { identity: 'a\0b', by: 'bob' });
    expect(await intake.accept([again, again])).toEqual([
      { ...first, repeated: true },
      { ...first, repeated: true },
    ]);
    const { items } = await outbox.messages();
    expect(items.map(({ id }) => id).toSorted()).toEqual([...(first?.messages ?? [])].toSorted());
    expect(items.map(({ webhook }) => webhook).toSorted()).toEqual(['chat', 'mail']);
    expect(await arrivals.page({})).toMatchObject({
      items: [{ id: first?.arrival, event: 'paid', profile: 'shop', receivedBy: 'ada', source: '' }],
      next: undefined,
    });
    expect(await arrivals.findContent(first?.arrival ?? '')).toEqual({ facts: { order: '1' } });
  });

  it('tells reports apart by their facts, in whatever order these are', async () => {
    const { intake } = await newIntake(backend);
    const identity = 'x'.repeat(3000);
    const report = (more: object, changed: Partial<Incoming> = {}) =>
      intake.accept([paid('1', { identity, facts: { order: '1', more }, ...changed } as Partial<Incoming>)]);
    const [first] = await report({ a: 1, b: { c: [], d: 2 } });
    expect(await report({ b: { d: 2, c: [] }, a: 1 })).toEqual([{ ...first, repeated: true }]);
    const reused = { code: 'identity-reused', mistakes: [{ index: 0, name: 'id' }] };
    expect(await errorOf(report({ a: 1, b: { c: {}, d: 2 } }))).toMatchObject(reused);
    expect(await errorOf(report({}))).toMatchObject(reused);
    // An id counts within its profile and its source.
    expect(await report({}, { profile: 'other' })).toMatchObject([{ repeated: false, messages: [] }]);
    expect(await report({}, { source: 'shop' })).toMatchObject([{ repeated: false }]);
  });

  it('accepts all of a batch or nothing of it', async () => {
    const { intake, outbox, arrivals } = await newIntake(backend);
    await intake.accept([paid('1', { identity: 'one' })]);
    const batch = [
      paid('2', { identity: 'two' }),
      paid('2', { identity: 'one' }),
      paid('3', { identity: 'two' }),
    ];
    expect(await errorOf(intake.accept(batch))).toMatchObject({
      code: 'identity-reused',
      mistakes: [{ index: 1 }, { index: 2 }],
    });
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
    expect((await arrivals.page({})).items).toHaveLength(1);
    expect((await outbox.messages()).items).toHaveLength(2);
  });

  it('stores a message that is too large as failed, and the others', async () => {
    const { intake, outbox } = await newIntake(backend);
    const [large] = await intake.accept([paid('x'.repeat(2 ** 20)), paid('1')]);
    const messages = await Promise.all((large?.messages ?? []).map(id => outbox.message(id)));
    expect(messages).toMatchObject([
      { state: 'failed', reason: 'request-too-large' },
      { state: 'failed', reason: 'request-too-large' },
    ]);
    expect((await outbox.messages({ state: 'pending' })).items).toHaveLength(2);
  });

  it('accepts one of many that come at the same time with one identity', async () => {
    const { intake, outbox, arrivals } = await newIntake(backend);
    const ids = Array.from({ length: 40 }, (_, index) => `id ${index % 8}`);
    const accepted = await Promise.all(
      ids.map(identity => intake.accept([paid(identity, { identity }), paid('any')])),
    );
    expect(accepted.filter(([first]) => first?.repeated === false)).toHaveLength(8);
    expect(new Set(accepted.map(([first]) => first?.arrival)).size).toBe(8);
    const others = await Promise.allSettled(
      ids.map((identity, index) => intake.accept([paid(`${index}`, { identity: `other ${identity}` })])),
    );
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const page = await arrivals.page({ limit: 100 });
    expect(page.items).toHaveLength(8 + 40 + 8);
    expect((await outbox.messages({ limit: 500 })).items).toHaveLength(2 * (8 + 40 + 8));
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

  it('keeps what no event is made of, pages through arrivals, and prunes them', async () => {
    const { intake, arrivals, age } = await newIntake(backend);
    const kept = { source: 'ci', profile: 'a', by: 'ci', content: { body: 'ping' }, problem: 'A ping\0.' };
    for (const source of ['ci', 'ci', 'cd']) await intake.accept([{ ...kept, source }]);
    const { items, next } = await arrivals.page({ source: 'ci', profile: 'a', limit: 1 });
    expect(items).toMatchObject([{ source: 'ci', event: undefined, problem: 'A ping\ufffd.', messages: [] }]);
    const rest = await arrivals.page({ source: 'ci', cursor: next });
    expect(rest).toMatchObject({ items: { length: 1 }, next: undefined });
    expect(await arrivals.find(items[0]?.id ?? '')).toEqual(items[0]);
    expect(await arrivals.prune(1)).toBe(0);
    await age();
    expect(await arrivals.prune(1)).toBe(3);
    expect(await arrivals.find(items[0]?.id ?? '')).toBe(undefined);
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
