import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readServerConfig } from '../../src/cli/config/config-schema.ts';
import { readClientOptions } from '../../src/client/client-options.ts';
import { readDispatcherOptions } from '../../src/delivery/dispatcher-options.ts';
import { serveDefaults } from '../../src/server/serve-defaults.ts';
import { readTemplateWorkOptions } from '../../src/server/templates/template-work-options.ts';
import { receivers } from '../../src/webhook/receivers/index.ts';
import { defaultGraceMs, maxParameterBytes } from '../../src/workflow/command/command-task.ts';
import { storeDefaults } from '../../src/workflow/database/database-store.ts';
import { maxHoldMs } from '../../src/workflow/event/event-notifier.ts';
import { defaults } from '../../src/workflow/service-options.ts';
import { defaultMaxEnded } from '../../src/workflow/store/memory-store.ts';
import { defaultTaskTimeoutMs } from '../../src/workflow/task-catalogue.ts';
import { defaultCloseTimeoutMs } from '../../src/workflow/workflow-service.ts';

/** The table of a page whose first column is called so: its names with their defaults. */
function defaultsOf(page: string, column: string): [name: string, value: string][] {
  const text = readFileSync(page, 'utf8');
  const [, table = ''] = text.split(`| ${column} | Default | Meaning |\n|---|---|---|\n`);
  const rows = table.split('\n\n')[0] ?? '';
  return [...rows.matchAll(/^\| `([^`]+)` \| (.*?) \|/gm)].map(([, name = '', value = '']) => [name, value]);
}

function shown(known: object): [name: string, value: string][] {
  return Object.entries(known).map(([name, value]) => [name, String(value)]);
}

it.each(['README.md', 'CHANGELOG.md'])('%s names the version of Node.js that the package needs', page => {
  const version = packageJson.engines.node.replace('>=', '');
  expect(readFileSync(page, 'utf8')).toContain(`Node.js ${version} or later`);
});

it.each(['README.md', 'CHANGELOG.md'])('%s says how many receivers the gallery has', page => {
  expect(readFileSync(page, 'utf8')).toContain(`[${receivers.length} receivers](docs/receivers.md)`);
  const described = receivers.filter(({ schema }) => schema !== undefined).length;
  if (page === 'README.md')
    expect(readFileSync(page, 'utf8')).toContain(`one of the ${described} that read JSON`);
});

it('the page about delivery gives the defaults that the dispatcher has', () => {
  const { timeoutMs, schedule, finalStatuses, ...settings } = readDispatcherOptions();
  const { maxResponseBytes, perEndpoint, maxWaiting, goneMs, userAgent } = settings;
  expect(defaultsOf('docs/deliver.md', 'Option')).toEqual(
    shown({
      timeoutMs,
      schedule: schedule.join(', '),
      finalStatuses: finalStatuses.join(', ') || 'none',
      maxResponseBytes,
      perEndpoint,
      maxWaiting,
      goneMs,
      userAgent,
    }),
  );
});

it('the page about processes gives the defaults that service, tasks, store and client have', () => {
  const page = 'docs/run-processes.md';
  const { timeoutMs, retries, maxAnswerBytes } = readClientOptions({ baseUrl: 'https://example.com' });
  expect(defaultsOf(page, 'Option of the service').toSorted()).toEqual(shown(defaults).toSorted());
  expect(defaultsOf(page, 'Elsewhere')).toEqual(
    shown({
      'Task.timeoutMs': defaultTaskTimeoutMs,
      'close({ timeoutMs })': defaultCloseTimeoutMs,
      'createMemoryStore({ maxEnded })': defaultMaxEnded,
    }),
  );
  expect(defaultsOf(page, 'Option of a command')).toEqual(shown({ graceMs: defaultGraceMs }));
  expect(defaultsOf(page, 'Option of the database store')).toEqual(shown(storeDefaults));
  expect(defaultsOf(page, 'Option of the client')).toEqual(shown({ timeoutMs, retries, maxAnswerBytes }));
  expect(readFileSync(page, 'utf8')).toContain(`at most ${maxParameterBytes} bytes as JSON`);
  expect(readFileSync(page, 'utf8')).toContain(`gone on for ${maxHoldMs / 60_000} minutes`);
});

it('the page about the server gives the limits for templates', () => {
  const { threads: _, ...limits } = readTemplateWorkOptions({});
  const expected = shown({ ...limits, threads: 'half the processors' });
  expect(defaultsOf('docs/server.md', 'Option of `templates`').toSorted()).toEqual(expected.toSorted());
});

it('the page about serving lists every key of the configuration, with the defaults that they have', () => {
  const page = 'docs/serve.md';
  const read = readServerConfig({}, { env: {}, directory: '/', log: () => {} });
  const listed = new Map(defaultsOf(page, 'Key'));
  expect([...listed.keys()].toSorted()).toEqual(Object.keys(read).toSorted());
  const { host, port, stopTimeoutMs } = read;
  const database = 'directory' in read.database ? read.database.directory.replace('/', '') : '';
  for (const [key, value] of shown({ host, port, stopTimeoutMs, database })) {
    expect([key, listed.get(key)]).toEqual([key, value]);
  }
  const { host: _, port: __, ...http } = serveDefaults;
  expect(defaultsOf(page, 'Key of `http`')).toEqual(shown(http));
});
