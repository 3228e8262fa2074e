import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importOnOldNode } from './old-node.ts';

const root = new URL('../../', import.meta.url);

it.each(['delivery', 'outbox', 'server'])(
  'an old Node that imports %s is told in one line what the package needs, before the HTTP client can die of it',
  entry => {
    const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const needed = String(engines.node).replace('>=', '');
    const said = importOnOldNode(new URL(`src/${entry}/index.ts`, root));
    expect(said).toContain(`hookplate needs Node.js ${needed} or later; this is 20.1.0.`);
    expect(said).not.toMatch(/undici|hookplate\//);
  },
);

it('without the line an old Node would die of it', () => {
  expect(importOnOldNode(new URL('src/delivery/wire/traced-agent.ts', root))).toContain('undici');
});
