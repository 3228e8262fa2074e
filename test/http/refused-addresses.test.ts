import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AllowList, refusalOf } from '../../src/http/refused-addresses.ts';

const nothing = new AllowList([]);

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2000::1',
    '2001:1::1',
    '2001:1::2',
    '2001:1::3',
    '2001:3::1',
    '2001:4:112::1',
    '2001:20::1',
    '2001:30::1',
    '2001:200::1',
    '2003::1',
    '2606:4700:4700::1111',
    '2606:4700::1:5efe:7f00:1',
    '2a00:1450:4001:81b::200e',
    '3ffe:ffff::1',
  ])('%s is public', address => {
    expect(refusalOf(address, nothing)).toBeUndefined();
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['169.254.1.1', 'linkLocal'],
    ['169.254.169.254', 'metadata of a cloud'],
    ['168.63.129.16', 'metadata of a cloud'],
    ['100.100.100.200', 'metadata of a cloud'],
    ['fd00:ec2::254', 'metadata of a cloud'],
    ['::ffff:169.254.169.254', 'metadata of a cloud'],
    ['64:ff9b::a9fe:a9fe', 'metadata of a cloud'],
    ['::8.8.8.8', 'not assigned to the public'],
    ['2002:808:808::1', '6to4'],
    ['2606:4700::5efe:808:808', 'ISATAP'],
    ['2001:1::4', 'reserved'],
    ['fe80::1%eth0', 'linkLocal'],
  ])('%s is refused as %s', (address, refusal) => {
    expect(refusalOf(address, nothing)).toBe(refusal);
  });

  it('of IPv4 has one verdict, however it is wrapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const refusal = refusalOf(address, nothing);
        expect(refusalOf(`::ffff:${address}`, nothing)).toBe(refusal);
        expect(refusalOf(`64:ff9b::${address}`, nothing)).toBe(refusal);
      }),
    );
  });

  it('wrapped in any other way is refused, and so is what is not an address', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (address, text) => {
        for (const wrap of ['::', '::ffff:0:', '64:ff9b:1::', '2606:4700::5efe:', '2606:4700::200:5efe:']) {
          expect(refusalOf(wrap + address, nothing)).toEqual(expect.any(String));
        }
        expect(refusalOf(`${text}/`, nothing)).toBe('not an address');
      }),
    );
  });

  it.each(['0177.0.0.1', '0x7f.0.0.1', '127.1', '2130706433', '', 'localhost', '[::1]', '127.0.0.1:80'])(
    'is not what is written as %j',
    text => {
      expect(refusalOf(text, new AllowList(['127.0.0.0/8', '::1/128']))).toBe('not an address');
    },
  );
});

describe('an allowed range', () => {
  it('lets through what lies in it, and nothing else', () => {
    const allow = new AllowList(['10.1.0.0/16', '::1/128', '169.254.169.254/32']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3', '::1', '169.254.169.254']) {
      expect(refusalOf(address, allow)).toBeUndefined();
    }
    for (const address of ['10.2.0.1', '::2', '169.254.169.253', 'fe80::1']) {
      expect(refusalOf(address, allow)).toEqual(expect.any(String));
    }
  });

  it('of IPv6 lets no IPv4 through', () => {
    expect(refusalOf('::ffff:127.0.0.1', new AllowList(['::/0']))).toBe('loopback');
  });

  it.each([
    '10.0.0.1',
    '10.0.0.0/33',
    '10/8',
    '::1',
    'localhost/8',
    '',
    '0177.0.0.1/8',
    '::ffff:10.0.0.0/104',
  ])('%j is not a range', range => {
    expect(() => new AllowList([range])).toThrow(TypeError);
  });

  it.each([
    ['127.0.0.1', '; for one address add `/32`: `127.0.0.1/32`'],
    ['::1', '; for one address add `/128`: `::1/128`'],
    ['10/8', ''],
  ])('%j says what is missing, where it is one address', (range, hint) => {
    const message = `allow[0]: expected a CIDR range such as "10.1.0.0/16" or "::1/128"${hint}`;
    expect(() => new AllowList([range])).toThrow(expect.objectContaining({ message }));
  });
});
