import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { receivers } from '../../src/webhook/receivers/index.ts';
import type { Receiver } from '../../src/webhook/receivers/receiver.ts';

const heading = '## The gallery\n';
const columns =
  '| Receiver | `receiver` | Takes | Known by | Facts from | Compared |\n|---|---|---|---|---|---|\n';

it('the page about receivers has a table of the gallery, which the data make', async () => {
  const page = readFileSync('docs/receivers.md', 'utf8');
  const [before = '', rest = ''] = page.split(heading);
  const [words = ''] = rest.split(columns);
  const table = columns + receivers.map(rowOf).join('');
  await expect(`${before}${heading}${words.trimEnd()}\n\n${table}`).toMatchFileSnapshot(
    '../../docs/receivers.md',
  );
});

function rowOf({ id, name, method, contentType, hosts, documentation, checked }: Receiver): string {
  const takes = [method, contentType && `\`${contentType}\``].filter(Boolean).join(' ');
  const pages = documentation.map((address, index) => `[${index + 1}](${address})`).join(' ');
  const known = hosts.map(host => `\`${host}\``).join(', ');
  return `| ${[name, `\`${id}\``, takes, known, pages, pages && checked].join(' | ')} |\n`;
}

it('the page about receivers names every property of a receiver', () => {
  const page = readFileSync('docs/receivers.md', 'utf8');
  const [, table = ''] = page.split('| Property | Meaning |\n|---|---|\n');
  const cells = (table.split('\n\n')[0] ?? '').matchAll(/^\| (.*?) \|/gm);
  const listed = Array.from(cells, ([, cell = '']) => cell.split(', ')).flat();
  const [, declared = ''] = readFileSync('src/webhook/receivers/receiver.ts', 'utf8').split(
    'export interface Receiver {',
  );
  const properties = Array.from(
    (declared.split('\n}')[0] ?? '').matchAll(/^ {2}readonly (\w+)/gm),
    ([, name]) => `\`${name}\``,
  );
  expect(listed.toSorted()).toEqual(properties.toSorted());
});
