import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { outputForContentType } from '../output/content-types.ts';
import { readGiven } from '../webhook/config/given-config.ts';
import { formatWebhookProperties } from '../webhook/config/properties.ts';
import type { AnyConfig } from '../webhook/config/settings.ts';
import { processEvents } from '../webhook/events/process-events.ts';
import { fieldsToFill } from '../webhook/placeholders.ts';
import type { Receiver } from '../webhook/receivers/receiver.ts';
import { CommandError, systemCode } from './command-error.ts';
import { configNames, type FileSettings, settingsOfNamed } from './config/config-files.ts';
import type { LoadedCatalogue } from './events/load-catalogue.ts';
import { type Terminal, typedCommand } from './terminal.ts';

/** The options of `hookplate init`. */
export interface InitFlags {
  /** The id of the receiver. */
  readonly for?: string;
  readonly catalogue?: string;
  readonly receivers?: string;
}

const events = { Completed: true, Errored: true };

const anyWebhook: AnyConfig = {
  id: 'team-chat',
  profile: 'Nightly copy',
  events,
  method: 'POST',
  url: 'https://example.com/hooks/42',
  contentType: 'application/json',
  payload: '{"text": "$profile$ $if(isError)$failed: $errorMessage; null="no message"$$else$is done$endif$"}',
};

/** Where a project that has the package installed has its schema. */
const schemaPath = 'node_modules/hookplate/dist/schema.json';

/** A configuration, with the events that it is for. */
interface FirstWebhook {
  readonly webhook: AnyConfig;
  readonly catalogue: LoadedCatalogue;
  /** Where editors find the schema of a configuration for these events, if the package has it. */
  readonly schema: string | undefined;
}

/** Where the same project has that of the configuration of a project. */
const configSchemaPath = 'node_modules/hookplate/dist/config.schema.json';

const writers: Readonly<Record<string, (first: FirstWebhook) => string | Promise<string>>> = {
  '.json': writeJson,
  '.jsonc': writeJson,
  '.yaml': writeYaml,
  '.yml': writeYaml,
  '.properties': writeProperties,
};

/**
 * Writes a first configuration: of a webhook, for a receiver with the message of the gallery, or of a project.
 *
 * @throws {CommandError} if the file already exists, its extension is not that of a configuration, or nobody knows the
 * receiver.
 */
export async function init(
  named: string,
  flags: InitFlags,
  { directory, stdout, stderr }: Pick<Terminal, 'directory' | 'stdout' | 'stderr'>,
): Promise<void> {
  if (configNames.includes(basename(named))) return initProject(named, flags, { directory, stdout, stderr });
  if (/^hookplate\.config\.[^.]*$/.test(basename(named)))
    throw new CommandError(
      'usage',
      `${named}: the configuration of a project is one of ${configNames.join(', ')}.`,
    );
  const write = writers[extname(named)];
  if (!write)
    throw new CommandError(
      'usage',
      `${named}: a configuration is a ${Object.keys(writers).join(', ')} file.`,
    );
  if (flags.catalogue !== undefined && flags.for === undefined)
    throw new CommandError('usage', '--catalogue goes with --for, whose message reports its events.');
  if (flags.receivers !== undefined && flags.for === undefined)
    throw new CommandError('usage', '--receivers goes with --for, which names one of them.');
  const settings = await settingsOfNamed(named, { catalogue: flags.catalogue }, { directory });
  const { catalogue } = settings;
  const isOfProcesses = catalogue === processEvents;
  const receiver = flags.for ?? (isOfProcesses ? undefined : 'plain-json');
  const webhook =
    receiver === undefined ? anyWebhook : await draftFor(receiver, { ...flags, directory }, settings);
  const location = resolve(directory, named);
  const schema = isOfProcesses ? await schemaFor(location, schemaPath) : undefined;
  await writeNew(location, await write({ webhook, catalogue, schema }), named);
  stdout.write(`${named}\n`);
  const blanks = new Set(fieldsToFill(readGiven(webhook)).flatMap(({ placeholders }) => placeholders));
  if (blanks.size > 0) stderr.write(`Fill in: ${[...blanks].join(', ')}\n`);
  const also = (['catalogue', 'receivers'] as const)
    .filter(name => flags[name] !== undefined)
    .map(name => ` --${name} ${flags[name]}`)
    .join('');
  const next = ['check', 'preview'].map(command => typedCommand(`${command} ${named}${also}`));
  stderr.write(`Next: ${next.join(', and ')}\n`);
}

/** Writes a file that is not there yet, in a folder that need not be there either. */
async function writeNew(location: string, text: string, named: string): Promise<void> {
  try {
    await mkdir(dirname(location), { recursive: true });
    await writeFile(location, text, { flag: 'wx' });
  } catch (error) {
    // The system says so too where a folder would have the name of a file.
    const isThere =
      error instanceof Error &&
      'syscall' in error &&
      error.syscall === 'open' &&
      /EEXIST/.test(systemCode(error));
    const why = isThere ? 'already exists' : `cannot be written${systemCode(error)}`;
    throw new CommandError('usage', `${named} ${why}.`);
  }
}

