import { Command, Option } from 'commander';
import type { SendOptions } from '../send/send.ts';
import type { CommandContext } from '../terminal.ts';
import {
  catalogueOption,
  contextOption,
  nowOption,
  readCount,
  readDuration,
  repeatable,
  setOption,
  webhookOption,
} from './shared-options.ts';

const description = `Really sends an event to the webhooks of a file that have it switched on, and prints what came back.
Only public addresses are called, unless --allow takes others.`;

/** `hookplate send`. */
export function sendCommand({ terminal, end }: CommandContext): Command {
  return new Command('send')
    .summary('send an event, and print what came back')
    .description(description)
    .argument('<file>', 'a configuration; - for stdin')
    .requiredOption('--event <name>', 'the event')
    .addOption(contextOption())
    .addOption(setOption())
    .addOption(nowOption())
    .option(
      '--retries <number>',
      'how often it is tried again: after 1 s, 5 s and then every 30 s',
      readCount,
      0,
    )
    .addOption(
      new Option('--timeout <time>', 'for each attempt: 500ms, 10s, 2m')
        .argParser(readDuration)
        .default(15_000, '15s'),
    )
    .addOption(repeatable('--allow <range>', 'addresses that may be called too, such as 10.0.0.0/8'))
    .addOption(webhookOption())
    .addOption(catalogueOption())
    .action(async (file: string, options: SendOptions) => {
      const { send } = await import('../send/send.ts');
      end(await send(file, options, terminal));
    });
}
