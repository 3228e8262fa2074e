/** A process of the version in a folder: it stores what it is told to, and delivers until it is killed. */
import { pathToFileURL } from 'node:url';
import { orderEvents, ordersWebhooks } from '../events/order-events.ts';

process.on('disconnect', () => process.exit());
const { root, url, receiver }: { readonly root: string; readonly url: string; readonly receiver: string } =
  JSON.parse(process.argv[2] ?? '');
const load = (path: string) => import(pathToFileURL(`${root}/${path}`).href);
const { createOutbox, openDatabase }: typeof import('../../src/outbox/index.ts') =
  await load('src/outbox/index.ts');
const { createEvents }: typeof import('../../src/events/index.ts') = await load('src/events/index.ts');
const database = await openDatabase({ url });
const outbox = await createOutbox({ database, allow: ['127.0.0.0/8'], schedule: [10, 10, 10], pollMs: 20 });
const webhooks = ordersWebhooks
  .slice(0, 1)
  .map(webhook => ({ ...webhook, url: `${receiver}/$writer$/$line$/$number$` }));
const events = createEvents({ database, outbox, webhooks, events: orderEvents, pollMs: 20 });
await outbox.start();
await events.start();
process.on(
  'message',
  async (order: { readonly writer: string; readonly line: string; readonly count: number }) => {
    const { writer, line, count } = order;
    for (let number = 1; number <= count; number++) {
      const event = orderEvents.create('stored', { writer, line, number, path: 'a' });
      // The id of every third was given before: it adds nothing.
      const id = `${writer} ${line} ${number}`;
      await events.notify(event, { profile: 'shop', id, ordered: line });
      if (number % 3 === 0) await events.notify(event, { profile: 'shop', id });
      await outbox.enqueue(
        { method: 'POST', url: `${receiver}/own/${writer}/${line}/${number}`, headers: [], body: '' },
        { id: `${writer}-${line}-${number}`, endpoint: 'own', ordered: line },
      );
    }
    process.send?.('stored');
  },
);
process.send?.('ready');
