import { Command } from 'commander';
import type { ConnectionOptions } from '../../processes/connect.ts';
import type { CommandContext } from '../../terminal.ts';
import { passwordNote, withConnection } from './connection-options.ts';

/** `hookplate status`. */
export function statusCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('status')
    .summary('print the status of a process')
    .description(`Prints the status of a process.\n${passwordNote}`)
    .argument('<pid>', 'the process');
  return withConnection(command, 'wait until it has ended').action(
    async (pid: string, options: ConnectionOptions) => {
      const { askProcess } = await import('../../processes/ask-process.ts');
      end(await askProcess({ pid, what: 'status' }, options, terminal));
    },
  );
}
