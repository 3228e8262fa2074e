import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { expect, openPage } from '../browser/pages.ts';
import { freePort } from '../outbox/postgres/postgres-server.ts';
import { write } from './editor-page.ts';

const guide = readFileSync('docs/settings-page.md', 'utf8');
/** The files that the guide prints, each below its name: those of the plain page, and those with React that follow. */
const printed = [...guide.matchAll(/^```\w+\n((?:\/\/|<!--) (\S+).*?)^```$/gms)].map(
  ([, content = '', name = '']) => ({ name, content }),
);
const lastOfPlain = printed.findIndex(({ name }) => name === 'vite.config.js');

const payload = '{"text":"$order.customer$ paid"}';

function start(folder: string, ...args: readonly string[]): void {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
}

/** Starts what is in these files, as the guide says; resolves to the address of the page. */
async function follow(files: typeof printed): Promise<string> {
  // Below the package, where its own name leads to it.
  const folder = mkdtempSync(resolve('data-settings-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [api, page] = [await freePort(), await freePort()];
  for (const { name, content } of files)
    writeFileSync(join(folder, name), content.replaceAll(/\b3000\b/g, String(api)));
  start(folder, 'server.js');
  start(folder, resolve('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', String(page));
  const url = `http://127.0.0.1:${page}/`;
  await expect.poll(() => fetch(`${url}api/webhook`).then(({ status }) => status, String)).toBe(200);
  return url;
}

it.each([
  ['plain', printed.slice(0, lastOfPlain + 1)],
  ['with React', printed],
])('the page of the guide, %s, saves what is right, and shows what the server refuses', async (_, files) => {
  const url = await follow(files);
  const saved = async () => (await fetch(`${url}api/webhook`)).json();
  const page = await openPage(url, { expected: /422|Lit is in dev mode/ });
  const verdict = page.locator('webhook-editor').getByRole('status').first();
  await verdict.getByText(/^No value/).waitFor();
  await write(page, 'Payload', payload);
  await verdict.getByText(/^No value/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).last().waitFor();
  expect(await saved()).toMatchObject({ events: { 'order.placed': true }, payload });

  const taken = { field: 'url', code: 'taken', message: 'This address is taken.', severity: 'error' };
  await page.route('**/api/webhook', route => route.fulfill({ status: 422, json: { diagnostics: [taken] } }));
  await write(page, 'URL', 'https://taken.example.com/');
  await expect.poll(() => page.getByText('Saved.', { exact: true }).count()).toBe(0);
  await verdict.getByText(/^No value/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This address is taken.').first().waitFor();
});

it('the server of the guide refuses what no page would have sent, and keeps what it had', async () => {
  const url = await follow(printed.slice(0, lastOfPlain + 1));
  const put = async (body: string) => {
    const response = await fetch(`${url}api/webhook`, { method: 'PUT', body });
    return { status: response.status, body: await response.json() };
  };
  const before = await (await fetch(`${url}api/webhook`)).json();
  const misspelt = await put(JSON.stringify({ ...before, payload: '{"text":"$order.custmer$"}' }));
  expect(misspelt).toMatchObject({ status: 422, body: { diagnostics: [{ code: 'unknown-variable' }] } });
  expect(await put('{')).toMatchObject({
    status: 422,
    body: { diagnostics: [{ code: 'not-a-configuration' }] },
  });
  expect(await (await fetch(`${url}api/webhook`)).json()).toEqual(before);
});
