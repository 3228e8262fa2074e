import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCurl } from '../../../src/webhook/preview/curl.ts';
import type { WebhookRequest } from '../../../src/webhook/webhook-request.ts';
import { runs } from '../../properties.ts';

interface Called {
  readonly args: readonly string[];
  readonly input: string;
}

/** Runs the command in a real shell, where `curl` is a function that prints how many arguments it got, those, and its input. */
function run(command: string): Called {
  const stub = `curl() {
    printf '%s\\0' "$#" "$@"
    for last; do :; done
    if [ "$last" = '@-' ]; then cat; fi
  }
  `;
  const printed = execFileSync('sh', ['-s'], { input: `${stub}${command}\n`, maxBuffer: 2 ** 27 }).toString();
  const [count, ...rest] = printed.split('\0');
  const args = rest.slice(0, Number(count));
  return { args, input: rest.slice(args.length).join('\0') };
}

function post(body: string, headers: WebhookRequest['headers'] = []): WebhookRequest {
  return { method: 'POST', url: 'https://h/', headers, body };
}

it('a GET is a command of three lines', () => {
  const command = formatCurl({ method: 'GET', url: "https://h/?a=[b]&c='d'", headers: [] });
  expect(command).toBe("curl --globoff --request GET \\\n  --url 'https://h/?a=[b]&c='\\''d'\\'''");
  expect(run(command).args).toEqual(['--globoff', '--request', 'GET', '--url', "https://h/?a=[b]&c='d'"]);
});

it.each([
  "it's",
  '@file',
  'two\nlines\r\n\n',
  '$HOME `ls` $(ls) \\ \\n %s !! * ~ #',
  '',
  '-x',
  "''",
  'ü😀\u2028',
  '\t"quoted"',
])('the shell hands the body %j to curl as it is', body => {
  expect(run(formatCurl(post(body))).args.slice(-2)).toEqual(['--data-raw', body]);
});

it('a body with NUL characters, or one too long for an argument, is piped in as it is', () => {
  for (const body of ["\0a\\0'%d%%\0\x001\n", 'ü"\'\\%\n'.repeat(100_000)]) {
    const { args, input } = run(formatCurl(post(body)));
    expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
    expect(input === body).toBe(true);
  }
});

it('a body that begins with a hyphen, and is long or holds NUL, is not read as options of `printf`', () => {
  for (const body of [
    '-n\0',
    '--\0-x',
    '-',
    '-v\0a',
    '--version\0',
    `-n${'x'.repeat(50_000)}`,
    `--${'%'.repeat(50_000)}`,
  ]) {
    const { args, input } = run(formatCurl(post(body)));
    expect((args.at(-2) === '--data-raw' ? args.at(-1) : input) === body, body.slice(0, 20)).toBe(true);
  }
});

it('a lone surrogate is written as UTF-8 has it', () => {
  expect(run(formatCurl(post('a\ud800b'))).args.at(-1)).toBe('a\ufffdb');
});

it('headers are given in their order, and an empty one is not dropped', () => {
  const command = formatCurl(
    post('', [
      ['content-type', 'text/plain'],
      ['X-A', ''],
      ['X-B', "o'clock; $x"],
    ]),
  );
  expect(run(command).args.slice(5, -2)).toEqual([
    '--header',
    'content-type: text/plain',
    '--header',
    'X-A;',
    '--header',
    "X-B: o'clock; $x",
  ]);
});

it('whatever the URL, the headers and the body, curl gets exactly those', () => {
  const text = fc.string({ unit: fc.constantFrom(...' \'"\\$`!@#%&*()[]{}<>|;~-=?\n\r\t', 'a', 'ü') });
  fc.assert(
    fc.property(fc.webUrl(), fc.array(fc.tuple(fc.constant('X-A'), text)), text, (url, headers, body) => {
      const line = headers.filter(([, value]) => value.trim() !== '');
      const { args } = run(formatCurl({ method: 'POST', url, headers: line, body }));
      const given = line.flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
      expect(args).toEqual(['--globoff', '--request', 'POST', '--url', url, ...given, '--data-raw', body]);
    }),
    { numRuns: runs(50) },
  );
});
