import { describe, expect, it } from 'vitest';
import { maskSecretsInFile } from '../../../src/cli/contents/mask-secrets.ts';
import { readContents } from '../../../src/cli/contents/read-contents.ts';

/** As `java.util.Properties` (Java 21) reads them. */
describe('a file of properties is read as Java reads it', () => {
  it.each([
    ['# note\u2028a=1\n! more\u2029b=2\u0085c=3\nd=4', { d: '4' }],
    ['a=1\u2028b=2', { a: '1\u2028b=2' }],
    ['key \\\n  = true', { key: 'true' }],
    ['key\\\r\n\t: true', { key: 'true' }],
    ['key = \\\r  true', { key: 'true' }],
    ['ke\\\n  y=1', { key: '1' }],
    ['key\\\n  1', { key1: '' }],
    ['a=1\\\n# 2\n b=3\r#c\rd\\=e=f', { a: '1# 2', b: '3', 'd=e': 'f' }],
  ])('%j', async (file, expected) => {
    const { entries, problems } = await readContents(file, 'a.properties');
    expect(problems).toEqual([]);
    expect(entries.map(({ value }) => value)).toEqual([expected]);
  });
});

it('the value of a header that is marked is hidden', async () => {
  const file = [
    'url=https://a.example/',
    'header.X-Note=canary',
    'secretHeader.X-Note=true',
    'header.X-B=shown',
  ]
    .map(line => `notification.webhook.${line}\n`)
    .join('');
  const contents = await readContents(file, 'a.properties');
  const shown = maskSecretsInFile(file, { contents, suspects: [] });
  expect(shown).toBe(file.replace('canary', '******'));
});
