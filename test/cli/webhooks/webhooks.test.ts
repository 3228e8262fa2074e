import { describe, expect, it } from 'vitest';
import { directoryWith, runHookplate } from '../run-hookplate.ts';

const files = {
  'hook.yaml': [
    'id: chat',
    'profile: Nightly',
    'events: {Completed: true, Errored: true}',
    'method: POST',
    'url: https://chat.example.com/$profile$',
    'authentication: {username: ada, password: "it\'s geheim"}',
    'headers: [{name: X-Count, value: $errorCount$}]',
    'contentType: application/json',
    'payload: \'{"text": "$errorMessage; null="none"$", "at": "$date; format="yyyy-MM-dd"$"}\'',
    '---',
    'id: ping',
    'profile: Nightly',
    'events: {Completed: true}',
    'method: GET',
    'url: https://ping.example.com/$if(isError)$..$else$ok$endif$?n=$recordsProcessed$',
  ].join('\n'),
  'refuses.json': JSON.stringify({
    profile: '..',
    events: { Completed: true },
    method: 'GET',
    url: 'https://e.example/$profile$/x',
  }),
  'line.txt': '{"order": $order.id$, "paid": $paid$, "tags": $tags$, "at": "$date; format="HH:mm"$"}',
  'orders.mjs': `export default {
    names: ['paid'], events: {}, create: () => {}, sample: () => {},
  };`,
  'orders.json': JSON.stringify({
    events: {
      paid: {
        title: 'Paid',
        variables: {
          order: { id: 'number' },
          paid: 'boolean',
          tags: 'json',
          note: { kind: 'optional', of: 'string' },
        },
      },
    },
  }),
  'facts.json': JSON.stringify({ order: { id: 7 }, paid: false, tags: ['a'], date: '2026-03-01T12:00:00Z' }),
};

async function run(...args: readonly string[]) {
  return runHookplate(args, { directory: directoryWith(files) });
}

