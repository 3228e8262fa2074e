import { expect, it } from 'vitest';
import { uuidPattern } from '../../uuid-pattern.ts';
import { runHookplate } from '../run-hookplate.ts';
import { configWith, serveFiles } from '../serve/sample-server.ts';

const env = { HOOKPLATE_PASSWORD: 'love:läce' };
const started = {
  ...{ profile: 'nightly', pid: 'p-1', sequence: 1, recordsProcessed: 0, errorCount: 0 },
  startedAt: '2026-03-01T00:00:00Z',
};
const settings = Object.entries(started).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
const event = ['emit', 'Started', '--profile', 'nightly', '--id', 'first', ...settings];

it('hookplate emit reports an event once, as a user or with a token that may do only that', async () => {
  const { origin } = await serveFiles({ files: { 'hookplate.config.json': configWith(['true']) } });
  const server = ['--base-url', origin];
  const asUser = [...server, '--user', 'ada'];
  const first = await runHookplate([...event, ...asUser, '--format', 'json'], { env });
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const { id } = JSON.parse(first.stdout);
  expect(JSON.parse(first.stdout)).toEqual({
    version: 1,
    id: expect.stringMatching(uuidPattern),
    repeated: false,
  });

  const made = await fetch(`${origin}/api/tokens`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`ada:${env.HOOKPLATE_PASSWORD}`).toString('base64')}`,
    },
    body: JSON.stringify({ name: 'ci', role: 'reporter', events: ['Started'] }),
  });
  const { token } = (await made.json()) as { readonly token: string };
  const withToken = { env: { HOOKPLATE_TOKEN: token } };
  const again = await runHookplate([...event, ...server], withToken);
  expect(again).toMatchObject({ status: 0, stdout: `id: ${id}\nrepeated: it was accepted before\n` });

  // The first one counts, whatever comes with its id later.
  const other = await runHookplate([...event, '--set', 'pid=p-2', ...server], withToken);
  expect(other).toEqual(again);
  const unfit = await runHookplate([...event, '--set', 'sequence={"a":1}', ...server], withToken);
  expect(unfit).toMatchObject({ status: 1, stderr: expect.stringContaining('422: facts.sequence: ') });
  const twice = await runHookplate(
    [...event, '--set', 'sequence=x', '--set', 'pidd=1', ...server],
    withToken,
  );
  expect(twice.stderr.split('\n').slice(1)).toEqual([expect.stringMatching(/^facts\.sequence: .*\.$/), '']);
  const forbidden = await runHookplate(['emit', 'Completed', '--profile', 'x', ...server], withToken);
  expect(forbidden).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('only report the events `Started`'),
  });
  const status = await runHookplate(['status', 'p-1', ...server], withToken);
  expect(status).toMatchObject({ status: 1, stderr: expect.stringContaining('answered 403') });
  const unset = await runHookplate(
    ['emit', 'Started', '--profile', 'x', '--set', 'nothing', ...server],
    withToken,
  );
  expect(unset).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--set: nothing is not name=value.'),
  });
});
