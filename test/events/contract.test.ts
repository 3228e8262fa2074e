import { describe, expect, it } from 'vitest';
import { createNotifier } from '../../src/events/index.ts';
import { defineEvents } from '../../src/index.ts';
import { backends } from '../outbox/test-database.ts';
import { bodiesTo, orders, paid, testEvents, toldOf, tried } from './test-events.ts';

describe.each(backends)('an event on %s', backend => {
  it('is one row in the transaction of its caller, and one message for each webhook afterwards', async () => {
    const { events, outbox, database, rows } = await tried(backend);
    const { transaction } = database as never as {
      transaction: (work: (tx: never) => Promise<void>) => Promise<void>;
    };
    const undone = transaction(async tx => {
      await events.notify(paid('1'), { profile: 'shop', transaction: tx });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows('select 1 from hookplate.event')).toHaveLength(0);
    const at = new Date('2026-03-29T01:30:01.5Z');
    const { id, isNew } = await events.notify(paid('2', { total: 12345678901234567890n, at }), {
      profile: 'shop',
    });
    const other = await events.notify(orders.create('sent', { order: '2' }), { profile: 'shop' });
    expect(isNew).toBe(true);
    expect(await events.find(id)).toMatchObject({ event: 'paid', profile: 'shop', messages: undefined });
    expect(await events.content(id)).toEqual({
      facts: { order: '2', total: '12345678901234567890', at: at.toISOString() },
    });
    expect((await outbox.messages()).items).toEqual([]);
    await events.start();
    await expect.poll(toldOf(events, id)).toHaveLength(2);
    // No webhook reports it.
    await expect.poll(toldOf(events, other.id)).toEqual([]);
    expect(await rows('select 1 from hookplate.event')).toHaveLength(0);
    expect(await bodiesTo('chat', { outbox })).toEqual(['2 12345678901234567890']);
    expect(await bodiesTo('mail', { outbox })).toEqual(['2 12345678901234567890']);
    const listed = (await events.page()).items;
    expect(listed.map(event => event.id)).toEqual([other.id, id]);
  });

  it('with an id of the caller counts once in its profile, the first time, also after it was told', async () => {
    const { events, outbox } = await tried(backend);
    const first = await events.notify(paid('1'), { profile: 'shop', id: 'x' });
    const again = await Promise.all(
      ['2', '3'].map(order => events.notify(paid(order), { profile: 'shop', id: 'x' })),
    );
    expect(again).toEqual([first, first].map(({ id }) => ({ id, isNew: false })));
    expect((await events.notify(paid('4'), { profile: 'other', id: 'x' })).isNew).toBe(true);
    await events.start();
    await expect.poll(toldOf(events, first.id)).toHaveLength(2);
    expect((await events.notify(paid('5'), { profile: 'shop', id: 'x' })).isNew).toBe(false);
    expect(await bodiesTo('chat', { outbox })).toEqual(['1 ']);
  });

  it('that this process does not know waits, with those of its order, and others pass it', async () => {
    const { events, outbox, database, rows } = await tried(backend);
    const younger = defineEvents({
      variables: { order: 'string' },
      events: { paid: { title: 'Paid' }, refunded: { title: 'Refunded' } },
    });
    const ahead = createNotifier({ database, events: younger });
    const unknown = await ahead.notify(younger.create('refunded', { order: '1' }), {
      profile: 'shop',
      ordered: 'a',
    });
    const behind = await events.notify(paid('2'), { profile: 'shop', ordered: 'a' });
    const others = await Promise.all([
      events.notify(paid('3'), { profile: 'shop', ordered: 'b' }),
      events.notify(paid('4'), { profile: 'shop' }),
    ]);
    await events.start();
    for (const { id } of others) await expect.poll(toldOf(events, id)).toHaveLength(2);
    await expect
      .poll(() => events.find(unknown.id))
      .toMatchObject({ waitsFor: 'unknown-event', messages: undefined });
    expect(await events.find(behind.id)).toMatchObject({ messages: undefined, waitsFor: undefined });
    // It is not looked at again and again.
    expect(
      await rows(`select 1 from hookplate.event where id = '${behind.id}' and retry_at = 'infinity'`),
    ).toHaveLength(1);
    expect((await bodiesTo('chat', { outbox })).toSorted()).toEqual(['3 ', '4 ']);
    // A worker of the next version.
    const next = await testEvents(database, { outbox, webhooks: [], events: younger });
    await events.stop();
    await next.start();
    await expect.poll(toldOf(events, unknown.id)).toEqual([]);
    await expect.poll(toldOf(events, behind.id)).toEqual([]);
    expect(await rows('select 1 from hookplate.event')).toHaveLength(0);
  });
});
