import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, fetch, request } from 'undici';
import { createDispatcher, type DispatcherOptions } from '../../src/delivery/index.ts';
import { median } from '../measure.ts';
import { ours } from '../ours.ts';
import { chat } from '../payloads/chat.ts';
import { contexts } from '../payloads/contexts.ts';
import { runSuite } from '../run-suite.ts';
import type { SuiteResult } from '../suite-result.ts';

interface Sender {
  readonly name: string;
  readonly send: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = chat.escapedLiteral(contexts[0] ?? failNoContext());
const headers = { 'content-type': 'application/json' };
const unsigned = `${ours}, unsigned`;
const bareName = 'undici.request';

function failNoContext(): never {
  throw new Error('There are no contexts.');
}

/** Every one of them reads the answer, and opens as many connections as there are requests in flight. */
function senders(url: string): readonly Sender[] {
  const agents = [new Agent({ allowH2: false }), new Agent({ allowH2: false })] as const;
  return [
    dispatcherOf(ours, url, { secrets: [secret] }),
    dispatcherOf(unsigned, url, {}),
    {
      name: bareName,
      send: async () => {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agents[0] });
        await answer.body.text();
        return answer.statusCode === 200;
      },
      close: () => agents[0].close(),
    },
    {
      name: 'fetch',
      send: async () => {
        const answer = await fetch(url, { method: 'POST', headers, body, dispatcher: agents[1] });
        await answer.text();
        return answer.ok;
      },
      close: () => agents[1].close(),
    },
  ];
}

function dispatcherOf(name: string, url: string, signing: Pick<DispatcherOptions, 'secrets'>): Sender {
  const dispatcher = createDispatcher({ allow: ['127.0.0.0/8'], ...signing });
  const request = { method: 'POST', url, headers: Object.entries(headers), body } as const;
  return {
    name,
    send: async () => {
      const { outcome } = await dispatcher.send(request);
      return outcome.kind === 'answered' && outcome.status === 200;
    },
    close: () => dispatcher.close(),
  };
}

/** Requests per second, with so many in flight all the time. */
async function requestsPerSecond({ name, send }: Sender, inFlight: number, turnMs: number): Promise<number> {
  const started = performance.now();
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - started < turnMs) {
      if ((await send()) !== true) throw new Error(`${name} did not deliver.`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (answered / (performance.now() - started)) * 1000;
}

interface Course {
  readonly rounds: number;
  readonly turnMs: number;
  /** Requests in flight. */
  readonly loads: readonly number[];
}

/** For each load, the rates of each sender in their order, one of each round. */
async function measure(
  all: readonly Sender[],
  { rounds, turnMs, loads }: Course,
): Promise<ReadonlyMap<number, readonly (readonly number[])[]>> {
  const rates = new Map(loads.map(load => [load, all.map((): number[] => [])]));
  // Connections and code warm up, then everybody takes turns.
  for (const sender of all) await requestsPerSecond(sender, 64, turnMs);
  for (let round = 0; round < rounds; round++) {
    for (const load of loads) {
      // Whoever comes first in a round opens its connections while those of the last one close.
      for (let turn = 0; turn < all.length; turn++) {
        const index = (round + turn) % all.length;
        const sender = all[index];
        if (sender) rates.get(load)?.[index]?.push(await requestsPerSecond(sender, load, turnMs));
      }
    }
  }
  return rates;
}

const course: Course = { rounds: 11, turnMs: 500, loads: [1, 16, 64] };
const quickCourse: Course = { rounds: 1, turnMs: 20, loads: [1] };

await runSuite(async ({ quick }): Promise<SuiteResult> => {
  const receiver = fork(new URL('../receiver.ts', import.meta.url), { execArgv: [] });
  const [port] = await once(receiver, 'message');
  const all = senders(`http://127.0.0.1:${port}/hook`).filter(
    ({ name }) => !quick || name === ours || name === bareName,
  );
  const taken = quick ? quickCourse : course;
  const { loads } = taken;
  const rates = await measure(all, taken);
  await Promise.all(all.map(({ close }) => close()));
  receiver.kill();
  const ratesOf = (index: number, load: number): readonly number[] => rates.get(load)?.[index] ?? [];
  const bare = all.findIndex(({ name }) => name === bareName);
  return {
    suite: 'delivery',
    tables: [
      {
        title: 'POSTs answered per second, by requests in flight',
        unit: '/s',
        columns: loads.map(String),
        rows: all.map(({ name }, index) => ({
          name,
          values: loads.map(load => median(ratesOf(index, load))),
        })),
      },
    ],
    targets: [
      {
        what: 'delivery, 64 in flight: speed over undici.request, guard and signature included',
        wanted: 0.8,
        reached: median(ratesOf(0, 64).map((rate, round) => rate / (ratesOf(bare, 64)[round] ?? Number.NaN))),
      },
    ],
  };
});
