import type { ProcessStatusAnswer } from '../../client/answer.ts';
import { visibleText } from '../../diagnostics/frame/visible-cells.ts';
import type { Terminal } from '../terminal.ts';
import type { ConnectionOptions } from './connect.ts';

/** The version of what `--format json` writes. */
const jsonVersion = 1;

/** What is known of a process. */
export type KnownProcess = { readonly pid: string } & Partial<ProcessStatusAnswer>;

/** Prints what is known of a process as JSON, or each fact on a line: no server can add one, or steer a terminal. */
export function printProcess(
  { pid, status, projectId, taskId, startedAt, endedAt, recordsProcessed, errorCount, error }: KnownProcess,
  { format }: Pick<ConnectionOptions, 'format'>,
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

/** Whether a process ended as nobody wants it. */
export function hasFailed({ status = '' }: Pick<ProcessStatusAnswer, 'status'>): boolean {
  return /^error$/i.test(status);
}
