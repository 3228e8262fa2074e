import type { CatalogueBody } from '../../api/answers.ts';
import { defineEvents } from '../../webhook/events/define-events.ts';
import type { AnyCatalogue } from '../../webhook/events/event-catalogue.ts';
import { processEvents } from '../../webhook/events/process-events.ts';

/** The catalogues that the server checks webhooks against, each read when it is first asked for. */
export class KnownCatalogues {
  /** Those besides the default one. */
  readonly names: readonly string[];
  readonly #answer: CatalogueBody;
  readonly #read = new Map<string, AnyCatalogue>();

  constructor(answer: CatalogueBody) {
    this.#answer = answer;
    this.names = answer.catalogues.map(({ name }) => name);
  }

  /** The one of a name; the default one without a name, and where the server has it no more. */
  find(name = ''): AnyCatalogue {
    const { events, catalogues } = this.#answer;
    const read = this.#read.get(name);
    if (read) return read;
    const found = catalogues.find(each => each.name === name);
    const catalogue = readCatalogue(found?.events ?? events);
    this.#read.set(name, catalogue);
    return catalogue;
  }
}

/** The catalogue of processes is built in. */
function readCatalogue(events: CatalogueBody['events']): AnyCatalogue {
  if (events.map(({ name }) => name).join() === processEvents.names.join()) return processEvents;
  const definitions = events.map(({ name, variables, sample, schema: _, ...event }) => [
    name,
    { ...event, variables: declared(variables), sample: declared(sample) },
  ]);
  // The server has checked the parts that TypeScript does not know.
  return defineEvents({ events: Object.fromEntries(definitions) } as Parameters<typeof defineEvents>[0]);
}

/** Removes the two variables that every event has without a declaration. */
function declared({ event: _event, date: _date, ...others }: Readonly<Record<string, unknown>>): object {
  return others;
}
