import { Command, Option } from 'commander';
import { CommandError } from '../command-error.ts';
import type { CommandContext } from '../terminal.ts';

const description = `Serves editors that speak the Language Server Protocol: what is wrong, fixes, suggestions, explanations and colours, in bare templates (*.hookplate) and in configurations as JSON, JSONC, YAML and properties. An editor starts it; see docs/editors.md.`;

const noWay = 'lsp: an editor starts this with --stdio, and speaks with it over stdin and stdout.';

/** `hookplate lsp`. */
export function lspCommand({ terminal, end }: CommandContext): Command {
  return (
    new Command('lsp')
      .summary('help an editor with webhooks')
      .description(description)
      .option('--stdio', 'speak with the editor over stdin and stdout, which is the only way there is')
      // The protocol has it for editors that may die before they say who they are; their end closes stdin, too.
      .addOption(new Option('--clientProcessId <id>').hideHelp())
      .action(async ({ stdio }: { readonly stdio?: true }) => {
        if (!stdio) throw new CommandError('usage', noWay);
        const { runLanguageServer } = await import('../language-server/language-server.ts');
        const status = await runLanguageServer(terminal);
        end(status);
        // Whatever an editor left open, nobody would hear of it any more.
        terminal.endNow(status);
      })
  );
}
