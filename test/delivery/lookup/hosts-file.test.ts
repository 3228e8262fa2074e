import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createHostsFile } from '../../../src/delivery/lookup/system-lookup.ts';

function hostsPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'hosts');
}

it('a hosts file gives all addresses of each name, and is read again when it has changed', () => {
  const path = hostsPath();
  writeFileSync(
    path,
    '# 192.0.2.9 no.test\r\n192.0.2.1\tOne.test alias.test # not.test\r\n2001:db8::1 one.test\n\nbad two.test\n',
  );
  const hosts = createHostsFile(path);
  expect(hosts('one.test')).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(hosts('alias.test')).toEqual(['192.0.2.1']);
  for (const name of ['no.test', 'not.test', 'two.test', '#', 'constructor']) expect(hosts(name)).toEqual([]);
  writeFileSync(path, '192.0.2.20 two.test\n');
  expect([hosts('one.test'), hosts('two.test')]).toEqual([[], ['192.0.2.20']]);
});

it('a hosts file that cannot be read knows no names, or those that it had', () => {
  const path = hostsPath();
  const hosts = createHostsFile(path);
  expect(hosts('one.test')).toEqual([]);
  writeFileSync(path, '192.0.2.1 one.test\n');
  expect(hosts('one.test')).toEqual(['192.0.2.1']);
  rmSync(path);
  expect(hosts('one.test')).toEqual(['192.0.2.1']);
});
