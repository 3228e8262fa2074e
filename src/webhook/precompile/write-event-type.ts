import { sourceOf } from '../../template/precompile/source-text.ts';
import { writeContextType, writeType } from '../../template/precompile/write-types.ts';
import type { Missing } from '../../template/render/missing.ts';
import type { AnyCatalogue, EventDescription } from '../events/event-catalogue.ts';

/** The type of any event of a catalogue, as TypeScript writes it. */
export function writeEventType({ names, events }: AnyCatalogue, missing: Missing): string {
  const types = names.map(name => {
    const event = events[name];
    return event ? writeEvent(name, event, missing) : 'never';
  });
  return `\n  | ${types.join('\n  | ')}`;
}

function writeEvent(name: string, { variables, constants }: EventDescription, missing: Missing): string {
  const { event: _event, date: _date, ...others } = variables;
  const changing = Object.entries(others).filter(([key]) => !Object.hasOwn(constants, key));
  const constant = Object.entries(constants).map(([key, value]) => {
    const type = others[key];
    const isPlain = typeof value === 'string' || typeof value === 'boolean';
    const written = isPlain && type !== 'date' ? sourceOf(value) : type && writeType(type, missing);
    return `readonly ${key}: ${written};`;
  });
  const fixed = `{ readonly event: ${sourceOf(name)}; readonly date: Date | number | string; ${constant.join(' ')} }`;
  return `(${fixed} & ${writeContextType(Object.fromEntries(changing), missing)})`;
}
