import { WorkflowClientError } from '../../client/client-error.ts';
import { createWorkflowClient, type WorkflowClient } from '../../client/workflow-client.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import { InvalidArgument } from '../../http/define-options.ts';
import { CommandError } from '../command-error.ts';
import { interruptible } from '../interruptible.ts';
import { readSecret } from '../password/read-password.ts';
import type { Terminal } from '../terminal.ts';

/** What `run`, `status` and `interrupt` have in common. */
export interface ConnectionOptions {
  readonly baseUrl: string;
  readonly user?: string;
  readonly wait?: boolean;
  readonly format: 'pretty' | 'json';
}

/**
 * Calls a server, as the user if there is one. Of an address without a path the API is where a server has it.
 *
 * @throws {CommandError} if the server does not do what it is asked to, and after Ctrl-C.
 */
export async function callServer<T>(
  { baseUrl, user }: ConnectionOptions,
  terminal: Terminal,
  call: (client: WorkflowClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const password = user === undefined ? undefined : await readSecret(terminal);
  const isOrigin = URL.parse(baseUrl)?.pathname === '/';
  try {
    const client = createWorkflowClient({
      ...(isOrigin ? { instanceUrl: baseUrl } : { baseUrl }),
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
    });
    return await interruptible(terminal, signal => call(client, signal));
  } catch (error) {
    if (error instanceof WorkflowClientError) throw new CommandError('failed', sentence(error));
    if (error instanceof InvalidArgument)
      throw new CommandError('usage', sentence({ message: explain(error) }));
    throw error;
  }
}

/** On one line, whatever a server wrote into it, and with one full stop. */
function sentence({ message }: Pick<Error, 'message'>): string {
  const line = visibleText(message.trimEnd());
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Options of the client have other names on the command line. */
function explain({ message }: InvalidArgument): string {
  return message
    .replace(/^options\.(?:baseUrl|instanceUrl)/, '--base-url')
    .replace(/^options\.username/, '--user')
    .replace(
      /, which belong in `username` and `password`$/,
      ', which belong in --user and HOOKPLATE_PASSWORD',
    );
}
