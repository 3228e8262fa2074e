import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { expectNoFindings } from '../../browser/axe.ts';
import { expect, go, settled } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { forAllTests } from '../../shared/at-end.ts';
import { chat, studioServer, waitingMessage } from '../studio-server.ts';
import { chatPage, leave, panelOf, write } from '../webhook-page.ts';
import { type FullServer, fullServer, refusals } from './screens.ts';

/** For the tests that take nothing away from it. */
let full: FullServer;

beforeAll(async () => {
  const { value, end } = await forAllTests(() => fullServer());
  full = value;
  return end;
});

/** Opens the question behind a button, and closes it again. */
async function expectNoneInQuestion(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  const question = page.getByRole('dialog');
  await question.waitFor();
  await expectNoFindings(page, String(button));
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
}

it('axe finds nothing in webhooks, a test and a comparison', async () => {
  const inbox = await httpServer(response => response.end('<b>thanks</b>'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  const page = await server.open(chatPage, { expected: /status of 412/ });
  await panelOf(page);
  await page.getByText('Authentication, time zone, output').click();
  await page.getByText('Sample data', { exact: true }).click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Answered 200/).waitFor();
  await expectNoFindings(page, 'a webhook');
  await page.getByRole('button', { name: 'Full height' }).click();
  await page.getByRole('button', { name: 'Insert variable' }).click();
  await page.getByRole('group', { name: 'Variables', exact: true }).waitFor();
  await expectNoFindings(page, 'what can be inserted, at full height');
  const other = await server.open(chatPage);
  for (const each of [other, page]) {
    await write(await panelOf(each), 'Payload', `{ "text": "${each === page ? 'mine' : 'theirs'}" }`);
    await each.getByText('Unsaved changes').waitFor();
    await each.keyboard.press('ControlOrMeta+s');
  }
  await page.getByRole('region', { name: /saved this webhook/ }).waitFor();
  await expectNoFindings(page, 'a comparison');
});

it.each([1280, 320])(
  'axe finds nothing in a payload, a request and an answer that scroll, %i px wide',
  async width => {
    const payload = `[${'\n  "$event$",'.repeat(100)}\n  "$profile$"\n]`;
    const inbox = await httpServer(response => response.end(payload));
    const server = await studioServer({ webhooks: [{ ...chat(inbox.url), payload }] });
    const page = await server.open(chatPage, { viewport: { width, height: 800 } });
    await panelOf(page);
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await page.getByText(/^Answered 200/).waitFor();
    // Where there is room, the preview is beside it.
    if (width === 320) {
      await expectNoFindings(page, 'a webhook');
      await page.getByRole('tab', { name: 'Preview' }).click();
    }
    const request = page.getByRole('group', { name: 'Request', exact: true });
    await expect
      .poll(() => request.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight))
      .toBe(true);
    await expectNoFindings(page, 'its preview');
  },
);

it('axe finds nothing where one signs in, and on the pages of refusals', async () => {
  for (const { place, page } of await refusals()) await expectNoFindings(page, place);
});

it('what is chosen can be seen in forced colours', async () => {
  const page = await (await studioServer()).open('messages?state=failed', { forcedColors: 'active' });
  const states = page.getByRole('navigation', { name: 'State' });
  const groundOf = (name: string) =>
    states.getByRole('link', { name, exact: true }).evaluate(link => getComputedStyle(link).backgroundColor);
  await expect.poll(() => groundOf('Failed 0')).not.toBe(await groundOf('All'));
});

