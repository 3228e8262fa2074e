import type { FieldDiagnostic } from '../api/answers.ts';
import { asJson } from '../api/as-json.ts';
import { invalidFields } from '../api/problem.ts';
import type { Catalogues, ServedCatalogue } from '../events/catalogues.ts';
import { schemaOfEvent } from '../webhook/events/schema-of-event.ts';

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

/** What is said of a webhook whose catalogue the server does not have. */
export function unknownCatalogue({ all }: Catalogues): FieldDiagnostic {
  const known = [...all.keys()].filter(each => each !== '');
  const mend = known.length === 0 ? 'leave it out' : `name one of ${listed(known)}, or leave it out`;
  const message = `The server has no catalogue of this name: ${mend}, for the default one.`;
  return { field: 'catalogue', code: 'unknown-catalogue', message };
}

const maxNamed = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map(name => JSON.stringify(name));
  return names.length > maxNamed ? `${shown.join(', ')} …` : shown.join(', ');
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
