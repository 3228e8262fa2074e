import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly engines?: { readonly node?: string };
}

const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** A scope of packages, or a package without one. */
function groupOf(path: string): string {
  const name = path.replace(/^.*node_modules\//, '');
  return name.startsWith('@') ? `${name.split('/')[0]}/*` : name;
}

it('npm on Node.js 20 warns (EBADENGINE) of these packages alone, which the scripts run on the Node.js that they bring', () => {
  const newer = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies('20.19.0', engines.node))
    .map(([path]) => (path === '' ? 'hookplate' : groupOf(path)));
  expect([...new Set(newer)].toSorted()).toEqual([
    // Of the mutation tests.
    ...['@babel/*', '@inquirer/*'],
    // Of rollup.
    '@napi-rs/*',
    '@stryker-mutator/*',
    'chevrotain',
    'commander',
    'hookplate',
    'mute-stream',
    'pg-boss',
    'tsup',
    'undici',
    'vitest',
  ]);
});
