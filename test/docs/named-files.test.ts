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
