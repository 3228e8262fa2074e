import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { examplesOf } from '../docs/pages.ts';
import dateOracle from '../oracles/simple-date-format.json' with { type: 'json' };
import templateOracle from '../oracles/stringtemplate4.json' with { type: 'json' };
import { type InstalledPackage, installPackage } from './installed-package.ts';

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
});

afterAll(() => installed.remove());

describe('the installed package', () => {
  // `shop.long.test.ts` runs the first one.
  it("runs the README's example of a broken template, which prints what the README says", async () => {
    const example = examplesOf('README.md').find(({ code }) => code.includes('formatDiagnostics'));
    await installed.write('example.js', example?.code ?? '');
    expect((await installed.run('example.js')).trimEnd()).toBe(example?.output);
  });

  it('has every export that its package.json names', async () => {
    const names = Object.keys(packageJson.exports).filter(name => !/\.json$|^\.\/editor$/.test(name));
    const specifiers = names.map(name => `hookplate${name.slice(1)}`);
    await installed.write(
      'exports.js',
      `for (const name of ${JSON.stringify(specifiers)}) console.log(name, Object.keys(await import(name)).length > 0);`,
    );
    expect(await installed.run('exports.js')).toBe(specifiers.map(name => `${name} true\n`).join(''));
  });

  it('checks webhooks by `npx hookplate` in a project that has nothing else, and has their schema', async () => {
    await installed.write(
      'webhook.json',
      '{"profile": "a", "events": {"Started": true}, "method": "GET", "url": "https://e.example/$x$"}',
    );
    await installed.write(
      'check.js',
      `const { spawnSync } = await import('node:child_process');
      const { default: schema } = await import('hookplate/schema.json', { with: { type: 'json' } });
      const args = ['--no-install', 'hookplate', 'check', 'webhook.json', '--format', 'concise'];
      const { status, stdout } = spawnSync('npx', args, { encoding: 'utf8', shell: process.platform === 'win32' });
      console.log(status, stdout.split(': There')[0], schema.title);`,
    );
    expect(await installed.run('check.js')).toBe(
      '1 webhook.json:1:91: error[unknown-variable] Configuration of a webhook\n',
    );
  });

  it('has types that follow from the variables, and types for its workflow API', async () => {
    await installed.write('consumer.ts', consumer);
    await installed.write('workflow.ts', workflowConsumer);
    expect(await installed.typeErrors()).toBe('');
  });

  it('has the editor, with types, once what it is made of is installed', async () => {
    const peers = Object.entries(packageJson.peerDependencies).filter(([name]) =>
      /codemirror|lezer|lit$/.test(name),
    );
    await installed.add(peers.map(([name, range]) => `${name}@${range}`));
    await installed.write(
      'editor.js',
      "console.log((await import('hookplate/editor')).WebhookEditor.formAssociated);",
    );
    expect(await installed.run('editor.js')).toBe('true\n');
    await installed.write('editor.ts', editorConsumer);
    expect(await installed.typeErrors()).toBe('');
  });

  it('answers a sample of both oracles as the sources do', async () => {
    const every = <Row>(rows: readonly Row[], nth: number) => rows.filter((_, index) => index % nth === 0);
    await installed.write('template-rows.json', JSON.stringify(every(templateOracle.rows, 10)));
    await installed.write('date-rows.json', JSON.stringify(every(dateOracle.rows, 20)));
    await installed.write('oracles.js', oracles);
    expect(JSON.parse(await installed.run('oracles.js'))).toEqual({ answered: 125, wrong: [] });
  });
});

