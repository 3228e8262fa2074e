import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { it, onTestFinished } from 'vitest';
import { expect, openPage } from '../browser/pages.ts';
import { examplesOf } from '../docs/pages.ts';
import { type Hit, httpServer } from '../loopback-server.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { emptyPostgres, query } from '../outbox/test-database.ts';
import { installPackage } from './installed-package.ts';

const program = readFileSync('examples/shop/shop.mjs', 'utf8');

it('the program of the README is the example, of at most 40 lines', () => {
  expect(examplesOf('README.md')[0]?.code).toBe(program);
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

it('the program of the README runs as it stands in an empty folder, until a receiver has verified a signature', async () => {
  const installed = await installPackage();
  onTestFinished(() => installed.remove());
  await installed.add(['pg']);
  await installed.write('shop.mjs', program);
  const [url, port] = [await emptyPostgres(), await freePort()];
  const shop = spawn(process.execPath, ['shop.mjs'], {
    cwd: installed.directory,
    env: { ...process.env, DATABASE_URL: url, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  onTestFinished(async () => {
    shop.kill();
    await once(shop, 'exit');
  });
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(origin).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);

  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const verified: unknown[] = [];
  const receiver = await httpServer((response, hit) => {
    verified.push(new Webhook(secret).verify(hit.body, headersOf(hit)));
    response.end();
  });
  const as = (customer: string) => ({ cookie: `customer=${customer}`, 'content-type': 'application/json' });
  const webhooks = `${origin}/webhooks/api/webhooks`;
  const config = {
    ...{
      name: 'Orders',
      profile: 'acme',
      events: { 'order.placed': true },
      method: 'POST',
      url: receiver.url,
    },
    ...{ contentType: 'application/json', payload: '{"order":$order$,"item":"$item$"}' },
  };
  const body = JSON.stringify({ config, signingSecret: secret });
  const created = await fetch(webhooks, { method: 'POST', headers: as('acme'), body });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { readonly id: string };
  // The other customer knows nothing of it.
  expect((await fetch(`${webhooks}/${id}`, { headers: as('globex') })).status).toBe(404);

  for (const customer of ['globex', 'acme']) {
    const page = await openPage(`${origin}/${customer}`);
    await page.getByRole('button', { name: 'Order a pot' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { name: customer, level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Orders' })).toHaveCount(customer === 'acme' ? 1 : 0);
  }
  await expect.poll(() => verified).toEqual([{ order: 2, item: 'Pot' }]);
  expect(await query(url, 'select customer, item from orders order by id')).toEqual([
    { customer: 'globex', item: 'Pot' },
    { customer: 'acme', item: 'Pot' },
  ]);
});

function headersOf({ headers }: Hit): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
