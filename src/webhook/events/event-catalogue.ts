import type {
  Complete,
  ContextOf,
  ListType,
  ValueOf,
  VariableSchema,
} from '../../template/resolve/variables.ts';

/** What happened: the name of an event, and values of the variables that it has. */
export interface AnyEvent {
  readonly event: string;
}

/** The events of a catalogue, by their names. */
export type EventMap = Readonly<Record<string, AnyEvent>>;

/** Tells the time where an event or a preview names none. */
export interface Clock {
  /** In milliseconds since 1970-01-01T00:00Z. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** What is known of an event before it happens. */
export interface EventDescription {
  /** What people call it. */
  readonly title: string;
  readonly description?: string | undefined;
  /** All that a template may name: `event`, `date`, what all events have, and what this one has beside them. */
  readonly variables: VariableSchema;
  /** Values that are the same whenever it happens. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** Events as far as it matters to what templates may name. */
export interface AnyCatalogue {
  readonly names: readonly string[];
  readonly events: Readonly<Record<string, EventDescription>>;
}

/** What an application reports, as `defineEvents` makes it. */
export interface EventCatalogue<Events extends EventMap> {
  /** In the order of their definition. */
  readonly names: readonly NameOf<Events>[];
  readonly events: { readonly [Name in keyof Events]: EventDescription };
  /**
   * An event that happened, as a frozen plain object. A fact that is left out, `null` or `undefined` is a missing value.
   *
   * @throws {TypeError} for an unknown event, and for a fact that no variable has the name of, that is not of the type of
   * its variable, or that contradicts a constant.
   */
  readonly create: Create<Events>;
  /** An event that never happened, from the sample of its definition, for previews and trials. */
  readonly sample: <Name extends NameOf<Events>>(name: Name, clock?: Clock) => Created<Events[Name]>;
}

/** An event of all its facts is complete, as webhooks want it that reject what is missing. */
interface Create<Events extends EventMap> {
  <Name extends NameOf<Events>>(
    name: Name,
    facts: CompleteFacts<Events[Name]>,
    clock?: Clock,
  ): Created<Complete<Events[Name]>>;
  <Name extends NameOf<Events>>(
    name: Name,
    facts?: FactsOf<Events[Name]>,
    clock?: Clock,
  ): Created<Events[Name]>;
}

export type NameOf<Events extends EventMap> = keyof Events & string;

/** What is known of an event when it happens; the rest follows from its name. */
export type FactsOf<Event> = Partial<Omit<Event, 'event' | 'date'>> & {
  /** When it happened; the same for every attempt to deliver it. Default: now, by the clock. */
  readonly date?: ValueOf<'date'> | undefined;
};

/** The same, of which nothing is left out but what is constant, and so not optional in the event. */
type CompleteFacts<Event> = FactsOf<Event> & Complete<Omit<Event, 'event' | 'date' | ConstantOf<Event>>>;

type ConstantOf<Event> = {
  [Name in keyof Event]-?: undefined extends Event[Name] ? never : Name;
}[keyof Event];

/** An event whose date is a `Date`, as catalogues make them. */
export type Created<Event> = {
  readonly [Name in keyof Event]: Name extends 'date' ? Date : Event[Name];
};

/** Any event of a catalogue: `EventOf<typeof orders>`. */
export type EventOf<Catalogue extends AnyCatalogue> =
  Catalogue extends EventCatalogue<infer Events> ? Events[NameOf<Events>] : never;

/** The event of this name, with these variables, some of them constant. */
export type EventWith<Name extends string, Variables extends VariableSchema, Constants> = Flat<
  { readonly event: Name; readonly date: ValueOf<'date'> } & KeptValues<Variables, Constants> &
    Omit<ContextOf<Variables>, keyof Constants>
>;

type KeptValues<Variables, Values> = {
  readonly [Name in keyof Values]: Name extends keyof Variables
    ? Kept<Variables[Name], Values[Name]>
    : Values[Name];
};

/** A constant as it is in an event: however it was written, a date is a `Date`. */
type Kept<Type, Value> = Type extends 'date'
  ? Date
  : Type extends string | readonly string[]
    ? Value
    : Type extends ListType<infer Item>
      ? { readonly [Index in keyof Value]: Kept<Item, Value[Index]> }
      : KeptValues<Type, Value>;

/** The same as one object, which editors show better. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] };