describe('hookplate render', () => {
  const event = ['--event', 'Errored', '--now', '2026-03-01T12:00:00Z', '--webhook', 'chat'];

  it('prints the body, the URL or the headers for a sample, with facts in place of others', async () => {
    const message = ['--set', 'errorMessage=a "b" =c', '--set', 'errorCount=5'];
    expect(await run('render', 'hook.yaml', ...event, ...message)).toEqual({
      status: 0,
      stdout: '{"text": "a \\"b\\" =c", "at": "2026-03-01"}',
      stderr: '',
    });
    const url = await run('render', 'hook.yaml', ...event, '--field', 'url');
    expect(url.stdout).toBe('https://chat.example.com/Nightly');
    const headers = await run('render', 'hook.yaml', ...event, ...message, '--field', 'headers');
    expect(headers.stdout).toBe('content-type: application/json\nX-Count: 5\nauthorization: Basic ***\n');
  });

  it('renders a bare template for an own event, whose facts are a file and options', async () => {
    const args = ['line.txt', '--output', 'json', '--catalogue', 'orders.json', '--event', 'paid'];
    const set = ['--set', 'order.id=8', '--set', 'paid=true'];
    expect(await run('render', ...args, '--context', 'facts.json', ...set)).toEqual({
      status: 0,
      stdout: '{"order": 8, "paid": true, "tags": ["a"], "at": "12:00"}',
      stderr: '',
    });
  });

  it.each([
    [
      ['hook.yaml', '--event', 'Errored'],
      2,
      'hook.yaml has several webhooks; choose one with --webhook: chat, ping.',
    ],
    [['hook.yaml', '--event', 'Erored'], 2, '--event: there is no event Erored. Did you mean Errored?'],
    [
      ['hook.yaml', '--event', 'Errored', '--webhook', 'chap'],
      2,
      '--webhook: hook.yaml has no webhook chap. Did you mean chat?',
    ],
    [
      ['hook.yaml', '--event', 'Errored', '--webhook', 'ping'],
      1,
      'hook.yaml: Errored is switched off in `events`.',
    ],
    [
      ['hook.yaml', '--event', 'Completed', '--webhook', 'ping'],
      1,
      'A GET of this webhook has no body; try --field url.',
    ],
    [
      [...'hook.yaml --event Errored --webhook chat --set erorMessage=x'.split(' ')],
      2,
      '--set: erorMessage: there is no such variable; did you mean `errorMessage`?',
    ],
    [
      [...'hook.yaml --event Errored --webhook chat --set __proto__=1'.split(' ')],
      2,
      '--set: __proto__: there is no such variable.',
    ],
    [
      [...'hook.yaml --event Errored --webhook chat --set errorCount=many'.split(' ')],
      2,
      '--set: errorCount is not text, so its value has to be JSON.',
    ],
    [
      [...'hook.yaml --event Errored --webhook chat --set errorCount'.split(' ')],
      2,
      '--set: errorCount is not name=value.',
    ],
    [['refuses.json', '--event', 'Completed', '--field', 'url'], 1, expect.stringContaining('profile')],
    [['nope.json', '--event', 'Completed'], 2, 'nope.json cannot be read (ENOENT).'],
    [
      ['line.txt', '--event', 'Completed'],
      2,
      'line.txt is a bare template, not the configuration of a webhook.',
    ],
  ])('says of %j why it prints nothing', async (args, status, message) => {
    const ended = await run('render', ...args);
    expect({ ...ended, stderr: ended.stderr.replace(/^error: |\n$/g, '') }).toEqual({
      status,
      stdout: '',
      stderr: message,
    });
  });

  it('prints what is wrong with a file that it cannot use', async () => {
    const directory = directoryWith({
      'a.json':
        '{"url": "https://e.example/$x$", "method": "GET", "profile": "a", "events": {"Started": true}}',
    });
    const { status, stdout, stderr } = await runHookplate(['render', 'a.json', '--event', 'Started'], {
      directory,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error\[unknown-variable\].*\n --> a\.json:1:29\n/);
    expect(stderr).toMatch(/\n\nerror: a\.json has errors\.\n$/);
  });
});

describe('hookplate preview', () => {
  it('prints every request as files of requests have it, without credentials', async () => {
    const { status, stdout, stderr } = await run('preview', 'hook.yaml');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const today = new Date().toISOString().slice(0, 10);
    await expect(stdout.replaceAll(today, 'TODAY')).toMatchFileSnapshot('./golden/preview.http');
  });

  it('prints commands for curl, which ask for the password unless secrets are wanted', async () => {
    const hidden = await run('preview', 'hook.yaml', '--as', 'curl', '--event', 'Errored');
    expect(hidden.stdout).toMatch(/^# chat, Errored\ncurl --globoff --request POST \\\n/);
    expect(hidden.stdout).toContain("--user 'ada'");
    expect(hidden.stdout).not.toMatch(/authorization|geheim/i);
    const shown = await run('preview', 'hook.yaml', '--as', 'curl', '--event', 'Errored', '--show-secrets');
    expect(shown.stdout).toContain(
      `authorization: Basic ${Buffer.from("ada:it's geheim").toString('base64')}`,
    );
  });

  it('prints versioned JSON, also of an event that it cannot write', async () => {
    const { stdout } = await run('preview', 'hook.yaml', '--as', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      previews: [
        {
          webhook: 'chat',
          event: 'Completed',
          request: { method: 'POST', headers: expect.arrayContaining([['authorization', 'Basic ***']]) },
        },
        { webhook: 'chat', event: 'Errored' },
        {
          webhook: 'ping',
          event: 'Completed',
          request: { method: 'GET', url: 'https://ping.example.com/ok?n=1250' },
        },
      ],
    });
    const refused = await run('preview', 'refuses.json', '--as', 'json');
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error: webhook, Completed: '),
    });
    expect(JSON.parse(refused.stdout).previews).toMatchObject([
      { error: { code: 'refused-value', variable: 'profile' } },
    ]);
  });

  it('says that an event is switched off', async () => {
    expect(await run('preview', 'hook.yaml', '--event', 'Started')).toMatchObject({
      status: 1,
      stderr: 'error: hook.yaml: Started is not switched on in `events`.\n',
    });
  });
});
