/** A process that delivers from when it is told to until it is let go of, and says so of each message. */
import { createOutbox, type DatabaseOptions, openDatabase } from '../../src/outbox/index.ts';
import { workerOptions } from './rates.ts';

const options: DatabaseOptions = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(options);
const onDelivery = (): void => void process.send?.('ended');
const outbox = await createOutbox({ ...workerOptions, database, onDelivery });
process.on('disconnect', () => process.exit());
process.once('message', () => void outbox.start());
process.send?.('ready');
