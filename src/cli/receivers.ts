import { outlineOf } from '../output/json/schema/outline.ts';
import { readSchema } from '../output/json/schema/schema.ts';
import type { GivenReceiver } from '../webhook/receivers/define-receiver.ts';
import { draftWebhook } from '../webhook/receivers/draft-webhook.ts';
import { receiverMeantBy } from '../webhook/receivers/named-receiver.ts';
import type { KnownReceiver, Receiver } from '../webhook/receivers/receiver.ts';
import { CommandError } from './command-error.ts';
import { settingsOfNamed } from './config/config-files.ts';
import type { LoadedCatalogue } from './events/load-catalogue.ts';
import { type Terminal, typedCommand } from './terminal.ts';

/** The options of `hookplate receivers`. */
export interface ReceiversFlags {
  readonly catalogue?: string;
  readonly format: 'pretty' | 'json';
}

/**
 * Prints the receivers of the configuration and of the gallery, or all that is known of one.
 *
 * @throws {CommandError} for an id that nobody has.
 */
export async function printReceivers(
  id: string | undefined,
  { catalogue: named, format }: ReceiversFlags,
  { directory, stdout, stderr }: Terminal,
): Promise<void> {
  const settings = await settingsOfNamed(undefined, { catalogue: named }, { directory });
  const { catalogue } = settings;
  const receivers = settings.receivers.filter(isWhole);
  const asked = id === undefined ? undefined : receiverNamed(id, receivers);
  if (format === 'json') {
    const facts = asked
      ? factsOfOne(asked, catalogue)
      : { receivers: receivers.map(each => factsOf(each, catalogue)) };
    stdout.write(`${JSON.stringify({ version: jsonVersion, ...facts }, null, 2)}\n`);
  } else if (asked) {
    stdout.write(describeOne(asked, catalogue));
    stderr.write(`Next: ${typedCommand(`init --for ${asked.id}`)}\n`);
  } else {
    stdout.write(table(receivers.map(each => rowOf(each, catalogue))));
    stderr.write(`What one of them accepts: ${typedCommand('receivers ID')}\n`);
  }
}

/** One with an address was checked whole. */
export function isWhole(receiver: GivenReceiver): receiver is Receiver {
  return 'url' in receiver;
}

/** The version of the `json` format. */
const jsonVersion = 1;

/**
 * The receiver with an id.
 *
 * @throws {CommandError} for an id that nobody has.
 */
export function receiverNamed<Known extends KnownReceiver>(id: string, known: readonly Known[]): Known {
  const receiver = known.find(each => each.id === id);
  if (receiver) return receiver;
  const meant = receiverMeantBy(id, known);
  const hint = meant ? `Did you mean ${meant.id}?` : `${typedCommand('receivers')} lists them.`;
  throw new CommandError('usage', `There is no receiver ${id}. ${hint}`);
}

/** What the gallery says of a receiver, with its address for the events of a catalogue. */
function factsOf(receiver: Receiver, catalogue: LoadedCatalogue) {
  const { url } = draftWebhook(receiver, catalogue);
  const { id, name, about, category, hosts, method, contentType, secret, setup, documentation, checked } =
    receiver;
  return {
    id,
    name,
    about,
    category,
    hosts,
    method,
    url,
    contentType,
    secret,
    setup,
    documentation,
    checked,
  };
}

function factsOfOne(receiver: Receiver, catalogue: LoadedCatalogue) {
  const { headers, payload } = draftWebhook(receiver, catalogue);
  return { ...factsOf(receiver, catalogue), headers, schema: receiver.schema, payload };
}

function rowOf(receiver: Receiver, catalogue: LoadedCatalogue): readonly string[] {
  const { id, name, url } = factsOf(receiver, catalogue);
  // The rest of an address that depends on the event is for whoever asks for the receiver itself.
  const [address = '', ...rest] = url.split(/(?<=\?)|(?=\$)/);
  return [id, name, secretOf(receiver), rest.length > 0 && url.includes('$') ? `${address}…` : url];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map(column =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows
    .map(row => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
}

function secretOf({ secret, headers = [] }: Receiver): string {
  if (secret === undefined) return 'no secret';
  if (secret === 'url') return 'secret URL';
  if (secret === 'authentication') return 'name and password';
  return headers.some(({ name }) => name === secret) ? `header ${secret}` : `${secret} in its payload`;
}

function describeOne(receiver: Receiver, catalogue: LoadedCatalogue): string {
  const { id, name, about, schema, contentType, hosts, setup, documentation, checked } = receiver;
  const { method, url, headers = [] } = draftWebhook(receiver, catalogue);
  const facts = [
    [`${name} (${id})`],
    about === undefined ? [] : [`for:      ${about}`],
    [`takes:    ${[method, contentType].filter(Boolean).join(' ')}`],
    [`url:      ${url}`],
    headers.map(header => `header:   ${header.name}: ${header.value}`),
    [`secret:   ${secretOf(receiver)}`],
    setup === undefined ? [] : [`setup:    ${setup}`],
    hosts.length > 0 ? [`known by: ${hosts.join(', ')}`] : [],
    documentation.map((page, index) => `${index === 0 ? 'facts:   ' : '         '} ${page}`),
    documentation.length > 0 ? [`compared: ${checked}`] : [],
  ];
  const places = schema === undefined ? [] : outlineOf(readSchema(schema, id));
  const said = places.map(({ path, isRequired, requiredIn, description, asks }) => {
    const words = [description, ...unsaid(asks, description ?? '')].filter(Boolean).join(' ');
    const cases = isRequired ? '' : requiredIn.join(' or ');
    const need = isRequired || cases !== '' ? ` (${['required', cases].filter(Boolean).join(' ')})` : '';
    return `  ${path}${need}${words && `: ${words}`}`;
  });
  const whatFor = contentType?.includes('ndjson') ? 'What it reads in a line' : 'What it reads';
  return `${[...facts.flat(), ...(said.length > 0 ? ['', `${whatFor}:`, ...said] : [])].join('\n')}\n`;
}

/** The limits whose numbers and texts a description does not name. */
function unsaid(asks: readonly string[], description: string): readonly string[] {
  const said = description.replace(/(?<=\d),(?=\d)/g, '');
  const wordsOf = (ask: string) => ask.match(/\d{2,}|"[^"]*"/g) ?? [];
  const isSaid = (ask: string) => wordsOf(ask).every(word => said.includes(word.replaceAll('"', '')));
  return asks.filter(ask => !isSaid(ask)).map(ask => `(${ask})`);
}
