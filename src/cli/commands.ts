import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { readInstant } from '../dates/format/instant.ts';
import { outputNames } from '../output/output.ts';
import type { CheckFlags } from './check/check.ts';
import { formatNames } from './check/report.ts';
import { CommandError, exitStatus } from './command-error.ts';
import type { CompileFlags } from './compile/compile.ts';
import type { EmitFlags } from './emit.ts';
import type { InitFlags } from './init.ts';
import type { ConnectionFlags, RunFlags } from './processes.ts';
import type { ReceiversFlags } from './receivers.ts';
import type { SendFlags } from './send.ts';
import type { ConfigFlags } from './serve/config-file.ts';
import type { MigrateFlags } from './serve/migrate.ts';
import type { ServeFlags } from './serve/serve.ts';
import type { CommandContext } from './terminal.ts';
import type { PreviewFlags } from './webhooks/preview.ts';
import type { RenderFlags } from './webhooks/render.ts';

/** The commands, in the order of the help text. The code of a command is loaded when it runs. */
export const commands: Readonly<Record<string, (context: CommandContext) => Command>> = {
  check: checkCommand,
  render: renderCommand,
  preview: previewCommand,
  send: sendCommand,
  compile: compileCommand,
  serve: serveCommand,
  run: runCommand,
  status: statusCommand,
  interrupt: interruptCommand,
  emit: emitCommand,
  explain: explainCommand,
  receivers: receiversCommand,
  lsp: lspCommand,
  schema: schemaCommand,
  init: initCommand,
  'hash-password': hashPasswordCommand,
  migrate: migrateCommand,
  'rotate-keys': rotateKeysCommand,
  completion: completionCommand,
};

/** What people type, for the help of each command. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  check: [
    'hookplate check',
    'hookplate check hooks --fix',
    'hookplate check "hooks/**/*.yaml" --format github',
    'hookplate check --database --catalogue orders.yaml',
  ],
  render: [
    'hookplate render webhook.json --event Errored --set errorCount=3',
    'hookplate render chat.json.hookplate --event Completed',
  ],
  preview: ['hookplate preview webhook.json', 'hookplate preview hooks.yaml --webhook chat --as curl'],
  send: ['hookplate send webhook.json --event Completed --retries 2'],
  compile: ['hookplate compile hooks --out src/webhooks --watch'],
  serve: ['hookplate serve', 'hookplate serve --port 0 --database postgres://db.example.com/hookplate'],
  run: ['hookplate run replication full-copy --base-url http://127.0.0.1:8080 --user ada --wait'],
  status: ['hookplate status 42 --base-url http://127.0.0.1:8080 --user ada'],
  interrupt: ['hookplate interrupt 42 --base-url http://127.0.0.1:8080 --user ada --wait'],
  emit: ['hookplate emit order.paid --profile shop --set order=A-17 --base-url https://hooks.example.com'],
  explain: ['hookplate explain unknown-variable'],
  receivers: ['hookplate receivers', 'hookplate receivers slack'],
  lsp: ['hookplate lsp --stdio'],
  schema: ['hookplate schema --catalogue orders.yaml > webhook.schema.json'],
  init: ['hookplate init', 'hookplate init pager.yaml --for pagerduty', 'hookplate init hookplate.config.ts'],
  'hash-password': ['hookplate hash-password'],
  migrate: ['hookplate migrate --role app', 'hookplate migrate --role app | psql "$DATABASE_URL"'],
  'rotate-keys': ['hookplate rotate-keys --config hookplate.config.ts'],
  completion: ['hookplate completion zsh'],
};

