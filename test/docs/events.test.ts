import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { usualRetentionDays } from '../../src/database/retention.ts';
import { usualMaxRequestBytes } from '../../src/outbox/outbox-options.ts';

const page = readFileSync('docs/outbox.md', 'utf8');
const source = readFileSync('src/events/events.ts', 'utf8');

/** The names in a table of the page, with their defaults. */
function rowsOf(column: string): readonly (readonly [name: string, value: string])[] {
  const [, table = ''] = page.split(`\n| ${column} |`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** The members of an interface, with the defaults that their comments name. */
function membersOf(name: string): ReadonlyMap<string, string | undefined> {
  const [, declared = ''] = source.split(new RegExp(`interface ${name}\\b[^{]*\\{\\n`));
  const [body = ''] = declared.split('\n}');
  const members = [...body.matchAll(/\/\*\*(.*?)\*\/\s*readonly (\w+)/gs)];
  return new Map(
    members.map(([, comment = '', member = '']) => [member, /Default ([\d,]+\d)/.exec(comment)?.[1]]),
  );
}

it('the page about the outbox gives the options of `notify`', () => {
  expect(rowsOf('Option of `notify`').map(([name]) => name)).toEqual([...membersOf('NotifyOptions').keys()]);
});

it('the page about the outbox gives the options of `createEvents`, and their defaults', () => {
  const members = new Map([...membersOf('EventsOptions'), ...membersOf('CatalogueOptions')]);
  const listed = rowsOf('Option of `createEvents`');
  expect(listed.map(([name]) => name)).toEqual([...members.keys()]);
  const numbers = listed.filter(([, value]) => /^\d+$/.test(value));
  expect(numbers).toHaveLength(3);
  for (const [name, value] of numbers)
    expect([name, members.get(name)?.replaceAll(',', '')]).toEqual([name, value]);
  expect(numbers).toContainEqual(['maxRequestBytes', String(usualMaxRequestBytes)]);
  expect(numbers).toContainEqual(['retentionDays', String(usualRetentionDays)]);
});
