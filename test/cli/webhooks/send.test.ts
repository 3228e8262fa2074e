import { describe, expect, it } from 'vitest';
import { httpServer } from '../../loopback-server.ts';
import { runInTerminal } from '../pseudo-terminal.ts';
import { directoryWith, runHookplate, startHookplate } from '../run-hookplate.ts';

const loopback = ['--event', 'Errored', '--allow', '127.0.0.0/8'];

function directoryFor(url: string, more: object = {}): string {
  const webhook = {
    id: 'chat',
    profile: 'Nightly',
    events: { Errored: true },
    method: 'POST',
    url: `${url}/hook`,
    authentication: { username: 'ada', password: 'geheim' },
    contentType: 'application/json',
    payload: '{"text": "$profile$ $errorCount$"}',
    ...more,
  };
  return directoryWith({ 'webhook.json': JSON.stringify(webhook) });
}

describe('hookplate send', () => {
  it('sends the request for an event, and prints the answer as data', async () => {
    const receiver = await httpServer(response =>
      response.writeHead(202, { 'content-type': 'text/plain' }).end('taken'),
    );
    const directory = directoryFor(receiver.url);
    const { status, stdout, stderr } = await runHookplate(
      ['send', 'webhook.json', ...loopback, '--set', 'errorCount=9'],
      { directory },
    );
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^HTTP 202\ncontent-type: text\/plain\ndate: .*\n\ntaken\n$/),
    });
    expect(stderr).toMatch(/^chat: POST 127\.0\.0\.1:\d+\nAttempt 1, \d+ ms: answered 202\nDelivered\.\n$/);
    expect(receiver.hits).toMatchObject([{ method: 'POST', path: '/hook', body: '{"text": "Nightly 9"}' }]);
    expect(receiver.hits[0]?.headers.authorization).toBe(`Basic ${btoa('ada:geheim')}`);
    expect(receiver.hits[0]?.headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['send', 'render'])('%s lists the events of the file where none is named', async command => {
    const directory = directoryWith({
      'webhook.json': JSON.stringify({
        ...{ profile: 'Nightly', method: 'GET', url: 'https://e.example/' },
        events: { Errored: true, Started: false, Completed: true },
      }),
      'off.json': JSON.stringify({ profile: 'a', events: {}, method: 'GET', url: 'https://e.example/' }),
    });
    expect(await runHookplate([command, 'webhook.json'], { directory })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: --event: webhook.json: name one of Completed, Errored.\n',
    });
    expect((await runHookplate([command, 'off.json'], { directory })).stderr).toContain(
      'error: --event: off.json: no event is switched on in `events`.\n',
    );
  });

  it('calls no address that is not public, unless it is allowed', async () => {
    const receiver = await httpServer();
    const directory = directoryFor(receiver.url);
    const { status, stdout, stderr } = await runHookplate(['send', 'webhook.json', '--event', 'Errored'], {
      directory,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Not sent: only public addresses are called; --allow takes a range');
    expect(receiver.hits).toEqual([]);
    const wrong = await runHookplate(['send', 'webhook.json', '--event', 'Errored', '--allow', 'localhost'], {
      directory,
    });
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: --allow: expected a CIDR range/),
    });
  });

  it('tries again as often as it is told to, and fails with what came last', async () => {
    const receiver = await httpServer((response, _, before) =>
      response.writeHead(before === 0 ? 503 : 400).end('no'),
    );
    const directory = directoryFor(receiver.url);
    const { status, stdout, stderr } = await runHookplate(
      ['send', 'webhook.json', ...loopback, '--retries', '1'],
      { directory },
    );
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^HTTP 400\n[\s\S]*\n\nno\n$/),
    });
    expect(stderr).toMatch(
      /Attempt 1, .* answered 503: the receiver is not ready\nAttempt 2, .* answered 400: it did not understand the request\nNot delivered\.\n$/,
    );
    expect(receiver.hits).toHaveLength(2);
  });

  it('says where a redirect leads, and does not try again where the address moved for good', async () => {
    const receiver = await httpServer((response, { path }) =>
      response.writeHead(308, { location: `${path}/` }).end(),
    );
    const directory = directoryFor(`${receiver.url}/hooks/42`);
    const args = ['send', 'webhook.json', ...loopback, '--retries', '1'];
    const { status, stdout, stderr } = await runHookplate(args, { directory });
    expect(status).toBe(1);
    expect(stdout).toContain('\nlocation: the same address with `/` at the end\n');
    expect(stdout + stderr).not.toContain('hooks/42');
    expect(stderr).toContain(
      ': answered 308: it redirects to the same address with `/` at the end, and redirects are never followed, so save that address\n',
    );
    expect(receiver.hits).toHaveLength(1);
  });

  it('prints nothing of an answer that could steer a terminal, but to a program its body as it is', async () => {
    const body = 'a\u001b[31m\r\nb\tc\u009b2J\n';
    const receiver = await httpServer(response => {
      response.writeHead(200, { 'content-type': 'text/plain; a=\u009b31m' }).end(body);
    });
    const directory = directoryFor(receiver.url);
    const args = ['send', 'webhook.json', ...loopback];
    const piped = await runHookplate(args, { directory });
    expect(piped.stdout).toMatch(/^HTTP 200\ncontent-type: text\/plain; a=\ufffd31m\n/);
    expect(piped.stdout.endsWith(`\n\n${body}`)).toBe(true);
    const { shown } = await runInTerminal(args, { directory });
    expect(shown.replaceAll('\r\n', '\n')).toContain('\n\na␛[31m\nb    c\ufffd2J\n');
    expect(shown).toContain('content-type: text/plain; a=\ufffd31m');
  });

  it('gives up after the timeout, and ends with 130 after Ctrl-C', async () => {
    const receiver = await httpServer(() => {});
    const directory = directoryFor(receiver.url);
    const slow = await runHookplate(['send', 'webhook.json', ...loopback, '--timeout', '50ms'], {
      directory,
    });
    expect(slow).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('before the timeout'),
    });
    const before = receiver.hits.length;
    const { kill, ended } = startHookplate(['send', 'webhook.json', ...loopback], { directory });
    // On a busy machine the time may be up before the first one is sent.
    await expect.poll(() => receiver.hits.length).toBeGreaterThan(before);
    kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it.each([
    [
      ['--timeout', '10'],
      "error: option '--timeout <time>' argument '10' is invalid. It is a length of time such as 500ms, 10s or 2m.\n",
    ],
    [
      ['--retries', '-1'],
      "error: option '--retries <number>' argument '-1' is invalid. It is a number from 0.\n",
    ],
    ...['today', '2026-02-30T00:00:00Z', '2026-03-01T25:00:00Z'].map(now => [
      ['--now', now],
      `error: option '--now <date>' argument '${now}' is invalid. It is a date and time such as 2026-03-01T12:00:00Z.\n`,
    ]),
  ])('refuses %j', async (args, stderr) => {
    expect(await runHookplate(['send', 'webhook.json', '--event', 'Errored', ...args])).toEqual({
      status: 2,
      stdout: '',
      stderr,
    });
  });
});
