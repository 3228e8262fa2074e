import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServeOptions } from '../serve/serve-options.ts';
import type { CommandContext } from '../terminal.ts';

const description = `Starts the server that a configuration file describes, and prints its address.
SIGTERM or Ctrl-C stops it once what it does has ended, or its time is up; a second Ctrl-C at once.`;

/** `hookplate serve`. */
export function serveCommand({ terminal, end }: CommandContext): Command {
  return new Command('serve')
    .summary('start the server')
    .description(description)
    .option('--config <file>', 'the configuration (default: hookplate.config.ts, .js, .mjs or .json here)')
    .option('--database <place>', 'the directory of an embedded database, or postgres://…')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'the port to listen on, 0 for any that is free (default: 8080)', readPort)
    .option('--open', 'open the server in a browser')
    .addOption(
      new Option('--log <format>', 'how the log is written').choices(['text', 'json']).default('text'),
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../serve/serve.ts');
      end(await serve(options, terminal));
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}
