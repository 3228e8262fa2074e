import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AnswerReport } from './answers.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { authorization, bounds, type LoadFigures, type Offering } from './load-route.ts';
import { startLoadedServer, temporaryDatabase } from './loaded-server.ts';

const offerProcess = fileURLToPath(new URL('offer-process.ts', import.meta.url));

/** After so long without another event, what is missing is lost. */
const silenceMs = 60_000;

/** Offers runs, or reports of events, to a server of its own, and waits until each event about those that it took has arrived. */
export async function overload(
  database: 'postgres' | 'embedded',
  pace: Omit<Offering, 'origin' | 'authorization'>,
): Promise<LoadFigures> {
  await using place = await temporaryDatabase(database);
  const receiver = await startEventReceiver();
  const server = await startLoadedServer(place.place, receiver.url);
  try {
    const { origin } = server;
    const caller = pace.what === 'events' ? await newReporter(origin) : authorization;
    const cpuBefore = await server.cpuSeconds();
    const { taken, ...answers } = await offer({ origin, authorization: caller, ...pace });
    const memoryUnderLoad = [...server.memoryMib];
    const drainStarted = performance.now();
    const lost = await untilArrived(missingIn(pace.what, taken, receiver), receiver);
    const drainSeconds = Math.round((performance.now() - drainStarted) / 1000);
    const cpuSeconds = (await server.cpuSeconds()) - cpuBefore;
    const exitStatus = await server.stop();
    const growth = growthOf(memoryUnderLoad);
    return {
      ...{ database, ...pace, ...answers },
      events: {
        expected: (pace.what === 'runs' ? 2 : 1) * taken.length,
        lost,
        requests: receiver.requests(),
      },
      drainSeconds,
      // It depends less than the times do on what else the machine does.
      cpuMsPerTaken: Number(((1000 * cpuSeconds) / taken.length).toFixed(2)),
      memoryMib: { most: Math.max(...server.memoryMib), last: server.memoryMib.at(-1), growth },
      errorsInLog: server.errors().length,
      firstErrors: server.errors().slice(0, 3),
      exitStatus,
      problems: problemsOf({ answers, lost, growth, exitStatus }),
    };
  } finally {
    await server.stop();
    receiver.close();
  }
}

/** The token of a reporter, as programs have one. */
async function newReporter(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/tokens`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'load', role: 'reporter' }),
  });
  const { token } = (await answer.json()) as { readonly token: string };
  return `Bearer ${token}`;
}

async function offer(offering: Offering): Promise<AnswerReport> {
  const child = fork(offerProcess, [JSON.stringify(offering)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const failed = once(child, 'exit').then(([status]) => {
    throw new Error(`What offers the load has ended with ${status}.`);
  });
  const [report] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  return report;
}

/** Counts the events about what was taken that have not arrived yet. */
function missingIn(
  what: Offering['what'],
  taken: readonly string[],
  { events }: EventReceiver,
): () => number {
  const expected = what === 'runs' ? ['Started', 'Completed'] : ['Completed'];
  const missingOf = (pid: string): number => expected.filter(event => !events.get(pid)?.has(event)).length;
  return () => taken.reduce((sum, pid) => sum + missingOf(pid), 0);
}

/** How many events have not arrived when nothing arrives any more. */
async function untilArrived(missing: () => number, receiver: EventReceiver): Promise<number> {
  let before = -1;
  let quietSince = performance.now();
  for (;;) {
    const lost = missing();
    if (lost === 0) return 0;
    if (receiver.requests() !== before) quietSince = performance.now();
    before = receiver.requests();
    if (performance.now() - quietSince > silenceMs) return lost;
    await sleep(1000);
  }
}

function growthOf(memoryMib: readonly number[]): number {
  const half = Math.ceil(memoryMib.length / 2);
  const [first, second] = [memoryMib.slice(0, half), memoryMib.slice(half)];
  return Number((Math.max(...second) / Math.max(...first)).toFixed(2));
}

interface Outcome {
  readonly answers: Omit<AnswerReport, 'taken'>;
  readonly lost: number;
  readonly growth: number;
  readonly exitStatus: unknown;
}

function problemsOf({ answers, lost, growth, exitStatus }: Outcome): readonly string[] {
  const { statuses, broken, withoutRetryAfter } = answers;
  const unforeseen = Object.keys(statuses).filter(name => !/^(?:20[02]|503 .*)$/.test(name));
  return [
    ...(lost > 0 ? [`${lost} events were lost.`] : []),
    ...(withoutRetryAfter > 0 ? [`${withoutRetryAfter} refusals do not say when to come again.`] : []),
    ...unforeseen.map(name => `${statuses[name]} answers were ${name}.`),
    ...Object.keys(broken).map(code => `${broken[code]} requests had no answer: ${code}.`),
    ...(growth > bounds.growth ? [`Memory grew to ${growth} times in the second half of the load.`] : []),
    ...(exitStatus === 0 ? [] : [`The server ended with ${String(exitStatus)}.`]),
  ];
}
