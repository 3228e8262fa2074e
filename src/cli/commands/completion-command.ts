import { Argument, Command } from 'commander';
import type { CommandContext } from '../terminal.ts';

const description = `Prints a script that completes commands, options and their values in a shell:
  bash  eval "$(hookplate completion bash)"   in ~/.bashrc
  zsh   eval "$(hookplate completion zsh)"    in ~/.zshrc, after compinit
  fish  hookplate completion fish | source    in ~/.config/fish/config.fish`;

/** `hookplate completion`; it is about the program that it is a command of. */
export function completionCommand({ terminal }: CommandContext): Command {
  return new Command('completion')
    .summary('print a script that completes commands in a shell')
    .description(description)
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish', _options: object, own: Command) => {
      const { completionScript } = await import('../completion/completion-script.ts');
      terminal.stdout.write(completionScript(shell, own.parent ?? own));
    });
}
