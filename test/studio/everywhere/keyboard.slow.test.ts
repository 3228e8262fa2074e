import { it } from 'vitest';
import { keyboardOf } from '../../browser/keyboard.ts';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { chat, messagesIn, run, studioServer } from '../studio-server.ts';
import { chatPage } from '../webhook-page.ts';

/*
 * What people do without a mouse beyond the steps that the specification describes, which `test/studio/walks/specification` does
 * with the keyboard alone. Only signing in is left to `open`.
 */

it('mends the quotes of a URL, and looks at what each event sends, with the keyboard alone', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const { enter, press, tabTo, type } = keyboardOf(page);
  await page.getByText('No value can break this JSON.').waitFor();
  await tabTo('Completed');
  await press('Space');
  await tabTo('URL');
  await press('ControlOrMeta+A');
  await type(
    "https://chat.example.com/?at=$date; format=“yyyy-MM-dd'T'HH:mm:ss”$&event=$event$&errors=$errorCount$",
  );
  await page.getByText('These are typographic quotes').first().waitFor();
  await enter(/^Apply all safe fixes/);
  await page.getByText('No value can break this JSON.').waitFor();
  const request = page.getByRole('tabpanel');
  await tabTo('Started');
  await expect.poll(() => request.innerText()).toMatch(/&event=Started&errors=0 HTTP/);
  await press('ArrowRight');
  await page.getByText('Not sent: this event is switched off.').waitFor();
  await press('ArrowRight');
  await expect.poll(() => request.innerText()).toMatch(/at=\d{4}-[\dT%A-]+&event=Errored&errors=3 HTTP/);
});

it('finds a mistake that only Errored has in a JSON payload, and mends it, with the keyboard alone', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const { enter, press, tabTo, type } = keyboardOf(page);
  await page.getByText('No value can break this JSON.').waitFor();
  await tabTo('Payload');
  await press('ControlOrMeta+A', 'Delete');
  await type('{ "text": "$event$"\n$if(isError)$, "errors" $errorCount$$endif$ }');
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByText('expected : but found a value when isError is true.').waitFor();
  await tabTo('Started');
  await page.getByText('Paused: Payload, line 2').waitFor();
  await enter('Payload, line 2');
  // The value is selected before which something is missing.
  await press('ArrowLeft');
  await type(': ');
  await page.getByText('No value can break this JSON.').waitFor();
  await press('ControlOrMeta+s');
  await page.getByText(/^saved just now by editor$/).waitFor();
  expect(await server.call('GET', 'api/webhooks')).toMatchObject({
    items: [
      {
        config: {
          payload: expect.stringMatching(/"\n *\$if\(isError\)\$, "errors" ?: \$errorCount\$\$endif/),
        },
      },
    ],
  });
});

it('resends what was not delivered, with the keyboard alone', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end('busy'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'broken');
  await messagesIn(server, 'failed', 2);
  const page = await server.open('messages');
  const { enter } = keyboardOf(page);
  await page.getByRole('link', { name: 'Errored' }).waitFor();
  await enter(/^Failed/);
  await page.waitForURL(/state=failed/);
  await page.getByRole('link', { name: 'Errored' }).waitFor();
  await enter('Errored');
  await page.getByRole('complementary').getByText('busy').waitFor();
  isWell = true;
  await enter('Resend');
  await page.getByRole('region', { name: 'Message' }).getByText('Delivered').waitFor();
});

it('filters messages, and resends those that are chosen, with the keyboard alone', async () => {
  let isWell = false;
  const inbox = await httpServer(response => response.writeHead(isWell ? 200 : 503).end('busy'));
  const server = await studioServer({ webhooks: [chat(inbox.url)] });
  await run(server, 'copy');
  await messagesIn(server, 'failed', 2);
  isWell = true;
  const page = await server.open('messages');
  const { enter, press, tabTo, type } = keyboardOf(page);
  const rows = page.locator('tr[data-id]');
  await expect.poll(() => rows.count()).toBe(2);
  await tabTo('Event');
  await type('S');
  await expect.poll(() => rows.count()).toBe(1);
  await enter('Resend …');
  const question = page.getByRole('dialog', { name: 'Resend messages' });
  await question.getByRole('button', { name: 'Resend 1' }).waitFor();
  await tabTo('Event');
  // The first choice is all events.
  await press('Home');
  await question.getByRole('button', { name: 'Resend 2' }).waitFor();
  await enter('Resend 2');
  await page.getByText('2 messages are sent again.').waitFor();
  await messagesIn(server, 'delivered', 2);
});

it('adds a source, disables an endpoint and creates a token, with the keyboard alone', async () => {
  const inbox = await httpServer();
  const server = await studioServer({ webhooks: [{ ...chat(inbox.url), name: 'Team chat' }] });
  await run(server, 'copy');
  await messagesIn(server, 'delivered', 2);
  const page = await server.open('sources');
  const { enter, press, tabTo, type } = keyboardOf(page);
  await page.getByText('There is no source yet').waitFor();
  await enter('Add source');
  await page.getByRole('heading', { name: 'Which program sends events?' }).waitFor();
  await enter('Prometheus Alertmanager');
  await page.getByRole('heading', { name: 'Add Prometheus Alertmanager' }).waitFor();
  await tabTo('Id');
  await press('ControlOrMeta+A');
  await type('ops');
  await enter('Add source');
  await page.getByRole('region', { name: 'New secret' }).waitFor();
  await page.getByRole('heading', { name: 'Prometheus Alertmanager · ops', level: 1 }).waitFor();

  await enter('Messages');
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  await enter('Endpoints');
  // The messages that were shown before are to the same webhook.
  await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Team chat' });
  await row.waitFor();
  await enter(/^Disable Team chat/);
  await page.getByRole('dialog', { name: /^Disable Team chat/ }).waitFor();
  await tabTo('Reason');
  await type('moves to a new host');
  await enter('Disable');
  await row.getByText(/^Disabled .* by editor: moves to a new host\.$/).waitFor();

  await enter('User editor');
  await page.getByRole('link', { name: 'API tokens' }).waitFor();
  await enter('API tokens');
  await page.getByText('Viewers can look; operators can also').waitFor();
  await tabTo('Name');
  await type('Scheduler');
  await press('Tab', 'ArrowUp');
  await enter('Create token');
  await page.getByRole('region', { name: 'New token' }).waitFor();
  await page.getByRole('row', { name: /^Scheduler viewer/ }).waitFor();
});
