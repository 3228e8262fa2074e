import { resolve } from 'node:path';
import { isGroup, isList, type PresentType, typeAt } from '../../template/resolve/variables.ts';
import { sampleEvent } from '../../webhook/compile.ts';
import type { AnyConfig } from '../../webhook/config/settings.ts';
import type { AnyEvent } from '../../webhook/events/event-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { loadData } from '../files/load-value.ts';
import type { LoadedCatalogue } from './load-catalogue.ts';

/** An event described on the command line. */
export interface EventFlags {
  readonly event?: string;
  /** A JSON file with its facts. Default: its sample. */
  readonly context?: string;
  /** `name=value`, overriding the context or the sample. */
  readonly set: readonly string[];
  /** The date of the event in milliseconds since 1970, unless the context has one. */
  readonly now?: number;
}

/**
 * The event that was named.
 *
 * @param known The events that the file is for.
 * @throws {CommandError} that lists them if none was named.
 */
export function namedEvent(event: string | undefined, known: readonly string[], file: string): string {
  if (event !== undefined) return event;
  const listed =
    known.length === 0 ? 'no event is switched on in `events`' : `name one of ${known.join(', ')}`;
  throw new CommandError('usage', `--event: ${file}: ${listed}.`);
}

/** The events that at least one of these webhooks has switched on, in the order of the catalogue. */
export function eventsOf(configs: readonly AnyConfig[], { names }: LoadedCatalogue): readonly string[] {
  return names.filter(name => configs.some(({ events }) => events[name] === true));
}

/**
 * The described event of the catalogue, in the form in which a webhook would receive it.
 *
 * @throws {CommandError} for facts that the event does not have.
 */
export async function givenEvent(
  { event, context, set, now = Date.now() }: EventFlags & { readonly event: string },
  {
    catalogue,
    config,
    directory,
  }: {
    readonly catalogue: LoadedCatalogue;
    readonly config?: AnyConfig | undefined;
    readonly directory: string;
  },
): Promise<AnyEvent> {
  const clock = { now: () => now };
  const { variables = {}, constants = {} } = catalogue.events[event] ?? {};
  const sample = config ? sampleEvent(config, catalogue, event, clock) : catalogue.sample(event, clock);
  if (context === undefined && set.length === 0) return sample;
  const given = context === undefined ? sample : await loadContext(resolve(directory, context));
  const facts = structuredClone(without(given, ['event', ...Object.keys(constants)]));
  for (const setting of set)
    applySetting(facts, setting, (written, steps) =>
      readValue(written, typeAt(variables, steps), steps.join('.')),
    );
  try {
    return catalogue.create(event, facts, clock);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const said = error.message.replace(/^facts\./, '');
    const end = /[.?]$/.test(said) ? '' : '.';
    throw new CommandError('usage', `${context === undefined ? '--set' : '--context'}: ${said}${end}`);
  }
}

export async function loadContext(path: string): Promise<object> {
  const given = await loadData(path);
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new CommandError(
    'usage',
    '--context: the facts of an event are an object, such as {"errorCount": 3}.',
  );
}

function without(facts: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));
}

/** Sets the value at a dotted path, as `readAs` reads it. */
export function applySetting(
  facts: Record<string, unknown>,
  setting: string,
  readAs: (written: string, steps: readonly string[]) => unknown,
): void {
  const [, name = '', written = ''] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
  if (name === '') throw new CommandError('usage', `--set: ${setting} is not name=value.`);
  const steps = name.split('.');
  let holder = facts;
  for (const [index, step] of steps.entries()) {
    if (index === steps.length - 1) break;
    const inner = holder[step];
    const next: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
    put(holder, step, next);
    holder = next;
  }
  put(holder, steps.at(-1) ?? '', readAs(written, steps));
}

/** Works even for `__proto__`, to which an assignment would set the prototype. */
function put(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
}

/** A value as its variable has it; text stays text. */
function readValue(written: string, type: PresentType | undefined, name: string): unknown {
  if (type === 'number' || type === 'boolean' || type === 'json') return parseJson(written, name);
  return type !== undefined && (isList(type) || isGroup(type)) ? parseJson(written, name) : written;
}

function parseJson(written: string, name: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    throw new CommandError('usage', `--set: ${name} is not text, so its value has to be JSON.`);
  }
}
