import { it } from 'vitest';
import { readSampleJson } from '../../src/studio/flows/sample-json.ts';
import { expect } from '../browser/pages.ts';
import { keepCopied } from './copied.ts';
import { studioServer } from './studio-server.ts';

const api = 'flows/etl/copy/api';

it('shows the base URL, the endpoints and the parameters on the tab API', async () => {
  const server = await studioServer();
  const page = await server.open('flows');
  await page.getByRole('link', { name: 'etl / copy' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByText(/^Saved .+ from the configuration file$/).waitFor();
  const base = `${server.origin}/api/v2`;
  await page.getByRole('region', { name: 'Base URL' }).getByText(base).waitFor();
  const endpoints = page.getByRole('region', { name: 'Endpoints' }).getByRole('listitem');
  await expect(endpoints.locator('code')).toHaveText(
    [
      '/project/etl/task/copy/run?trigger=API',
      '/projects/etl/tasks/copy/run?trigger=API',
      '/status/{pid}',
      '/interrupt/{pid}',
    ],
    { useInnerText: true },
  );
  await expect
    .poll(() => page.getByRole('region', { name: 'Parameters' }).innerText())
    .toMatch(/tables\s*←\s*job\/tables/);
  const copied = await keepCopied(page);
  await page.getByRole('button', { name: 'Copy the base URL' }).click();
  await expect.poll(() => copied()).toBe(base);
  await page.getByRole('button', { name: 'Copy GET /status/{pid} as a curl command' }).click();
  await expect.poll(() => copied()).toMatch(/^curl /);
});

it('runs the flow with Test, and follows it to its end', async () => {
  const page = await (await studioServer()).open(api);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const process = page.getByRole('region', { name: 'Process' });
  await process.getByText('Completed').waitFor();
  await expect.poll(() => process.innerText()).toContain('12,500');
  // What the test is of is not pushed away.
  await expect(page.getByRole('region', { name: 'Base URL' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await process.getByText('Completed').waitFor();
  await page.getByRole('link', { name: 'Close' }).click();
  await process.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
});

it('runs the flow with a body that begins as the sample, once all parameters are in it', async () => {
  const server = await studioServer();
  const page = await server.open('flows/etl/copy', { as: 'operator' });
  await page.getByRole('link', { name: 'Run …' }).click();
  const panel = page.getByRole('complementary', { name: 'Run etl / copy' });
  const body = panel.getByRole('textbox', { name: 'Body' });
  await expect.poll(async () => JSON.parse(await body.inputValue())).toEqual({ job: { tables: 'example' } });
  await body.fill('{"job": {}');
  await panel.getByText('This is not JSON yet').waitFor();
  await body.fill('{"job": {}}');
  await panel.getByText('The body has no job/tables.').waitFor();
  await panel.getByRole('button', { name: 'Add job/tables' }).click();
  await expect.poll(async () => JSON.parse(await body.inputValue())).toEqual({ job: { tables: 'example' } });
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Process' }).getByText('Completed').waitFor();
  await expect(page).toHaveURL(/[?&]run=[0-9a-f-]{36}(?:&|$)/);
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
});

it('says of which parameters the sample has nothing while they are written, and adds it', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the API' });
  await form.getByLabel('Sample body').fill('{"job": {"tables": ["orders"]}}');
  await form.getByLabel('Parameters').fill('tables = job/tables\nregion = value of <region>\nrows =');
  await expect(form.getByText('The sample has no')).toHaveCount(0);
  await form.getByLabel('Parameters').fill('tables = job/tables\nregion = value of <region>');
  await form.getByText('The sample has no region.').waitFor();
  await form.getByRole('button', { name: 'Add region' }).click();
  await form.getByText('The sample has no').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('value of <region> (the first field of that name)').waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({
    sampleBody: { job: { tables: ['orders'] }, region: 'example' },
  });
});

it('edits the configuration, and says what is wrong with a field', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the API' });
  await expect(form.getByLabel('Base URL')).toHaveValue('');
  await form.getByLabel('Sample body').fill('{"job":');
  await form.getByLabel('Parameters').fill('tables');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Line 1 should say a name').waitFor();
  await form.getByText('This is not JSON yet').waitFor();
  await form.getByLabel('Parameters').fill('tables = value of list');
  await form.getByLabel('Sample body').fill('{"list": ["orders"]}');
  await form.getByLabel('Base URL').fill('https://etl.example.com/api/v2');
  await form.getByLabel('The API may start this flow').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched off').waitFor();
  await page.getByRole('region', { name: 'Base URL' }).getByText('https://etl.example.com/api/v2').waitFor();
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(await server.call('GET', `api/${api}`)).toMatchObject({
    enabled: false,
    parameters: { tables: 'value of list' },
    sampleBody: { list: ['orders'] },
  });
});

it('takes no parameter written twice, and no sample body that would be stored as something else', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Edit the API' });
  await form.getByLabel('Parameters').fill('tables = job/tables\n\ntables = job/other');
  await form.getByLabel('Sample body').fill('{\n  "id": 12345678901234567890\n}');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Line 3 names tables again, as line 1 does: one place for each name.').waitFor();
  await form
    .getByText('The number 12345678901234567890 in line 2 would be stored as 12345678901234567000')
    .waitFor();
  expect(await server.call('GET', `api/${api}`)).toMatchObject({ version: 1 });
});

it('takes JSON that storing does not change, however it is written', () => {
  const wrongIn = (text: string): string => {
    const read = readSampleJson(text);
    return 'wrong' in read ? read.wrong : '';
  };
  const kept = [
    '{"a":{"a":1},"b":[{"a":1},{"a":"{\\"a\\":1,"}]}',
    '[0, -0, 0.0e5, 1.50, 1500e-2, 1E+2, 0.1, 9007199254740991, 5e-324, 1e21]',
    '"\\"\\\\"',
  ];
  for (const text of kept) {
    expect(readSampleJson(text)).toEqual({ value: JSON.parse(text) });
  }
  expect(wrongIn('{"a":1,\n"b":{"c":1,"\\u0063":2}}')).toBe(
    'Line 2 has "\\u0063" a second time in one object, of which only the last would be stored.',
  );
  for (const number of ['9007199254740993', '1e999', '0.1000000000000000055511151231257827', '1e-999']) {
    expect(wrongIn(`[\n${number}]`)).toMatch(`The number ${number} in line 2 would be stored as `);
  }
  expect(wrongIn('{"a":1,}')).toMatch(/^This is not JSON yet/);
});

it('runs a test with new parameters, while nobody has changed the sample body', async () => {
  const server = await studioServer();
  const page = await server.open(api);
  const form = page.getByRole('form', { name: 'Edit the API' });
  const save = async (field: string, text: string) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form.getByLabel(field).fill(text);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    return server.call('GET', `api/${api}`);
  };
  expect(await save('Parameters', 'tables = job/tables\nregion = value of region')).toMatchObject({
    sampleBody: { job: { tables: 'example' }, region: 'example' },
  });
  expect(await save('Sample body', '{"job": {"tables": ["mine"]}}')).toMatchObject({
    sampleBody: { job: { tables: ['mine'] } },
  });
  const { sampleBody } = await save('Parameters', 'rows = job/rows');
  expect(sampleBody).toEqual({ job: { tables: ['mine'] } });
});

it('asks nobody who follows a link to the page itself, and does so before another is shown', async () => {
  const page = await (await studioServer()).open(api);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Parameters').fill('tables = mine');
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Parameters')).toHaveValue('tables = mine');
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
  await page.getByRole('link', { name: 'Processes' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
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
  await expect(page.getByLabel('Parameters')).toHaveValue('tables = mine');
  await expect(page).toHaveURL(/\/flows\/etl\/copy\/api$/);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('This flow has not run yet').waitFor();
  await expect(page).toHaveURL(/\/flows\/etl\/copy$/);
});

it('deletes it after asking once, and sets it up again', async () => {
  const page = await (await studioServer()).open(api, { expected: /status of 404/ });
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the API of etl / copy?' });
  await expect.poll(() => question.innerText()).toContain('get a 404');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'The API of this flow is not set up' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Set up the API' }).click();
  await page.getByRole('form', { name: 'Set up the API' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Switched on').waitFor();
});

it('shows a viewer everything but the sample body, and no way to change it', async () => {
  const page = await (await studioServer()).open(api, { as: 'viewer' });
  await page.getByRole('region', { name: 'Base URL' }).waitFor();
  for (const word of ['Edit', 'Delete', 'Test']) {
    const button = page.getByRole('button', { name: word, exact: true });
    await expect(button).toHaveAttribute('title', 'This needs the role editor; yours is viewer.');
    await button.click({ force: true });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sample body' })).toHaveCount(0);
});

it.each(['', '/api'])('says at flows/{projectId}/{taskId}%s that there is no such flow', async tab => {
  const page = await (await studioServer()).open(`flows/etl/none${tab}`, { expected: /status of 404/ });
  await page.getByRole('heading', { name: 'There is no flow etl / none', level: 1 }).waitFor();
  await expect(page.getByRole('navigation', { name: 'Flow' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Run …' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all flows' }).click();
  await page.getByRole('link', { name: 'etl / copy' }).waitFor();
});
