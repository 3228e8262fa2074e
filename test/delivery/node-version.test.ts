import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importOnOldNode } from './old-node.ts';

const root = new URL('../../', import.meta.url);

it('an old Node is told in one line which one is needed, before the HTTP client can die of it', () => {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const needed = String(engines.node).replace('>=', '');
  const said = importOnOldNode(new URL('src/delivery/index.ts', root));
  expect(said).toContain(`hookplate/delivery needs Node ${needed} or later; this is v20.1.0.`);
  expect(said).not.toContain('undici');
});

it('without the line an old Node would die of it', () => {
  expect(importOnOldNode(new URL('src/delivery/wire/traced-agent.ts', root))).toContain('undici');
});