it('axe finds nothing where somebody has left something unsaved, or lacks a script', async () => {
  const { server } = full;
  const page = await server.open(chatPage, { expected: /net::ERR_FAILED/ });
  await write(await panelOf(page), 'Payload', '{"text":"kept"}');
  await leave(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Restore them' }).waitFor();
  await settled(page);
  await expectNoFindings(page, 'kept changes');
  await page.route(/\/webhook-editor-[^/]*\.js$/, route => route.abort());
  await page.reload();
  await page.getByText('The editor could not be loaded').first().waitFor();
  await expectNoFindings(page, 'plain fields');
});

it('axe finds nothing where one begins', async () => {
  const page = await (await studioServer()).open('', { expected: /404.*api\/processes\/none$/ });
  await page.getByRole('region', { name: 'Get told when a job ends' }).waitFor();
  await expectNoFindings(page, 'the beginning');
  await go(page, 'profiles/nightly');
  await expectNoFindings(page, 'a profile without webhooks');
  await go(page, 'profiles/nowhere');
  await expectNoFindings(page, 'no profile');
  await go(page, 'profiles');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
  await page.getByRole('link', { name: 'Create it' }).waitFor();
  await expectNoFindings(page, 'no profile found');
  await go(page, 'profiles/nightly/add');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
  await page.getByText('Nothing here is called “nowhere”').waitFor();
  await expectNoFindings(page, 'no receiver found');
  await page.getByRole('button', { name: 'Paste an example …' }).click();
  await page.keyboard.insertText('{"event":"Started","profile":"My profile"}');
  await page.getByRole('group', { name: 'Replace with variables' }).waitFor();
  await expectNoFindings(page, 'an example');
  await go(page, 'processes/none');
  await page.getByRole('link', { name: 'Go to the first page' }).waitFor();
  await expectNoFindings(page, 'nothing here');
});

it('axe finds nothing in what asks before it does something, and in what a run led to', async () => {
  const { server } = full;
  const page = await server.open('messages');
  await expectNoneInQuestion(page, 'Resend …');
  await go(page, 'endpoints');
  for (const button of [/^Disable/, /^Rate of/, /^Enable and resend/, /^Resend …/])
    await expectNoneInQuestion(page, button);
  await go(page, 'flows/etl/copy?run=new');
  await page.getByRole('textbox', { name: 'Body' }).fill('{"job": {}}');
  await page.getByText('The body has no job/tables.').waitFor();
  await expectNoFindings(page, 'a run that lacks something');
  await page.getByRole('button', { name: 'Add job/tables' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Process' }).getByText('Completed').first().waitFor();
  await expectNoFindings(page, 'a run');
});

it('axe finds nothing in what asks before something is lost, or sent again', async () => {
  const { server, paths } = full;
  await server.call('POST', 'api/sources', { id: 'ops', kind: 'alertmanager', profiles: ['ops'] });
  const page = await server.open('');
  await go(page, paths.find(path => path.startsWith('events/')) ?? '');
  await expectNoneInQuestion(page, 'Replay');
  await go(page, 'sources/ops');
  await expectNoneInQuestion(page, 'New secret');
  await expectNoneInQuestion(page, 'Remove the source ops');
  await go(page, paths.filter(path => path.startsWith('processes/')).at(-1) ?? '');
  await expectNoneInQuestion(page, 'Interrupt');
  await go(page, 'flows/etl/copy/api');
  await expectNoneInQuestion(page, 'Delete');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Parameters').fill('tables = job/mine');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByText('The sample has no job/mine.').waitFor();
  await expectNoFindings(page, 'a form that lacks something');
  await page.getByLabel('Parameters').fill('tables');
  await page.getByLabel('Sample body').fill('{"job":');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Line 1 should say a name').waitFor();
  await expectNoFindings(page, 'a form with mistakes');
  await expectNoneInQuestion(page, 'Cancel');
  await page.getByRole('link', { name: 'Processes' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await expectNoFindings(page, 'leaving');
});

it('axe finds nothing in what is shown once, in the menu of the user, and where an address is wrong', async () => {
  const server = await studioServer();
  await server.call('POST', 'api/sources', { id: 'ops', kind: 'alertmanager', profiles: ['ops'] });
  const page = await server.open('tokens', { expected: /status of 40[04]/ });
  await page.getByRole('combobox', { name: 'Role' }).selectOption('reporter');
  await page.getByLabel('Profiles').waitFor();
  await expectNoFindings(page, 'the form of a token');
  await page.getByLabel('Name').fill('Scheduler');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('region', { name: 'New token' }).waitFor();
  await expectNoFindings(page, 'a token');
  await page.getByRole('button', { name: 'User editor' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await expectNoFindings(page, 'the menu of the user');
  await page.keyboard.press('Escape');
  await go(page, 'sources/ops');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('region', { name: 'New secret' }).waitFor();
  await expectNoFindings(page, 'a secret');
  await go(page, 'messages?state=broken');
  await page.getByRole('alert').filter({ hasText: 'The filter in this address is wrong' }).waitFor();
  await expectNoFindings(page, 'a wrong filter');
  await go(page, 'flows/etl/nothing');
  await page.getByRole('heading', { name: 'There is no flow etl / nothing' }).waitFor();
  await expectNoFindings(page, 'no flow');
});

it('axe finds nothing in a test that failed, and in a message that is retried', async () => {
  const { server, id } = await waitingMessage();
  const page = await server.open(chatPage);
  await panelOf(page);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('answered with 500').waitFor();
  await expectNoFindings(page, 'a failed test');
  await go(page, `messages?message=${id}`);
  await page.getByRole('complementary').getByText('Retrying now uses up attempt 2 of 2.').waitFor();
  await expectNoFindings(page, 'a message that is retried');
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByRole('tabpanel').getByText('nightly Started').waitFor();
  await expectNoFindings(page, 'the request of a message');
  await expectNoneInQuestion(page, 'Cancel message');
  await go(page, 'endpoints');
  await expectNoneInQuestion(page, /^Retry now …/);
});

it('axe finds nothing where something may not be seen, or the server fails', async () => {
  const page = await (await studioServer()).open('', { expected: /status of (?:403|500)/ });
  for (const [status, words] of [
    [403, 'You may not see this'],
    [500, 'Something went wrong'],
  ] as const) {
    await page.route('**/api/flows', route =>
      route.fulfill({ status, json: { detail: 'Something went wrong.' } }),
    );
    await go(page, 'flows');
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await expectNoFindings(page, String(status));
    await page.unroute('**/api/flows');
    await go(page, 'processes');
  }
});

/** What viewers see less of, each kind of page once: the lists are the same for them. */
function pagesOfRoles(paths: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const path of paths) {
    const [place = '', query] = path.split('?');
    const parts = place.split('/');
    const kind = `${parts[0]} ${parts.length} ${query === undefined}`;
    if (/^profiles\/|\/api$|^processes\/|^messages\/|^tokens|^sources|^events/.test(path) && !kinds.has(kind))
      kinds.set(kind, path);
  }
  return [...kinds.values()];
}

it('axe finds nothing on what viewers see', async () => {
  const { server, paths } = full;
  const page = await server.open('', { as: 'viewer' });
  for (const path of pagesOfRoles(paths)) {
    await go(page, path);
    await expectNoFindings(page, path);
  }
});

it('shows focus and states in the colours that somebody forces on pages', async () => {
  const { server } = full;
  const page = await server.open('', { forcedColors: 'active' });
  const look = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
  await go(page, chatPage);
  const ground = await look('body', 'background-color');
  await expect
    .poll(() => look('nav a[aria-current]', 'border-bottom-color'))
    .not.toBe(await look('nav a:not([aria-current])', 'border-bottom-color'));
  await expect
    .poll(() => look('[role=tab][aria-selected=true]', 'border-bottom-color'))
    .not.toBe(await look('[role=tab][aria-selected=false]', 'border-bottom-color'));
  await expect.poll(() => look('.stream.live .dot', 'background-color')).not.toBe(ground);
  await page.getByRole('textbox', { name: 'Payload' }).first().click();
  await expect.poll(() => look('.frame:focus-within', 'outline')).toMatch(/solid 2px$/);
  await page.keyboard.type('$');
  await page.getByText(/^\d+ things? to fix/).waitFor();
  await expect.poll(() => look('.cm-lint-marker', 'background-color')).not.toBe(ground);
  await expect
    .poll(() => look('.primary[aria-disabled=true]', 'color'))
    .not.toBe(await look('.quiet', 'color'));
});

it('moves nothing for those who want less motion', async () => {
  const { server, paths } = full;
  const page = await server.open('');
  const running = paths.filter(path => path.startsWith('processes/')).at(-1) ?? '';
  await go(page, running);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(() => moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => moving()).toBe(0);
  const progress = page.getByRole('progressbar');
  await expect.poll(() => progress.evaluate(bar => getComputedStyle(bar).appearance)).toBe('none');
});
