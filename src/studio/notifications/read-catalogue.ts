import { defineEvents } from '../../webhook/events/define-events.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';

/** The events of the server, as `GET /api/catalogue` describes them. */
export interface CatalogueAnswer {
  readonly events: readonly {
    readonly name: string;
    readonly title: string;
    readonly description?: string;
    readonly variables: Readonly<Record<string, unknown>>;
    readonly constants: object;
    readonly sample: Readonly<Record<string, unknown>>;
  }[];
}

/** The catalogue that the server checks webhooks for; that of processes is known here. */
export function readCatalogue({ events }: CatalogueAnswer): AnyCatalogue {
  if (events.map(({ name }) => name).join() === processEvents.names.join()) return processEvents;
  const definitions = events.map(({ name, variables, sample, ...event }) => [
    name,
    { ...event, variables: declared(variables), sample: declared(sample) },
  ]);
  // The server has checked it, and TypeScript knows none of it.
  return defineEvents({ events: Object.fromEntries(definitions) } as Parameters<typeof defineEvents>[0]);
}

/** Every event has these two without a declaration. */
function declared({ event: _event, date: _date, ...others }: Readonly<Record<string, unknown>>): object {
  return others;
}
