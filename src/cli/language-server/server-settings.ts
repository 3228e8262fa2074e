import { aText, defineOptions, listOf, oneOf, optional } from '../../http/define-options.ts';
import type { OutputName } from '../../output/output.ts';
import { assertEvents, type LoadedCatalogue, loadCatalogue } from '../events/load-catalogue.ts';

/** What an editor is told, by the names of the options of `hookplate check`. */
interface GivenSettings {
  readonly catalogue: string | undefined;
  readonly events: readonly string[];
  readonly output: OutputName;
}

/** How what is open in an editor is read. */
export interface ServerSettings {
  readonly catalogue: LoadedCatalogue;
  /** The events that templates are for; without any, those that their webhook has switched on, or else all. */
  readonly events: readonly string[];
  /** What a bare template writes whose name does not say it. */
  readonly output: OutputName;
}

export const settingNames = ['catalogue', 'events', 'output'] as const;

const readSettings = defineOptions<GivenSettings>({
  catalogue: optional(aText),
  events: optional(listOf(aText), []),
  output: optional(oneOf('text', 'json', 'json-lines', 'url', 'form', 'xml', 'header'), 'text'),
});

/**
 * Loads what an editor was told; a setting that is `null` or empty is none.
 *
 * @param directory Where the way to the catalogue begins.
 * @throws {TypeError} for a setting that is unknown or invalid.
 * @throws {CommandError} for a catalogue that cannot be loaded, and for an event that it does not have.
 */
export async function loadSettings(given: unknown, directory: string): Promise<ServerSettings> {
  const isObject = typeof given === 'object' && given !== null;
  const present = isObject ? Object.entries(given).filter(([, value]) => value !== null && value !== '') : [];
  const { catalogue: named, events, output } = readSettings(Object.fromEntries(present), 'settings');
  const catalogue = await loadCatalogue(named, directory);
  assertEvents(events, catalogue);
  return { catalogue, events, output };
}
