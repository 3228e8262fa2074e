import { Command } from 'commander';
import type { RunOptions } from '../../processes/run-task.ts';
import type { CommandContext } from '../../terminal.ts';
import { passwordNote, withConnection } from './connection-options.ts';

/** `hookplate run`. */
export function runCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('run')
    .summary('start a task of a server')
    .description(`Starts a task of a server, and prints its process.\n${passwordNote}`)
    .argument('<project>', 'the id of the project')
    .argument('<task>', 'the id of the task')
    .option('--body <file>', 'what it is run with, as JSON; - for stdin (default: {})')
    .option('--idempotency-key <key>', 'runs under the same key start one process');
  return withConnection(command, 'wait until it has ended').action(
    async (projectId: string, taskId: string, options: RunOptions) => {
      const { runTask } = await import('../../processes/run-task.ts');
      end(await runTask({ projectId, taskId }, options, terminal));
    },
  );
}