/** Compiles only if each line below an expected error is one. */
const consumer = `
import {
  compileTemplate, compileWebhook, defineEvents, type Diagnostic, processEvents, type Template, validateTemplate, type WebhookRequest,
} from 'hookplate';
import { createDispatcher } from 'hookplate/delivery';

const standard: Template = compileTemplate('$profile$');
const text: string = standard.render({ profile: 'Nightly', event: 'Started', date: new Date(0) });
// @ts-expect-error An event that does not exist.
standard.render({ event: 'Stopped' });
// @ts-expect-error A variable that does not exist.
standard.render({ profil: 'Nightly' });

const own = compileTemplate('$order.id$', {
  variables: { order: { id: 'number', state: ['open', 'shipped'] }, extra: 'json' },
});
own.render({ order: { id: 1, state: 'open' }, extra: { any: ['value'] } });
// @ts-expect-error A text that is no number.
own.render({ order: { id: 'one' } });
// @ts-expect-error The variables of a process event are replaced.
own.render({ profile: 'Nightly' });

const orders = defineEvents({
  variables: { order: { id: 'number' } },
  events: { 'order.paid': { title: 'Paid', constants: { paidWith: 'card' }, variables: { paidWith: ['card', 'bill'] } } },
});
const paid = { method: 'GET', url: 'https://example.com/', events: { 'order.paid': true } } as const;
const webhook = compileWebhook(paid, { events: orders });
webhook.requestFor(orders.create('order.paid', { order: { id: 1 } }));
// @ts-expect-error No event of this catalogue.
webhook.requestFor(processEvents.create('Started', processFacts));
// @ts-expect-error No event of processes.
compileWebhook({ ...paid, profile: 'Nightly' });

const diagnostics: readonly Diagnostic[] = validateTemplate(text);
const request: WebhookRequest = { method: 'GET', url: 'https://example.com', headers: [] };
const status: Promise<string> = createDispatcher().send(request).then(({ outcome }) => outcome.kind);
export { diagnostics, status };
`;

const workflowConsumer = `
import { createDispatcher } from 'hookplate/delivery';
import { createWorkflowService, createWorkflowApi, type ProblemBody, type StatusBody } from 'hookplate/workflow';

const copy = { profile: 'Nightly', run: () => undefined };
const projects = { etl: { tasks: { copy } } };
const service = createWorkflowService({ projects, webhooks: [], dispatcher: createDispatcher() });
const answer: Response | Promise<Response> = createWorkflowApi(service, { authenticate: () => true }).fetch(new Request('http://localhost'));
declare const status: StatusBody;
const startedAt: string | null = status.startedAt;
// @ts-expect-error A status that does not exist.
const isIdle: boolean = status.status === 'idle';
// @ts-expect-error No problem document.
const problem: ProblemBody = true;
export { answer, isIdle, problem, startedAt };
`;

const editorConsumer = `
import { EditorView } from '@codemirror/view';
import { processEvents } from 'hookplate';
import { applySafeFixes, webhookLanguage } from 'hookplate/editor';

const editor = document.createElement('webhook-editor');
editor.events = processEvents;
editor.config = { method: 'GET' };
const isWrong: boolean = editor.diagnostics.some(({ severity }) => severity === 'error');
// @ts-expect-error A format that does not exist.
webhookLanguage({ output: 'yaml' });
const hasFixed: boolean = applySafeFixes(new EditorView({ extensions: webhookLanguage({ output: 'json' }) }));
export { hasFixed, isWrong };
`;

const oracles = `
import { compileTemplate, processVariables, validateTemplate } from 'hookplate';
import templateRows from './template-rows.json' with { type: 'json' };
import dateRows from './date-rows.json' with { type: 'json' };

const variables = { ...processVariables, isFullCopy: 'boolean', dryRun: 'boolean', absent: 'string' };
const wrong = [];
for (const row of templateRows) {
  const { date, ...context } = row.context;
  const template = compileTemplate(row.template, { variables });
  if (template.render({ ...context, date: date && new Date(date) }) !== row.expected) wrong.push(row);
}
for (const row of dateRows) {
  const source = '$date; format="' + row.pattern + '"$';
  const options = { timeZone: row.timeZone };
  if (row.rejected) {
    if (!validateTemplate(source, options).some(({ severity }) => severity === 'error')) wrong.push(row);
  } else if (compileTemplate(source, options).render({ date: new Date(row.instant) }) !== row.expected) {
    wrong.push(row);
  }
}
console.log(JSON.stringify({ answered: templateRows.length + dateRows.length, wrong }));
`;
