/**
 * `npm run crash -- --messages 20000`: the crash test at any size, with its figures; fails where a message was lost. With
 * `--database embedded` on PGlite. `--kill-every 4000` leaves 4 s between kills, for sizes that would take hours otherwise.
 */
import { parseArgs } from 'node:util';
import { crashOnPglite } from './crash-on-pglite.ts';
import { crashOnPostgres } from './crash-on-postgres.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    database: { type: 'string', default: 'postgres' },
    'kill-every': { type: 'string', default: '1000' },
  },
});
const count = Number(values.messages);
if (!Number.isSafeInteger(count) || count < 100)
  throw new Error('--messages: expected a whole number from 100');
const killEveryMs = Number(values['kill-every']);
if (!Number.isSafeInteger(killEveryMs) || killEveryMs < 100)
  throw new Error('--kill-every: expected a whole number of milliseconds from 100');
if (!['postgres', 'embedded'].includes(values.database))
  throw new Error('--database: expected postgres or embedded');
const crash = values.database === 'embedded' ? crashOnPglite : crashOnPostgres;
const started = performance.now();
const secondsPassed = (): number => Math.round((performance.now() - started) / 1000);
const { report, kills, requests, maxRepeats, dropped } = await crash(count, {
  killEveryMs,
  onMinute: arrived => console.error(`${secondsPassed()} s: ${arrived} of ${count} messages have arrived`),
});
const { states, wrong, exhausted, changed, repeats, disordered } = report;
console.log({
  messages: count,
  seconds: secondsPassed(),
  kills,
  ...(dropped && { dropped }),
  requests,
  states,
  repeatsAfterSuccess: `${repeats} of at most ${maxRepeats}`,
  wrong: `${wrong.length}, of which ${exhausted.length} were never answered in time`,
  changed: changed.length,
  disordered: disordered.length,
});
if (wrong.length > 0 || changed.length > 0)
  console.error({ wrong: wrong.slice(0, 20), changed: changed.slice(0, 20) });
const isRight = wrong.length + changed.length + disordered.length === 0 && repeats < maxRepeats;
// Only PostgreSQL has days dropped meanwhile.
const isNothingDropped = dropped && Object.values(dropped).some(number => number === 0);
if (!isRight || isNothingDropped) process.exitCode = 1;