/** Writes the configuration of a project, with the files that were named. */
async function initProject(
  named: string,
  flags: InitFlags,
  { directory, stdout, stderr }: Pick<Terminal, 'directory' | 'stdout' | 'stderr'>,
): Promise<void> {
  if (flags.for !== undefined)
    throw new CommandError('usage', '--for is for a webhook; a project knows the receivers of the gallery.');
  const location = resolve(directory, named);
  const beside = (file: string): string => pathFrom(location, resolve(directory, file));
  const parts = {
    ...(flags.catalogue !== undefined && { catalogue: beside(flags.catalogue) }),
    ...(flags.receivers !== undefined && { receivers: beside(flags.receivers) }),
  };
  const isJson = extname(named) === '.json';
  const $schema = isJson ? await schemaFor(location, configSchemaPath) : undefined;
  const text = isJson
    ? `${JSON.stringify({ $schema, ...parts, files: {} }, null, 2)}\n`
    : projectModule(parts, /\.c[jt]s$/.test(named) ? commonJs : esModule);
  await writeNew(location, text, named);
  stdout.write(`${named}\n`);
  stderr.write(`Next: ${typedCommand('check')}\n`);
}

/** How a module imports and exports. */
interface ModuleForm {
  readonly imported: string;
  readonly exported: string;
}

const esModule: ModuleForm = {
  imported: "import { defineConfig } from 'hookplate/cli';",
  exported: 'export default',
};
const commonJs: ModuleForm = {
  imported: "const { defineConfig } = require('hookplate/cli');",
  exported: 'module.exports =',
};

function projectModule(parts: Readonly<Record<string, string>>, { imported, exported }: ModuleForm): string {
  const suggested = { catalogue: './events.ts', receivers: './receivers.ts' };
  const lines = Object.entries(suggested).map(([name, path]) => {
    const given = parts[name];
    return given === undefined ? `  // ${name}: '${path}',` : `  ${name}: ${JSON.stringify(given)},`;
  });
  return `${imported}

/** Read by every command and by the language server, for the files below this folder. */
${exported} defineConfig({
  // The events that webhooks report, and receivers of your own: each itself, or the path of a file.
${lines.join('\n')}
  files: {
    // What else is known of files, by patterns: 'chat/*.hookplate': { output: 'json', events: ['order.paid'] }
  },
});
`;
}

/** The path of a schema for a file, from there; undefined if no folder above has the package installed. */
async function schemaFor(location: string, path: string): Promise<string | undefined> {
  for (let folder = dirname(location); ; folder = dirname(folder)) {
    const schema = join(folder, path);
    const isThere = await access(schema).then(
      () => true,
      () => false,
    );
    if (isThere) return pathFrom(location, schema);
    if (dirname(folder) === folder) return undefined;
  }
}

/** The path of a file as another one beside or above it writes it. */
function pathFrom(location: string, file: string): string {
  const path = relative(dirname(location), file).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** A webhook for a receiver: of processes, for their ends; of other events, for all. */
async function draftFor(
  id: string,
  { receivers, directory }: Pick<InitFlags, 'receivers'> & Pick<Terminal, 'directory'>,
  { catalogue, receivers: known }: Pick<FileSettings, 'catalogue' | 'receivers'>,
): Promise<AnyConfig> {
  const [{ isWhole, receiverNamed }, { draftWebhook }, { loadWholeReceivers }, { plainJson }] =
    await Promise.all([
      import('./receivers.ts'),
      import('../webhook/receivers/draft-webhook.ts'),
      import('./webhooks/load-receivers.ts'),
      import('../webhook/receivers/plain-json.ts'),
    ]);
  const own = receivers === undefined ? [] : await loadWholeReceivers(receivers, directory);
  const receiver = receiverNamed(id, [...own, ...known]);
  if (!isWhole(receiver))
    throw new CommandError(
      'usage',
      `--for: the receiver ${id} has no url: a webhook for it begins with all that defineReceiver() takes.`,
    );
  const ends = catalogue.names.filter(name => Object.hasOwn(events, name));
  const reported = ends.length > 0 ? ends : catalogue.names;
  // Whoever describes no message begins with one of every variable.
  const { payload = isOfJson(receiver) ? plainJson.payload : undefined } = receiver;
  const described = { ...receiver, ...(payload && { payload }) };
  const { receiver: is, method, url, ...rest } = draftWebhook(described, catalogue, reported);
  return {
    id,
    receiver: is,
    profile: 'Nightly copy',
    events: Object.fromEntries(reported.map(name => [name, true])),
    ...{ method, url },
    ...(receiver.secret === 'authentication' && {
      authentication: { username: 'YOUR_NAME', password: 'YOUR_PASSWORD' },
    }),
    ...rest,
  };
}

function isOfJson({ contentType = '' }: Receiver): boolean {
  return outputForContentType(contentType) === 'json';
}

function writeJson({ webhook, schema }: FirstWebhook): string {
  return `${JSON.stringify({ $schema: schema, ...webhook }, null, 2)}\n`;
}

async function writeYaml({ webhook, schema }: FirstWebhook): Promise<string> {
  const { stringify } = await import('yaml');
  const comment = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${comment}${stringify(webhook, { lineWidth: 0 })}`;
}

function writeProperties({ webhook, catalogue }: FirstWebhook): string {
  // A type of configuration cannot depend on events that are known only now.
  const properties = formatWebhookProperties(webhook as never, { events: catalogue });
  return Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(value)}\n`)
    .join('');
}

/** A value in the notation of `java.util.Properties`; the keys need no escapes. */
function escapeProperty(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replace(/^ /, '\\ ');
}
