/** A process that migrates the new database that it is told of. */
import { createOutbox, openDatabase } from '../../src/outbox/index.ts';

const database = await openDatabase(JSON.parse(process.argv[2] ?? ''));
await database.migrate();
await (await createOutbox({ database })).stop();
await database.close();
