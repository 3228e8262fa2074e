import type { Task } from 'hookplate/workflow';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { keyboardOf } from '../../browser/keyboard.ts';
import { expect } from '../../browser/pages.ts';
import { type Hit, httpServer } from '../../loopback-server.ts';
import { basicOf, passwords } from '../../server/test-users.ts';
import { messagesIn, run, type StudioServer, studioServer } from '../studio-server.ts';

/*
 * Every row of the specification's sections about endpoints and about events, done in the pages: with a mouse, which types
 * only where there is something to write, and with the keyboard alone.
 */

/** What somebody can do to the page, however they do it. */
interface Hands {
  readonly press: (role: 'button' | 'link', name: string | RegExp) => Promise<void>;
  readonly tick: (name: string) => Promise<void>;
  readonly choose: (field: string, option: string) => Promise<void>;
  /** Writes in place of what the field holds. */
  readonly write: (field: string, text: string) => Promise<void>;
}

function mouseOn(page: Page): Hands {
  return {
    press: (role, name) => page.getByRole(role, { name, exact: true }).last().click(),
    tick: async name => {
      // What is said of a word in the URL goes once the mouse has left it.
      await page.mouse.move(0, 0);
      await page.getByRole('checkbox', { name, exact: true }).click();
    },
    choose: async (field, option) => {
      await page.getByRole('combobox', { name: field, exact: true }).selectOption(option);
    },
    write: async (field, text) => {
      const named = { name: field, exact: true };
      await page.getByRole('textbox', named).or(page.getByRole('combobox', named)).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    },
  };
}

function keyboardOn(page: Page): Hands {
  const { enter, press, tabTo, type } = keyboardOf(page);
  return {
    press: async (role, name) => {
      await page.getByRole(role, { name, exact: true }).first().waitFor();
      await enter(name);
    },
    tick: async name => {
      await tabTo(name);
      await press('Space');
    },
    choose: async (field, option) => {
      await tabTo(field);
      await type(option.slice(0, 1));
    },
    write: async (field, text) => {
      await tabTo(field);
      await press('ControlOrMeta+A');
      // Key by key: what the editor closes or proposes meanwhile leaves the text as it is written.
      await type(text);
      await expect.poll(() => textOfFocused(page)).toBe(text);
    },
  };
}

type Person = readonly [name: string, hands: (page: Page) => Hands];

export const withMouse: Person = ['a mouse', mouseOn];
export const withKeyboard: Person = ['the keyboard alone', keyboardOn];

function textOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.matches('input, textarea')
      ? (active as HTMLInputElement).value
      : ((active as HTMLElement | null)?.innerText ?? '');
  });
}

/** The parts of a message in the order in which the specification lists the expressions. */
const expressions = [
  `$date; format="yyyy-MM-dd'T'hh:mm:ss"$`,
  '$event$',
  '$errorCount$',
  '$isError$',
  '$profile$',
  '$recordsProcessed$',
  '$if(isError)$$errorCount$$else$0$endif$',
];
const started = [
  expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  'Started',
  '0',
  'false',
  'nightly',
];

/** Goes from the first page to a new webhook whose message is plain JSON. */
async function addWebhook(page: Page, { press }: Hands): Promise<void> {
  await press('link', 'Webhooks');
  await press('link', 'nightly');
  await page.getByText('Channel: Webhooks').waitFor();
  await press('link', 'Add webhook');
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await press('button', /^JSON of every variable/);
  await page.getByText('1 thing to fill in').waitFor();
}

async function open(server: StudioServer, hands: (page: Page) => Hands): Promise<readonly [Page, Hands]> {
  const page = await server.open('', { expected: /status of 404/ });
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return [page, hands(page)];
}

/** Somebody in front of a new webhook, whose messages an inbox takes. */
async function beginWebhook(hands: (page: Page) => Hands) {
  const inbox = await httpServer();
  const server = await studioServer();
  const [page, person] = await open(server, hands);
  await addWebhook(page, person);
  return { inbox, server, page, ...person };
}

const bodiesOf = (hits: readonly Hit[]): readonly (readonly unknown[])[] =>
  hits.map(({ body }) => JSON.parse(body));

/** The statuses of a call that is not marked as one of the API, and of one that nobody has signed. */
function refusalsOf(address: string, body: object): Promise<readonly number[]> {
  const call = async (url: string, headers: object): Promise<number> => {
    const all = { 'content-type': 'application/json', ...headers };
    return (await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) })).status;
  };
  const authorization = basicOf('editor', passwords.editor);
  return Promise.all([call(address.replace('?trigger=API', ''), { authorization }), call(address, {})]);
}

