import { expect, it } from 'vitest';
import { importOnOldNode } from '../delivery/old-node.ts';

it('what is installed tells an old Node which one it needs, too', () => {
  const said = importOnOldNode(new URL('../../dist/delivery.js', import.meta.url));
  expect(said).toContain('hookplate/delivery needs Node');
  expect(said).not.toContain('undici');
});
