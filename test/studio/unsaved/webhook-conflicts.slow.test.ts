import type { Locator } from 'playwright-core';
import { it } from 'vitest';
import { expect } from '../../browser/pages.ts';
import { chat, type StudioServer, studioServer } from '../studio-server.ts';
import { chatPage, kept, leave, panelOf, refused, send, webhooks, write } from '../webhook-page.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function signedServer(): Promise<StudioServer> {
  const server = await studioServer();
  await server.call('POST', 'api/webhooks', {
    config: chat('https://chat.example.com'),
    signingSecret: secret,
  });
  return server;
}

/** The values of a field in both versions, and which of them counts. */
async function versionsOf(conflict: Locator, field: string) {
  const versions = conflict.getByRole('group', { name: field, exact: true });
  const [mine, theirs] = await versions.locator('pre').allInnerTexts();
  const isMine = await versions.getByRole('radio', { name: 'Yours' }).isChecked();
  return { mine, theirs, counts: isMine ? 'mine' : 'theirs' };
}

it('keeps to removing the signing secret when somebody else has saved', async () => {
  const server = await signedServer();
  const [one, two] = [await server.open(chatPage), await server.open(chatPage, refused)];
  const [first, second] = [await panelOf(one), await panelOf(two)];
  await write(first, 'Payload', '{"text":"one"}');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByText(/^saved just now by editor$/).waitFor();
  await second.getByRole('button', { name: 'Stop signing …' }).click();
  await second.getByRole('button', { name: 'Save' }).click();
  const conflict = second.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  await expect
    .poll(() => versionsOf(conflict, 'Signing secret'))
    .toEqual({
      mine: 'Removed here',
      theirs: 'Stored',
      counts: 'mine',
    });
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await second.getByText('Left empty, the one that is stored is removed.').waitFor();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await webhooks(server))[0]?.version).toBe(3);
  const [saved] = await webhooks(server);
  expect(saved).not.toHaveProperty('signingSecret');
  expect(saved?.config).toMatchObject({ payload: '{"text":"one"}' });
});

it('shows that a signing secret was changed, and never to what', async () => {
  const server = await signedServer();
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await panel.getByRole('button', { name: 'Stop signing …' }).click();
  await panel.getByRole('textbox', { name: 'Signing secret', exact: true }).fill('whsec_canary');
  const { id, config } = (await webhooks(server))[0] ?? {};
  const other = { config: { ...config, timeZone: 'Europe/Berlin' }, signingSecret: null };
  await send(server, 'PUT', `api/webhooks/${id}`, other);
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = panel.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  await expect
    .poll(() => versionsOf(conflict, 'Signing secret'))
    .toEqual({
      mine: 'Changed here',
      theirs: 'None',
      counts: 'mine',
    });
  await expect.poll(() => conflict.innerText()).not.toContain('canary');
  await expect
    .poll(() => versionsOf(conflict, 'Time zone'))
    .toMatchObject({
      theirs: 'Europe/Berlin',
      counts: 'theirs',
    });
});

it('takes what others did since for theirs when a draft of an older version is restored', async () => {
  const server = await signedServer();
  const page = await server.open(chatPage, refused);
  const panel = await panelOf(page);
  await write(panel, 'Payload', '{"text":"mine"}');
  await panel.getByRole('button', { name: 'Stop signing …' }).click();
  await leave(page);
  // Unchanged settings are not kept, such as an address that may hold a secret.
  await expect.poll(() => kept(page)).toMatch(/text\W+mine/);
  expect(await kept(page)).not.toContain('hooks/42');
  const other = await server.open(chatPage);
  const theirs = await panelOf(other);
  await write(theirs, 'Payload', '{"text":"theirs"}');
  await theirs.getByRole('checkbox', { name: 'Started' }).uncheck();
  await theirs.getByRole('button', { name: 'Save' }).click();
  await theirs.getByText(/^saved just now by editor$/).waitFor();
  await page.goBack();
  await panel.getByRole('button', { name: 'Restore them' }).click();
  await panel.getByText('Unsaved changes').waitFor();
  await expect(panel.getByRole('checkbox', { name: 'Started' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Save' }).click();
  const conflict = panel.getByRole('region', { name: /^editor saved this webhook/ });
  await conflict.waitFor();
  await expect(conflict.locator('legend')).toHaveText(['Signing secret', 'Payload'], { useInnerText: true });
  await expect
    .poll(() => versionsOf(conflict, 'Payload'))
    .toEqual({
      mine: '{"text":"mine"}',
      theirs: '{"text":"theirs"}',
      counts: 'mine',
    });
  await conflict.getByRole('button', { name: 'Use this choice' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => webhooks(server))
    .toMatchObject([{ version: 3, config: { payload: '{"text":"mine"}', events: { Started: false } } }]);
  expect((await webhooks(server))[0]).not.toHaveProperty('signingSecret');
});
