import type { ProcessStatusAnswer } from '../client/exchange.ts';
import { WorkflowClientError } from '../client/exchange.ts';
import { createWorkflowClient, type WorkflowClient } from '../client/workflow-client.ts';
import { visibleText } from '../diagnostics/frame/visible-cells.ts';
import { InvalidArgument } from '../options/define-options.ts';
import type { JsonValue } from '../output/json/json-value.ts';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';
import { stdinName } from './files/find-files.ts';
import { readNamedFile } from './files/read-file.ts';
import { readUserPassword } from './read-password.ts';
import { interruptible, type Terminal } from './terminal.ts';

export interface RunFlags extends ConnectionFlags {
  /** A JSON file, or stdin. Default: an empty object. */
  readonly body?: string;
  readonly idempotencyKey?: string;
}

interface TaskName {
  readonly projectId: string;
  readonly taskId: string;
}

/**
 * Starts a task, and prints its process; with `wait`, prints it after the end.
 *
 * @throws {CommandError} if it cannot be started, and after Ctrl-C, which does not affect the process.
 */
export async function startTask(
  { projectId, taskId }: TaskName,
  options: RunFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  const body = await readBody(options, terminal);
  const { idempotencyKey, wait } = options;
  const process = await callServer(options, terminal, async (client, signal) => {
    const started = await client.run(projectId, taskId, body, { signal, idempotencyKey });
    if (!wait) return started;
    terminal.stderr.write(`Waiting for ${visibleText(started.pid)}; Ctrl-C leaves it running.\n`);
    return { ...(await client.wait(started.pid, { signal })), pid: started.pid };
  });
  printProcess(process, options, terminal);
  // With `wait`, only a completed task is a success.
  const isUndone = wait && !/^completed$/i.test(process.status ?? '');
  return isUndone || hasFailed(process) ? exitStatus.findings : exitStatus.fine;
}

async function readBody({ body, user }: RunFlags, terminal: Terminal): Promise<JsonValue> {
  if (body === undefined) return {};
  const { HOOKPLATE_PASSWORD: password } = terminal.env;
  const needsStdin = user !== undefined && !password;
  if (body === stdinName && needsStdin)
    throw new CommandError(
      'usage',
      '--body -: stdin has the body, so the password goes into HOOKPLATE_PASSWORD.',
    );
  const { path, bytes } = await readNamedFile(body, terminal);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new CommandError('usage', `--body: ${path} is not JSON.`);
  }
}

/**
 * Gets the status of a process, or interrupts it, and prints the result; with `wait`, prints it after the end.
 *
 * @throws {CommandError} if the server does not know it, and after Ctrl-C, which does not affect the process.
 */
export async function askProcess(
  { pid, what }: { readonly pid: string; readonly what: 'status' | 'interrupt' },
  options: ConnectionFlags,
  terminal: Terminal,
): Promise<ExitStatus> {
  const process = await callServer(options, terminal, async (client, signal) => {
    const answer = await client[what](pid, { signal });
    return options.wait && !answer.isFinal ? client.wait(pid, { signal }) : answer;
  });
  printProcess({ ...process, pid }, options, terminal);
  return hasFailed(process) ? exitStatus.findings : exitStatus.fine;
}

/** Shared by `run`, `status` and `interrupt`. */
export interface ConnectionFlags {
  readonly baseUrl: string;
  readonly user?: string;
  readonly wait?: boolean;
  readonly format: 'pretty' | 'json';
}

/**
 * Calls a server, as the user if there is one, else with the token of the variable HOOKPLATE_TOKEN if that is set. For an address without a path, the API is at its default path.
 *
 * @throws {CommandError} if the call fails, and after Ctrl-C.
 */
export async function callServer<T>(
  { baseUrl, user }: Pick<ConnectionFlags, 'baseUrl' | 'user'>,
  terminal: Terminal,
  call: (client: WorkflowClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const password = user === undefined ? undefined : await readUserPassword(terminal);
  const { HOOKPLATE_TOKEN: token } = terminal.env;
  const isOrigin = URL.parse(baseUrl)?.pathname === '/';
  try {
    const client = createWorkflowClient({
      ...(isOrigin ? { instanceUrl: baseUrl } : { baseUrl }),
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
      ...(user === undefined && token && { token }),
    });
    return await interruptible(terminal, signal => call(client, signal));
  } catch (error) {
    if (error instanceof WorkflowClientError)
      throw new CommandError('failed', [sentence(error), ...otherMistakes(error)].join('\n'));
    if (error instanceof InvalidArgument)
      throw new CommandError('usage', sentence({ message: explain(error) }));
    throw error;
  }
}

/** A message on a single line with one full stop, whatever the server wrote into it. */
function sentence({ message }: Pick<Error, 'message'>): string {
  const line = visibleText(message.trimEnd());
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** A message has the first mistake of a body alone; the answer has all of them. */
function otherMistakes({ raw }: WorkflowClientError): readonly string[] {
  const { diagnostics } = Object(raw) as { readonly diagnostics?: unknown };
  const [, ...others]: readonly unknown[] = Array.isArray(diagnostics) ? diagnostics : [];
  return others.map(other => {
    const { field, message } = Object(other) as { readonly field?: unknown; readonly message?: unknown };
    return sentence({ message: `${String(field)}: ${String(message)}` });
  });
}

/** The client's options have other names on the command line. */
function explain({ message }: InvalidArgument): string {
  return message
    .replace(/^options\.(?:baseUrl|instanceUrl)/, '--base-url')
    .replace(/^options\.username/, '--user')
    .replace(/^options\.idempotencyKey/, '--idempotency-key')
    .replace(/^options\.token/, 'HOOKPLATE_TOKEN')
    .replace(
      /, which belong in `username` and `password`$/,
      ', which belong in --user and HOOKPLATE_PASSWORD',
    );
}

/** The version of the `json` format. */
export const jsonVersion = 1;

/** The facts that the server sent about a process. */
type KnownProcess = { readonly pid: string } & Partial<ProcessStatusAnswer>;

/**
 * Prints a process as JSON or with one fact per line; the values of a server cannot add a line, or steer a terminal.
 */
function printProcess(
  { pid, status, projectId, taskId, startedAt, endedAt, recordsProcessed, errorCount, error }: KnownProcess,
  { format }: Pick<ConnectionFlags, 'format'>,
  { stdout }: Terminal,
): void {
  const facts = {
    pid,
    status,
    projectId,
    taskId,
    startedAt: startedAt?.toISOString(),
    endedAt: endedAt?.toISOString(),
    recordsProcessed,
    errorCount,
    error,
  };
  if (format === 'json') {
    stdout.write(`${JSON.stringify({ version: jsonVersion, ...facts })}\n`);
    return;
  }
  for (const [name, value] of Object.entries(facts))
    if (value !== undefined) stdout.write(`${name}: ${visibleText(String(value))}\n`);
}

/** Whether a process ended without success. */
function hasFailed({ status = '' }: Pick<ProcessStatusAnswer, 'status'>): boolean {
  return /^error$/i.test(status);
}
