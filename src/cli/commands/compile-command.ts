import { Command } from 'commander';
import type { CompileOptions } from '../compile/compile.ts';
import type { CommandContext } from '../terminal.ts';
import { catalogueOption, outputOption } from './shared-options.ts';

const description = `Writes each webhook as a module that makes its requests, or each bare template as one that renders it, with types.
A module is named after the id of its webhook, or after its file. Where a file has errors, none is written.`;

/** `hookplate compile`. */
export function compileCommand({ terminal, end }: CommandContext): Command {
  return new Command('compile')
    .summary('write webhooks as modules that need no compiling')
    .description(description)
    .argument('<files...>', 'files, directories and patterns; - for stdin')
    .requiredOption('--out <directory>', 'where modules are written')
    .option('--event <name>', 'the event that bare templates are for')
    .addOption(catalogueOption())
    .addOption(outputOption())
    .action(async (files: readonly string[], options: CompileOptions) => {
      const { compile } = await import('../compile/compile.ts');
      end(await compile(files, options, terminal));
    });
}
