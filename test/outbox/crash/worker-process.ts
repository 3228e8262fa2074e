/** A process that delivers, until it is killed. Where only it can reach the database, it is told what to enqueue. */
import { createOutbox, type DatabaseOptions, openDatabase } from '../../../src/outbox/index.ts';
import { type Order, workerOptions } from './worker-options.ts';

// Whoever started it may end while it is still being loaded.
process.on('disconnect', () => process.exit());
const options: DatabaseOptions = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(options);
await database.migrate();
const outbox = await createOutbox({ ...workerOptions, database });
await outbox.start();
process.on('message', ({ messages }: Order) => {
  for (const { id, request, ...facts } of messages) {
    outbox.enqueue(request, { id, ...facts }).then(
      stored => process.send?.({ stored }),
      () => {},
    );
  }
  outbox.backlog().then(
    ({ pending, sending }) => process.send?.({ unended: pending + sending }),
    () => {},
  );
});
process.send?.('ready');
