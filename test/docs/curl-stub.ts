import { parseArgs } from 'node:util';

/* As much of curl as the README uses, for machines that have none: prints the body of the answer. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean' },
    user: { type: 'string', default: '' },
    header: { type: 'string', multiple: true, default: [] },
    data: { type: 'string' },
  },
});

const headers = new Headers(values.header.map(line => line.split(': ') as [name: string, value: string]));
headers.set('authorization', `Basic ${Buffer.from(values.user).toString('base64')}`);
const method = values.data === undefined ? 'GET' : 'POST';
const response = await fetch(positionals[0] ?? '', { method, headers, body: values.data ?? null });
process.stdout.write(await response.text());
