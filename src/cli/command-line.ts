import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { visibleText } from '../diagnostics/frame/visible-cells.ts';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';
import { commands, examples } from './commands.ts';
import { type CommandContext, hasColors, type Terminal } from './terminal.ts';

/** Runs a command, and resolves to the exit status of the program. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.fine;
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  try {
    const program = createProgram({ terminal, end }, args[0]);
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, terminal);
  }
}

/** The program with the called command, or with all commands if there is no such command. */
function createProgram(context: CommandContext, called: string | undefined): Command {
  const { stdout, stderr } = context.terminal;
  const program = new Command('hookplate')
    .description('Webhook templates that are proved when they are saved, and delivered safely.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureOutput({
      writeOut: text => stdout.write(text),
      writeErr: text => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      getOutHasColors: () => hasColors(stdout, context.terminal),
      getErrHasColors: () => hasColors(stderr, context.terminal),
    });
  // A shell completion has to know all commands.
  const isOne = called !== undefined && called !== 'completion' && Object.hasOwn(commands, called);
  const one = isOne ? commands[called] : undefined;
  for (const create of one ? [one] : Object.values(commands)) {
    const command = create(context).copyInheritedSettings(program);
    const lines = examples[command.name()] ?? [];
    program.addCommand(command.addHelpText('after', ['\nExamples:', ...lines].join('\n  ')));
  }
  return program;
}

/** Commander has already written its own errors; help and the version are errors to it as well. */
function explain(error: unknown, { stderr }: Terminal): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.fine : exitStatus.usage;
  if (error instanceof CommandError) {
    if (error.code === 'interrupted') return exitStatus.interrupted;
    // The message may quote file names and the contents of files.
    const lines = error.message.split('\n').map(visibleText);
    stderr.write(`error: ${lines.join('\n')}\n`);
    return error.code === 'failed' ? exitStatus.findings : exitStatus.usage;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`error: something unexpected happened in hookplate:\n${trace}\n`);
  return exitStatus.internal;
}
