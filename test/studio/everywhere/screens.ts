import { hostname } from 'node:os';
import type { AuthenticateCaller } from 'hookplate/server';
import type { Page } from 'playwright-core';
import { alertmanager } from '../../../src/webhook/sources/index.ts';
import { expect, openPage } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { freePort } from '../../outbox/postgres/postgres-server.ts';
import { sign } from '../../server/sources/signed.ts';
import { examples } from '../../webhook/sources/examples.ts';
import { chat, messagesIn, run, type StudioServer, studioServer } from '../studio-server.ts';

/** How many addresses of screens a full server has. */
export const screens = 29;
/** How many of them a portal has. */
export const portalScreens = 9;

export interface FullServer {
  readonly server: StudioServer;
  /** The addresses of all screens. */
  readonly paths: readonly string[];
  /** What a customer meets who has come by a link to the profile `nightly`. */
  readonly portal: {
    readonly paths: readonly string[];
    /** The addresses of screens that do not exist there. */
    readonly absent: readonly string[];
    /** What is of the server, or of others. */
    readonly foreign: RegExp;
  };
}

/** A server with something of everything. */
export async function fullServer(answer = 'no'): Promise<FullServer> {
  const inbox = await httpServer((response, { body }) =>
    response.writeHead(body.includes('Completed') ? 200 : 500, { 'content-type': 'text/html' }).end(answer),
  );
  const gone = await httpServer(response => response.writeHead(410).end());
  const server = await studioServer({
    publicUrl: `http://localhost:${await freePort()}`,
    webhooks: [chat(inbox.url), chat(gone.url, 'pager'), ofAlerts(inbox.url)],
    sources: [{ id: 'alertmanager', kind: 'alertmanager', profiles: ['nightly'], secret }],
  });
  const event = await arrived(server);
  const [source, other] = ['payments-'.repeat(7), 'a-profile-of-'.repeat(9)];
  await server.call('POST', 'api/sources', {
    ...{ id: source, kind: 'stripe' },
    profiles: ['nightly', other],
  });
  await run(server, 'copy');
  const broken = await run(server, 'broken');
  const held = await run(server, 'held');
  await rest(server, 11);
  await isStored(server, held);
  const [failed] = await messagesIn(server, 'failed', 5);
  await server.call('POST', 'api/tokens', { name: 'Scheduler', role: 'operator' });
  const flow = 'flows/etl/copy';
  return {
    server,
    paths: [
      ...[
        '',
        'profiles',
        'profiles/nightly',
        'profiles/nightly/add',
        'profiles/nightly/webhooks/team-chat',
        'flows',
        flow,
        `${flow}/api`,
      ],
      ...['processes', `processes/${broken}`, `processes/${held}`],
      `${flow}?run=new`,
      `${flow}/api?test=${broken}`,
      ...[
        'messages',
        `messages/${failed}`,
        'messages?state=sending',
        'endpoints',
        'tokens',
        'audit-log',
        'event-types',
      ],
      `messages?within=range&message=${failed}`,
      ...['sources', 'sources?add=choose', 'sources?add=standard-webhooks', 'sources?add=events'],
      ...['sources/alertmanager', `sources/${source}`, 'events', `events/${event}`],
    ],
    portal: {
      paths: [
        ...['', 'profiles/nightly/add', 'profiles/nightly/webhooks/team-chat'],
        ...['messages', `messages/${failed}`, `messages?within=range&message=${failed}`],
        ...['endpoints', 'event-types', 'nowhere'],
      ],
      absent: [
        ...['flows', flow, `${flow}/api`, 'processes', `processes/${broken}`],
        ...['sources', `sources/${source}`, 'events', `events/${event}`],
        ...['tokens', 'audit-log', `profiles/${other}`, `profiles/${other}/add`],
      ],
      foreign: new RegExp(`\\betl\\b|${source}|${other}|${hostname().replaceAll('.', '\\.')}`),
    },
  };
}

/** Resolves when so many messages have ended, those to the endpoint that is gone by the upkeep: nothing more happens then by itself. */
async function rest({ call }: StudioServer, messages: number): Promise<void> {
  const states = async (): Promise<readonly string[]> => {
    const { items } = await call<{ items: { state: string }[] }>('GET', 'api/messages');
    return items.map(({ state }) => state);
  };
  const areAtRest = (found: readonly string[]): boolean =>
    found.length === messages && !found.some(state => /^(?:pending|sending)$/.test(state));
  await expect.poll(async () => areAtRest(await states())).toBe(true);
}

/** Resolves when the list knows what the process has reported, which is stored with the next renewal of the lease. */
async function isStored({ call }: StudioServer, pid: string): Promise<void> {
  const reported = async () => {
    const { items } = await call<{ items: { pid: string; recordsProcessed: number }[] }>(
      'GET',
      'api/processes',
    );
    return items.find(item => item.pid === pid)?.recordsProcessed;
  };
  await expect.poll(reported).toBe(7);
}

/** The pages that somebody sees in place of the one they wanted, each open in a browser. */
export async function refusals(): Promise<readonly { readonly place: string; readonly page: Page }[]> {
  const expected = /status of [45]\d\d/;
  const own = await studioServer();
  const identifying = async (authenticate: AuthenticateCaller) =>
    (await studioServer({ users: undefined, authenticate, onError: () => {} })).origin;
  const asked: readonly (readonly [place: string, page: Promise<Page>])[] = [
    ['Sign in', openPage(own.origin, { expected })],
    ['There is no page at this address', own.open('nowhere', { expected })],
    ['You are not signed in', openPage(await identifying(() => undefined), { expected })],
    [
      'You may not see this page',
      openPage(await identifying(() => ({ name: 'cron', role: 'reporter' })), { expected }),
    ],
    [
      'Something went wrong in the server',
      openPage(await identifying(() => Promise.reject(new Error('Nobody is known'))), { expected }),
    ],
  ];
  return Promise.all(
    asked.map(async ([place, opening]) => {
      const page = await opening;
      await page.getByRole('heading', { name: place, level: 1 }).waitFor();
      return { place, page };
    }),
  );
}

const secret = 'a-secret-of-the-sender-1';

function ofAlerts(url: string) {
  const payload = '{"text":"$event$ at $receiver$"}';
  return { ...chat(url, 'alerts'), catalogue: 'alertmanager', events: { 'alerts.firing': true }, payload };
}

/** Sends alerts, and something that is none; the id of the former. */
async function arrived({ origin }: StudioServer): Promise<string> {
  const send = async (sent: object) => {
    const body = JSON.stringify(sent);
    const headers = sign(alertmanager, body, { secret });
    const response = await fetch(`${origin}/in/alertmanager/nightly`, { method: 'POST', headers, body });
    const { id }: { id: string } = await response.json();
    return id;
  };
  await send({ version: '5', unknown: 'x'.repeat(500) });
  return send(examples.find(({ source }) => source === alertmanager)?.body ?? {});
}
