import { type Command, Option } from 'commander';

/** What every command needs that calls a server. */
export function withConnection(command: Command, wait: string): Command {
  return command
    .requiredOption('--base-url <url>', 'the server, or its API: http://127.0.0.1:8080')
    .option('--user <name>', 'who calls it; the password is that of HOOKPLATE_PASSWORD, or is asked for')
    .option('--wait', wait)
    .addOption(
      new Option('--format <format>', 'how the process is printed')
        .choices(['pretty', 'json'])
        .default('pretty'),
    );
}

/** Where the password comes from, for descriptions. */
export const passwordNote = `The password is that of the variable HOOKPLATE_PASSWORD, is asked for, or is the first line of stdin; it\
is never an argument, which others can see.`;
