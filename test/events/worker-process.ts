/** A process that stores events, and makes the messages of those of all others, until it is killed. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Connection } from '../../src/database/database.ts';
import { createEvents } from '../../src/events/index.ts';
import { createOutbox, openDatabase } from '../../src/outbox/index.ts';
import { orderEvents, ordersWebhooks } from './order-events.ts';

process.on('disconnect', () => process.exit());
const { url, writer }: { readonly url: string; readonly writer: string } = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase({ url });
const outbox = await createOutbox({ database });
const events = createEvents({
  ...{ database, outbox, events: orderEvents, webhooks: ordersWebhooks, pollMs: 50 },
  onError: () => {},
});
await events.start();
const { transaction } = database as Connection;

/** Stores events of one line one after the other; some with an id, some in transactions that are undone. */
async function store(line: string): Promise<never> {
  for (let number = 1; ; ) {
    const event = orderEvents.create('stored', {
      writer,
      line,
      number,
      path: randomInt(10) === 0 ? '..' : 'a',
    });
    const options = {
      profile: 'shop',
      ordered: `${writer} ${line}`,
      ...(randomInt(2) === 0 && { id: randomUUID() }),
    };
    const isUndone = randomInt(5) === 0;
    const work = transaction(async tx => {
      await events.notify(event, { ...options, transaction: tx });
      if (isUndone) throw new Error('undone');
    });
    const isStored = await work.then(
      () => true,
      () => false,
    );
    if (!isStored) continue;
    process.send?.({ line, number });
    number++;
  }
}

process.send?.('ready');
for (const line of ['a', 'b', 'c']) void store(line);
