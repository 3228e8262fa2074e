import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { ClientErrorCode } from '../../src/client/exchange.ts';
import { DatabaseError } from '../../src/database/database-error.ts';
import { nextDelay } from '../../src/delivery/retry/next-delay.ts';
import type { AttemptError } from '../../src/delivery/wire/attempt.ts';
import { statusMeaning } from '../../src/http/status.ts';
import { InvalidArgument } from '../../src/options/define-options.ts';
import { OutboxError } from '../../src/outbox/outbox-error.ts';
import { ParameterError } from '../../src/parameters/parameter-mapping.ts';
import { HookplateError } from '../../src/server/calls.ts';
import { RenderError, type RenderErrorCode } from '../../src/template/render/render-error.ts';
import { TemplateError } from '../../src/template/template.ts';
import { WebhookError } from '../../src/webhook/error.ts';
import { WorkflowError } from '../../src/workflow/workflow-error.ts';
import { databaseCodes, outboxCodes, workflowCodes } from './error-codes.ts';

/* A code that is added to one of these types, or taken from it, is an error of the compiler here. */

const renderCodes: Record<RenderErrorCode, true> = {
  'no-text': true,
  'not-a-date': true,
  'invalid-date': true,
  'not-a-list': true,
  'not-a-number': true,
  'not-a-group': true,
  'refused-value': true,
  'missing-value': true,
  'output-too-long': true,
  unreadable: true,
};
const clientCodes: Record<ClientErrorCode, true> = {
  refused: true,
  network: true,
  timeout: true,
  answered: true,
  unreadable: true,
};
const attemptErrors: Record<AttemptError, true> = {
  dns: true,
  'refused-address': true,
  'connection-refused': true,
  'connection-reset': true,
  tls: true,
  timeout: true,
  protocol: true,
  'too-large-headers': true,
  'out-of-resources': true,
  signature: true,
  'queue-full': true,
  gone: true,
  aborted: true,
};

/** The cells of a table's rows, by the heading of its first column. */
function rowsOf(page: string, column: string): string[][] {
  const [, table = ''] = readFileSync(page, 'utf8').split(`\n| ${column} |`);
  const [, , ...rows] = (table.split('\n\n')[0] ?? '').trimEnd().split('\n');
  return rows.map(row => row.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')));
}

function named(cell = ''): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
}

it('the page about errors lists every class with every code', () => {
  const classes = rowsOf('docs/errors.md', 'Error').flatMap(([name]) => named(name));
  const codes = rowsOf('docs/errors.md', '`code`').map(([code, name]) => [named(name)[0], named(code)[0]]);
  const expected: readonly (readonly [string, readonly string[]])[] = [
    [TemplateError.name, [new TemplateError([]).code]],
    [WebhookError.name, [new WebhookError([]).code]],
    [RenderError.name, Object.keys(renderCodes)],
    [TypeError.name, [new InvalidArgument('').code]],
    [Error.name, ['closed', 'unsupported-node']],
    [OutboxError.name, Object.keys(outboxCodes)],
    [DatabaseError.name, Object.keys(databaseCodes)],
    [WorkflowError.name, Object.keys(workflowCodes)],
    // Its codes are those of the problems of the server.
    [HookplateError.name, []],
    [ParameterError.name, [new ParameterError([]).code]],
    ['WorkflowClientError', Object.keys(clientCodes)],
  ];
  expect([...new Set(classes)]).toEqual(expected.map(([name]) => name));
  expect(codes).toEqual(expected.flatMap(([name, own]) => own.map(code => [name, code])));
});

/** The package's exports other than data: `.`, `./delivery` and so on. */
const entries = Object.keys(packageJson.exports).filter(entry => !entry.endsWith('.json'));

it('the README lists every entry of the package', () => {
  const listed = rowsOf('README.md', 'Import').flatMap(([entry]) => named(entry));
  expect(listed).toEqual(entries.map(entry => entry.replace('.', 'hookplate')));
});

/** The entries that are not the index of a room of their name: two are in another room, and two rooms make the other. */
const elsewhere = new Map([
  ['./receivers', 'webhook/receivers/index.ts'],
  ['./sources', 'webhook/sources/index.ts'],
  ['./workflow', 'workflow.ts'],
]);

it.each(entries)('the page about errors lists every class that %s exports', async entry => {
  const source = elsewhere.get(entry) ?? `${entry}/index.ts`;
  const exported: object = await import(new URL(`../../src/${source}`, import.meta.url).href);
  const classes = Object.keys(exported).filter(name => name.endsWith('Error'));
  const listed = rowsOf('docs/errors.md', 'Error').flatMap(([name, from]) =>
    named(from).map(entry => [...named(name), entry]),
  );
  for (const name of classes) expect(listed).toContainEqual([name, entry.replace('.', 'hookplate')]);
});

it('the page about delivery explains every kind of failure', () => {
  const listed = rowsOf('docs/deliver.md', '`error`').flatMap(([kind]) => named(kind));
  expect(listed).toEqual(Object.keys(attemptErrors));
});

it.each(rowsOf('docs/deliver.md', '`error`'))(
  'that %s is tried again, or not, is as the page says',
  (...row) => {
    const [kind, , again] = row;
    const error = Object.keys(attemptErrors).find((key): key is AttemptError => key === named(kind)[0]);
    if (!error) throw new Error(`${kind} is not a kind of failure.`);
    const delay = nextDelay(1, { kind: 'failed', error, message: '' }, 0, 0);
    expect(again).toBe(delay === undefined ? 'no' : 'yes');
  },
);

it('the page quotes what is said of a redirect', () => {
  const [, quoted] = /“(it redirects .*?)”/s.exec(readFileSync('docs/errors.md', 'utf8')) ?? [];
  const moved = {
    url: 'https://shop.test/hooks',
    headers: [['location', 'https://shop.test/hooks/']],
  } as const;
  expect(quoted?.replaceAll('\n', ' ')).toBe(statusMeaning(308, moved));
});
