/** A process that delivers from when it is told to until it is let go of, and says so of each message; and its heap when asked. */
import { createOutbox, type DatabaseOptions, openDatabase } from '../../src/outbox/index.ts';
import { workerOptions } from './rates.ts';

const options: DatabaseOptions = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(options);
const onDelivery = (): void => void process.send?.('ended');
const outbox = await createOutbox({ ...workerOptions, database, onDelivery });
process.on('disconnect', () => process.exit());
process.on('message', asked => {
  if (asked === 'heap') process.send?.(bytesInUse());
  else void outbox.start();
});
process.send?.('ready');

function bytesInUse(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
