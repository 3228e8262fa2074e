import { AllowList } from '../http/refused-addresses.ts';
import { aListOf, type Check, checkThat, optional, wholeNumber } from '../options/define-options.ts';
import { defaultMaxOutputBytes } from '../template/template-options.ts';
import { isCatalogue } from './events/define-events.ts';
import type { AnyCatalogue, EventCatalogue, EventMap } from './events/event-catalogue.ts';
import { type ProcessEvents, processEvents } from './events/process-events.ts';
import { aKnownReceiver } from './receivers/define-receiver.ts';
import type { KnownReceiver } from './receivers/receiver.ts';

/** The events that a webhook may report. */
export interface CatalogueOptions<Catalogue extends AnyCatalogue = ProcessEvents> {
  /** A catalogue made by `defineEvents`. Default: `processEvents`. */
  readonly events?: Catalogue | undefined;
}

/** The receivers that are known. */
export interface ReceiverOptions {
  /**
   * The receivers that a configuration may name, such as those of `hookplate/receivers`: a payload for one of them is
   * checked by its schema, and a URL that leads to one of them gets a hint to name it. Default: none.
   */
  readonly receivers?: readonly KnownReceiver[] | undefined;
}

/** Options for checking a configuration. */
export interface ValidateOptions<Catalogue extends AnyCatalogue = ProcessEvents>
  extends CatalogueOptions<Catalogue>,
    ReceiverOptions {
  /**
   * Ranges of addresses in CIDR notation, such as `10.0.0.0/8`, that delivery may call although they are not public: a URL
   * with another such address gets a warning. Default: none.
   */
  readonly allow?: readonly string[] | undefined;
}

/** Limits for the output of a webhook's templates. */
export interface OutputOptions {
  /** The maximum output of each template, in bytes of UTF-8; a longer one is a `RenderError`. Default: 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** Checks the option `events`. The types of the names are lost, but the catalogue itself refuses unknown ones. */
export const aCatalogue: Check<EventCatalogue<EventMap>> = optional(
  checkThat('a catalogue made by `defineEvents()`', isCatalogue),
  processEvents as EventCatalogue<EventMap>,
);

export type AllowedAddresses = AllowList;

/** Checks the option `allow`, as that of delivery is. */
export const anAllowList: Check<AllowList> = optional(
  (ranges, name) => new AllowList(ranges, name),
  new AllowList([]),
);

/** Checks the option `receivers`. */
export const aListOfReceivers: Check<readonly KnownReceiver[]> = optional(aListOf(aKnownReceiver), []);

export const anOutputBound: Check<number> = optional(wholeNumber(0), defaultMaxOutputBytes);
