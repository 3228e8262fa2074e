import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { commands } from '../../src/cli/commands.ts';
import { readServerConfig } from '../../src/cli/config/config-schema.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { serveDefaults } from '../../src/server/serve-defaults.ts';
import { httpServer } from '../loopback-server.ts';
import { bounds } from '../server/load/load-route.ts';
import { testServer } from '../server/test-server.ts';

const read = (name: string): string => readFileSync(`docs/${name}`, 'utf8');
const defaults = readServerConfig({}, { env: {}, directory: '/', log: () => {} });

/** Parses the arguments of `hookplate serve` as the command does, without running it; an unknown one throws. */
function parseServe(args: readonly string[]): Readonly<Record<string, unknown>> {
  const { stdout, stderr, stdin, env, platform } = process;
  const terminal: Terminal = {
    ...{ stdout, stderr, stdin, env, platform },
    directory: '/',
    events: process,
    endNow: () => {},
    claimStdout: () => stdout,
  };
  const [name = '', ...options] = args;
  const command = commands[name]?.({ terminal, end: () => {} }) ?? new Command();
  command.exitOverride().parseOptions([...options]);
  return command.opts();
}

it('the unit for systemd keeps what is stored from others, stops in time, and starts a command that exists', () => {
  const [, unit = ''] = /^```text\n(\[Unit\]\n.*?)^```$/ms.exec(read('serve.md')) ?? [];
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value] as const),
  );
  expect(settings.get('StateDirectoryMode')).toBe('0700');
  expect(settings.get('UMask')).toBe('0077');
  const stopSeconds = Number(settings.get('TimeoutStopSec'));
  expect(stopSeconds).toBeGreaterThanOrEqual(defaults.stopTimeoutMs / 1000 + 10);
  expect(Number(settings.get('LimitNOFILE'))).toBeGreaterThan(serveDefaults.maxConnections);
  const [program = '', ...args] = (settings.get('ExecStart') ?? '').split(' ');
  expect(program).toBe(
    `${settings.get('WorkingDirectory')}/node_modules/.bin/${Object.keys(packageJson.bin)[0]}`,
  );
  expect(parseServe(args)).toMatchObject({ log: 'json' });
  expect(read('serve.md')).toContain(`database: '/var/lib/${settings.get('StateDirectory')}'`);
});

it('the Containerfile starts a command that exists, on the port and in the directory that it declares', async () => {
  const lines = read('Containerfile').split('\n');
  const argumentOf = (instruction: string): string =>
    lines.find(line => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';
  const [, major] = /node:(\d+)-/.exec(argumentOf('FROM')) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(
    Number.parseInt(packageJson.engines.node.replace('>=', ''), 10),
  );
  expect(argumentOf('USER')).toBe('node');
  expect(argumentOf('STOPSIGNAL')).toBe('SIGTERM');
  expect(JSON.parse(argumentOf('ENTRYPOINT'))).toEqual([
    `node_modules/.bin/${Object.keys(packageJson.bin)[0]}`,
  ]);
  const options = parseServe(JSON.parse(argumentOf('CMD')));
  expect(options).toMatchObject({ host: '0.0.0.0', database: argumentOf('VOLUME'), log: 'json' });
  expect(lines.join('\n')).toContain(`--mode=0700 ${argumentOf('VOLUME')}`);
  expect(Number(argumentOf('EXPOSE'))).toBe(defaults.port);
  for (const name of ['hookplate', '@electric-sql/pglite'])
    expect(argumentOf('RUN').split(' ')).toContain(name);
  expect(Object.keys(packageJson.peerDependencies)).toContain('@electric-sql/pglite');

  const [path = ''] = /127\.0\.0\.1:8080(\/\w+)/.exec(argumentOf('HEALTHCHECK'))?.slice(1) ?? [];
  const { call } = await testServer();
  expect((await call('GET', path, { as: 'nobody' })).status).toBe(200);
});

it('the bounds of loads are those that `npm run load` judges by', () => {
  const rows = read('operate.md')
    .split('\n')
    .filter(line => line.startsWith('| ') && line.split(' | ').length === 3);
  const boundOf = (load: string): string | undefined =>
    rows.find(row => row.startsWith(`| ${load}`))?.split(' | ')[1];
  const { healthFactor, healthMs, handingOverMs, othersWaitMs, growth } = bounds;
  expect(boundOf('four hostile')).toContain(
    `at most ${healthFactor} times that without them, or below ${healthMs} ms`,
  );
  expect(boundOf('four hostile')).toContain(`no answer exceeds ${bounds.answerBytes / 2 ** 20} MiB`);
  expect(boundOf('small payloads')).toContain(`at most ${handingOverMs} ms above that without threads`);
  expect(boundOf('10,000 connections')).toBe(`others wait ${othersWaitMs / 1000} seconds at most`);
  expect(boundOf('200,000 requests that only')).toContain(`by ${(growth - 1) * 100} % at most`);
});

it('the alerts ask for metrics and labels that the server has, and each is explained', async () => {
  const receiver = await httpServer();
  const { call, json } = await testServer({ delivery: { pollMs: 20 } });
  const config = {
    ...{ profile: 'nightly', events: { Started: true, Completed: true } },
    ...{ method: 'GET', url: receiver.url },
  };
  await json('POST', '/api/webhooks', { body: { config } });
  await call('POST', '/api/v2/project/etl/task/copy/run?trigger=API', { body: { job: { tables: [] } } });
  const metrics = async () => (await call('GET', '/metrics')).text();
  await expect.poll(metrics).toContain('hookplate_messages_total{state="delivered"} 2');
  const text = await metrics();
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label),
  }));

  interface Rule {
    readonly alert: string;
    readonly expr: string;
  }
  const { groups } = parse(read('alerts.yaml')) as { groups: readonly { rules: readonly Rule[] }[] };
  const rules = groups.flatMap(group => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  /** Labels that Prometheus itself adds to every sample. */
  const added = ['job', 'instance'];
  for (const { alert, expr } of rules) {
    const named = [...expr.matchAll(/\b((?:hookplate|process|nodejs)_\w+)(?:\{(.*?)\})?/g)];
    if (!expr.startsWith('up')) expect([alert, named.length]).not.toEqual([alert, 0]);
    for (const [, name = '', selectors = ''] of named) {
      const sample = samples.find(known => known.name === name);
      expect([alert, name, sample?.name]).toEqual([alert, name, name]);
      for (const [, label = ''] of selectors.matchAll(/(\w+)[=!]/g)) {
        expect([alert, label, [...added, ...(sample?.labels ?? [])]]).toEqual([
          alert,
          label,
          expect.arrayContaining([label]),
        ]);
      }
    }
    expect(read('operate.md')).toContain(`\`${alert}\``);
  }
});
