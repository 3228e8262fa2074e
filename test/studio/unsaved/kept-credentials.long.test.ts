import { it } from 'vitest';
import {
  withNamedSecretsOf,
  withoutNamedSecrets,
} from '../../../src/studio/webhooks/without-named-secrets.ts';
import { expect } from '../../browser/pages.ts';
import { chat, studioServer } from '../studio-server.ts';
import { chatPage, kept, leave, panelOf, write } from '../webhook-page.ts';

const stored = {
  url: 'https://ada:canary@chat.example.com/hooks/a@b?x=1#y',
  headers: [
    { name: 'Authorization', value: 'Bearer canary' },
    { name: 'X-Api-Key', value: { set: true }, secret: true },
    { name: 'X-Author', value: 'Ada' },
  ],
};

it('a kept draft has no value of a header that lets somebody in, and nobody in front of a host', () => {
  const [, ...headers] = stored.headers;
  const left = withoutNamedSecrets(stored);
  expect(left).toEqual({
    url: 'https://chat.example.com/hooks/a@b?x=1#y',
    headers: [{ name: 'Authorization', value: '' }, ...headers],
  });
  expect(withNamedSecretsOf(stored, left)).toEqual(stored);
  expect(withoutNamedSecrets({ method: 'GET' })).toEqual({ method: 'GET' });
});

it('a kept draft has no parameter of a URL whose name says that it is a credential, and gets it back', () => {
  const url = 'https://ada:canary@chat.example.com/hooks?page=1&token=canary&x=2#access_token=canary';
  const left = withoutNamedSecrets({ url });
  expect(left).toEqual({ url: 'https://chat.example.com/hooks?page=1&token=&x=2#access_token=' });
  expect(withNamedSecretsOf({ url }, left)).toEqual({ url });
  const edited = { url: 'https://chat.example.com/other?x=2&token=' };
  expect(withNamedSecretsOf({ url }, edited)).toEqual({
    url: 'https://ada:canary@chat.example.com/other?x=2&token=canary',
  });
  const elsewhere = { url: 'https://chat.example.com.evil.example/hooks?token=' };
  expect(withNamedSecretsOf({ url }, elsewhere)).toEqual(elsewhere);
});

it('what was not kept is put back before no other host, and into no other header', () => {
  const other = { url: 'https://other.example.com/', headers: [{ name: 'Cookie', value: '' }] };
  expect(withNamedSecretsOf(stored, other)).toEqual(other);
});

it('keeps no credentials that are written in plain fields, and none whose box was unticked', async () => {
  const server = await studioServer({ webhooks: [chat('https://chat.example.com')] });
  const page = await server.open(chatPage);
  const panel = await panelOf(page);
  const addHeader = async (number: number, name: string): Promise<void> => {
    await panel.getByRole('button', { name: 'Add header' }).click();
    await panel.getByRole('textbox', { name: `Name of header ${number}` }).fill(name);
  };
  await addHeader(1, 'Authorization');
  await write(panel, 'Value of header 1', 'Bearer canary');
  await addHeader(2, 'X-Note');
  const box = panel.getByRole('checkbox', { name: 'Header 2 is secret' });
  await box.check();
  await panel.getByLabel('Value of header 2', { exact: true }).fill('canary');
  await box.uncheck();
  await write(panel, 'URL', 'https://ada:canary@chat.example.com/mine');
  await panel.getByText('Unsaved changes').waitFor();
  await leave(page);
  const left = await kept(page);
  expect(left).toContain('https://chat.example.com/mine');
  expect(left).not.toContain('canary');
  await page.goBack();
  await page.getByText('without passwords, signing secrets and credentials in headers and URLs').waitFor();
  await page.getByRole('button', { name: 'Restore them' }).click();
  await expect(panel.getByRole('textbox', { name: 'Name of header 2' })).toHaveValue('X-Note');
});
