import { Command } from 'commander';
import type { ConnectionOptions } from '../../processes/connect.ts';
import type { CommandContext } from '../../terminal.ts';
import { passwordNote, withConnection } from './connection-options.ts';

/** `hookplate interrupt`. */
export function interruptCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('interrupt')
    .summary('tell a process to stop')
    .description(`Tells a process to stop, and prints its status; it may take its time.\n${passwordNote}`)
    .argument('<pid>', 'the process');
  return withConnection(command, 'wait until it has ended').action(
    async (pid: string, options: ConnectionOptions) => {
      const { askProcess } = await import('../../processes/ask-process.ts');
      end(await askProcess({ pid, what: 'interrupt' }, options, terminal));
    },
  );
}
