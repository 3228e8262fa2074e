import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { pages } from './pages.ts';

it('every script that a page names is one of the package', () => {
  const text = pages.map(page => readFileSync(page, 'utf8')).join('\n');
  const named = new Set([...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, script = '']) => script));
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter(script => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
});

it('the README has the two commands, each alone on its line', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.match(/^npm .*$/gm)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
});
