import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { visibleText } from '../diagnostics/frame/visible-cells.ts';
import { CommandError, type ExitStatus, exitStatus } from './command-error.ts';
import type { CommandContext, Terminal } from './terminal.ts';

type CreateCommand = (context: CommandContext) => Command;

/** Each declares its options when it is called, or when all are listed; what it does is loaded when it is done. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  check: async () => (await import('./commands/check-command.ts')).checkCommand,
  render: async () => (await import('./commands/render-command.ts')).renderCommand,
  preview: async () => (await import('./commands/preview-command.ts')).previewCommand,
  send: async () => (await import('./commands/send-command.ts')).sendCommand,
  compile: async () => (await import('./commands/compile-command.ts')).compileCommand,
  serve: async () => (await import('./commands/serve-command.ts')).serveCommand,
  run: async () => (await import('./commands/processes/run-command.ts')).runCommand,
  status: async () => (await import('./commands/processes/status-command.ts')).statusCommand,
  interrupt: async () => (await import('./commands/processes/interrupt-command.ts')).interruptCommand,
  explain: async () => (await import('./commands/explain-command.ts')).explainCommand,
  lsp: async () => (await import('./commands/lsp-command.ts')).lspCommand,
  schema: async () => (await import('./commands/schema-command.ts')).schemaCommand,
  init: async () => (await import('./commands/init-command.ts')).initCommand,
  'hash-password': async () => (await import('./commands/hash-password-command.ts')).hashPasswordCommand,
  completion: async () => (await import('./commands/completion-command.ts')).completionCommand,
};

/** Carries out a command, and resolves to the status that the program ends with. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.fine;
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  try {
    const program = await createProgram({ terminal, end }, args[0]);
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, terminal);
  }
}

/** The program with the command that is called, or with all of them if there is no such command. */
async function createProgram(context: CommandContext, called: string | undefined): Promise<Command> {
  const { stdout, stderr } = context.terminal;
  const program = new Command('hookplate')
    .description('Webhook templates that are proved when they are saved, and delivered safely.')
    .version(packageJson.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureOutput({
      writeOut: text => stdout.write(text),
      writeErr: text => stderr.write(text),
    });
  // What completes the others has to know them.
  const isOne = called !== undefined && called !== 'completion' && Object.hasOwn(commands, called);
  const one = isOne ? commands[called] : undefined;
  for (const load of one ? [one] : Object.values(commands)) {
    const create = await load();
    program.addCommand(create(context).copyInheritedSettings(program));
  }
  return program;
}

/** What is wrong in an error of commander has been written; help and the version come as errors too. */
function explain(error: unknown, { stderr }: Terminal): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.fine : exitStatus.usage;
  if (error instanceof CommandError) {
    if (error.code === 'interrupted') return exitStatus.interrupted;
    // It may name files, and what is in them.
    const lines = error.message.split('\n').map(visibleText);
    stderr.write(`error: ${lines.join('\n')}\n`);
    return error.code === 'failed' ? exitStatus.findings : exitStatus.usage;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`error: something unexpected happened in hookplate:\n${trace}\n`);
  return exitStatus.internal;
}
