import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { JsonValue } from '../../http/json-value.ts';
import { CommandError, type ExitStatus, exitStatus } from '../command-error.ts';
import { stdinName } from '../files/find-files.ts';
import type { Terminal } from '../terminal.ts';
import { readNamedFile } from '../webhooks/named-file.ts';
import { type ConnectionOptions, callServer } from './connect.ts';
import { hasFailed, printProcess } from './print-process.ts';

/** What `hookplate run` was told. */
export interface RunOptions extends ConnectionOptions {
  /** A file of JSON, or stdin. Default: an empty object. */
  readonly body?: string;
  readonly idempotencyKey?: string;
}

/** The task that is run. */
export interface TaskName {
  readonly projectId: string;
  readonly taskId: string;
}

/**
 * Starts a task, and prints its process; with `wait`, when it has ended.
 *
 * @throws {CommandError} if it cannot be started, and after Ctrl-C, which leaves the process alone.
 */
export async function runTask(
  { projectId, taskId }: TaskName,
  options: RunOptions,
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
  // Who waits for a task wants it done.
  const isUndone = wait && !/^completed$/i.test(process.status ?? '');
  return isUndone || hasFailed(process) ? exitStatus.findings : exitStatus.fine;
}

async function readBody({ body, user }: RunOptions, terminal: Terminal): Promise<JsonValue> {
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
