import { Command, Option } from 'commander';
import type { CommandContext } from '../terminal.ts';
import type { RenderOptions } from '../webhooks/render.ts';
import {
  catalogueOption,
  contextOption,
  nowOption,
  outputOption,
  setOption,
  webhookOption,
} from './shared-options.ts';

const description = `Prints what a webhook writes for an event: its body, its URL or its headers, without a line end of its own.
The event is the sample of its catalogue, or what --context and --set say. Credentials in the URL and in headers are shown as ***.`;

/** `hookplate render`. */
export function renderCommand({ terminal }: CommandContext): Command {
  return new Command('render')
    .summary('print what a webhook writes for an event')
    .description(description)
    .argument('<file>', 'a configuration, or with --output a bare template; - for stdin')
    .requiredOption('--event <name>', 'the event')
    .addOption(contextOption())
    .addOption(setOption())
    .addOption(nowOption())
    .addOption(
      new Option('--field <part>', 'what is printed (default: body)').choices(['body', 'url', 'headers']),
    )
    .option('--show-secrets', 'print credentials in the URL and in headers as well')
    .addOption(webhookOption())
    .addOption(outputOption())
    .addOption(catalogueOption())
    .action(async (file: string, options: RenderOptions) => {
      const { render } = await import('../webhooks/render.ts');
      await render(file, options, terminal);
    });
}
