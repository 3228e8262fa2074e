import { Command, Option } from 'commander';
import type { CommandContext } from '../terminal.ts';
import type { PreviewOptions } from '../webhooks/preview.ts';
import { catalogueOption, webhookOption } from './shared-options.ts';

const description = `Prints the exact requests that webhooks make for samples of their events. Nothing is sent.
Credentials are shown as ***, also in headers and URLs; as curl, the password is asked for when it runs.`;

/** `hookplate preview`. */
export function previewCommand({ terminal, end }: CommandContext): Command {
  return new Command('preview')
    .summary('print the requests that webhooks make')
    .description(description)
    .argument('<file>', 'a configuration; - for stdin')
    .option('--event <name>', 'the event, or all that are switched on', 'all')
    .addOption(
      new Option('--as <form>', 'how requests are printed').choices(['http', 'curl', 'json']).default('http'),
    )
    .option('--show-secrets', 'print credentials as well')
    .addOption(webhookOption())
    .addOption(catalogueOption())
    .action(async (file: string, options: PreviewOptions) => {
      const { preview } = await import('../webhooks/preview.ts');
      end(await preview(file, options, terminal));
    });
}
