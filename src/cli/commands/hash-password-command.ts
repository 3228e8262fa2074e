import { Command } from 'commander';
import { exitStatus } from '../command-error.ts';
import type { CommandContext } from '../terminal.ts';

const description = `Prints the hash of a password, for the \`passwordHash\` of a user in the configuration.
The password is asked for, or read from stdin; it is never an argument, which others can see.`;

/** `hookplate hash-password`. */
export function hashPasswordCommand({ terminal, end }: CommandContext): Command {
  return new Command('hash-password')
    .summary('print the hash of a password')
    .description(description)
    .action(async () => {
      const { readPassword } = await import('../password/read-password.ts');
      const { hashPassword } = await import('../../server/access/password.ts');
      terminal.stdout.write(`${await hashPassword(await readPassword(terminal))}\n`);
      end(exitStatus.fine);
    });
}
