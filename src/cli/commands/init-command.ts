import { Command } from 'commander';
import type { CommandContext } from '../terminal.ts';

const description = `Writes a configuration to start from, which is valid as it stands. A file that already exists is left alone.`;

/** `hookplate init`. */
export function initCommand({ terminal }: CommandContext): Command {
  return new Command('init')
    .summary('write a configuration to start from')
    .description(description)
    .argument('[file]', 'its name, which ends in .json, .jsonc, .yaml, .yml or .properties', 'webhook.json')
    .action(async (file: string) => {
      const { init } = await import('../init/init.ts');
      await init(file, terminal);
    });
}
