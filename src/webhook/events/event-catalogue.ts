import type {
  ContextOf,
  Flat,
  ListType,
  OptionalType,
  ValueOf,
  VariableSchema,
} from '../../template/resolve/variables.ts';

/** An event that happened: its name, and values for its variables. */
export interface AnyEvent {
  readonly event: string;
}

/** The events of a catalogue by name. */
export type EventMap = Readonly<Record<string, AnyEvent>>;

/** The clock for events and previews that have no date. */
export interface Clock {
  /** Returns milliseconds since 1970-01-01T00:00Z. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** The facts about an event that are known before it happens. */
export interface EventDescription {
  /** Its name for people. */
  readonly title: string;
  readonly description?: string | undefined;
  /**
   * All variables that a template may name: `event`, `date`, those of all events, and the additional ones of this
   * event.
   */
  readonly variables: VariableSchema;
  /**
   * Former names that templates may still use, each with the name of today, dotted: those of all events, and those of this one.
   * Absent if there are none.
   */
  readonly renamed?: Readonly<Record<string, string>> | undefined;
  /** Values that are always the same. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The part of a catalogue that matters to checking templates. */
export interface AnyCatalogue {
  readonly names: readonly string[];
  readonly events: Readonly<Record<string, EventDescription>>;
}

/** The events that an application reports; made by `defineEvents`. */
export interface EventCatalogue<Events extends EventMap, Facts extends FactsMap<Events> = FactsMap<Events>> {
  /** In the order of their definition. */
  readonly names: readonly NameOf<Events>[];
  readonly events: { readonly [Name in keyof Events]: EventDescription };
  /**
   * Creates an event that happened, as a frozen plain object. Optional facts may be left out, `null` or `undefined`; constants
   * may be left out.
   *
   * @throws {TypeError} for an unknown event, for a missing fact that is not optional, and for a fact that has no variable of
   * its name, does not have the type of its variable, or contradicts a constant.
   */
  readonly create: <Name extends NameOf<Events>>(
    name: Name,
    ...given: Given<Facts[Name]>
  ) => Created<Events[Name]>;
  /** Creates an event from the sample of its definition, for previews and trials. */
  readonly sample: <Name extends NameOf<Events>>(name: Name, clock?: Clock) => Created<Events[Name]>;
}

/** The facts of each event. */
type FactsMap<Events extends EventMap> = { readonly [Name in keyof Events]: object };

/** Facts that nobody has to give may be left out as a whole. */
type Given<Facts> =
  Readonly<Record<never, never>> extends Facts
    ? [facts?: Facts, clock?: Clock]
    : [facts: Facts, clock?: Clock];

export type NameOf<Events extends EventMap> = keyof Events & string;

/** The facts that `create` takes for an event of a catalogue: `FactsOf<typeof orders, 'order.paid'>`. */
export type FactsOf<Catalogue extends AnyCatalogue, Name extends string> =
  Catalogue extends EventCatalogue<infer _Events, infer Facts>
    ? Name extends keyof Facts
      ? Facts[Name]
      : never
    : never;

/** The facts about an event with these variables that are known when it happens; constants follow from its name. */
export type FactsWith<Variables extends VariableSchema, Constants> = Flat<
  Omit<ContextOf<Variables>, keyof Constants> & {
    readonly [Name in keyof Constants]?: Constants[Name] | null | undefined;
  } & {
    /** When it happened; the same for every attempt to deliver it. Default: the current time of the clock. */
    readonly date?: ValueOf<'date'> | null | undefined;
  }
>;

/** An event as created by a catalogue, where the date is always a `Date`. */
export type Created<Event> = {
  readonly [Name in keyof Event]: Name extends 'date' ? Date : Event[Name];
};

/** Any event of a catalogue: `EventOf<typeof orders>`. */
export type EventOf<Catalogue extends AnyCatalogue> =
  Catalogue extends EventCatalogue<infer Events, infer _Facts> ? Events[NameOf<Events>] : never;

/** The event with this name and these variables, some of them constant. */
export type EventWith<Name extends string, Variables extends VariableSchema, Constants> = Flat<
  { readonly event: Name; readonly date: ValueOf<'date'> } & KeptValues<Variables, Constants> &
    Omit<ContextOf<Variables>, keyof Constants>
>;

type KeptValues<Variables, Values> = {
  readonly [Name in keyof Values]: Name extends keyof Variables
    ? Kept<Variables[Name], Values[Name]>
    : Values[Name];
};

/** The type of a constant in an event: a date is always a `Date`, whatever it was given as. */
type Kept<Type, Value> = Type extends 'date'
  ? Date
  : Type extends string | readonly string[]
    ? Value
    : Type extends OptionalType<infer Present>
      ? Kept<Present, Value>
      : Type extends ListType<infer Item>
        ? { readonly [Index in keyof Value]: Kept<Item, Value[Index]> }
        : KeptValues<Type, Value>;
