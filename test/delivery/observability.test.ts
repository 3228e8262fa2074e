import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { Dispatcher } from '../../src/delivery/index.ts';
import { examplesOf } from '../docs/pages.ts';
import { httpServer } from '../loopback-server.ts';
import { loopbackDispatcher, post } from './loopback-dispatcher.ts';

const page = readFileSync('docs/watch-deliveries.md', 'utf8');
const examples = examplesOf('docs/watch-deliveries.md').map(({ code }) => code);

/** Runs an example of the page with stand-ins for the packages that it imports, until the test ends. */
async function run(
  example: string | undefined,
  packages: Readonly<Record<string, object>>,
  { dispatcher, outbox }: { readonly dispatcher?: Dispatcher; readonly outbox?: object } = {},
): Promise<void> {
  const subscribed: [string, Parameters<typeof subscribe>[1]][] = [];
  const channels = {
    subscribe: (...args: Parameters<typeof subscribe>) => {
      subscribed.push([String(args[0]), args[1]]);
      subscribe(...args);
    },
  };
  onTestFinished(() => {
    for (const [name, listener] of subscribed) unsubscribe(name, listener);
  });
  const code = example?.replace(/^import (\{.*?\}) from '(.*?)';$/gm, "const $1 = modules['$2'];") ?? '';
  const modules = { 'node:diagnostics_channel': channels, ...packages };
  // The constructor of asynchronous functions has no name of its own.
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...given: unknown[]) => Promise<void>;
  await new AsyncFunction('modules', 'dispatcher', 'outbox', code)(modules, dispatcher, outbox);
}

const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;

/** An attempt as an outbox makes it, of a message that was enqueued in a trace. */
async function sendOnce(): Promise<void> {
  const server = await httpServer();
  await loopbackDispatcher().send(post(server.url), { traceparent, waitedMs: 7 });
}

/** A receiver that fails once. */
async function deliver(): Promise<{ readonly port: number }> {
  const server = await httpServer((response, _, before) =>
    response.writeHead(before === 0 ? 500 : 200).end(),
  );
  await loopbackDispatcher({ now: () => 1000 }).deliver(post(`${server.url}/?token=secret`));
  return { port: server.port };
}

it('the example for OpenTelemetry records durations', async () => {
  const recorded: unknown[] = [];
  const histogram = { record: (...args: unknown[]) => recorded.push(args) };
  const metrics = { getMeter: () => ({ createHistogram: () => histogram }) };
  await run(examples[0], { '@opentelemetry/api': { metrics } });
  const { port } = await deliver();
  const request = {
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': port,
  };
  expect(recorded).toEqual([
    [expect.any(Number), { ...request, 'http.response.status_code': 500, 'error.type': '500' }],
    [expect.any(Number), { ...request, 'http.response.status_code': 200 }],
  ]);
});

it('the example for Prometheus observes attempts and counts deliveries', async () => {
  const observed: unknown[] = [];
  class Metric {
    readonly #name: string;
    constructor({ name }: { readonly name: string }) {
      this.#name = name;
    }
    observe(...given: readonly unknown[]): void {
      observed.push([this.#name, ...given]);
    }
    inc(labels: object): void {
      observed.push([this.#name, labels]);
    }
  }
  await run(examples[1], { 'prom-client': { Counter: Metric, Histogram: Metric } });
  await deliver();
  const host = '127.0.0.1';
  expect(observed).toEqual([
    ['webhook_attempt_duration_seconds', { host, result: '500' }, expect.any(Number)],
    ['webhook_attempt_duration_seconds', { host, result: '200' }, expect.any(Number)],
    ['webhook_deliveries_total', { host, state: 'delivered' }],
  ]);
  await sendOnce();
  expect(observed.at(-1)).toEqual(['webhook_attempt_wait_seconds', 0.007]);
});

it('the example for queues sums up what happens at the moment', async () => {
  const hanging: ServerResponse[] = [];
  const server = await httpServer(response => hanging.push(response));
  const dispatcher = loopbackDispatcher({ perEndpoint: 1 });
  const collected: unknown[] = [];
  class Gauge {
    constructor({ name, collect }: { readonly name: string; readonly collect: () => void }) {
      collect.call({ set: (value: number) => collected.push([name, value]) });
    }
  }
  const sent = [dispatcher.send(post(server.url)), dispatcher.send(post(server.url))];
  await expect.poll(() => hanging.length).toBe(1);
  await run(examples[2], { 'prom-client': { Gauge } }, { dispatcher });
  expect(collected).toEqual([
    ['webhook_requests_in_flight', 1],
    ['webhook_requests_waiting', 1],
  ]);
  hanging[0]?.end();
  await expect.poll(() => hanging.length).toBe(2);
  hanging[1]?.end();
  await Promise.all(sent);
});

it('the example for an outbox reads its backlog', async () => {
  const collected: unknown[] = [];
  class Gauge {
    constructor({ name, collect }: { readonly name: string; readonly collect: () => void }) {
      collect.call({ set: (value: number) => collected.push([name, value]) });
    }
  }
  const backlog = async () => ({ pending: 3, sending: 1, unopened: 0, oldestDueMs: 0, oldestMs: 2000 });
  await run(examples[3], { 'prom-client': { Gauge } }, { outbox: { inFlight: 1, backlog } });
  await expect
    .poll(() => collected)
    .toEqual([
      ['webhook_attempts_in_flight', 1],
      ['webhook_backlog_messages', 4],
      ['webhook_backlog_age_seconds', 2],
    ]);
});

it('the page names every attribute and every kind of failure', () => {
  expect(examples).toHaveLength(4);
  const source = ['telemetry.ts', 'wire/attempt.ts']
    .map(file => readFileSync(new URL(`../../src/delivery/${file}`, import.meta.url), 'utf8'))
    .join('\n');
  const attributes = [...source.matchAll(/readonly '([a-z_.]+)'\??:/g)].map(([, name]) => name);
  const kinds = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, name]) => name);
  expect(attributes).toHaveLength(8);
  expect(kinds).toHaveLength(13);
  for (const name of [...attributes, ...kinds]) expect(page).toContain(`\`${name}\``);
});
