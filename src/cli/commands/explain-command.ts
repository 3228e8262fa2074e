import { Command } from 'commander';
import type { CommandContext } from '../terminal.ts';

const description = `Explains the code of a finding, such as unknown-variable: an example, the way out, and the example mended.`;

/** `hookplate explain`. */
export function explainCommand({ terminal }: CommandContext): Command {
  return new Command('explain')
    .summary('explain the code of a finding')
    .description(description)
    .argument('<code>', 'the code')
    .action(async (code: string) => {
      const { explain } = await import('../explain/explain.ts');
      await explain(code, terminal);
    });
}
