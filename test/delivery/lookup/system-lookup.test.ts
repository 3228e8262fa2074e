import { describe, expect, it } from 'vitest';
import { createSystemLookup, type SystemLookupOptions } from '../../../src/delivery/lookup/system-lookup.ts';
import { type NameServer, nameServer } from '../name-server.ts';

function lookupAt({ address }: NameServer, options: SystemLookupOptions = {}) {
  const lookup = createSystemLookup({ servers: [address], hosts: () => [], ...options });
  return async (name: string) => lookup(name);
}

describe('the addresses of a name', () => {
  it('are all that the name server gives', async () => {
    const server = await nameServer(() => ['192.0.2.1', '192.0.2.2']);
    expect(await lookupAt(server)('two.test')).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('stand in the hosts file first, whatever letters and dots they are asked with', async () => {
    const server = await nameServer(() => ['192.0.2.1']);
    const hosts = (name: string): string[] => (name === 'own.test' ? ['192.0.2.7'] : []);
    const lookup = lookupAt(server, { hosts });
    expect(await lookup('Own.Test.')).toEqual(['192.0.2.7']);
    expect(server.asked).toEqual([]);
    expect(await lookup('other.test')).toEqual(['192.0.2.1']);
  });

  it('are those of this machine for localhost, whatever a name server says', async () => {
    const server = await nameServer(() => ['192.0.2.1']);
    for (const name of ['localhost', 'a.localhost']) {
      expect(await lookupAt(server)(name)).toEqual(['127.0.0.1', '::1']);
    }
    expect(await createSystemLookup()('localhost')).toContain('127.0.0.1');
    expect(server.asked).toEqual([]);
  });

  it('are asked for once by all who ask at a time, and anew by whoever asks later', async () => {
    const server = await nameServer(() => ['192.0.2.1']);
    const lookup = lookupAt(server);
    await Promise.all([lookup('a.test'), lookup('a.test')]);
    expect(server.asked).toEqual(['a.test']);
    await lookup('a.test');
    expect(server.asked).toEqual(['a.test', 'a.test']);
  });
});

describe('a name that does not resolve', () => {
  it('is not asked for again until its failure is forgotten', async () => {
    let isKnown = false;
    const server = await nameServer(() => (isKnown ? ['192.0.2.1'] : []));
    const lookup = lookupAt(server);
    await expect(lookup('a.test')).rejects.toMatchObject({ code: 'ENODATA' });
    isKnown = true;
    await expect(lookup('a.test')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(server.asked).toEqual(['a.test']);
    const forgetful = lookupAt(server, { failureMs: 0 });
    isKnown = false;
    await expect(forgetful('a.test')).rejects.toMatchObject({ code: 'ENODATA' });
    isKnown = true;
    expect(await forgetful('a.test')).toEqual(['192.0.2.1']);
  });

  it('ends after its time where no name server answers', async () => {
    const server = await nameServer(() => undefined);
    await expect(lookupAt(server, { timeoutMs: 50 })('dead.test')).rejects.toMatchObject({
      code: 'ETIMEOUT',
    });
  });
});

it('no more names are asked for at a time than the bound', async () => {
  const answers: (() => void)[] = [];
  const server = await nameServer(
    name => new Promise(resolve => answers.push(() => resolve(name.startsWith('no') ? [] : ['192.0.2.1']))),
  );
  const lookup = lookupAt(server, { atATime: 2 });
  const names = ['a.test', 'no.test', 'b.test', 'c.test', 'd.test'];
  const found = Promise.allSettled(names.map(lookup));
  const distinct = (): readonly string[] => [...new Set(server.asked)];
  await expect.poll(distinct).toEqual(['a.test', 'no.test']);
  const drain = setInterval(() => {
    for (const answer of answers.splice(0)) answer();
  }, 5);
  const states = (await found).map(({ status }) => status);
  clearInterval(drain);
  expect(states).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(distinct()).toEqual(names);
});
