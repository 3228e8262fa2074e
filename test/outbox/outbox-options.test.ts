import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readDatabaseOptions } from '../../src/database/open-database.ts';
import { createOutbox, openDatabase } from '../../src/outbox/index.ts';
import { readOutboxOptions } from '../../src/outbox/outbox-options.ts';
import { emptyPostgres } from './test-database.ts';

async function anyDatabase() {
  const database = await openDatabase({ url: await emptyPostgres() });
  onTestFinished(() => database.close());
  return database;
}

function page(): string {
  return readFileSync('docs/outbox.md', 'utf8');
}

/** The numeric defaults in one table of the page, by the names of their options. */
function defaultsOf(made: string): unknown {
  const [, table = ''] = page().split(`| Option of \`${made}\` |`);
  const [rows = ''] = table.split('\n\n');
  const found = rows.matchAll(/^\| `([\w.]+)` \| (\d[\d, ]*) \| .+ \|$/gm);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

function asText(defaults: object): unknown {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, String(value)]));
}

describe('the options of the outbox', () => {
  it.each<readonly [options: object, message: string]>([
    [{ shedule: [] }, 'options.shedule: there is no such option; did you mean `schedule`?'],
    [{ perEndpoint: 0 }, 'options.perEndpoint: expected a whole number from 1'],
    [{ encryptionKeys: ['canary'] }, 'options.encryptionKeys[0]: expected 32 bytes in base64'],
    [{ retentionDays: 0 }, 'options.retentionDays: expected a whole number from 1 to 36500'],
    [{ retentionDays: 1e10 }, 'options.retentionDays: expected a whole number from 1 to 36500'],
    [{ timeoutMs: 0 }, 'options.timeoutMs: expected a whole number of milliseconds from 1'],
    [{ hold: 'never' }, "options.hold: expected milliseconds, or 'forever'"],
  ])('are checked: %j', async (options, message) => {
    const error = await createOutbox({ ...options, database: await anyDatabase() }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'invalid-argument' });
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('canary');
  });

  it('have the defaults that their page gives', async () => {
    const { settings } = readOutboxOptions({ database: await anyDatabase() });
    const { schedule, retentionDays, concurrency, perEndpoint, pollMs, disableAfterMs, hold } = settings;
    const { maxRequestBytes, timeoutMs } = settings;
    const numbers = {
      timeoutMs,
      concurrency,
      perEndpoint,
      hold,
      maxRequestBytes,
      pollMs,
      disableAfterMs,
      retentionDays,
    };
    const known = { schedule: schedule.join(', '), ...numbers };
    expect(defaultsOf('createOutbox')).toEqual(asText(known));
    const { url, schema, pooler, listenUrl, ...ofServer } = {
      ...{ url: '', pooler: true, listenUrl: '' },
      ...readDatabaseOptions({ url: 'postgres://a' }),
    };
    expect(page()).toContain(`| \`pooler\` | ${pooler} |`);
    expect(page()).toContain(`| \`schema\` | ${schema} |`);
    const {
      directory,
      schema: ofDirectory,
      ...embedded
    } = {
      directory: '',
      ...readDatabaseOptions({ directory: 'a' }),
    };
    expect(ofDirectory).toBe(schema);
    expect(defaultsOf('openDatabase')).toEqual(asText({ ...embedded, ...ofServer }));
  });
});
