import type { AnyEvent, EventCatalogue, EventDescription, EventMap } from './event-catalogue.ts';

/** A catalogue as plain data, which can be sent to another thread: its descriptions, and one sample of each event. */
export interface CatalogueData {
  readonly events: Readonly<Record<string, EventDescription>>;
  readonly samples: readonly AnyEvent[];
}

/** A catalogue that was sent as data: it checks and previews, but creates no events. Its samples keep their dates. */
export function catalogueOfData({ events, samples }: CatalogueData): EventCatalogue<EventMap> {
  const sample = (name: string): AnyEvent => samples.find(({ event }) => event === name) ?? { event: name };
  const unknown = (): never => {
    throw new Error('Nothing happens here: these are samples.');
  };
  // Samples have the date of their creation.
  return { names: Object.keys(events), events, create: unknown, sample } as EventCatalogue<EventMap>;
}
