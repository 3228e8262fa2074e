import { type Check, checkThat, optional, wholeNumber } from '../options/define-options.ts';
import { defaultMaxOutputBytes } from '../template/template-options.ts';
import { isCatalogue } from './events/define-events.ts';
import type { AnyCatalogue, EventCatalogue, EventMap } from './events/event-catalogue.ts';
import { type ProcessEvents, processEvents } from './events/process-events.ts';

/** Which events a webhook may report. */
export interface CatalogueOptions<Catalogue extends AnyCatalogue = ProcessEvents> {
  /** As `defineEvents` makes them. Default: `processEvents`. */
  readonly events?: Catalogue | undefined;
}

/** How much a webhook's templates may write. */
export interface OutputOptions {
  /** The longest output of each template, in bytes of UTF-8; a longer one is a `RenderError`. Default: 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** The check of the option `events`: whatever names a catalogue has, it refuses others when it is asked for them. */
export const aCatalogue: Check<EventCatalogue<EventMap>> = optional(
  checkThat('what `defineEvents()` returns', isCatalogue),
  processEvents as EventCatalogue<EventMap>,
);

export const anOutputBound: Check<number> = optional(wholeNumber(0), defaultMaxOutputBytes);
