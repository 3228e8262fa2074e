import type { FieldDiagnostic } from '../api/answers.ts';
import { asJson } from '../api/as-json.ts';
import { invalidFields } from '../api/problem.ts';
import { type Check, expected } from '../options/define-options.ts';
import type { EventCatalogue, EventMap } from '../webhook/events/event-catalogue.ts';
import { schemaOfEvent } from '../webhook/events/schema-of-event.ts';
import { aCatalogue } from '../webhook/webhook-options.ts';

export type ServedCatalogue = EventCatalogue<EventMap>;

/** The events that the webhooks of a server may report: those of its default catalogue, and of its named ones. */
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

/**
 * The JSON Schema of the facts of every event, with its sample as an example: `Facts.shop.order.paid` is that of the event
 * `order.paid` of the catalogue `shop`, and `Facts.default.Started` one of the default catalogue. Names of components have
 * neither colons nor slashes, as those of events may: they stand there as `_3A` and `_2F`.
 */
export function schemasOfEvents({ all }: Catalogues, time: number): Readonly<Record<string, object>> {
  const schemas = [...all].flatMap(([name, catalogue]) =>
    Object.entries(catalogue.events).map(([event, description]) => {
      const { event: _, ...sample } = catalogue.sample(event, { now: () => time });
      const key = `Facts.${name || 'default'}.${event.replace(unfit, escaped)}`;
      return [key, { ...schemaOfEvent(description), examples: [asJson<object>(sample)] }];
    }),
  );
  return Object.fromEntries(schemas);
}

/** Also what looks escaped, so that no two events share a name. */
const unfit = /[:/]|_(?=3A|2F|5F)/g;

function escaped(character: string): string {
  return `_${character.charCodeAt(0).toString(16).toUpperCase()}`;
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

/** What is said of a webhook whose catalogue the server does not have. */
export function unknownCatalogue({ all }: Catalogues): FieldDiagnostic {
  const known = [...all.keys()].filter(each => each !== '');
  const mend = known.length === 0 ? 'leave it out' : `name one of ${listed(known)}, or leave it out`;
  const message = `The server has no catalogue of this name: ${mend}, for the default one.`;
  return { field: 'catalogue', code: 'unknown-catalogue', message };
}

const mostNamed = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map(name => JSON.stringify(name));
  return names.length > mostNamed ? `${shown.join(', ')} …` : shown.join(', ');
}

/**
 * The catalogue that a webhook names.
 *
 * @throws {Problem} 422 `unknown-catalogue`.
 */
export function catalogueOf(name: string | undefined, catalogues: Catalogues): ServedCatalogue {
  const found = catalogues.find(name);
  if (!found) throw invalidFields([unknownCatalogue(catalogues)]);
  return found;
}
