import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { studioServer } from './studio-server.ts';

const api = 'flows/etl/copy/api';

/** What the browser would put on the clipboard, which a test has no other way to read. */
async function keepCopied(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void document.body.setAttribute('data-copied', text) },
    });
  });
  return async () => (await page.locator('body').getAttribute('data-copied')) ?? '';
}

it('shows the base URL, the endpoints and the parameters on the tab API', async () => {
  const server = await studioServer();
  const page = await server.open('flows');
  await page.getByRole('link', { name: 'etl / copy' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  const base = `${server.origin}/api/v2`;
  await page.getByRole('region', { name: 'Base URL' }).getByText(base).waitFor();
  const endpoints = page.getByRole('region', { name: 'Endpoints' }).getByRole('listitem');
  expect(await endpoints.locator('code').allInnerTexts()).toEqual([
    '/project/etl/task/copy/run?trigger=API',
    '/projects/etl/tasks/copy/run?trigger=API',
    '/status/{pid}',
    '/interrupt/{pid}',
  ]);
  expect(await page.getByRole('region', { name: 'Parameters' }).innerText()).toMatch(
    /tables\s*←\s*job\/tables/,
  );
  const copied = await keepCopied(page);
  await page.getByRole('button', { name: 'Copy the base URL' }).click();
  expect(await copied()).toBe(base);
  await page.getByRole('button', { name: 'Copy GET /status/{pid} as a curl command' }).click();
  expect(await copied()).toMatch(/^curl /);
});

it('runs the flow with Test, and follows it to its end', async () => {
  const page = await (await studioServer()).open(api);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const process = page.getByRole('region', { name: 'Process' });
  await process.getByText('Completed').waitFor();
  expect(await process.innerText()).toContain('12,500');
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
});

it('edits the configuration, and says what is wrong with a field', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the API' });
  expect(await form.getByLabel('Base URL').inputValue()).toBe('');
  await form.getByLabel('Sample body').fill('{"job":');
  await form.getByLabel('Parameters').fill('tables');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Line 1 should say a name').waitFor();
  await form.getByText('This is not JSON yet').waitFor();
  await form.getByLabel('Parameters').fill('tables = value of list');
  await form.getByLabel('Sample body').fill('{"list": ["orders"]}');
  await form.getByLabel('Base URL').fill('https://etl.example.com/api/v2');
  await form.getByLabel('The API may start this task').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched off').waitFor();
  await page.getByRole('region', { name: 'Base URL' }).getByText('https://etl.example.com/api/v2').waitFor();
  expect(await page.getByRole('button', { name: 'Test', exact: true }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(await server.call('GET', `api/${api}`)).toMatchObject({
    enabled: false,
    parameters: { tables: 'value of list' },
    sampleBody: { list: ['orders'] },
  });
});

it('asks before what was written is lost, by a link and by going back', async () => {
  const page = await (await studioServer()).open('flows/etl/copy');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Parameters').fill('tables = mine');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Runs' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Parameters').inputValue()).toBe('tables = mine');
  expect(page.url()).toMatch(/\/flows\/etl\/copy\/api$/);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('This flow has not run yet').waitFor();
  expect(page.url()).toMatch(/\/flows\/etl\/copy$/);
});

it('deletes it after asking once, and sets it up again', async () => {
  const page = await (await studioServer()).open(api, { expected: /status of 404/ });
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the API of etl / copy?' });
  expect(await question.innerText()).toContain('answered with 404');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'The API of this flow is not set up' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Set up the API' }).click();
  await page.getByRole('form', { name: 'Set up the API' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Can be started').waitFor();
});

it('shows a viewer everything but the sample body, and no way to change it', async () => {
  const page = await (await studioServer()).open(api, { as: 'viewer' });
  await page.getByRole('region', { name: 'Base URL' }).waitFor();
  for (const word of ['Edit', 'Delete', 'Test']) {
    const button = page.getByRole('button', { name: word, exact: true });
    expect(await button.getAttribute('title')).toBe('This needs the role editor; yours is viewer.');
    await button.click({ force: true });
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Sample body' }).count()).toBe(0);
});
