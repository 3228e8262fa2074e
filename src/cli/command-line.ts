import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';
import { hashPasswordCommand } from './commands/hash-password-command.ts';
import { serveCommand } from './commands/serve-command.ts';
import type { CommandContext, Terminal } from './terminal.ts';

/** Each declares its options; what it does is loaded when it is called. */
const commands: readonly ((context: CommandContext) => Command)[] = [serveCommand, hashPasswordCommand];

/** Carries out a command, and resolves to the status that the program ends with. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.fine;
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  try {
    await createProgram({ terminal, end }).parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, terminal);
  }
}

function createProgram(context: CommandContext): Command {
  const { stdout, stderr } = context.terminal;
  const program = new Command('hookplate')
    .description('Webhook templates that are proved when they are saved, and delivered safely.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print what there is, or how a command is used')
    .exitOverride()
    .configureOutput({
      writeOut: text => stdout.write(text),
      writeErr: text => stderr.write(text),
    });
  for (const create of commands) program.addCommand(create(context).copyInheritedSettings(program));
  return program;
}

/** Of commander's own errors, what was wrong has been written; asking for help or the version is none. */
function explain(error: unknown, { stderr }: Terminal): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.fine : exitStatus.usage;
  if (error instanceof CommandError) {
    if (error.code === 'interrupted') return exitStatus.interrupted;
    stderr.write(`error: ${error.message}\n`);
    return exitStatus.usage;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`error: hookplate met something that it did not expect:\n${trace}\n`);
  return exitStatus.internal;
}
