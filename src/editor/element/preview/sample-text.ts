import type { AnyEvent, EventCatalogue, EventMap } from '../../../webhook/events/event-catalogue.ts';
import { recordOf } from '../../record-of.ts';

/** The facts of an event as people edit them. */
export function writeSample(sample: AnyEvent | undefined): string {
  const { event: _, ...facts } = sample ?? { event: '' };
  return JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? Number(value) : value), 2);
}

/** The event that has these facts, or what is wrong with them. */
export function readSample(
  text: string,
  event: string,
  catalogue: EventCatalogue<EventMap>,
): { readonly sample: AnyEvent } | { readonly mistake: string } {
  try {
    const facts = recordOf(JSON.parse(text));
    return { sample: catalogue.create(event, facts) };
  } catch (error) {
    if (error instanceof SyntaxError) return { mistake: `This is not JSON yet: ${error.message}` };
    if (error instanceof TypeError) return { mistake: error.message };
    throw error;
  }
}
