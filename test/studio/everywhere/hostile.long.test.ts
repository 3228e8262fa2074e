import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { github } from '../../../src/webhook/sources/index.ts';
import type { Login } from '../../browser/pages.ts';
import { expect, go, settled } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { sign } from '../../server/sources/signed.ts';
import { users } from '../../server/test-users.ts';
import { messagesIn, type StudioServer, studioServer } from '../studio-server.ts';

/** Would be seen as a picture, run as a script, or be a part of a template. */
const hostile = `"><img src=x onerror="ran=1"><script>ran=2</script>\${ran}$if(`;
const path = encodeURIComponent(hostile);
const login: Login = { username: hostile, password: 'canary' };
/** The same as a template writes it. */
const escaped = hostile.replaceAll('$', '\\$');
const payload = `$if(isError)$<$endif$ ${escaped}`;

const secret = 'a-secret-of-the-sender-1';

/** A server that has hostile text wherever it takes any, written by somebody with a hostile name. */
async function hostileServer(): Promise<{
  readonly server: StudioServer;
  readonly webhook: string;
  readonly pid: string;
  readonly event: string;
}> {
  const inbox = await httpServer(response =>
    response.writeHead(500, { 'content-type': 'text/html' }).end(hostile),
  );
  const broken = { profile: hostile, run: () => ({ status: 'error' as const, error: hostile }) };
  const silent = { profile: `silent ${hostile}`, parameters: { [hostile]: hostile }, run: () => undefined };
  const server = await studioServer({
    users: [...users, { ...login, role: 'editor' }],
    sources: [{ id: 'hooks', kind: 'github', profiles: [hostile], secret }],
    projects: { [hostile]: { tasks: { [hostile]: broken, silent } } },
  });
  const config = {
    profile: hostile,
    events: { Started: true, Errored: true },
    method: 'POST',
    url: `${inbox.url}/${path}`,
    headers: [{ name: 'x-hostile', value: escaped }],
    contentType: 'text/plain',
    payload,
  };
  const { call } = server;
  const { id: webhook } = await call<{ id: string }>('POST', 'api/webhooks', { config }, { login });
  await call('POST', 'api/tokens', { name: hostile, role: 'viewer' }, { login });
  const { pid } = await call<{ pid: string }>('POST', `api/v2/project/${path}/task/${path}/run?trigger=API`, {
    [hostile]: hostile,
  });
  await messagesIn(server, 'failed', 2);
  const body = JSON.stringify({ [hostile]: hostile });
  const headers = { ...sign(github, body, { secret }), 'x-github-event': hostile };
  const answer = await fetch(`${server.origin}/in/hooks/${path}`, { method: 'POST', headers, body });
  const { id }: { id: string } = await answer.json();
  return { server, webhook, pid, event: id };
}

/** Fails where something ran, or was put in as anything but text. */
async function expectNothingTaken(page: Page, place: string): Promise<void> {
  const taken = await page.evaluate(() => ['ran' in window, document.images.length]);
  expect([place, taken]).toEqual([place, [false, 0]]);
}

it('shows hostile text as text on every screen, and runs none of it', async () => {
  const { server, webhook, pid, event } = await hostileServer();
  const [failed] = await messagesIn(server, 'failed', 2);
  const flow = `flows/${path}/${path}`;
  const page = await server.open('', { login, expected: /status of 40[04]/ });
  for (const screen of [
    ...[
      '',
      'profiles',
      `profiles/${path}`,
      `profiles/${path}/webhooks/${webhook}`,
      `profiles/${path}/add`,
      'flows',
      flow,
      `${flow}/api`,
      `flows/${path}/silent/api`,
    ],
    ...['processes', `processes/${pid}`, 'messages', `messages/${failed}`, 'tokens'],
    ...['events', `events/${event}`],
  ]) {
    await go(page, screen);
    await expect.poll(() => page.locator('main').innerText(), { message: screen }).toContain(hostile);
    await expectNothingTaken(page, screen);
    await expect.poll(() => page.title()).toContain(' · hookplate');
  }
  // Neither the id of a webhook nor a host can be any text; what is not there can be asked for by any.
  for (const screen of [
    'endpoints',
    `flows/${path}/none/api`,
    `processes/${path}`,
    `messages/${path}`,
    `sources/${path}`,
    'sources/hooks',
  ]) {
    await go(page, screen);
    await expectNothingTaken(page, screen);
  }
  for (const [screen, button] of [
    [`${flow}/api`, 'Delete'],
    ['tokens', `Remove ${hostile}`],
  ] as const) {
    await go(page, screen);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByText(hostile).first().waitFor();
    await expectNothingTaken(page, `the question of ${screen}`);
    await page.keyboard.press('Escape');
  }
});

it('shows hostile text as text in answers, in problems and beside what somebody else saved', async () => {
  const { server, webhook } = await hostileServer();
  const page = await server.open(`profiles/${path}/webhooks/${webhook}`, { expected: /status of 412/ });
  await settled(page);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByRole('group', { name: 'Answer' }).getByText(hostile).waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('$<img src=x onerror="ran=3">$');
  await page.getByText(/^\d+ things? to fix/).waitFor();
  await expectNothingTaken(page, 'a problem');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(`mine ${escaped}`);
  await page.getByText(/^No value can/).waitFor();
  const { items } = await server.call<{ items: { id: string; config: object }[] }>('GET', 'api/webhooks');
  const [{ id, config } = { id: '', config: {} }] = items;
  const theirs = { config: { ...config, payload: `theirs ${escaped}` } };
  await server.call('PUT', `api/webhooks/${id}`, theirs, { login, ifMatch: '"1"' });
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = page.getByRole('region', { name: `${hostile} saved this webhook` });
  await conflict
    .getByRole('radio', { name: `Saved by ${hostile}` })
    .first()
    .check();
  await expect(conflict.locator('pre')).toHaveText([`mine ${escaped}`, `theirs ${escaped}`], {
    useInnerText: true,
  });
  await expectNothingTaken(page, 'two versions');
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await page.getByRole('tabpanel').getByText(`theirs ${hostile}`).waitFor();
  await expectNothingTaken(page, 'a preview');
});
