import { processVariables, type VariableSchema } from '../../template/resolve/variables.ts';
import { CommandError } from '../command-error.ts';
import { assertEvents, type LoadedCatalogue } from '../events/load-catalogue.ts';

/**
 * The variables of a bare template: those of an event, which a catalogue with several has to be told, or of every process.
 *
 * @throws {CommandError} if it is not said which event it is.
 */
export function templateVariables(
  { event, catalogue: named }: { readonly event?: string; readonly catalogue?: string },
  catalogue: LoadedCatalogue,
): VariableSchema {
  if (event === undefined && named === undefined) return processVariables;
  const { names, events } = catalogue;
  if (event === undefined && names.length > 1) {
    const known = names.join(', ');
    throw new CommandError('usage', `A bare template is for one event: name it with --event: ${known}.`);
  }
  const name = event ?? names[0] ?? '';
  assertEvents([name], catalogue);
  return events[name]?.variables ?? processVariables;
}
