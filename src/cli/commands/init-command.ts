import { Command } from 'commander';
import type { CommandContext } from '../terminal.ts';

const description = `Writes a configuration to begin with, which is right as it stands. A file that is there already stays as it is.`;

/** `hookplate init`. */
export function initCommand({ terminal }: CommandContext): Command {
  return new Command('init')
    .summary('write a configuration to begin with')
    .description(description)
    .argument('[file]', 'its name, which ends in .json, .jsonc, .yaml, .yml or .properties', 'webhook.json')
    .action(async (file: string) => {
      const { init } = await import('../init/init.ts');
      await init(file, terminal);
    });
}
