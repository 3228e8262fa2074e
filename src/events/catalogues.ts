import { type Check, expected } from '../options/define-options.ts';
import type { EventCatalogue, EventMap } from '../webhook/events/event-catalogue.ts';
import { aCatalogue } from '../webhook/webhook-options.ts';

export type ServedCatalogue = EventCatalogue<EventMap>;

/** The events that webhooks may report: those of a default catalogue, and of named ones. */
export interface Catalogues {
  readonly default: ServedCatalogue;
  /** The catalogue of a name; without a name, the default one. */
  readonly find: (name: string | undefined) => ServedCatalogue | undefined;
  /** All of them by name, the default one first, whose name is empty. */
  readonly all: ReadonlyMap<string, ServedCatalogue>;
}

export interface CatalogueSettings {
  readonly events: ServedCatalogue;
  readonly catalogues: Readonly<Record<string, ServedCatalogue>>;
}

export function createCatalogues({ events, catalogues }: CatalogueSettings): Catalogues {
  const all = new Map([['', events], ...Object.entries(catalogues)]);
  return Object.freeze<Catalogues>({ default: events, find: (name = '') => all.get(name), all });
}

const catalogueName = /^[a-z][a-z0-9-]{0,63}$/;

/** Checks the option `catalogues`. */
export const namedCatalogues: Check<Readonly<Record<string, ServedCatalogue>>> = (given, name) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw expected(name, 'an object with a catalogue for each name');
  const entries = Object.entries(given).map(([key, value]) => {
    const at = `${name}.${key}`;
    if (!catalogueName.test(key))
      throw expected(at, 'a name of up to 64 letters from a to z, digits and hyphens, a letter first');
    if (key === 'default') throw expected(at, 'another name: the catalogue without one is the default');
    if (value === undefined) throw expected(at, 'a catalogue made by `defineEvents()`');
    return [key, aCatalogue(value, at)] as const;
  });
  return Object.fromEntries(entries);
};
