/** A process that tells of events and delivers, until it is killed. Where only it can reach the database, it is told what to store. */
import { createEvents } from '../../../src/events/index.ts';
import { createOutbox, openDatabase } from '../../../src/outbox/index.ts';
import { type CrashMessage, crashEvents, crashWebhooks, offer } from './crash-message.ts';
import { type Order, type WorkerSettings, workerOptions } from './worker-options.ts';

// Whoever started it may end while it is still being loaded.
process.on('disconnect', () => process.exit());
const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(settings.database);
await database.migrate();
const outbox = await createOutbox({ ...workerOptions, database });
await outbox.start();
const webhooks = crashWebhooks(settings.url);
const events = createEvents({
  ...{ database, outbox, events: crashEvents, webhooks, pollMs: workerOptions.pollMs },
  onError: () => {},
});
await events.start();

async function store(message: CrashMessage): Promise<void> {
  await offer(message, { outbox, notify: events.notify });
  process.send?.({ stored: message.id });
}

/** Events of an order are stored one after the other, so that it is known which of them is first. */
let line = Promise.resolve();
process.on('message', ({ messages }: Order) => {
  const inLine = messages.filter(({ isEvent, ordered }) => isEvent && ordered !== undefined);
  for (const message of messages) if (!inLine.includes(message)) store(message).catch(() => {});
  // Where one cannot be stored, those behind it are not: they come with the next order, behind it again.
  line = line
    .then(async () => {
      for (const message of inLine) await store(message);
    })
    .catch(() => {});
  Promise.all([outbox.backlog(), events.backlog()]).then(
    ([{ pending, sending }, { waiting }]) => process.send?.({ unended: pending + sending + waiting }),
    () => {},
  );
});
process.send?.('ready');
