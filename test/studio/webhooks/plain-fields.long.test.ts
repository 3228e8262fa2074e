import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { processEvents } from '../../../src/webhook/events/process-events.ts';
import { draftWebhook } from '../../../src/webhook/receivers/draft-webhook.ts';
import { slack } from '../../../src/webhook/receivers/slack.ts';
import { expect } from '../../browser/pages.ts';
import { chat, type StudioServer, studioServer } from '../studio-server.ts';
import { kept, leave, send, webhooks } from '../webhook-page.ts';

/** The panel of a webhook where the script of the editor does not come. */
async function openPlain(server: StudioServer): Promise<{ readonly page: Page; readonly panel: Locator }> {
  const page = await server.open('', { expected: /net::ERR_FAILED|Failed to load resource: .* 4\d\d/ });
  await page.route(/\/webhook-editor-[^/]*\.js$/, route => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'nightly' }).click();
  await page.getByRole('link', { name: 'chat.example.com' }).click();
  await page.getByText('The editor could not be loaded').waitFor();
  return { page, panel: page.getByRole('main') };
}

it('keeps what was typed in the plain fields, and restores it', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const { page, panel } = await openPlain(server);
  await panel.getByLabel('Payload').pressSequentially(' ');
  await panel.getByText('Unsaved changes').waitFor();
  await panel.getByLabel('Payload').fill('{"text":"plain"}');
  await panel.getByRole('checkbox', { name: 'Started' }).uncheck();
  await leave(page);
  await expect.poll(() => kept(page)).toContain('plain');
  await page.goBack();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await expect(panel.getByLabel('Payload')).toHaveValue('{"text":"plain"}');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^saved just now by editor$/).waitFor();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([
      { config: { payload: '{"text":"plain"}', events: { Started: false, Completed: true } } },
    ]);
  await expect.poll(() => kept(page)).toBe('[]');
});

it('still has something to save after the plain fields were refused', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const { page, panel } = await openPlain(server);
  await panel.getByLabel('Payload').fill('{"text":"$profle$"}');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel
    .getByRole('alert')
    .getByText(/^payload: There is no variable/)
    .waitFor();
  await panel.getByText('Unsaved changes').waitFor();
  await leave(page);
  await expect.poll(() => kept(page)).toContain('profle');
});

it('shows both versions beside the plain fields when somebody else has saved', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const { panel } = await openPlain(server);
  await panel.getByLabel('Payload').fill('{"text":"mine"}');
  const config = {
    ...chat('https://chat.example.com'),
    payload: '{"text":"theirs"}',
    timeZone: 'Asia/Tokyo',
  };
  await send(server, 'PUT', 'api/webhooks/team-chat', { config });
  await panel.getByRole('button', { name: 'Save' }).click();
  const conflict = panel.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  await expect(conflict.getByRole('group', { name: 'Payload', exact: true }).locator('pre')).toHaveText(
    ['{"text":"mine"}', '{"text":"theirs"}'],
    { useInnerText: true },
  );
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 3, config: { payload: '{"text":"mine"}', timeZone: 'Asia/Tokyo' } }]);
});

it('drafts an untouched payload of a saved webhook anew in the plain fields when other events are ticked', async () => {
  const { payload } = draftWebhook(slack, processEvents);
  const webhook = { ...chat('https://chat.example.com'), receiver: 'slack', ...(payload && { payload }) };
  const server = await studioServer({ webhooks: [webhook] });
  const { panel } = await openPlain(server);
  await panel.getByRole('checkbox', { name: 'Completed' }).uncheck();
  const next = draftWebhook(slack, processEvents, ['Started', 'Errored']);
  await expect.poll(() => panel.getByLabel('Payload').inputValue()).toBe(next.payload);
  await panel.getByText('Unsaved changes').waitFor();
});
