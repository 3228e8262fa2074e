import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatState, parseState } from '../../site/playground/shared-state.ts';

it('a state survives an address, whatever was written', async () => {
  const config = fc.dictionary(fc.string(), fc.string({ unit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(fc.string(), config, async (catalogue, config) => {
      const fragment = await formatState({ catalogue, config: { ...config } });
      expect(fragment).toMatch(/^#[\w-]+$/);
      expect(await parseState(fragment)).toEqual({ catalogue, config: { ...config } });
    }),
  );
});

it.each(['#', '#docs', '#jZDB', '#!', `#${'A'.repeat(100)}`])('%s is no state', async fragment => {
  expect(await parseState(fragment)).toBeUndefined();
});

it('a state that was cut off is none', async () => {
  const fragment = await formatState({
    catalogue: 'shop',
    config: { payload: '{"text":"$order.customer$"}' },
  });
  expect(await parseState(fragment.slice(0, -10))).toBeUndefined();
});
