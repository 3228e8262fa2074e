import type { EventCatalogue, EventMap } from '../../webhook/events/event-catalogue.ts';
import { CommandError } from '../command-error.ts';
import { catalogueKey, exportedCatalogue, type RunModuleOptions, runModule } from '../modules/run-module.ts';

/**
 * The catalogue that a module exports: by default, or as the only one by a name.
 *
 * @throws {CommandError} if it cannot be run, takes too long, or exports no catalogue, or several.
 */
export async function loadCatalogueModule(
  path: string,
  named: string,
  options: Omit<RunModuleOptions, 'keys'> = {},
): Promise<EventCatalogue<EventMap>> {
  const { default: given, ...others } = await runModule(path, { ...options, keys: [catalogueKey] });
  const found = exportedCatalogue(given, path);
  if (found) return found;
  const own = [...new Set(Object.values(others))];
  const [catalogue, ...more] = own.flatMap(value => exportedCatalogue(value, path) ?? []);
  if (more.length > 0)
    throw new CommandError(
      'usage',
      `${named} exports several catalogues: write \`export default\` before the one that is meant.`,
    );
  if (catalogue) return catalogue;
  throw new CommandError(
    'usage',
    `${named} exports no catalogue: write \`export default defineEvents({ … })\`.`,
  );
}
