import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { formatNames } from '../../src/cli/check/report.ts';
import { httpServer } from '../loopback-server.ts';
import { configText } from './check/check-files.ts';
import { commandNames, directoryWith, type RunSettings, runHookplate } from './run-hookplate.ts';
import { configWith, serveFiles } from './serve/sample-server.ts';

const files = {
  'webhook.json': configText({
    id: 'chat',
    authentication: { username: 'ada', password: 'geheim' },
    headers: [{ name: 'X-Count', value: '$errorCount$' }],
    payload: '{"text": "$errorMessage; null="none"$", "at": "$date; format="yyyy"$"}',
  }),
  'broken.yaml': [
    'profile: "100% Grün"',
    'events: {Errored: true, Completed: true}',
    'method: post',
    'url: "https://chat.example.com/\\',
    '  $profil$?a=$date; format=“yyyy”$"',
    'contentType: " application/json"',
    'authentication: {username: ada, password: geheim}',
    'setting%0A: x',
    'payload: |2- # note',
    '  {"text": "$errorMesage$',
    '  ", "n": $errorCount$,}',
    '',
  ].join('\n'),
  'syntax.json': '{"url": "a" "method": "GET"}',
  'line.txt': '{"text": "$profile$"}',
};

/** The output and exit status of a command, as on a terminal without colours. */
async function told(args: readonly string[], settings: RunSettings = {}): Promise<string> {
  const { status, stdout, stderr } = await runHookplate(args, {
    directory: directoryWith(files),
    ...settings,
  });
  const printed = [
    `$ hookplate ${args.join(' ')}\n${stdout}`,
    ...(stderr === '' ? [] : [`--- stderr\n${stderr}`]),
    `--- status ${status}\n`,
  ];
  return printed.map(part => (part.endsWith('\n') ? part : `${part}\n`)).join('');
}

/** Without what is different each time. */
function settled(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:…')
    .replace(/\b\d+ ms\b/g, '… ms')
    .replace(/^date: .*/gm, 'date: …')
    .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');
}

const now = ['--now', '2026-03-01T12:00:00Z'];
const render = ['render', 'webhook.json', '--event', 'Errored', ...now];

describe('what is printed stays as it is', () => {
  it.each(formatNames)('by hookplate check as %s', async format => {
    const all = await told(['check', 'broken.yaml', 'syntax.json', 'webhook.json', '--format', format]);
    const text = all
      .replaceAll(`"${packageJson.version}"`, '"VERSION"')
      .replaceAll(`@${packageJson.version}/`, '@VERSION/')
      .replace(/file:\/\/\/[^"]*/, 'file:///…/');
    await expect(text).toMatchFileSnapshot(`./golden/check/${format}.txt`);
  });

  it.each(['pretty', 'json'])('by hookplate check --fix-dry-run as %s', async format => {
    const text = await told(['check', 'broken.yaml', '--fix-dry-run', '--format', format]);
    await expect(text).toMatchFileSnapshot(`./golden/check/fix-${format}.txt`);
  });

  it('by hookplate render', async () => {
    const fields = ['body', 'url', 'headers'].map(field => [...render, '--field', field]);
    const bare = ['render', 'line.txt', '--output', 'json', '--event', 'Errored', '--set', 'profile=a "b"'];
    const texts = await Promise.all(
      [...fields, bare, [...render, '--set', 'errorCount=x']].map(args => told(args)),
    );
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/render.txt');
  });

  it.each(['http', 'curl', 'json'])('by hookplate preview as %s', async form => {
    const text = await told(['preview', 'webhook.json', '--as', form]);
    const undated = text.replace(/(at\\?": \\?")\d{4}/g, '$1YEAR');
    await expect(undated).toMatchFileSnapshot(`./golden/preview/${form}.txt`);
  });

  it('by hookplate explain', async () => {
    const texts = await Promise.all([told(['explain', 'repeated-key']), told(['explain', 'repeted-key'])]);
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/explain.txt');
  });

  it('by hookplate schema', async () => {
    await expect(await told(['schema'])).toMatchFileSnapshot('./golden/schema.txt');
  });

  it('by hookplate init, into each kind of file', async () => {
    const names = ['webhook.json', 'a.yaml', 'a.properties'];
    const texts = await Promise.all(
      names.map(async name => {
        const directory = directoryWith();
        const { status, stdout, stderr } = await runHookplate(['init', name], { directory });
        return `${stdout}${stderr}--- status ${status}\n${readFileSync(join(directory, name), 'utf8')}`;
      }),
    );
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/init.txt');
  });

  it('by hookplate receivers', async () => {
    const texts = [await told(['receivers']), await told(['receivers', 'pagerduty'])];
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/receivers.txt');
  });

  it.each(['bash', 'zsh', 'fish'])('by hookplate completion %s', async shell => {
    await expect(await told(['completion', shell])).toMatchFileSnapshot(`./golden/completion/${shell}.txt`);
  });

  it('by hookplate compile', async () => {
    const compiled = [
      ['compile', 'webhook.json', '--out', 'out'],
      ['compile', 'line.txt', '--output', 'json', '--out', 'out'],
      ['compile', 'webhook.json', 'syntax.json', '--out', 'out'],
    ];
    const texts = await Promise.all(compiled.map(args => told(args)));
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/compile.txt');
  });

  it('by hookplate send', async () => {
    const receiver = await httpServer((response, { path }) => {
      const status = path === '/gone' ? 410 : 202;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 202 ? 'taken' : '');
    });
    const send = (url: string, ...more: readonly string[]) => {
      const directory = directoryWith({ 'webhook.json': configText({ id: 'chat', url }) });
      return told(['send', 'webhook.json', '--event', 'Errored', ...more], { directory });
    };
    const loopback = ['--allow', '127.0.0.0/8'];
    const texts = [
      await send(`${receiver.url}/hook`, ...loopback),
      await send(`${receiver.url}/gone`, ...loopback),
      await send('http://127.0.0.1:1/', ...loopback),
      await send(`${receiver.url}/hook`),
    ];
    await expect(settled(texts.join('\n'))).toMatchFileSnapshot('./golden/send.txt');
  });

  it.each(['pretty', 'json'])('by hookplate run, status and interrupt as %s', async format => {
    const waiting = [process.execPath, '--eval', 'setTimeout(() => {}, 600_000)'];
    const server = await serveFiles({ files: { 'hookplate.config.json': configWith(waiting) } });
    const to = ['--base-url', server.origin, '--user', 'ada', '--format', format];
    const env = { HOOKPLATE_PASSWORD: 'love:läce' };
    const run = await told(['run', 'etl', 'copy', ...to], { env });
    const pid = /"pid":"([^"]+)"|pid: (\S+)/.exec(run)?.slice(1).join('') ?? '';
    const statusOf = async () => (await server.call('GET', `/api/v2/status/${pid}`)).body.status;
    await expect.poll(statusOf).toBe('running');
    const texts = [
      // On a busy machine it may not have begun yet.
      run.replace(/queued|running/, '…'),
      await told(['status', pid, ...to], { env }),
      await told(['interrupt', pid, '--wait', ...to], { env }),
      await told(['status', 'none', ...to], { env }),
      await told(['run', 'etl', 'none', ...to], { env }),
    ];
    await expect(settled(texts.join('\n'))).toMatchFileSnapshot(`./golden/processes/${format}.txt`);
  });

  it('by --help of every command', async () => {
    const texts: string[] = [await told(['--help'])];
    for (const name of commandNames) texts.push(await told([name, '--help']));
    await expect(texts.join('\n')).toMatchFileSnapshot('./golden/help.txt');
  });
});
