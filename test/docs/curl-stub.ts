import { parseArgs } from 'node:util';

/* As much of curl as the pages use, for machines that have none: prints the body of the answer. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean' },
    'fail-with-body': { type: 'boolean', default: false },
    user: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    data: { type: 'string' },
  },
});

const headers = new Headers(values.header.map(line => line.split(': ') as [name: string, value: string]));
if (values.user !== undefined) {
  headers.set('authorization', `Basic ${Buffer.from(values.user).toString('base64')}`);
}
const method = values.data === undefined ? 'GET' : 'POST';
const response = await fetch(positionals[0] ?? '', { method, headers, body: values.data ?? null });
process.stdout.write(await response.text());
// As curl ends then.
if (values['fail-with-body'] && !response.ok) process.exitCode = 22;