/** @throws {CommandError} for what belongs to files. */
function assertForStored(
  files: readonly string[],
  { catalogue: _, format: __, ...others }: CheckFlags,
): void {
  const [given] = Object.entries(others).filter(([, value]) => value !== undefined && !isEmptyList(value));
  const what = files.length > 0 ? 'files' : given && `--${kebabCase(given[0])}`;
  if (what === undefined) return;
  throw new CommandError('usage', `--database checks what is stored: leave out ${what}.`);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** `true` stands for the database of the configuration. */
interface StoredFlags {
  readonly database?: string | true;
  readonly config?: string;
}

function checkCommand({ terminal, end }: CommandContext): Command {
  return new Command('check')
    .summary('say what is wrong with webhooks in files')
    .description(`Checks webhooks in files: configurations as JSON, JSONC, YAML or properties, or bare templates.
Directories are searched, patterns such as "hooks/**/*.yaml" are matched, and what .gitignore leaves out is left out.`)
    .argument('[files...]', 'files, directories and patterns; - for stdin (default: this directory)')
    .addOption(repeatable('--event <event>', 'check for this event alone', 'those that are switched on'))
    .addOption(catalogueOption())
    .addOption(outputOption())
    .option(
      '--schema <file>',
      'a JSON Schema, as JSON or YAML, that what bare templates of JSON write has to fulfil',
    )
    .addOption(
      new Option('--format <format>', 'how findings are printed').choices(formatNames).default('pretty'),
    )
    .addOption(repeatable('--allow <range>', 'addresses that are called too, such as 10.0.0.0/8'))
    .addOption(receiversOption())
    .option('--max-warnings <number>', 'fail if there are more warnings', readCount)
    .addOption(new Option('--fix', 'mend what can be mended safely, in the files').conflicts('fixDryRun'))
    .option(
      '--fix-suggestions',
      'also mend what is only probably meant, such as the name that a misspelt one resembles',
    )
    .option('--fix-dry-run', 'only say what would be changed')
    .option('--watch', 'check again whenever a file changes, until Ctrl-C')
    .option('--pass-on-no-files', 'do not fail if there is nothing to check')
    .option(
      '--database [place]',
      'check the webhooks that a server has stored: in the database of its configuration, in a directory, or at postgres://…',
    )
    .option('--config <file>', 'with --database, the configuration of the server, which has its keys')
    .action(async (files: readonly string[], { database, config, ...options }: CheckFlags & StoredFlags) => {
      if (database !== undefined) {
        assertForStored(files, options);
        const { checkStoredWebhooks } = await import('./check/check-stored.ts');
        const place = typeof database === 'string' ? { database } : {};
        const { catalogue, format } = options;
        return end(
          await checkStoredWebhooks(
            { ...place, format, ...(config && { config }), ...(catalogue && { catalogue }) },
            terminal,
          ),
        );
      }
      const { checkNamed } = await import('./check/check.ts');
      end(await checkNamed(files.length === 0 ? ['.'] : files, options, terminal));
    });
}

function renderCommand({ terminal }: CommandContext): Command {
  return new Command('render')
    .summary('print what a webhook writes for an event')
    .description(`Prints what a webhook writes for an event: its body, its URL or its headers, without a line end of its own.
The event is the sample of its catalogue, or what --context and --set say. Credentials in the URL and in headers are shown as ***.`)
    .argument('<file>', 'a configuration, or with --output a bare template; - for stdin')
    .option('--event <event>', 'the event; without it, those of the file are listed')
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
    .addOption(receiversOption())
    .action(async (file: string, options: RenderFlags) => {
      const { render } = await import('./webhooks/render.ts');
      await render(file, options, terminal);
    });
}

function previewCommand({ terminal, end }: CommandContext): Command {
  return new Command('preview')
    .summary('print the requests that webhooks make')
    .description(`Prints the exact requests that webhooks make for samples of their events. Nothing is sent.
Credentials are shown as ***, also in headers and URLs; as curl, the password is asked for when it runs.`)
    .argument('<file>', 'a configuration; - for stdin')
    .option('--event <event>', 'the event, or all that are switched on', 'all')
    .addOption(
      new Option('--as <form>', 'how requests are printed').choices(['http', 'curl', 'json']).default('http'),
    )
    .option('--show-secrets', 'print credentials as well')
    .addOption(webhookOption())
    .addOption(catalogueOption())
    .addOption(receiversOption())
    .action(async (file: string, options: PreviewFlags) => {
      const { previewFile } = await import('./webhooks/preview.ts');
      end(await previewFile(file, options, terminal));
    });
}

function sendCommand({ terminal, end }: CommandContext): Command {
  return new Command('send')
    .summary('send an event, and print what came back')
    .description(`Really sends an event to the webhooks of a file that have it switched on, and prints what came back.
Only public addresses are called, unless --allow takes others.`)
    .argument('<file>', 'a configuration; - for stdin')
    .option('--event <event>', 'the event; without it, those of the file are listed')
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
    .addOption(receiversOption())
    .action(async (file: string, options: SendFlags) => {
      const { send } = await import('./send.ts');
      end(await send(file, options, terminal));
    });
}

function compileCommand({ terminal, end }: CommandContext): Command {
  return new Command('compile')
    .summary('write webhooks as modules that need no compiling')
    .description(`Writes each webhook as a module that makes its requests, or each bare template as one that renders it, with types.
A module is named after the id of its webhook, or after its file. Where a file has errors, none is written.`)
    .argument('<files...>', 'files, directories and patterns; - for stdin')
    .requiredOption('--out <directory>', 'where modules are written')
    .option('--event <event>', 'the event that bare templates are for')
    .addOption(catalogueOption())
    .addOption(receiversOption())
    .addOption(outputOption())
    .option('--watch', 'write them again whenever a file changes, until Ctrl-C')
    .action(async (files: readonly string[], options: CompileFlags) => {
      const { compile } = await import('./compile/compile.ts');
      end(await compile(files, options, terminal));
    });
}

/** The options that say which server a command is about, by its configuration. */
function ofServer(command: Command): Command {
  return command
    .option(
      '--config <file>',
      'the configuration (default: hookplate.config.ts, .mts, .cts, .js, .mjs, .cjs or .json here)',
    )
    .option('--database <place>', 'the directory of an embedded database, or postgres://…')
    .option('--pooler', 'the database is behind a pooler such as PgBouncer in transaction mode');
}

function serveCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('serve')
    .summary('start the server')
    .description(`Starts the server that a configuration file describes, and prints its address.
SIGTERM or Ctrl-C stops it once what it does has ended, or its time is up; a second Ctrl-C at once.`);
  return ofServer(command)
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'the port to listen on, 0 for any that is free (default: 8080)', readPort)
    .option('--open', 'open the server in a browser')
    .addOption(
      new Option('--log <format>', 'how the log is written').choices(['text', 'json']).default('text'),
    )
    .action(async (options: ServeFlags) => {
      const { serve } = await import('./serve/serve.ts');
      end(await serve(options, terminal));
    });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

function runCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('run')
    .summary('start a task of a server')
    .description(`Starts a task of a server, and prints its process.\n${passwordNote}`)
    .argument('<project>', 'the id of the project')
    .argument('<task>', 'the id of the task')
    .option('--body <file>', 'the body of the run, as JSON; - for stdin (default: {})')
    .option('--idempotency-key <key>', 'runs under the same key start one process');
  return withConnection(command, 'wait until it has ended').action(
    async (projectId: string, taskId: string, options: RunFlags) => {
      const { startTask } = await import('./processes.ts');
      end(await startTask({ projectId, taskId }, options, terminal));
    },
  );
}

function statusCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('status')
    .summary('print the status of a process')
    .description(`Prints the status of a process.\n${passwordNote}`)
    .argument('<pid>', 'the process');
  return withConnection(command, 'wait until it has ended').action(
    async (pid: string, options: ConnectionFlags) => {
      const { askProcess } = await import('./processes.ts');
      end(await askProcess({ pid, what: 'status' }, options, terminal));
    },
  );
}

function interruptCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('interrupt')
    .summary('tell a process to stop')
    .description(`Tells a process to stop, and prints its status; it may take its time.\n${passwordNote}`)
    .argument('<pid>', 'the process');
  return withConnection(command, 'wait until it has ended').action(
    async (pid: string, options: ConnectionFlags) => {
      const { askProcess } = await import('./processes.ts');
      end(await askProcess({ pid, what: 'interrupt' }, options, terminal));
    },
  );
}

function emitCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('emit')
    .summary('report an event to a server')
    .description(`Reports an event to a server, whose webhooks tell of it, and prints what it was stored as.
A value of --set is text, unless it is written as JSON: true, [1,2], {"a":1}, "true".
${passwordNote}
With HOOKPLATE_TOKEN and without --user, that token is sent instead.`)
    .argument('<event>', 'the name of the event in the catalogue of the server')
    .requiredOption('--profile <name>', 'the profile whose webhooks tell of it')
    .addOption(repeatable('--set <name=value>', 'a fact of the event'))
    .option('--context <file>', 'the facts of the event as JSON (default: none)')
    .option('--id <id>', 'an event that is reported again under its id is stored once (default: a new one)')
    .option(
      '--catalogue <name>',
      'the catalogue of the server that has the event (default: the one without a name)',
    );
  return withServer(command, 'how the answer is printed').action(
    async (event: string, options: EmitFlags) => {
      const { emit } = await import('./emit.ts');
      end(await emit(event, options, terminal));
    },
  );
}

function explainCommand({ terminal }: CommandContext): Command {
  return new Command('explain')
    .summary('explain the code of a finding or an error')
    .description(
      `Explains the code of a finding, such as unknown-variable: an example, the way out, and the example mended; or, of an error or an HTTP answer, when it comes.`,
    )
    .argument('<code>', 'the code')
    .action(async (code: string) => {
      const { explain } = await import('./explain.ts');
      await explain(code, terminal);
    });
}

function receiversCommand({ terminal }: CommandContext): Command {
  return new Command('receivers')
    .summary('list what well-known receivers accept')
    .description(`Lists well-known receivers of webhooks, with their addresses and what is secret; or, of one, all that it accepts.
What each user has to fill in is written in capitals: YOUR_TOKEN.`)
    .argument('[receiver]', 'the id of one')
    .addOption(catalogueOption())
    .addOption(
      new Option('--format <format>', 'how they are printed').choices(['pretty', 'json']).default('pretty'),
    )
    .action(async (receiver: string | undefined, options: ReceiversFlags) => {
      const { printReceivers } = await import('./receivers.ts');
      await printReceivers(receiver, options, terminal);
    });
}

const noWay = 'lsp: an editor starts this with --stdio, and speaks with it over stdin and stdout.';

function lspCommand({ terminal, end }: CommandContext): Command {
  return (
    new Command('lsp')
      .summary('help an editor with webhooks')
      .description(
        `Serves editors that speak the Language Server Protocol: what is wrong, fixes, suggestions, explanations and colours, in bare templates (*.hookplate) and in configurations as JSON, JSONC, YAML and properties. An editor starts it; see docs/editors.md.`,
      )
      .option('--stdio', 'speak with the editor over stdin and stdout, which is the only way there is')
      // The protocol has this for editors that die before they say who they are; but their end closes stdin as well.
      .addOption(new Option('--clientProcessId <id>').hideHelp())
      .action(async ({ stdio }: { readonly stdio?: true }) => {
        if (!stdio) throw new CommandError('usage', noWay);
        const { runLanguageServer } = await import('./language-server/language-server.ts');
        const status = await runLanguageServer(terminal);
        end(status);
        // Nobody would hear of anything that the editor left open.
        terminal.endNow(status);
      })
  );
}

