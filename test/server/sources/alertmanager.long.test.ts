import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { profile, slackMessage, teamsMessage, wecomMessage } from '../../../examples/alert-relay/webhooks.ts';
import { slack, teams, wecom } from '../../../src/webhook/receivers/index.ts';
import { alertmanager } from '../../../src/webhook/sources/index.ts';
import { configWith, type ServedProcess, spawnServe } from '../../cli/serve/sample-server.ts';
import { needsPackages } from '../../debian-packages.ts';
import { type Hit, httpServer, type LoopbackServer } from '../../loopback-server.ts';
import { freePort } from '../../outbox/postgres/postgres-server.ts';
import { emptyPostgres } from '../../outbox/test-database.ts';

/** As Debian and as Prometheus itself call it. */
const programs = ['prometheus-alertmanager', 'alertmanager'];
const secret = 'whatever-an-operator-pasted';

/** Alertmanager, if this machine has it. */
function findAlertmanager(): string | undefined {
  return programs.find(program => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt?: string;
}

interface RealAlertmanager {
  /** Reports alerts to it, as Prometheus does. */
  readonly report: (alerts: readonly Alert[]) => Promise<void>;
  /** How many of its notifications were not answered with success. */
  readonly failedRequests: () => Promise<number>;
}

/** Starts it with what its operator is told to paste, and routes by the names of alerts; stopped when the test ends. */
async function startAlertmanager(program: string, address: string): Promise<RealAlertmanager> {
  const [, pasted = ''] = /```yaml\n(.*?)```/s.exec(alertmanager.setUp) ?? [];
  const receivers = parse(pasted.replace('ADDRESS', address).replace('SECRET', secret));
  const route = { receiver: 'hookplate', group_by: ['alertname'], group_wait: '0s', group_interval: '1s' };
  const directory = mkdtempSync(join(tmpdir(), 'hookplate-alertmanager-'));
  writeFileSync(join(directory, 'alertmanager.yml'), stringify({ route, ...receivers }));
  const port = await freePort();
  const own = ['--config.file=alertmanager.yml', '--storage.path=data', '--cluster.listen-address='];
  const child = spawn(program, [...own, `--web.listen-address=127.0.0.1:${port}`], {
    cwd: directory,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true });
  });
  const get = async (path: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      response => response.text(),
      () => '',
    );
  await expect.poll(() => get('/-/ready')).toBe('OK');
  return {
    report: async alerts => {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      });
      expect(status).toBe(200);
    },
    failedRequests: async () => {
      const counter = /^alertmanager_notification_requests_failed_total\{integration="webhook"\} (\d+)$/m;
      return Number(counter.exec(await get('/metrics'))?.[1]);
    },
  };
}

/** Texts that break what is not escaped, and long ones. */
const texts = [
  'db-1 "a" \\ <&> *b* _c_ `d` [e](f)',
  'line\nbreak\t🔥 $name$ {{x}}',
  '磁盘已满'.repeat(200),
  ' ',
];
const groupCount = 24;

/** The alerts of a group: one to seven of them, with whatever a label may hold. */
function alertsOf(group: number, startsAt: string): readonly Alert[] {
  return Array.from({ length: 1 + (group % 7) }, (_, index) => ({
    labels: {
      alertname: nameOf(group),
      severity: group % 2 === 0 ? 'critical' : 'warning',
      instance: `${index} ${texts[(group + index) % texts.length]}`,
    },
    annotations: { summary: `${texts[(group + index + 1) % texts.length]}.` },
    startsAt,
  }));
}

function nameOf(group: number): string {
  return `Group${String(group).padStart(2, '0')}`;
}

const ajv = new Ajv2020({ strict: false });
const receiversOf = [
  { receiver: slack, make: slackMessage },
  { receiver: teams, make: teamsMessage },
  { receiver: wecom, make: wecomMessage },
];

/** Takes messages as a receiver of this kind does, but is out of order for one request in five. */
async function startReceiver(): Promise<LoopbackServer & { readonly accepted: readonly Hit[] }> {
  const accepted: Hit[] = [];
  const server = await httpServer((response, hit, before) => {
    if (before % 5 === 2) return response.writeHead(503).end();
    accepted.push(hit);
    return response.end('ok');
  });
  return { ...server, accepted };
}

