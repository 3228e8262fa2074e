import { extname, resolve } from 'node:path';
import { didYouMean } from '../../spelling/did-you-mean.ts';
import { createCatalogue, isCatalogue } from '../../webhook/events/define-events.ts';
import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';
import { CommandError } from '../command-error.ts';

/** Any catalogue; its events are known only at run time. */
export type LoadedCatalogue = EventCatalogue<EventMap>;

/**
 * The catalogue that a module exports by default, as made by `defineEvents`, or that a JSON file defines. Default: the
 * catalogue of processes.
 *
 * @throws {CommandError} if there is none.
 */
export async function loadCatalogue(named: string | undefined, directory: string): Promise<LoadedCatalogue> {
  // The types of the events do not matter here.
  if (named === undefined) return processEvents as LoadedCatalogue;
  const { loadValue } = await import('../files/load-value.ts');
  const given = await loadValue(resolve(directory, named));
  // Another copy of the package may have made it.
  if (isCatalogue(given)) return given;
  if (extname(named) !== '.json')
    throw new CommandError(
      'usage',
      `--catalogue: ${named} exports no catalogue: write \`export default defineEvents({ … })\`.`,
    );
  try {
    return createCatalogue(given);
  } catch (error) {
    throw new CommandError('usage', `--catalogue: ${named}: ${error instanceof Error ? error.message : ''}`);
  }
}

/** @throws {CommandError} for a name without an event in the catalogue. */
export function assertEvents(names: readonly string[], { names: known }: LoadedCatalogue): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = didYouMean(name, known);
    const hint = meant === undefined ? `Known events: ${known.join(', ')}.` : `Did you mean ${meant}?`;
    throw new CommandError('usage', `--event: there is no event ${name}. ${hint}`);
  }
}