function schemaCommand({ terminal }: CommandContext): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a configuration')
    .description(`Prints the JSON Schema of a configuration, or of a list of some, for editors and other programs.
Without --catalogue it is the file hookplate/schema.json of the package.`)
    .addOption(catalogueOption())
    .addOption(
      new Option('--config', 'that of hookplate.config.json: hookplate/config.schema.json').conflicts(
        'catalogue',
      ),
    )
    .action(async ({ catalogue, config }: { readonly catalogue?: string; readonly config?: true }) => {
      if (config) {
        const { configSchema } = await import('./config/config-schema.ts');
        terminal.stdout.write(`${JSON.stringify(configSchema(), null, 2)}\n`);
        return;
      }
      const { settingsOfNamed } = await import('./config/config-files.ts');
      const { fileSchema } = await import('./file-schema.ts');
      const settings = await settingsOfNamed(undefined, { catalogue }, terminal);
      const schema = fileSchema(settings.catalogue);
      terminal.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
    });
}

function initCommand({ terminal }: CommandContext): Command {
  return new Command('init')
    .summary('write a configuration to start from')
    .description(
      `Writes the configuration of a webhook to start from, which is valid as it stands, or with the name hookplate.config.ts or .json that of a project. A file that already exists is left alone.`,
    )
    .argument('[file]', 'its name, which ends in .json, .jsonc, .yaml, .yml or .properties', 'webhook.json')
    .option('--for <receiver>', 'the receiver, such as slack, with a message that it accepts')
    .addOption(catalogueOption())
    .addOption(receiversOption())
    .action(async (file: string, options: InitFlags) => {
      const { init } = await import('./init.ts');
      await init(file, options, terminal);
    });
}

function hashPasswordCommand({ terminal, end }: CommandContext): Command {
  return new Command('hash-password')
    .summary('print the hash of a password')
    .description(`Prints the hash of a password, for the \`passwordHash\` of a user in the configuration.
The password is asked for, or read from stdin; it is never an argument, which others can see.`)
    .action(async () => {
      const { readPassword } = await import('./read-password.ts');
      const { hashPassword } = await import('../server/access/users.ts');
      terminal.stdout.write(`${await hashPassword(await readPassword(terminal))}\n`);
      end(exitStatus.fine);
    });
}

function migrateCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('migrate')
    .summary('make the tables of a server')
    .description(`Makes the tables of this version, or brings them up to date, as a server does when it starts unless its configuration
says \`migrate: false\`. Servers may run meanwhile. With --role it prints the GRANTs that let a role use them, and nothing else.`);
  return ofServer(command)
    .option('--role <name>', 'the role that the server runs as')
    .action(async (options: MigrateFlags) => {
      const { migrateStored } = await import('./serve/migrate.ts');
      end(await migrateStored(options, terminal));
    });
}

function rotateKeysCommand({ terminal, end }: CommandContext): Command {
  const command = new Command('rotate-keys')
    .summary('seal all that a server has stored with its first key')
    .description(`Seals all that a server has stored with the first of its \`encryptionKeys\`, so that the others can be dropped.
On PostgreSQL servers may run meanwhile; an embedded database has to be stopped. Ctrl-C interrupts it, and the next run goes on from there.`);
  return ofServer(command).action(async (options: ConfigFlags) => {
    const { rotateStoredKeys } = await import('./serve/rotate-keys.ts');
    end(await rotateStoredKeys(options, terminal));
  });
}

const writers = {
  bash: async () => (await import('./completion.ts')).bashScript,
  zsh: async () => (await import('./completion.ts')).zshScript,
  fish: async () => (await import('./completion.ts')).fishScript,
};

