import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { formatWebhookProperties } from '../webhook/config/properties.ts';
import type { AnyConfig } from '../webhook/config/webhook-config.ts';
import { CommandError } from './command-error.ts';
import { type LoadedCatalogue, loadCatalogue } from './events/load-catalogue.ts';
import type { Terminal } from './terminal.ts';

/** The options of `hookplate init`. */
export interface InitFlags {
  /** The id of the receiver. */
  readonly for?: string;
  readonly catalogue?: string;
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

/** The path of the schema in a project that has the package installed. */
const schemaPath = './node_modules/hookplate/dist/schema.json';

/** A configuration, with the events that it is for. */
interface FirstWebhook {
  readonly webhook: AnyConfig;
  readonly catalogue: LoadedCatalogue;
  /** Where editors find the schema of a configuration for these events, if the package has it. */
  readonly schema: string | undefined;
}

const writers: Readonly<Record<string, (first: FirstWebhook) => string | Promise<string>>> = {
  '.json': writeJson,
  '.jsonc': writeJson,
  '.yaml': writeYaml,
  '.yml': writeYaml,
  '.properties': writeProperties,
};

/**
 * Writes a first configuration: for a receiver, with the message of the gallery.
 *
 * @throws {CommandError} if the file already exists, its extension is not that of a configuration, or nobody knows the
 * receiver.
 */
export async function init(
  named: string,
  flags: InitFlags,
  { directory, stdout, stderr }: Terminal,
): Promise<void> {
  const write = writers[extname(named)];
  if (!write)
    throw new CommandError(
      'usage',
      `${named}: a configuration is a ${Object.keys(writers).join(', ')} file.`,
    );
  if (flags.catalogue !== undefined && flags.for === undefined)
    throw new CommandError('usage', '--catalogue goes with --for, whose message reports its events.');
  const catalogue = await loadCatalogue(flags.catalogue, directory);
  const webhook = flags.for === undefined ? anyWebhook : await draftFor(flags.for, catalogue);
  const schema = flags.catalogue === undefined ? schemaPath : undefined;
  const text = await write({ webhook, catalogue, schema });
  try {
    await writeFile(resolve(directory, named), text, { flag: 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
    throw new CommandError('usage', `${named} ${why}.`);
  }
  stdout.write(`${named}\n`);
  const blanks = flags.for === undefined ? [] : blanksIn(webhook);
  if (blanks.length > 0) stderr.write(`Fill in: ${blanks.join(', ')}\n`);
  const also = flags.catalogue === undefined ? '' : ` --catalogue ${flags.catalogue}`;
  stderr.write(`Next: hookplate check ${named}${also}, and hookplate preview ${named}${also}\n`);
}

/** A webhook for a receiver: of processes, for their ends; of other events, for all. */
async function draftFor(id: string, catalogue: LoadedCatalogue): Promise<AnyConfig> {
  const [{ receiverNamed }, { draftWebhook }] = await Promise.all([
    import('./receivers.ts'),
    import('../webhook/receivers/draft-webhook.ts'),
  ]);
  const receiver = receiverNamed(id);
  const ends = catalogue.names.filter(name => Object.hasOwn(events, name));
  const reported = ends.length > 0 ? ends : catalogue.names;
  const { receiver: is, method, url, ...rest } = draftWebhook(receiver, catalogue, reported);
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

/** What a person has to fill in, in the order of the file. */
function blanksIn(webhook: AnyConfig): readonly string[] {
  const found = JSON.stringify(webhook).match(/YOUR[_/][A-Z\d_/]+|\byour-[a-z]+|[a-z.]*\bexample\.com\b/g);
  return [...new Set(found ?? [])];
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
