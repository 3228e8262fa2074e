import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCatalogues, type ServedCatalogue } from '../../../src/events/catalogues.ts';
import { TemplateThreads } from '../../../src/server/templates/template-threads.ts';
import { createTemplateWork } from '../../../src/server/templates/template-work.ts';
import { readTemplateWorkOptions } from '../../../src/server/templates/template-work-options.ts';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { ask } from './ask.ts';
import { bounds, loadRoute, runPathOf } from './load-route.ts';
import { type LoadedServer, startLoadedServer, temporaryDatabase } from './loaded-server.ts';
import { percentilesOf } from './percentiles.ts';

const base = {
  profile: 'nightly',
  events: { Started: true, Completed: true, Errored: true },
  method: 'POST',
  url: 'https://example.com/',
  contentType: 'application/json',
};
const size = 256 * 1024;
const templates = [
  { path: 'validate', payload: '$'.repeat(size) },
  { path: 'validate', payload: '$profile$'.repeat(size / 9) },
  { path: 'validate', payload: `[1${'$if(isError)$,$endif$'.repeat(size / 21 - 1)}]` },
  { path: 'preview', payload: `["${'$profile$'.repeat(size / 9 - 2)}"]` },
].map(({ path, payload }) => ({ path: `/api/webhooks/${path}`, body: { config: { ...base, payload } } }));

/**
 * Asks each of two servers on one PostgreSQL four hostile things at once, for so many seconds, and looks at how those
 * fare who ask for anything else; and at what a small template waits for its thread.
 */
export async function hostile(seconds: number) {
  const handingOver = await measureHandingOver();
  await using place = await temporaryDatabase('postgres');
  const servers = [
    await startLoadedServer(place.place, 'http://127.0.0.1:9/'),
    await startLoadedServer(place.place, 'http://127.0.0.1:9/'),
  ];
  const agent = new Agent({ keepAlive: true });
  try {
    const pids: string[] = [];
    for (const { origin } of servers) {
      const { body } = await ask(origin, agent, {
        method: 'POST',
        path: runPathOf(loadRoute.held),
        body: {},
      });
      pids.push(JSON.parse(String(body)).pid);
    }
    const idleMs = await watchHealth(servers, agent, clock(Math.max(5, seconds / 2)));
    const isOver = clock(seconds);
    const memoryBefore = servers.map(({ memoryMib }) => memoryMib.length);
    const [besideMs, ...attacks] = await Promise.all([
      watchHealth(servers, agent, isOver),
      ...servers.flatMap(({ origin }) => templates.map(template => attack(origin, template, isOver))),
    ]);
    const states = await Promise.all(
      pids.map(async pid => {
        const { body } = await ask(servers[0]?.origin ?? '', agent, { path: `/api/processes/${pid}` });
        return String(JSON.parse(String(body)).status);
      }),
    );
    const asked = attacks.flat();
    const [idle, beside] = [percentilesOf(idleMs), percentilesOf(besideMs)];
    const memoryMib = servers.map(({ memoryMib }, index) => thirdsOf(memoryMib.slice(memoryBefore[index])));
    const largestBytes = Math.max(...asked.map(({ bytes }) => bytes));
    const statuses: Record<string, number> = {};
    for (const { status } of asked) statuses[status] = (statuses[status] ?? 0) + 1;
    const limitMs = Math.max(bounds.healthMs, bounds.healthFactor * (idle?.p99 ?? 0));
    return {
      ...{ seconds, handingOverMs: handingOver, healthzMs: { idle, beside, asked: besideMs.length } },
      hostile: { statuses, ms: percentilesOf(asked.map(({ ms }) => ms)), largestBytes },
      ...{ processes: states, memoryMibInThirds: memoryMib },
      problems: [
        ...((beside?.p99 ?? 0) > limitMs
          ? [`One in a hundred who ask for health waits ${beside?.p99} ms.`]
          : []),
        ...states.flatMap(state => (state === 'running' ? [] : [`A process that lived became ${state}.`])),
        ...(largestBytes > bounds.answerBytes ? [`An answer has ${largestBytes} bytes.`] : []),
        ...Object.keys(statuses).flatMap(status =>
          /^(?:200|503|504)$/.test(status) ? [] : [`Answers were ${status}.`],
        ),
        ...(statuses['200'] ? [] : ['No hostile template was checked.']),
        ...memoryMib.flatMap(([, second = 0, last = 0]) =>
          last > second * bounds.growth ? [`Memory grew from ${second} to ${last} MiB.`] : [],
        ),
        ...(handingOver.thread.p95 - handingOver.process.p95 > bounds.handingOverMs
          ? ['A small payload is held up by being handed to a thread.']
          : []),
      ],
    };
  } finally {
    agent.destroy();
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

function clock(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}

/** How long each answer took, in milliseconds. */
async function watchHealth(
  servers: readonly LoadedServer[],
  agent: Agent,
  isOver: () => boolean,
): Promise<readonly number[]> {
  const timesMs: number[] = [];
  while (!isOver()) {
    for (const { origin } of servers) {
      const { status, ms } = await ask(origin, agent, { path: '/healthz' });
      if (status !== 200) throw new Error(`The server answered ${status}.`);
      timesMs.push(ms);
    }
    await sleep(20);
  }
  return timesMs;
}

interface Attack {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

async function attack(
  origin: string,
  template: (typeof templates)[number],
  isOver: () => boolean,
): Promise<readonly Attack[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Attack[] = [];
  while (!isOver()) {
    const { status, body, ms } = await ask(origin, agent, { method: 'POST', ...template });
    answers.push({ status, bytes: body.length, ms });
  }
  agent.destroy();
  return answers;
}

/** The most in each third of the samples. */
function thirdsOf(samples: readonly number[]): readonly number[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return [samples.slice(0, third), samples.slice(third, 2 * third), samples.slice(2 * third)].map(part =>
    Math.max(...part),
  );
}

const rounds = 2000;
const warmUp = 300;

/** What checking a small template takes in this process, and in a thread, in turns. */
async function measureHandingOver() {
  const limits = readTemplateWorkOptions({ deadlineMs: 120_000 });
  // The events of processes are a catalogue like any other.
  const catalogue = processEvents as unknown as ServedCatalogue;
  const threads = new TemplateThreads(limits, {
    catalogues: createCatalogues({ events: catalogue, catalogues: {} }),
    allow: [],
    receivers: [],
  });
  const work = createTemplateWork({
    events: catalogue.events,
    catalogues: {},
    allow: [],
    receivers: [],
    limits,
  });
  const [here, there]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < warmUp + rounds; round++) {
      const started = performance.now();
      work.validate(small(round));
      const done = performance.now();
      await threads.run('validate', small(round + 0.5), 'load');
      if (round < warmUp) continue;
      here.push(done - started);
      there.push(performance.now() - done);
    }
  } finally {
    await threads.close();
  }
  const [process, thread] = [percentilesOf(here), percentilesOf(there)];
  if (!process || !thread) throw new Error('Nothing was measured.');
  return { process, thread };
}

/** Each template differs in one number, since much is remembered for a text. */
function small(number: number) {
  const payload = `{"text":"$event$ of $profile$: $if(isError)$$errorCount$ errors$else$done$endif$","n":${number}}`;
  return { given: { config: { ...base, payload } }, stored: undefined, now: 0 };
}
