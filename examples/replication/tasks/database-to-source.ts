import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A program of its own, as it could be in any language: it reads the body of the run on stdin, says in lines of JSON how far
 * it has come, and writes to the log whatever else it has to say. The body may say how many `rows` there are, and at which
 * of them to fail: `{"rows":500,"failAt":200}`.
 */

const batch = 100;
const { rows = 500, failAt } = (await json(process.stdin)) as { rows?: number; failAt?: number };

console.log(`writing ${rows} rows back`);
for (let done = batch; done <= rows; done += batch) {
  await sleep(50);
  if (failAt !== undefined && done > failAt) {
    console.log(JSON.stringify({ errorCount: 1 }));
    console.error(`The source refused row ${failAt}`);
    process.exitCode = 1;
    break;
  }
  console.log(JSON.stringify({ recordsProcessed: done }));
}
