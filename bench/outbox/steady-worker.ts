/** A process that delivers, and tells each second how long first attempts had been due, in milliseconds. */
import { createOutbox, type DatabaseOptions, openDatabase } from '../../src/outbox/index.ts';
import { workerOptions } from './rates.ts';

const options: DatabaseOptions = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(options);
let waits: number[] = [];
const outbox = await createOutbox({
  ...workerOptions,
  database,
  onAttempt: (_, { waitedMs }) => void (waitedMs !== undefined && waits.push(waitedMs)),
});
process.on('disconnect', () => process.exit());
await outbox.start();
setInterval(() => {
  process.send?.(waits);
  waits = [];
}, 1000);
