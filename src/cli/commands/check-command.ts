import { Command, Option } from 'commander';
import type { CheckOptions } from '../check/check.ts';
import { formatNames } from '../formats/format-names.ts';
import type { CommandContext } from '../terminal.ts';
import { catalogueOption, outputOption, readCount, repeatable } from './shared-options.ts';

const description = `Checks webhooks in files: configurations as JSON, JSONC, YAML or properties, or bare templates.
Directories are searched, patterns such as "hooks/**/*.yaml" are matched, and what .gitignore leaves out is left out.`;

/** `hookplate check`. */
export function checkCommand({ terminal, end }: CommandContext): Command {
  return new Command('check')
    .summary('say what is wrong with webhooks in files')
    .description(description)
    .argument('<files...>', 'files, directories and patterns; - for stdin')
    .addOption(repeatable('--event <name>', 'check for this event alone', 'those that are switched on'))
    .addOption(catalogueOption())
    .addOption(outputOption())
    .addOption(
      new Option('--format <format>', 'how findings are printed').choices(formatNames).default('pretty'),
    )
    .option('--max-warnings <number>', 'fail if there are more warnings', readCount)
    .addOption(new Option('--fix', 'mend what can be mended safely, in the files').conflicts('fixDryRun'))
    .option('--fix-dry-run', 'the same, but only say what would be changed')
    .option('--pass-on-no-files', 'do not fail if no files are found')
    .action(async (files: readonly string[], options: CheckOptions) => {
      const { check } = await import('../check/check.ts');
      end(await check(files, options, terminal));
    });
}