/** The groups that are reported as firing, or as resolved, by these messages. */
function groupsIn(hits: readonly Hit[], status: 'Firing' | 'Resolved'): readonly string[] {
  const names = hits.flatMap(({ body }) => new RegExp(`${status}: (Group\\d\\d)`).exec(body)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

const program = findAlertmanager();

it('what a real Alertmanager reports arrives at Slack, Teams and WeCom, though the server is killed twice', async () => {
  if (program === undefined) throw new Error(needsPackages('prometheus-alertmanager'));
  const servers = await Promise.all(
    receiversOf.map(async each => ({ ...each, server: await startReceiver() })),
  );
  const config = configWith(['true'], {
    port: await freePort(),
    sources: [
      {
        id: 'alertmanager',
        kind: 'alertmanager',
        profiles: [profile],
        secret: { env: 'ALERTMANAGER_SECRET' },
      },
    ],
    webhooks: servers.map(({ make, server }) => make(server.url)),
    allow: ['127.0.0.1/32'],
    encryptionKeys: { env: 'KEYS' },
    delivery: { schedule: [200, 200, 500, 500, 1000, 1000], pollMs: 50 },
  });
  const databaseUrl = await emptyPostgres();
  const serve = (): Promise<ServedProcess> =>
    spawnServe({
      files: { 'hookplate.config.json': config },
      env: { ALERTMANAGER_SECRET: secret },
      databaseUrl,
    });
  let server = await serve();
  const { report, failedRequests } = await startAlertmanager(
    program,
    `${server.origin}/in/alertmanager/${profile}`,
  );

  const killAndRestart = async (): Promise<void> => {
    const failedBefore = await failedRequests();
    server.child.kill('SIGKILL');
    await server.ended;
    // What is reported meanwhile does not arrive.
    await expect.poll(failedRequests).toBeGreaterThan(failedBefore);
    server = await serve();
  };

  const groups = Array.from({ length: groupCount }, (_, group) => group);
  const names = groups.map(nameOf);
  const startsAt = new Date().toISOString();
  /** Reports all groups, one after the other, and kills the server in the middle. */
  const reportAll = async (alertsFor: (group: number) => readonly Alert[]): Promise<void> => {
    let restarted: Promise<void> | undefined;
    for (const group of groups) {
      await report(alertsFor(group));
      if (group === groupCount / 2) restarted = killAndRestart();
      await sleep(50);
    }
    await restarted;
  };

  await reportAll(group => alertsOf(group, startsAt));
  for (const { server } of servers)
    await expect.poll(() => groupsIn(server.accepted, 'Firing')).toEqual(names);

  const endsAt = new Date().toISOString();
  await reportAll(group => alertsOf(group, startsAt).map(alert => ({ ...alert, endsAt })));
  for (const { server } of servers)
    await expect.poll(() => groupsIn(server.accepted, 'Resolved')).toEqual(names);

  for (const { receiver, server } of servers) {
    // What is said last of each group is that it is resolved.
    for (const name of names)
      expect(server.accepted.findLast(({ body }) => body.includes(`: ${name}`))?.body).toContain(
        `Resolved: ${name}`,
      );
    const accepts = ajv.compile(receiver.schema ?? true);
    for (const { headers, body } of server.hits) {
      expect(headers['content-type']).toBe('application/json');
      accepts(JSON.parse(body));
      expect(accepts.errors ?? [], body).toEqual([]);
      if (receiver === wecom)
        expect(Buffer.byteLength(JSON.parse(body).text.content)).toBeLessThanOrEqual(2048);
    }
  }

  const { body } = await server.call('GET', '/api/events?source=alertmanager&limit=500');
  const events = body.items as readonly { readonly event?: string; readonly problem?: string }[];
  expect(events.length).toBeGreaterThanOrEqual(2 * groupCount);
  for (const { event, problem } of events)
    expect([event, problem]).toEqual([expect.stringMatching(/^alerts\.(?:firing|resolved)$/), undefined]);
});
