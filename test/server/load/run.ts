/**
 * `npm run load -- --database postgres --per-second 2000 --seconds 60`: offers more runs than the server can take, over 4,000
 * connections that stay open or as many as `--connections` says, and tells what became of them; fails where an event was
 * lost, an answer was not one that is documented, or memory is not bounded.
 * `--events 60` offers 1,000 reports of events a second for so many seconds, or as many as `--per-second` says, over 100
 * connections that stay open, or as many as `--connections` says.
 * `--requests 200000` sends so many requests of all kinds, and looks at the memory that the server holds.
 * `--hostile 60` makes two servers check hostile templates for so many seconds, and looks at how others fare.
 * `--idle 10000` opens so many connections that say nothing, or half a header, and looks at how others fare.
 */
import { parseArgs } from 'node:util';
import { hostile } from './hostile.ts';
import { idleConnections } from './idle-connections.ts';
import { type LoadFigures, usualConnections } from './load-route.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres' },
    'per-second': { type: 'string' },
    seconds: { type: 'string', default: '60' },
    events: { type: 'string' },
    connections: { type: 'string' },
    idle: { type: 'string' },
    requests: { type: 'string' },
    hostile: { type: 'string' },
  },
});
const { database, idle, requests, events, hostile: hostileSeconds } = values;
if (database !== 'postgres' && database !== 'embedded') {
  throw new Error('--database: expected postgres or embedded');
}
const { problems, ...figures } = await measure(database);
console.dir(figures, { depth: null });
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exitCode = 1;

function measure(database: 'postgres' | 'embedded'): Promise<LoadFigures> {
  if (hostileSeconds !== undefined) return hostile(wholeNumber('--hostile', hostileSeconds));
  if (idle !== undefined) return idleConnections(database, wholeNumber('--idle', idle));
  if (requests !== undefined) return memory(database, wholeNumber('--requests', requests));
  if (events !== undefined) {
    const perSecond = wholeNumber('--per-second', values['per-second'] ?? '1000');
    const connections = wholeNumber('--connections', values.connections ?? '100');
    return overload(database, {
      what: 'events',
      perSecond,
      seconds: wholeNumber('--events', events),
      connections,
    });
  }
  return overload(database, {
    what: 'runs',
    perSecond: wholeNumber('--per-second', values['per-second'] ?? '2000'),
    seconds: wholeNumber('--seconds', values.seconds),
    connections: wholeNumber('--connections', values.connections ?? String(usualConnections)),
  });
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name}: expected a whole number from 1`);
  return number;
}
