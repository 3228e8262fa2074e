import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startInbox } from '../../examples/inbox.ts';
import { createApiCaller } from '../../examples/replication/demo/api-caller.ts';
import { startServer } from '../../examples/replication/demo/server-process.ts';
import { nextSteps } from '../../examples/replication/next-steps.ts';
import { migratedDirectory } from '../outbox/test-database.ts';
import { runCurl } from './run-curl.ts';

const passwords = { ADA_PASSWORD: 'lovelace', GRACE_PASSWORD: 'hopper' };

/** The server of the example, and the inbox of its webhooks. */
async function startExample() {
  const inbox = await startInbox(0);
  onTestFinished(inbox.close);
  const server = await startServer({ ...passwords, INBOX: inbox.origin }, await migratedDirectory());
  onTestFinished(() => server.stop().then(() => {}));
  return { inbox, server };
}

it('the commands for curl start a process, read its status and interrupt it, as printed', async () => {
  const page = readFileSync('docs/run-processes.md', 'utf8');
  const commands = page.match(/```sh\n(curl [\s\S]*?)```/)?.[1] ?? '';
  expect(commands.match(/^curl |\$\(|\bpid=/gm)).toHaveLength(5);
  const { server } = await startExample();
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const printed = await runCurl(commands.replaceAll('http://127.0.0.1:8080', server.origin), { folder });
  const [status, interrupted] = printed.map(line => JSON.parse(line));
  const { pid, projectId, taskId } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect({ projectId, taskId }).toEqual({ projectId: 'replication', taskId: 'full-copy' });
  expect(status).toMatchObject({ pid, projectId, taskId });
  expect(interrupted).toMatchObject({ pid });
});

it('what `npm run replication` says can be tried works as it is printed', async () => {
  const { inbox, server } = await startExample();
  const commands =
    nextSteps(server.origin, inbox.origin, passwords).match(/^ {2}curl (?:.*\\\n)*.*$/gm) ?? [];
  const withoutProcess = commands.filter(command => !command.includes('PID'));
  const list = withoutProcess.at(-1) ?? '';
  const printed = await runCurl(withoutProcess.slice(0, -1).join('\n'));
  const [copied, written, webhooks, test] = printed.map(line => JSON.parse(line));
  const begun = expect.stringMatching(/^(?:queued|running)$/);
  expect(copied).toMatchObject({ taskId: 'full-copy', status: begun });
  expect(written).toMatchObject({ taskId: 'database-to-source', status: begun });
  expect(webhooks.items).toMatchObject([{ id: 'status-page' }, { id: 'team-chat' }]);
  expect(test).toMatchObject({ event: 'Started', attempt: { outcome: { kind: 'answered', status: 204 } } });
  await expect.poll(() => inbox.requests.length).toBe(9);
  const signatures = inbox.requests.map(({ headers }) => headers['webhook-signature']);
  expect(signatures).toEqual(Array(9).fill(expect.stringMatching(/^v1,/)));

  const statesOf = ([answer = '']: readonly string[]) =>
    JSON.parse(answer).items.map(({ state }: { readonly state: string }) => state);
  // The test is no message.
  await expect.poll(async () => statesOf(await runCurl(list))).toEqual(Array(8).fill('delivered'));

  const ofProcess = commands.filter(command => command.includes('PID')).join('\n');
  const [status, interrupted] = await runCurl(ofProcess.replaceAll('PID', copied.pid));
  expect(JSON.parse(status ?? '')).toMatchObject({ pid: copied.pid });
  expect(JSON.parse(interrupted ?? '')).toMatchObject({ status: 'completed' });
});

it('the tests that the pages of `npm run replication` offer do something, and a body that fits no task is an error', async () => {
  const { server } = await startExample();
  const ask = createApiCaller(server.origin, passwords.ADA_PASSWORD);
  const testOf = (task: string, body: object) =>
    ask('POST', `/api/flows/replication/${task}/api/test`, { body });
  const endOf = async ({ body: { pid } }: { readonly body: { readonly pid?: unknown } }) =>
    (await ask('GET', `/api/v2/status/${pid}`)).body;
  const copied = await testOf('full-copy', {});
  await expect.poll(() => endOf(copied)).toMatchObject({ status: 'completed', recordsProcessed: 500 });
  const unfit = await testOf('full-copy', { body: { job: { tables: 'orders' } } });
  const error = '`job.tables` has to be a list of tables';
  await expect.poll(() => endOf(unfit)).toMatchObject({ status: 'error', error });
});
