import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maxBodyBytes } from '../../src/api/json-body.ts';
import { maxBodyDepth } from '../../src/api/mount-routes.ts';
import { DatabaseError } from '../../src/database/database-error.ts';
import { usualRetentionDays } from '../../src/database/retention.ts';
import { OutboxError } from '../../src/outbox/outbox-error.ts';
import { failureWindowMs, maxFailures } from '../../src/server/access/gate.ts';
import { maxSessions, sessionLifeMs } from '../../src/server/access/sessions.ts';
import { tokenLifeMs } from '../../src/server/access/token-routes.ts';
import { heartbeatMs, maxSent } from '../../src/server/change-feed.ts';
import { maxBytes, maxBytesOfOne } from '../../src/server/intake/body-room.ts';
import { IntakeError, readIntakeOptions } from '../../src/server/intake/intake.ts';
import { formerSecretMs } from '../../src/server/kept-secret.ts';
import { problemOf } from '../../src/server/problem-of.ts';
import { maxEventsOfRequest } from '../../src/server/profile-limits.ts';
import { serveDefaults } from '../../src/server/serve-defaults.ts';
import { maxCharacters, minCharacters } from '../../src/server/sources/signature.ts';
import { sources } from '../../src/webhook/sources/index.ts';
import { WorkflowError } from '../../src/workflow/workflow-error.ts';
import { databaseCodes, intakeCodes, outboxCodes, workflowCodes } from './error-codes.ts';

const page = readFileSync('docs/server.md', 'utf8');
const errorsPage = readFileSync('docs/errors.md', 'utf8');
const hour = 3_600_000;
const day = 24 * hour;

/** The cells of a table's rows, by the heading of its first column. */
function rowsOf(text: string, column: string): readonly (readonly string[])[] {
  const [, table = ''] = text.split(`\n| ${column} |`);
  const [, , ...rows] = (table.split('\n\n')[0] ?? '').trimEnd().split('\n');
  return rows.map(row => row.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').replaceAll('`', '')));
}

function namesOf<K extends string>(record: Readonly<Record<K, true>>): readonly K[] {
  // It has no names but those of its type.
  return Object.keys(record) as K[];
}

/** All of a room, as text. */
function sourcesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  return files.map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
}

it('the page about the server gives the defaults of serveNode', () => {
  const listed = rowsOf(page, 'Option of `serveNode`').map(([name, value]) => [name, value]);
  expect(listed).toEqual(Object.entries(serveDefaults).map(([name, value]) => [name, String(value)]));
});

it('the pages about reported events give their limits', () => {
  const listed = rowsOf(page, 'Option of `intake`').map(([name, value]) => [name, value]);
  const defaults = readIntakeOptions(undefined);
  expect(listed).toEqual(Object.entries(defaults).map(([name, value]) => [name, String(value)]));
  const reporting = readFileSync('docs/report-events.md', 'utf8');
  expect(reporting).toContain(
    `up to ${maxEventsOfRequest.toLocaleString('en')} events, which is accepted as a whole`,
  );
  expect(reporting).toContain(`A request may have at most ${maxBodyBytes / 1024 / 1024} MiB.`);
  expect(reporting).toContain(`${usualRetentionDays} days`);
});

it('the page about the server names every option', () => {
  const [, declared = ''] = readFileSync('src/server/hookplate-options.ts', 'utf8').split(
    'export interface HookplateOptions {',
  );
  const names = [...(declared.split('\n}')[0] ?? '').matchAll(/^ {2}readonly (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(rowsOf(page, 'Option of the server').map(([name]) => name)).toEqual(names);
});

it('the page about the server gives its limits', () => {
  expect(page).toContain(`After ${maxFailures} wrong passwords within a minute`);
  expect(failureWindowMs).toBe(60_000);
  const { longest, idle } = sessionLifeMs;
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `${longest / hour} hours after it began, ${idle / hour} hours after it was last used`,
  );
  expect(page).toContain(`at most ${maxSessions}; then the oldest ends`);
  expect(page).toContain(`valid for ${tokenLifeMs.usual / day} days`);
  expect(page).toContain(
    `at most ${maxBodyBytes / 1024 / 1024} MiB and is nested at most ${maxBodyDepth} deep`,
  );
  expect(formerSecretMs).toBe(day);
  expect(page).toContain(`checks every ${heartbeatMs / 1000} seconds whether its caller may still watch`);
  expect(page).toContain(`\`reload\` in place of more than ${maxSent} at a time`);
  expect(page).toContain(`\`alive\` where nothing has happened for ${heartbeatMs / 1000} seconds`);
});

it('the page about the server gives the limits of sources', () => {
  const mib = 1024 * 1024;
  const text = page.replaceAll(/\s+/g, ' ');
  const room = `may have ${maxBytes / mib} MiB, those from one address ${maxBytesOfOne / mib} MiB`;
  // Of sources, and of reports.
  expect(text.split(room)).toHaveLength(3);
  expect(text).toContain(`${minCharacters} to ${maxCharacters} visible characters`);
  expect(text).toContain('A signed time may be at most 5 minutes away from the current time');
  const tolerances = sources.flatMap(({ signatures }) =>
    signatures.map(signature => {
      if (signature.kind === 'standard-webhooks') return signature.toleranceSeconds;
      return signature.kind === 'hmac-sha256' ? signature.timestamp?.toleranceSeconds : undefined;
    }),
  );
  expect(new Set(tolerances)).toEqual(new Set([undefined, 300]));
});

it('the page about errors lists every problem of the server, and no other', () => {
  const sources = sourcesIn('src/server') + sourcesIn('src/api');
  const thrown = sources.matchAll(/new Problem\(\s*(\d{3}),\s*'([a-z0-9-]+)'/g);
  const errors = [
    ...namesOf(workflowCodes).map(code => new WorkflowError(code, '')),
    ...namesOf(intakeCodes).map(code => new IntakeError(code, '')),
    ...namesOf(outboxCodes).map(code => new OutboxError(code, '')),
    ...namesOf(databaseCodes).map(code => new DatabaseError(code, '')),
  ];
  const answered = errors.map(error => problemOf(error)).map(({ code, status }) => `${code} ${status}`);
  const known = Array.from(thrown, ([, status, code]) => `${code} ${status}`);
  const listed = rowsOf(errorsPage, 'Problem').map(([code, status]) => `${code} ${status}`);
  expect(listed.toSorted()).toEqual([...new Set([...known, ...answered])].toSorted());
});

it('the page about errors lists every code that the server has for a field, and no other', () => {
  const made = ['src/server', 'src/api', 'src/webhook/secrets']
    .map(sourcesIn)
    .join('')
    .matchAll(/\bcode: '([a-z-]+)',?\s*message\b/g);
  const listed = rowsOf(errorsPage, 'Field').map(([code]) => code);
  expect(listed.toSorted()).toEqual([...new Set(Array.from(made, ([, code]) => code))].toSorted());
});
