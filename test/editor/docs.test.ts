import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processMeanings } from '../../src/assist/template-scope.ts';

it('explains the variables of a process in the words of the language reference', () => {
  const reference = readFileSync('grammar/reference/language-reference.md', 'utf8');
  const [, table = ''] = reference.split('| Name | Type | Meaning |\n|---|---|---|\n');
  const rows = (table.split('\n\n')[0] ?? '').split('\n').map(row => row.split(' | '));
  const meanings = rows.map(([name = '', , meaning = '']) => [
    name.replace(/^\| `|`$/g, ''),
    meaning.replace(/ \|$/, ''),
  ]);
  expect(Object.fromEntries(meanings)).toEqual(processMeanings);
});
