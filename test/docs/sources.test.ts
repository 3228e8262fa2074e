import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sources } from '../../src/webhook/sources/index.ts';
import type { Source, SourceSignature } from '../../src/webhook/sources/source.ts';

const heading = '## The gallery\n';
const columns =
  '| Source | `id` | Events | Proves who it is by | Facts from | Compared |\n|---|---|---|---|---|---|\n';

it('the page about sources has a table of the gallery, which the data make', async () => {
  const page = readFileSync('docs/sources.md', 'utf8');
  const [before = '', rest = ''] = page.split(heading);
  const [words = ''] = rest.split(columns);
  const table = columns + sources.map(rowOf).join('');
  await expect(`${before}${heading}${words.trimEnd()}\n\n${table}`).toMatchFileSnapshot(
    '../../docs/sources.md',
  );
});

function rowOf({ id, name, catalogue, signatures, documentation, checked }: Source): string {
  const events = catalogue?.names.map(event => `\`${event}\``).join(', ') ?? 'any';
  const pages = documentation.map((address, index) => `[${index + 1}](${address})`).join(' ');
  const proofs = signatures.map(proofOf).join(', or ');
  return `| ${[name, `\`${id}\``, events, proofs, pages, checked].join(' | ')} |\n`;
}

function proofOf(signature: SourceSignature): string {
  if (signature.kind === 'standard-webhooks') return '`webhook-signature`';
  if (signature.kind === 'token') return `the secret in \`${signature.header}\``;
  return `\`${signature.header}\`${signature.timestamp ? ', with the time' : ''}`;
}

it('the page about sources names every property of a source', () => {
  const page = readFileSync('docs/sources.md', 'utf8');
  const [, table = ''] = page.split('| Property | Meaning |\n|---|---|\n');
  const cells = (table.split('\n\n')[0] ?? '').matchAll(/^\| (.*?) \|/gm);
  const listed = Array.from(cells, ([, cell = '']) => cell.split(', ')).flat();
  const [, declared = ''] = readFileSync('src/webhook/sources/source.ts', 'utf8').split(
    'export interface Source {',
  );
  const properties = Array.from(
    (declared.split('\n}')[0] ?? '').matchAll(/^ {2}readonly (\w+)/gm),
    ([, name]) => `\`${name}\``,
  );
  expect(listed.toSorted()).toEqual(properties.toSorted());
});
