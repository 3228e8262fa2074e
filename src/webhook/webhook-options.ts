import { type Check, checkThat, optional } from '../http/define-options.ts';
import { isCatalogue } from './events/define-events.ts';
import type { AnyCatalogue, EventCatalogue, EventMap } from './events/event-catalogue.ts';
import { type ProcessEvents, processEvents } from './events/process-events.ts';

/** Which events a webhook may report. */
export interface CatalogueOptions<Catalogue extends AnyCatalogue = ProcessEvents> {
  /** As `defineEvents` makes them. Default: `processEvents`. */
  readonly events?: Catalogue | undefined;
}

/** The check of the option `events`: whatever names a catalogue has, it refuses others when it is asked for them. */
export const aCatalogue: Check<EventCatalogue<EventMap>> = optional(
  checkThat('what `defineEvents()` returns', isCatalogue),
  processEvents as EventCatalogue<EventMap>,
);
