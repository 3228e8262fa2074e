import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notification } from './notification.ts';
import { type Judgement, startReceivers } from './receivers.ts';
import { profile } from './webhooks.ts';

/*
 * Starts a server that takes what Alertmanager sends, and an inbox that stands for Slack, Microsoft Teams and WeCom. Sends what
 * Alertmanager would send of two alerts, first firing, then resolved, and shows what each receiver gets, and whether it accepts
 * that. Then it waits for a real Alertmanager, until Ctrl-C. With `--once` it ends instead, with the status 0 only if all six
 * messages were accepted. What else stands after `npm run alert-relay --` goes to `hookplate serve`.
 */

const {
  ADA_PASSWORD = 'lovelace',
  ALERTMANAGER_SECRET = 'alert-relay-secret',
  INBOX_PORT = '8081',
} = process.env;
const given = process.argv.slice(2).filter(argument => argument !== '--once');
const isOnce = given.length < process.argv.length - 2;
const program = fileURLToPath(new URL('../../dist/hookplate.js', import.meta.url));
const config = fileURLToPath(new URL('hookplate.config.ts', import.meta.url));
const longestWaitMs = 30_000;

const judgements: Judgement[] = [];
const inbox = await startReceivers(isOnce ? 0 : Number(INBOX_PORT), judgement => {
  judgements.push(judgement);
  console.log(shown(judgement));
}).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  process.exitCode = 2;
  const otherPort = Number(INBOX_PORT) + 10;
  console.error(
    `Port ${INBOX_PORT}, of the inbox, is used by another program: end that one, or choose another port, and another directory for the data: INBOX_PORT=${otherPort} npm run alert-relay -- --database data-${otherPort}`,
  );
});

if (inbox) {
  // The webhooks are stored with the address of the inbox; with a port of its own for each time, nothing is kept.
  const directory = isOnce ? await mkdtemp(join(tmpdir(), 'hookplate-relay-')) : undefined;
  const own = directory ? ['--database', directory, '--port', '0'] : [];
  const server = spawn(process.execPath, [program, 'serve', '--config', config, ...own, ...given], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ADA_PASSWORD, ALERTMANAGER_SECRET, INBOX: inbox.origin },
  });
  // A Ctrl-C reaches both; the server stops in its own time, and this one after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => signal === 'SIGTERM' && server.kill(signal));
  }
  const ended = once(server, 'exit').then(([status]: unknown[]) => status);
  const listening = once(server.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim());
  const address = await Promise.race([listening, ended.then(() => undefined)]);
  const isRight = address !== undefined && (await tryOut(address));
  if (isOnce) server.kill('SIGTERM');
  else if (address !== undefined) console.log(nextSteps(address, inbox.origin));
  const status = await ended;
  await inbox.close();
  if (directory) await rm(directory, { recursive: true });
  if (isOnce) process.exitCode = isRight ? 0 : 1;
  // After Ctrl-C, which is how this is meant to end, npm need not complain.
  else process.exitCode = status === 130 ? 0 : Number(status);
}

/** Whether all three receivers accept what they get of two notifications. */
async function tryOut(address: string): Promise<boolean> {
  for (const status of ['firing', 'resolved'] as const) {
    console.log(`\nAlertmanager reports two alerts that are ${status}:`);
    const before = judgements.length;
    const answer = await fetch(`${address}/in/alertmanager/${profile}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ALERTMANAGER_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify(notification(status)),
    });
    if (!answer.ok) {
      console.error(`The server answered ${answer.status}: ${await answer.text()}`);
      return false;
    }
    const until = Date.now() + longestWaitMs;
    while (judgements.length < before + 3 && Date.now() < until) await sleep(20);
  }
  return judgements.length >= 6 && judgements.every(({ mistakes }) => mistakes.length === 0);
}

function shown({ receiver, message, mistakes }: Judgement): string {
  const verdict = mistakes.length === 0 ? 'accepts this' : `refuses this: ${mistakes.join('; ')}`;
  return `\n${receiver} ${verdict}\n${message.replaceAll(/^/gm, '  │ ')}`;
}

function nextSteps(address: string, origin: string): string {
  return `
  The pages    ${address}, for ada with the password ${ADA_PASSWORD}
  The inbox    ${origin}, which stands for Slack, Microsoft Teams and WeCom

With a real Alertmanager (Debian: prometheus-alertmanager), from another terminal:

  prometheus-alertmanager --config.file=examples/alert-relay/alertmanager.yml --storage.path=data-alertmanager \\
    --web.listen-address=127.0.0.1:9093 --cluster.listen-address=
  curl --header 'content-type: application/json' http://127.0.0.1:9093/api/v2/alerts \\
    --data '[{"labels":{"alertname":"DiskFull","severity":"warning","instance":"db-1"},"annotations":{"summary":"91 % used"}}]'

See what arrived, and what became of it:

  curl --user ada:${ADA_PASSWORD} '${address}/api/events?source=alertmanager'
  curl --user ada:${ADA_PASSWORD} ${address}/api/messages

Ctrl-C stops the server.
`;
}
