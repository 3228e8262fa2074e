import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readOptions } from '../../src/delivery/dispatcher-options.ts';

it.each(['README.md', 'CHANGELOG.md'])('%s names the version of Node.js that the package needs', page => {
  const version = packageJson.engines.node.replace('>=', '');
  expect(readFileSync(page, 'utf8')).toContain(`Node.js ${version} or later`);
});

it('the page about delivery gives the defaults that the dispatcher has', () => {
  const page = readFileSync('docs/deliver.md', 'utf8');
  const [, table = ''] = /\| Option \| Default \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, value]) => [name, value]);
  expect(rows.length).toBeGreaterThan(0);
  const { timeoutMs, schedule, maxResponseBytes, perEndpoint } = readOptions();
  const known = { timeoutMs, schedule: schedule.join(', '), maxResponseBytes, perEndpoint };
  expect(rows).toEqual(Object.entries(known).map(([name, value]) => [name, String(value)]));
});
