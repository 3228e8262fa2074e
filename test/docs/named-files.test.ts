import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pages } from './pages.ts';

it('every file and folder of tests that a page names is there', () => {
  const text = [...pages, 'CONTRIBUTING.md', 'bench/README.md']
    .map(page => readFileSync(page, 'utf8'))
    .join('\n');
  const named = new Set(Array.from(text.matchAll(/`(test\/[\w./-]+)`/g), ([, path = '']) => path));
  expect(named.size).toBeGreaterThan(50);
  // The tests of one promise may be of several kinds: `test/outbox/fairness` is `fairness.long.test.ts`.
  expect([...named].filter(path => globSync([path, `${path}.*`]).length === 0)).toEqual([]);
});

it('what shows a promise is named as a path, a command, a project, or a part of the long tests', () => {
  const [, table = ''] = readFileSync('docs/develop.md', 'utf8').split('| Promise |');
  const named = Array.from((table.split('\n\n')[0] ?? '').matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  expect(named.length).toBeGreaterThan(50);
  const elsewhere = named.filter(name => !/^(?:test\/|npm run )/.test(name));
  const parts = readFileSync('test/run-long.ts', 'utf8');
  expect(elsewhere.filter(name => name !== 'contract' && !parts.includes(`'${name}'`))).toEqual([]);
});
