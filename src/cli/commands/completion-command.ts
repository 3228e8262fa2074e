import { Argument, Command } from 'commander';
import type { CommandContext } from '../terminal.ts';

const description = `Prints a script that completes commands, options and their values in a shell:
  bash  eval "$(hookplate completion bash)"   in ~/.bashrc
  zsh   eval "$(hookplate completion zsh)"    in ~/.zshrc, after compinit
  fish  hookplate completion fish | source    in ~/.config/fish/config.fish`;

const writers = {
  bash: async () => (await import('../completion/bash-script.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh-script.ts')).zshScript,
  fish: async () => (await import('../completion/fish-script.ts')).fishScript,
};

/** `hookplate completion`; it is about the program that it is a command of. */
export function completionCommand({ terminal }: CommandContext): Command {
  return new Command('completion')
    .summary('print a script that completes commands in a shell')
    .description(description)
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(writers)))
    .action(async (shell: keyof typeof writers, _options: object, own: Command) => {
      const [{ shapesOf }, write] = await Promise.all([
        import('../completion/command-shape.ts'),
        writers[shell](),
      ]);
      terminal.stdout.write(write(shapesOf(own.parent ?? own)));
    });
}
