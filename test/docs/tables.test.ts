import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '../../src/webhook/config/settings.ts';
import { pages } from './pages.ts';

const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'grammar/reference/language-reference.md'];

/** The rows of a table that have other columns than its head: a bar in code is written `\|`, or it ends the cell. */
function brokenRows(page: string): readonly string[] {
  const columnsOf = (row: string): number => row.match(/(?<!\\)\|/g)?.length ?? 0;
  let columns: number | undefined;
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter(line => {
      if (!line.startsWith('|')) columns = undefined;
      else columns ??= columnsOf(line);
      return columns !== undefined && columnsOf(line) !== columns;
    });
}

it.each([...pages, ...others])('every row of a table in %s has a cell for each column', page => {
  expect(brokenRows(page)).toEqual([]);
});

it('the page about embedding has each setting of a webhook, in the order of forms and lists', () => {
  const [, table = ''] = readFileSync('docs/embed.md', 'utf8').split('| Setting | Meaning |\n|---|---|\n');
  const [rows = ''] = table.split('\n\n');
  const named = Array.from(rows.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name);
  expect(named).toEqual(Object.keys(settings));
});
