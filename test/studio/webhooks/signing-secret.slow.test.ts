import { Webhook } from 'standardwebhooks';
import { it } from 'vitest';
import { verifications } from '../../../src/studio/webhooks/verification.ts';
import { expect } from '../../browser/pages.ts';
import { httpServer } from '../../loopback-server.ts';
import { studioServer } from '../studio-server.ts';
import { addWebhook, write } from '../webhook-page.ts';

const config = {
  profile: 'nightly',
  id: 'wh_signed',
  events: {},
  method: 'GET',
  url: 'https://hooks.example/',
};

it('an editor reveals the secret that was made, rotates it, and brings one of their own', async () => {
  const server = await studioServer();
  const { madeSecret } = await server.call<{ madeSecret: string }>('POST', 'api/webhooks', { config });
  const page = await server.open('profiles/nightly/webhooks/wh_signed', { expected: /422/ });
  const signing = page.getByRole('region', { name: 'Signing secret' });
  await expect(signing.getByText('Each message is signed with this secret.')).toBeVisible();
  await expect(page.getByText(madeSecret)).toHaveCount(0);
  await signing.getByRole('button', { name: 'Reveal the signing secret' }).click();
  await expect(signing.getByText(madeSecret)).toBeVisible();
  await expect(signing.getByRole('button', { name: 'Copy the signing secret' })).toBeVisible();

  await signing.getByRole('button', { name: 'Rotate …' }).click();
  const form = signing.getByRole('form', { name: 'Rotate the signing secret' });
  await form.getByLabel('The one before it still signs for').selectOption('A week');
  await form.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(signing.getByText('The secret before it signs as well')).toBeVisible();
  await expect(signing.getByText(madeSecret)).toHaveCount(0);

  await signing.getByRole('button', { name: 'Rotate …' }).click();
  await form.getByLabel('New secret').fill('whsec_short');
  await form.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  const own = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  await form.getByLabel('New secret').fill(own);
  await form.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(signing.getByText(own)).toBeVisible();
  await signing.getByRole('button', { name: 'Hide the signing secret' }).click();
  await expect(page.getByText(own)).toHaveCount(0);

  // The page goes on from the version with the new secret.
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.click();
  await page.keyboard.press('End');
  await page.keyboard.type('changed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  const { items } = await server.call<{ items: object[] }>('GET', 'api/audit-log');
  expect(items).toMatchObject([
    { operation: 'putWebhook' },
    { operation: 'rotateSigningSecret' },
    { operation: 'rotateSigningSecret' },
    { operation: 'revealSigningSecret' },
    { operation: 'signIn' },
    { operation: 'createWebhook' },
  ]);
});

it('a webhook that is not signed says so, and is signed from the page', async () => {
  const server = await studioServer();
  await server.call('POST', 'api/webhooks', { config, signingSecret: null });
  const page = await server.open('profiles/nightly/webhooks/wh_signed');
  const signing = page.getByRole('region', { name: 'Signing secret' });
  await expect(signing.getByText('Messages are not signed')).toBeVisible();
  await signing.getByRole('button', { name: 'Sign messages …' }).click();
  await signing.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(signing.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible();
  await signing.getByText('Verify it in your language').click();
  await signing.getByLabel('Language').selectOption('Python');
  await expect(signing.getByText('webhook = Webhook(secret)')).toBeVisible();
});

it('a new webhook gets a secret, or the one that is brought along, and has one place for it', async () => {
  const server = await studioServer({ webhooks: [] });
  const page = await server.open('profiles/nightly');
  const panel = await addWebhook(page);
  const signing = page.getByRole('region', { name: 'Signing secret' });
  await expect(signing.getByText('One is made when you save')).toBeVisible();
  await write(panel, 'URL', 'https://hooks.example/');
  await signing.getByRole('button', { name: 'Bring your own …' }).click();
  const own = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const written = page.getByRole('textbox', { name: 'Signing secret', exact: true });
  await expect(written).toBeFocused();
  await page.keyboard.type(own);
  await expect(signing.getByText('the secret that you bring along')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await expect(written).toHaveCount(0);
  await page.getByText('Authentication, time zone, output').click();
  await expect(page.getByText('Signing secret', { exact: true })).toHaveCount(1);
  await signing.getByRole('button', { name: 'Reveal the signing secret' }).click();
  await expect(signing.getByText(own)).toBeVisible();
});

it('a secret that was brought along is asked for again where the webhook moves, and can be removed', async () => {
  const server = await studioServer();
  const own = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  await server.call('POST', 'api/webhooks', { config, signingSecret: own });
  const page = await server.open('profiles/nightly/webhooks/wh_signed', { expected: /422/ });
  const replace = page.getByRole('button', { name: 'Replace: Signing secret' });
  await expect(page.getByRole('button', { name: 'Stop signing …' })).toBeVisible();
  await expect(replace).toHaveCount(0);
  await write(page.locator('main'), 'URL', 'https://other.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The URL leads to another server now: give this secret again')).toBeVisible();
  await page.getByText('Authentication, signing, time zone, output').click();
  await replace.click();
  await page.keyboard.type(own);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await expect(page.getByText('Authentication, time zone, output')).toBeVisible();

  await page.getByRole('button', { name: 'Stop signing …' }).click();
  await expect(page.getByText('Left empty, the one that is stored is removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Messages are not signed')).toBeVisible();
});

it('a test says that the secret is only made when the webhook is saved', async () => {
  const [before, after] = [await httpServer(), await httpServer()];
  const server = await studioServer({ webhooks: [] });
  const page = await server.open('profiles/nightly');
  const panel = await addWebhook(page);
  await write(panel, 'URL', before.url);
  const test = page.getByRole('button', { name: 'Test Connection' });
  await test.click();
  await expect(panel.getByText('Not signed: the secret is made when you save.')).toBeVisible();
  expect(before.hits[0]?.headers).not.toHaveProperty('webhook-signature');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await test.click();
  await expect.poll(() => before.hits[1]?.headers).toHaveProperty('webhook-signature');
  await expect(panel.getByText('made when you save')).toHaveCount(0);
  await write(panel, 'URL', after.url);
  await test.click();
  await expect(panel.getByText('the one for that server is made when you save')).toBeVisible();
  expect(after.hits[0]?.headers).toHaveProperty('webhook-signature');
});

it('the lines for JavaScript verify a message, and refuse one that is not genuine', async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const code = verifications[0]?.code.split('\n').slice(1).join('\n');
  const verify = new Function('Webhook', 'secret', 'body', 'headers', `${code}\nreturn message;`);
  const body = '{"n":1}';
  const sentAt = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, body),
  };
  expect(verify(Webhook, secret, body, headers)).toEqual({ n: 1 });
  expect(() => verify(Webhook, secret, '{"n":2}', headers)).toThrow();
});