function completionCommand({ terminal }: CommandContext): Command {
  return new Command('completion')
    .summary('print a script that completes commands in a shell')
    .description(`Prints a script that completes commands, options and their values in a shell:
  bash  eval "$(hookplate completion bash)"   in ~/.bashrc
  zsh   eval "$(hookplate completion zsh)"    in ~/.zshrc, after compinit
  fish  hookplate completion fish | source    in ~/.config/fish/config.fish
For events, such a script asks \`hookplate completion events\`, which prints those of the catalogue.`)
    .addArgument(new Argument('<shell>', 'the shell').choices([...Object.keys(writers), 'events']))
    .action(async (shell: keyof typeof writers | 'events', _options: object, own: Command) => {
      if (shell === 'events') {
        const { settingsOfNamed } = await import('./config/config-files.ts');
        const { catalogue } = await settingsOfNamed(undefined, {}, terminal);
        terminal.stdout.write(`${catalogue.names.join('\n')}\n`);
        return;
      }
      const [{ shapesOf }, write, { receivers }, explanations] = await Promise.all([
        import('./completion.ts'),
        writers[shell](),
        import('../webhook/receivers/index.ts'),
        import('./reference.ts').then(({ readExplanations }) => readExplanations()),
      ]);
      const named = {
        receiver: receivers.map(({ id }) => id),
        code: [...explanations.keys()],
        event: { asked: 'hookplate completion events 2>/dev/null' },
      };
      terminal.stdout.write(write(shapesOf(own.parent ?? own, named)));
    });
}

/** The option for the catalogue of events. */
function catalogueOption(): Option {
  return new Option(
    '--catalogue <file>',
    'your own events: JSON or YAML with a JSON Schema of each, or a module that exports what defineEvents() returns',
  );
}

/** The option for receivers besides those of the gallery. */
function receiversOption(): Option {
  return new Option(
    '--receivers <file>',
    'receivers of your own: a list as JSON, or a module that exports one',
  );
}

/** The option for the format of bare templates. */
function outputOption(): Option {
  return new Option('--output <format>', 'the files are bare templates, and write this').choices(outputNames);
}

/** An option that may be repeated. */
function repeatable(flags: string, description: string, otherwise = 'none'): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(collect).default([], otherwise);
}

function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

/** Parses a whole number from 0. */
function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number from 0.');
}

/** The option that selects one of several webhooks. */
function webhookOption(): Option {
  return new Option('--webhook <id>', 'the webhook with this id, if a file has several');
}

/** The option for the facts of an event. */
function contextOption(): Option {
  return new Option('--context <file>', 'the facts of the event as JSON (default: its sample)');
}

function setOption(): Option {
  return repeatable('--set <name=value>', 'a fact in place of another');
}

/** The option for the time of an event. */
function nowOption(): Option {
  return new Option('--now <date>', 'when it happened, as in 2026-03-01T12:00:00Z (default: now)').argParser(
    readDate,
  );
}

function readDate(text: string): number {
  const epochMs = readInstant(text) ?? Number.NaN;
  if (Number.isNaN(epochMs))
    throw new InvalidArgumentError('It is a date and time such as 2026-03-01T12:00:00Z.');
  return epochMs;
}

/** Parses a duration such as `500ms`, `10s` or `2m`; returns milliseconds. */
function readDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,7})(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(number) * ({ ms: 1, s: 1000, m: 60_000 }[unit] ?? 0);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('It is a length of time such as 500ms, 10s or 2m.');
}

/** Adds the options that all commands with a process of a server share. */
function withConnection(command: Command, wait: string): Command {
  return withServer(command, 'how the process is printed').option('--wait', wait);
}

/** Adds the options that all commands with a server share. */
function withServer(command: Command, format: string): Command {
  return command
    .requiredOption('--base-url <url>', 'the server, or its API: http://127.0.0.1:8080')
    .option('--user <name>', 'who calls it; the password is that of HOOKPLATE_PASSWORD, or is asked for')
    .addOption(new Option('--format <format>', format).choices(['pretty', 'json']).default('pretty'));
}

/** Describes where the password comes from. */
const passwordNote = `The password is that of the variable HOOKPLATE_PASSWORD, is asked for, or is the first line of stdin; it \
is never an argument, which others can see.`;
