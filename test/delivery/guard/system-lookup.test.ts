import { expect, it } from 'vitest';
import { createSystemLookup } from '../../../src/delivery/guard/system-lookup.ts';

it('the system gives the addresses of a name, and one answer to all who ask at a time', async () => {
  const lookup = createSystemLookup();
  const [first, second] = [lookup('localhost'), lookup('localhost')];
  expect(second).toBe(first);
  const addresses = await first;
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address);
  expect(lookup('localhost')).not.toBe(first);
});