const saved = (page: Page) => page.getByText(/^saved (?:just now|\d+ s ago) by editor$/).waitFor();

/** The tests, by the hands of these people. */
export function testSpecification(...people: readonly Person[]): void {
  it.each(people)(
    'GET: each expression in the URL, the events that are on, and a test of Started, with %s',
    async (_, hands) => {
      const { inbox, server, page, press, tick, choose, write } = await beginWebhook(hands);
      await choose('Method', 'GET');
      const query = expressions.map((expression, index) => `p${index}=${expression}`).join('&');
      await write('URL', `${inbox.url}/notify?${query}`);
      await page.getByText('No value can break this URL').waitFor();
      await tick('Completed');
      await press('button', 'Save');
      await saved(page);
      await press('button', 'Test Connection');
      await expect.poll(() => inbox.hits.length).toBe(1);
      const valuesOf = (hit: Hit | undefined) => [
        ...new URL(hit?.path ?? '', inbox.url).searchParams.values(),
      ];
      expect(inbox.hits[0]).toMatchObject({ method: 'GET', body: '' });
      expect(valuesOf(inbox.hits[0])).toEqual([...started, expect.stringMatching(/^\d+$/), '0']);
      await run(server, 'copy');
      await messagesIn(server, 'delivered', 1);
      await run(server, 'broken');
      await messagesIn(server, 'delivered', 3);
      const told = inbox.hits.slice(1).map(valuesOf);
      expect(
        told.map(([, event, errors, isError, , , ifError]) => [event, isError, errors, ifError]),
      ).toEqual([
        ['Started', 'false', '0', '0'],
        ['Started', 'false', '0', '0'],
        ['Errored', 'true', '3', '3'],
      ]);
    },
  );

  it.each(people)('POST: each expression in the payload, with %s', async (_, hands) => {
    const { inbox, server, page, press, write } = await beginWebhook(hands);
    await write('URL', inbox.url);
    const parts = expressions.slice(0, -1).map(expression => `"${expression}"`);
    await write('Payload', `[${[...parts, '"$date$"'].join(', ')}]`);
    await page.getByText('No value can break this JSON').waitFor();
    await press('button', 'Save');
    await saved(page);
    await run(server, 'broken');
    await messagesIn(server, 'delivered', 2);
    const told = bodiesOf(inbox.hits);
    expect(told.find(([, event]) => event === 'Started')).toEqual([
      ...started,
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ]);
    expect(told.map(body => `${body[1]} ${body[2]} ${body[3]}`).toSorted()).toEqual([
      'Errored 3 true',
      'Started 0 false',
    ]);
  });

  it.each(people)(
    'POST: a header, a content type, and a test of what is not saved, with %s',
    async (_, hands) => {
      const { inbox, page, press, write } = await beginWebhook(hands);
      await write('URL', `${inbox.url}/in`);
      await write('Content type', 'application/json; charset=utf-8');
      await press('button', 'Add header');
      await page.keyboard.type('X-Team');
      await write('Value of header 1', 'pipelines');
      await page.getByText('No value can break this JSON').waitFor();
      await press('button', 'Test Connection');
      await expect.poll(() => inbox.hits.length).toBe(1);
      expect(inbox.hits[0]).toMatchObject({
        method: 'POST',
        path: '/in',
        headers: { 'content-type': 'application/json; charset=utf-8', 'x-team': 'pipelines' },
      });
    },
  );

  it.each(people)('POST: conditions in the payload, with %s', async (_, hands) => {
    const { inbox, server, page, press, write } = await beginWebhook(hands);
    await write('URL', inbox.url);
    const conditions = [
      '$if(isError)$$errorCount$$else$0$endif$',
      '$if(isError)$"failed"$elseif(event == "Completed")$"done"$else$"begun"$endif$',
    ];
    await write('Payload', `[${['"$event$"', ...conditions].join(', ')}]`);
    await page.getByText('No value can break this JSON').waitFor();
    await press('button', 'Save');
    await saved(page);
    await run(server, 'copy');
    await messagesIn(server, 'delivered', 2);
    await run(server, 'broken');
    await messagesIn(server, 'delivered', 4);
    expect(
      bodiesOf(inbox.hits)
        .map(body => body.join(' '))
        .toSorted(),
    ).toEqual(['Completed 0 done', 'Errored 3 failed', 'Started 0 begun', 'Started 0 begun']);
  });

  it.each(people)(
    'a flow is edited, tested, watched, interrupted and deleted on its tab API, with %s',
    async (_, hands) => {
      const server = await studioServer();
      const [page, person] = await open(server, hands);
      const { press, write } = person;
      await press('link', 'Flows');
      await press('link', 'etl / held');
      await press('link', 'API');
      await page.getByRole('region', { name: 'Base URL' }).getByText(`${server.origin}/api/v2`).waitFor();
      const paths = page.getByRole('region', { name: 'Endpoints' }).locator('code');
      await expect(paths).toHaveText(
        [
          '/project/etl/task/held/run?trigger=API',
          '/projects/etl/tasks/held/run?trigger=API',
          '/status/{pid}',
          '/interrupt/{pid}',
        ],
        { useInnerText: true },
      );
      await press('button', 'Edit');
      await write('Parameters', 'tables = job/tables\nregion = value of region');
      await press('button', 'Save');
      await page.getByRole('region', { name: 'Parameters' }).getByText('value of region').waitFor();
      await press('button', 'Test');
      const process = page.getByRole('region', { name: 'Process' });
      await process.getByText('Running').waitFor();
      await press('button', 'Interrupt');
      await page.getByRole('dialog').waitFor();
      await press('button', 'Interrupt');
      await process.getByText('Interrupted', { exact: true }).waitFor();
      await press('button', 'Delete');
      await page.getByRole('dialog').waitFor();
      await press('button', 'Delete');
      await page.getByRole('heading', { name: 'The API of this flow is not set up' }).waitFor();
      const body = { job: { tables: [] }, region: 'north' };
      await expect(server.call('POST', 'api/v2/project/etl/task/held/run?trigger=API', body)).rejects.toThrow(
        '404',
      );
    },
  );

  it.each(people)(
    'each endpoint is called as the tab API shows it, and parameters are read from the body, with %s',
    async (_, hands) => {
      const given: unknown[] = [];
      const sync: Task = {
        profile: 'nightly',
        run: ({ parameters, signal }) => {
          given.push(parameters);
          return new Promise<undefined>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
      };
      const server = await studioServer({ projects: { etl: { tasks: { sync } } } });
      const [page, person] = await open(server, hands);
      const { press, write } = person;
      await press('link', 'Flows');
      await press('link', 'etl / sync');
      await press('link', 'API');
      await press('button', 'Edit');
      await write('Parameters', 'limit = limit\ntables = job/tables\nregion = value of region');
      await press('button', 'Save');
      await page.getByRole('region', { name: 'Parameters' }).getByText('value of region').waitFor();
      const baseUrl = await page.getByRole('region', { name: 'Base URL' }).locator('code').innerText();
      const endpoints = page.getByRole('region', { name: 'Endpoints' }).getByRole('listitem');
      const shown = await endpoints.evaluateAll(items =>
        items.map(item => ['.method', 'code'].map(part => item.querySelector(part)?.textContent ?? '')),
      );
      const [run, runInFull, status, interrupt] = shown.map(([method = '', path = '']) => {
        const address = `${baseUrl}${path}`.replace(`${server.origin}/`, '');
        return (pid: string, body?: unknown) =>
          server.call<{ pid: string; status: string }>(method, address.replace('{pid}', pid), body);
      });
      const body = { limit: 5, job: { tables: ['orders'] }, region: 'north', more: { is: 'ignored' } };
      const pids = [await run?.('', body), await runInFull?.('', body)].map(answer => answer?.pid ?? '');
      await press('link', 'Processes');
      for (const pid of pids) {
        const row = page.getByRole('row').filter({ hasText: pid.slice(0, 8) });
        await row.getByText('Running').waitFor();
        expect(await status?.(pid)).toMatchObject({ pid, status: 'running' });
        await interrupt?.(pid);
        await row.getByText('Interrupted', { exact: true }).waitFor();
        expect(await status?.(pid)).toMatchObject({ pid, status: 'interrupted' });
      }
      for (const [, path = ''] of shown.slice(0, 2))
        expect(await refusalsOf(`${baseUrl}${path}`, body)).toEqual([400, 401]);
      expect(given).toEqual(Array(2).fill({ limit: 5, tables: ['orders'], region: 'north' }));
    },
  );

  it.each(people)(
    'the state of a process that runs, completed or met an error is read, with %s',
    async (_, hands) => {
      const server = await studioServer();
      const states = { held: 'Running', copy: 'Completed', broken: 'Error' } as const;
      const [page, { press }] = await open(server, hands);
      for (const task of ['held', 'copy', 'broken'] as const) {
        const pid = await run(server, task);
        await press('link', 'Processes');
        const row = page.getByRole('row').filter({ hasText: pid.slice(0, 8) });
        await row.getByText(states[task]).waitFor();
        await press('link', `etl / ${task} ${pid.slice(0, 8)}`);
        await page
          .getByRole('region', { name: 'Process' })
          .getByText(states[task], { exact: true })
          .first()
          .waitFor();
      }
    },
  );
}
