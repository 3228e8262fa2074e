/** IPv4 addresses that no webhook may reach, one or more of each range. */
const ipv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.31.255.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
] as const;

/** The ways to write an IPv4 address that the WHATWG host parser understands, and disguises around them. */
const ipv4Notations: readonly ((octets: Octets, dotted: string) => string)[] = [
  (_, dotted) => `http://${dotted}/`,
  (_, dotted) => `https://${dotted}/`,
  (_, dotted) => `http://${dotted}./`,
  octets => `http://${whole(octets)}/`,
  octets => `http://0x${whole(octets).toString(16)}/`,
  octets => `http://0${whole(octets).toString(8)}/`,
  octets => `http://${octets.map(octet => `0X${octet.toString(16).toUpperCase()}`).join('.')}/`,
  octets => `http://${octets.map(octet => `000${octet.toString(8)}`).join('.')}/`,
  ([a, b, c, d]) => `http://${a}.${b}.${c * 256 + d}/`,
  ([a, b, c, d]) => `http://${a}.${(b * 256 + c) * 256 + d}/`,
  ([a, b, c, d]) => `http://0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}/`,
  (_, dotted) => `http://${percentEncoded(dotted)}/`,
  (_, dotted) => `http://${fullWidth(dotted)}/`,
  (_, dotted) => `http://${dotted.replaceAll('.', '\u3002')}/`,
  (_, dotted) => `http://public.test@${dotted}/`,
  (_, dotted) => `http://public.test:80#@${dotted}/`.replace('#', '%23'),
  (_, dotted) => `http:\\\\${dotted}\\`,
  (_, dotted) => `http:${dotted}`,
  (_, dotted) => ` ht\ntp://${dotted.replace('.', '\t.')}/`,
  (_, dotted) => `http://[::ffff:${dotted}]/`,
  (_, dotted) => `http://[::${dotted}]/`,
  (_, dotted) => `http://[::ffff:0:${dotted}]/`,
  (_, dotted) => `http://[64:ff9b::${dotted}]/`,
  (_, dotted) => `http://[64:ff9b:1::${dotted}]/`,
  (_, dotted) => `http://[2606:4700::5efe:${dotted}]/`,
  (_, dotted) => `http://[2606:4700::200:5efe:${dotted}]/`,
  octets => `http://[2002:${hexPair(octets)}::1]/`,
  octets =>
    `http://[2001:0:4136:e378:8000:63bf:${hexPair(octets.map(octet => 255 - octet) as unknown as Octets)}]/`,
];

/** IPv6 literals with no IPv4 inside. */
const ipv6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::2',
  '::ffff:0:0:1',
  '1::1',
  '64:ff9b:0:0:1::1',
  '64:ff9b:ffff::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:1::',
  '2001:1::4',
  '2001:2::1',
  '2001:4:111::1',
  '2001:10::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  '8000::1',
  'c000::1',
  'e000::1',
  'f000::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'FD00:EC2:0:0:0:0:0:254',
  'fe80::1',
  'febf::1',
  'fe80::5efe:a00:1',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'ff05::2',
  'ff0e::1',
];

/** Names; the resolver of the test answers loopback for each. */
const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  'any.localhost',
  '\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3',
  '\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54',
  'loc%61lhost',
  'local\u00adhost',
  'metadata.google.internal',
  'metadata',
  'instance-data',
  'kubernetes.default.svc',
  '127.0.0.1.public.test',
  '1.1.1.1.public.test',
  'xn--lcalhost-0ya.test',
  '\u2488\u2488.test',
  'user@localhost',
  'public.test@localhost',
  'public.test:80@localhost:8080',
  'public.test%2f@localhost',
  'a'.repeat(63),
  'public.test',
];

/** No address at all, or none that a webhook is sent to. */
const notHttp = [
  '',
  ' ',
  '/',
  '//127.0.0.1/',
  '127.0.0.1',
  'localhost:80',
  'http://',
  'http:///',
  'http://[::1/',
  'http://[::1%25lo]/',
  'http://[fe80::1%eth0]/',
  'http://256.256.256.256/',
  'http://127.0.0.1.1/',
  'http://0x100000000/',
  'http://127.0.0.1:65536/',
  'http://a b/',
  'http://%00/',
  'http://127.0.0.1%00.public.test/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:70/_x',
  'dict://127.0.0.1:11211/stats',
  'ldap://127.0.0.1/',
  'ws://127.0.0.1/',
  'wss://127.0.0.1/',
  'unix:///var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
  'jar:http://127.0.0.1!/',
  'data:text/plain,x',
  'blob:http://127.0.0.1/x',
  'javascript:1',
  'view-source:http://127.0.0.1/',
];

export const hostileUrls: readonly string[] = [
  ...ipv4.flatMap(dotted => ipv4Notations.map(write => write(octetsOf(dotted), dotted))),
  ...ipv6.map(address => `http://[${address}]/`),
  ...names.map(name => `http://${name}/`),
  ...names.slice(0, 3).map(name => `https://${name}/`),
  ...notHttp,
];

type Octets = readonly [number, number, number, number];

function octetsOf(dotted: string): Octets {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return [a, b, c, d];
}

function whole([a, b, c, d]: Octets): number {
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

function hexPair([a, b, c, d]: Octets): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function percentEncoded(text: string): string {
  return [...text].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('');
}

function fullWidth(text: string): string {
  return [...text].map(letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
}
