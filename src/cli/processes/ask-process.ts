import { type ExitStatus, exitStatus } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { type ConnectionOptions, callServer } from './connect.ts';
import { hasFailed, printProcess } from './print-process.ts';

/**
 * Asks for the status of a process, or tells it to stop, and prints what is known of it; with `wait`, when it has ended.
 *
 * @throws {CommandError} if the server does not know it, and after Ctrl-C, which leaves the process alone.
 */
export async function askProcess(
  { pid, what }: { readonly pid: string; readonly what: 'status' | 'interrupt' },
  options: ConnectionOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const process = await callServer(options, terminal, async (client, signal) => {
    const answer = await client[what](pid, { signal });
    return options.wait && !answer.isFinal ? client.wait(pid, { signal }) : answer;
  });
  printProcess({ ...process, pid }, options, terminal);
  return hasFailed(process) ? exitStatus.findings : exitStatus.fine;
}
