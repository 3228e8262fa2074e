import { AllowList } from '../http/refused-addresses.ts';
import {
  aListOf,
  type Check,
  checkThat,
  defineOptions,
  oneOf,
  optional,
  wholeNumber,
} from '../options/define-options.ts';
import type { Missing } from '../template/render/missing.ts';
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

/** Options for checking, compiling, precompiling or previewing a configuration; each takes all of them. */
export interface WebhookOptions<Catalogue extends AnyCatalogue = ProcessEvents>
  extends CatalogueOptions<Catalogue> {
  /**
   * The receivers that a configuration may name, such as those of `hookplate/receivers`: a payload for one of them is
   * checked by its schema, and a URL that leads to one of them gets a hint to name it. Default: none.
   */
  readonly receivers?: readonly KnownReceiver[] | undefined;
  /**
   * Ranges of addresses in CIDR notation, such as `10.0.0.0/8`, that delivery may call although they are not public: a URL
   * with another such address gets a warning. Default: none.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * Decides about missing values: `accept` writes them as nothing; `reject` makes `requestFor` throw a `RenderError` unless the
   * event has a value for each of its variables that is not optional. Default: `accept`.
   */
  readonly missing?: Missing | undefined;
  /** The maximum output of each template, in bytes of UTF-8; a longer one is a `RenderError`. Default: 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** The options as they are read: with a default for each. */
export interface FilledWebhookOptions {
  readonly events: EventCatalogue<EventMap>;
  readonly receivers: readonly KnownReceiver[];
  readonly allow: AllowList;
  readonly missing: Missing;
  readonly maxOutputBytes: number;
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

export const webhookOptions: {
  readonly [Name in keyof FilledWebhookOptions]: Check<FilledWebhookOptions[Name]>;
} = {
  events: aCatalogue,
  receivers: aListOfReceivers,
  allow: anAllowList,
  missing: optional(oneOf('accept', 'reject'), 'accept'),
  maxOutputBytes: optional(wholeNumber(0), defaultMaxOutputBytes),
};

export const readWebhookOptions: (given: unknown) => FilledWebhookOptions =
  defineOptions<FilledWebhookOptions>(webhookOptions);
